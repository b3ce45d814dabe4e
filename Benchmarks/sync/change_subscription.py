"""How long a client takes whose subscription changes, against a server with ten times as many objects.

A case is run on an adapter with and without the change, so that the time of reading it and of the first synchronization
is taken out. `change_subscription.py COMMAND …` runs the adapter, such as `touchstone reference`.
"""

import json
import os
import statistics
import subprocess
import sys

SIZES = (10_000, 100_000)
RUNS = 3
OWN = {"ownerId": "%%user.id"}


def program(size, changes):
    """A server with `size` items, a tenth of which the client has; then it subscribes to half of them."""
    items = [{"_id": n, "ownerId": "u1", "itemName": f"item {n}", "complexity": n % 10} for n in range(size)]
    role = {"name": "own", "apply_when": {}, "document_filters": {"read": OWN, "write": OWN}, "read": True, "write": True}

    def subscribe(where):
        return {"do": "updateSubscriptions", "steps": [{"do": "subscribe", "name": "items", "type": "Item", "where": where}]}

    steps = [{"do": "synchronize"}]
    if changes:
        steps += [subscribe({"complexity": {"$gte": 5}}), {"do": "synchronize"}]
    steps.append({"do": "query", "type": "Item"})
    properties = {"_id": "int", "ownerId": "string", "itemName": "string", "complexity": "int"}
    return {
        "schema": {"Item": {"primaryKey": "_id", "properties": properties}},
        "configuration": {"sync": "flexible", "events": None, "flexibleSync": {
            "user": "u1", "queryableFields": ["complexity", "ownerId"], "role": role, "serverData": {"Item": items},
            "subscriptions": [{"name": "items", "type": "Item", "where": {"complexity": 0}}]}},
        "given": [],
        "steps": steps,
    }


class Adapter:
    def __init__(self, command):
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._id = 0
        self.ask("initialize", {"protocolVersion": 1, "edition": "2023"})

    def ask(self, method, params=None):
        self._id += 1
        message = {"jsonrpc": "2.0", "id": self._id, "method": method} | ({} if params is None else {"params": params})
        line = json.dumps(message).encode() + b"\n"
        start = self._processor_seconds()
        self._process.stdin.write(line)
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        return json.loads(answer)["result"], self._processor_seconds() - start

    def _processor_seconds(self):
        """What the adapter has used so far, so that other programs do not count."""
        with open(f"/proc/{self._process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.ask("shutdown")
        self._process.wait()


def seconds(adapter, size, changes):
    found = []
    for _ in range(RUNS):
        result, time_taken = adapter.ask("runCase", program(size, changes))
        count = result["steps"][-1]["ok"]
        expected = size // 2 if changes else size // 10
        assert count == expected, f"{count} objects instead of {expected}"
        found.append(time_taken)
    return statistics.median(found)


def main():
    adapter = Adapter(sys.argv[1:])
    times = []
    for size in SIZES:
        change = seconds(adapter, size, True) - seconds(adapter, size, False)
        times.append(change)
        print(f"{size:>7} objects: {change:.2f} s for a change of the subscription")
    print(f"{SIZES[1] // SIZES[0]} times as many objects: {times[1] / times[0]:.1f} times as long")
    adapter.close()


if __name__ == "__main__":
    main()
