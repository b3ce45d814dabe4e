"""Compares `touchstone check` with Python on the same export: `compare.py TOUCHSTONE EXPORT [ROUNDS]`.

Needs orjson and jsonschema. Prints a table in Markdown. Times are those of the processor, user and system, because
other work on the machine changes them least; what is compared takes turns within a round.
"""

import os
import statistics
import subprocess
import sys
import time

import jsonschema
import orjson

# What the level of documents looks at, but for ids that stand twice and days that no month has.
DIGITS = "^[0-9a-fA-F]{24}$"
DATE = r"^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$"
SCHEMA = {
    "type": "object",
    "required": ["_id", "_partition", "activity", "timestamp"],
    "properties": {
        "_id": {"type": "object", "required": ["$oid"], "additionalProperties": False,
                "properties": {"$oid": {"type": "string", "pattern": DIGITS}}},
        "_partition": {"type": "string", "pattern": "^[^/\\\\]+-[0-9a-f]{24}$"},
        "activity": {"type": "string"},
        "event": {"type": ["string", "null"]},
        "data": {"type": ["string", "null"]},
        "timestamp": {"type": "object", "required": ["$date"], "additionalProperties": False,
                      "properties": {"$date": {"anyOf": [
                          {"type": "string", "pattern": DATE},
                          {"type": "object", "required": ["$numberLong"], "additionalProperties": False,
                           "properties": {"$numberLong": {"type": "string", "pattern": "^-?[0-9]+$"}}}]}}},
    },
    "propertyNames": {"minLength": 1, "maxLength": 63},
    "additionalProperties": {"type": ["string", "null"]},
}
# jsonschema needs minutes for more, and its rate does not depend on how many there are.
SAMPLE = 30_000


def batches(path, size=64 << 20):
    with open(path, "rb") as file:
        while lines := file.readlines(size):
            yield lines


def time_orjson(path):
    seconds, count = 0.0, 0
    loads = orjson.loads
    for lines in batches(path):
        count += sum(map(len, lines))
        start = time.process_time()
        for line in lines:
            loads(line)
        seconds += time.process_time() - start
    return count / seconds / 1e6


def time_jsonschema(path):
    validator = jsonschema.Draft202012Validator(SCHEMA)
    with open(path, "rb") as file:
        lines = [line for line, _ in zip(file, range(SAMPLE))]
    documents = [orjson.loads(line) for line in lines]
    start = time.process_time()
    for document in documents:
        validator.validate(document)
    return sum(map(len, lines)) / (time.process_time() - start) / 1e6


# A child of a process that holds much memory is said to have had as much at its peak: this one holds little.
LAUNCHER = """
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
output = child.stdout.read()
_, status, usage = os.wait4(child.pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))
sys.stderr.buffer.write(output)
"""


def time_touchstone(touchstone, path, level):
    command = [sys.executable, "-c", LAUNCHER, touchstone, "check", "--jobs", "1", "--level", level, path]
    launched = subprocess.run(command, capture_output=True, check=True)
    code, seconds, peak = orjson.loads(launched.stdout)
    if code != 0:
        sys.exit(f"the check ended with {code}:\n{launched.stderr.decode(errors='replace')[:2000]}")
    return os.path.getsize(path) / seconds / 1e6, peak / 1024


def main():
    touchstone, path = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    sides = {name: [] for name in ("check", "document", "orjson", "jsonschema")}
    memory = []
    for number in range(rounds):
        for name in sorted(sides, reverse=number % 2 == 1):
            if name == "check":
                rate, peak = time_touchstone(touchstone, path, "payload")
                memory.append(peak)
            elif name == "document":
                rate, _ = time_touchstone(touchstone, path, "document")
            elif name == "orjson":
                rate = time_orjson(path)
            else:
                rate = time_jsonschema(path)
            sides[name].append(rate)
    types, types_memory = time_touchstone(touchstone, path, "types")
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        lines = sum(1 for _ in file)
    print(f"{size / 1e6:.0f} MB, {lines} documents, {rounds} rounds, load {os.getloadavg()[0]:.1f}\n")
    print("| | MB/s | `--level payload` to it | `--level document` to it |")
    print("| --- | ---: | ---: | ---: |")
    for name, words in (("check", "`touchstone check --level payload`"),
                        ("document", "`touchstone check --level document`"),
                        ("orjson", "`orjson.loads` of each line"),
                        ("jsonschema", "`jsonschema` of what was parsed, documents alone")):
        cells = [f"{statistics.median(sides[name]):.1f}"]
        for ours in ("check", "document"):
            ratios = [our / their for our, their in zip(sides[ours], sides[name])]
            digits = 2 if statistics.median(ratios) < 10 else 0
            cells.append(f"**{statistics.median(ratios):.{digits}f}** "
                         f"({min(ratios):.{digits}f}–{max(ratios):.{digits}f})"
                         if name in ("orjson", "jsonschema") else "")
        print(f"| {words} | " + " | ".join(cells) + " |")
    print(f"\nmemory of the check at its peak: {max(memory):.0f} MB")
    print(f"with the level of types: {types:.0f} MB/s, {types_memory:.0f} MB")


main()
