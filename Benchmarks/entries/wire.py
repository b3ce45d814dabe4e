"""Cases through a pipe: how many a second, how long a small one takes, and the memory of a large one."""

import json
import random
import statistics
import subprocess
import sys
import time

from measuring import Entry, Round, run

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.buffer.flush()"
LARGE = 8_000  # bytes of a request that is not small


class Program:
    """A program that answers line by line."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.answers = open(self.process.stdout.fileno(), "rb", closefd=False)

    def ask(self, line):
        start = time.perf_counter()
        self.process.stdin.write(line)
        self.answers.readline()
        return time.perf_counter() - start

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def small_cases(setting):
    """Requests drawn at random, the same ones in every run, one at a time and to both programs in turns."""
    trace = setting.folder / "trace"
    run([setting.touchstone, "run", "--jobs", "1", "--trace", trace, "--", setting.touchstone, "reference"], cwd=setting.folder)
    sent = [line.split("→ ", 1)[1].encode() + b"\n" for line in trace.read_text().split("\n") if "→ " in line[:40]]
    first, *others = (line for line in sent if b'"shutdown"' not in line)
    requests = random.Random(2022).sample(sorted(line for line in others if len(line) < LARGE), 100)
    reference, echo = Program(setting.touchstone, "reference"), Program(sys.executable, "-c", ECHO)
    reference.ask(first)
    for _ in range(30):
        times = [(reference.ask(request), echo.ask(request)) for request in requests]
        yield Round(*(statistics.median(side) for side in zip(*times)))
    reference.close()
    echo.close()


def person(number):
    return {"_id": number, "name": f"Anthony {number}", "employeeId": number, "userId": "tony.stark@starkindustries.com"}


def recorded(count, steps, edition="core"):
    """The requests of one case in which so many persons exist before its scope."""
    create = [{"do": "create", "type": "Person", "value": person(n), "as": f"p{n}"} for n in range(count)]
    properties = {"_id": "int", "name": "string", "employeeId": "int", "userId": "string?"}
    scope = [{"do": "beginScope", "activity": "work", "as": "scope"}, *steps, {"do": "commitScope", "scope": "scope"}]
    program = {
        "schema": {"Person": {"primaryKey": "_id", "properties": properties}}, "configuration": {},
        "given": [{"do": "write", "steps": create}], "steps": scope,
    }
    messages = [("initialize", {"protocolVersion": 1, "edition": edition}), ("runCase", program), ("shutdown", {})]
    lines = [json.dumps({"jsonrpc": "2.0", "id": n, "method": m, "params": p}) for n, (m, p) in enumerate(messages)]
    return "\n".join(lines) + "\n"


def reads():
    return recorded(100_000, [{"do": "get", "type": "Person", "key": n} for n in range(100_000)])


def query():
    return recorded(100_000, [{"do": "query", "type": "Person", "sort": [["_id", "ascending"]]}])


def transactions():
    def change(number, index):
        return {"do": "set", "object": f"p{(number * 10 + index) % 1_000}", "property": "name", "value": f"Tony {number}"}

    return recorded(1_000, [{"do": "write", "steps": [change(n, i) for i in range(10)]} for n in range(1_000)])


def memory(name, what, make, original):
    """The peak of the reference beside the one that the original library had for the same case."""

    def measure(setting):
        path = setting.path(f"{name}.ndjson", lambda path: path.write_text(make()))
        for _ in range(3):
            with open(path, "rb") as file:
                done = run([setting.touchstone, "reference"], stdin=file)
            if b'"events":[{' not in done.output:
                raise SystemExit(f"{name}: nothing was recorded: {done.output[:500]!r}")
            yield Round(done.peak, original, done.peak)

    return Entry(name, f"memory: {what}", f"the original, {original:,} MB", 3, measure)


ENTRIES = [
    Entry("pipe", "cases through a pipe, 16 open", "20,000 a second", 1, lambda s: s.swift("pipe-benchmark", 5)),
    Entry("small-case", "a small case, one open", "an echo in Python", 0.1, small_cases),
    memory("memory-reads", "a case of 100,000 reads", reads, 1_064),
    memory("memory-query", "a query of 100,000", query, 318),
    memory("memory-transactions", "1,000 transactions of ten changes", transactions, 112),
]
