"""What a change of a subscription takes at a server with ten times as many objects."""

import json
import os
import statistics

from entries.wire import Program
from measuring import Entry, Round

SIZES = (10_000, 100_000)
OWN = {"ownerId": "%%user.id"}


def program(size, changes):
    """A server with `size` items, a tenth of which the client has; then it subscribes to half of them."""
    items = [{"_id": n, "ownerId": "u1", "itemName": f"item {n}", "complexity": n % 10} for n in range(size)]
    role = {"name": "own", "apply_when": {}, "document_filters": {"read": OWN, "write": OWN}, "read": True, "write": True}
    subscription = {"do": "subscribe", "name": "items", "type": "Item", "where": {"complexity": {"$gte": 5}}}
    change = [{"do": "updateSubscriptions", "steps": [subscription]}, {"do": "synchronize"}]
    properties = {"_id": "int", "ownerId": "string", "itemName": "string", "complexity": "int"}
    return {
        "schema": {"Item": {"primaryKey": "_id", "properties": properties}},
        "configuration": {"sync": "flexible", "events": None, "flexibleSync": {
            "user": "u1", "queryableFields": ["complexity", "ownerId"], "role": role, "serverData": {"Item": items},
            "subscriptions": [{"name": "items", "type": "Item", "where": {"complexity": 0}}]}},
        "given": [],
        "steps": [{"do": "synchronize"}, *(change if changes else []), {"do": "query", "type": "Item"}],
    }


def growth(setting):
    """The same case without the change is taken off, and with it reading the case and the first synchronization."""
    adapter = Program(setting.touchstone, "reference")

    def ask(method, params):
        adapter.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        return json.loads(adapter.answers.readline())["result"]

    def processor():
        with open(f"/proc/{adapter.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def seconds(size, changes):
        start = processor()
        count = ask("runCase", program(size, changes))["steps"][-1]["ok"]
        if count != (size // 2 if changes else size // 10):
            raise SystemExit(f"change-subscription: the client has {count} of {size} objects")
        return processor() - start

    ask("initialize", {"protocolVersion": 1, "edition": "2023"})
    small, large = SIZES
    for _ in range(3):
        # The small one is a few ticks of the clock: ten of them are as much as the large one.
        tenfold = sum(seconds(small, True) - seconds(small, False) for _ in range(large // small))
        yield Round(seconds(large, True) - seconds(large, False), tenfold)
    adapter.close()


ENTRIES = [
    Entry("change-subscription", "a changed subscription, 100,000 objects", "ten of 10,000", 0.89, growth)
]
