"""Compares the levels of `touchstone check` with orjson on a trail and its schema:
`compare_levels.py TOUCHSTONE TRAIL SCHEMA [ROUNDS]`.

`touchstone trail-sample --write-schema` makes both. orjson parses each document and the payload in it, and looks at
nothing. Both have one thread. Times are those of the processor, user and system; what is compared takes turns within a
round.
"""

import json
import os
import statistics
import subprocess
import sys
import time

import orjson

LEVELS = ("document", "payload", "types", "history")


def time_orjson(path):
    loads, seconds = orjson.loads, 0.0
    with open(path, "rb") as file:
        while lines := file.readlines(64 << 20):
            start = time.process_time()
            for line in lines:
                data = loads(line).get("data")
                if data and data[0] == "{":
                    loads(data)
            seconds += time.process_time() - start
    return seconds, 0


# A child of a process that holds much memory is said to have had as much at its peak: this one holds little.
LAUNCHER = """
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))
"""


def time_touchstone(touchstone, path, schema, level):
    command = [sys.executable, "-c", LAUNCHER, touchstone, "check", "--jobs", "1", "--level", level]
    command += ["--schema", schema, path]
    code, seconds, peak = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    if code != 0:
        sys.exit(f"the check ended with {code}")
    return seconds, peak / 1024


def main():
    touchstone, path, schema = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    sides = {name: [] for name in ("orjson", *LEVELS)}
    memory = {}
    for number in range(rounds):
        for name in sorted(sides, reverse=number % 2 == 1):
            if name == "orjson":
                seconds, peak = time_orjson(path)
            else:
                seconds, peak = time_touchstone(touchstone, path, schema, name)
            sides[name].append(seconds)
            memory[name] = max(memory.get(name, 0), peak)
    size = os.path.getsize(path)
    print(f"{size / 1e6:.0f} MB, {rounds} rounds, load {os.getloadavg()[0]:.1f}\n")
    print("| | MB/s | orjson's time in it | memory, MB |")
    print("| --- | ---: | ---: | ---: |")
    for name, seconds in sides.items():
        ratios = [theirs / ours for theirs, ours in zip(sides["orjson"], seconds)]
        words = "`orjson.loads` of documents and payloads" if name == "orjson" else f"`--level {name}`"
        ratio = "" if name == "orjson" else (
            f"**{statistics.median(ratios):.2f}** ({min(ratios):.2f}–{max(ratios):.2f})")
        peak = "" if name == "orjson" else f"{memory[name]:.0f}"
        print(f"| {words} | {size / statistics.median(seconds) / 1e6:.0f} | {ratio} | {peak} |")


main()
