"""Compares the levels of `touchstone check` with orjson on a trail and its schema:
`compare_levels.py TOUCHSTONE TRAIL SCHEMA [ROUNDS]`.

`touchstone trail-sample --write-schema` makes both. orjson parses each document and the payload in it, and looks at
nothing. It is measured twice: as a program that reads the file and parses it, as the check is a program that reads the
file and checks it; and without start and reading, the parsing of lines in memory alone. All have one thread. Times are
those of the processor, user and system; what is compared takes turns within a round.
"""

import json
import os
import statistics
import subprocess
import sys

LEVELS = ("document", "payload", "types", "history")
PROGRAM, PARSING = "a program that reads and parses with `orjson.loads`", "its parsing alone"

# Says at the end how long the parsing took, reading left out.
PARSER = """
import sys, time, orjson
loads, seconds = orjson.loads, 0.0
with open(sys.argv[1], "rb") as file:
    while lines := file.readlines(64 << 20):
        start = time.process_time()
        for line in lines:
            data = loads(line).get("data")
            if data and data[0] == "{":
                loads(data)
        seconds += time.process_time() - start
print(seconds, file=sys.stderr)
"""

# A child of a process that holds much memory is said to have had as much at its peak: this one holds little.
LAUNCHER = """
import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))
"""


def launch(command):
    """The processor time and the peak in MB of a program, and what it said on standard error."""
    ran = subprocess.run([sys.executable, "-c", LAUNCHER, *command], capture_output=True, check=True)
    code, seconds, peak = json.loads(ran.stdout)
    if code != 0:
        sys.exit(f"{command[0]} ended with {code}: {ran.stderr.decode()}")
    return seconds, peak / 1024, ran.stderr


def measure_orjson(path):
    seconds, peak, said = launch([sys.executable, "-c", PARSER, path])
    return {PROGRAM: (seconds, peak), PARSING: (float(said), peak)}


def measure_level(touchstone, path, schema, level):
    command = [touchstone, "check", "--jobs", "1", "--level", level, "--schema", schema, path]
    seconds, peak, _ = launch(command)
    return {f"`--level {level}`": (seconds, peak)}


def main():
    touchstone, path, schema = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    seconds, peaks = {}, {}
    for number in range(rounds):
        turns = [lambda: measure_orjson(path)]
        turns += [lambda level=level: measure_level(touchstone, path, schema, level) for level in LEVELS]
        for turn in turns if number % 2 == 0 else reversed(turns):
            for name, (time, peak) in turn().items():
                seconds.setdefault(name, []).append(time)
                peaks[name] = max(peaks.get(name, 0), peak)
    size = os.path.getsize(path)
    print(f"{size / 1e6:.0f} MB, {rounds} rounds, load {os.getloadavg()[0]:.1f}\n")
    print("| | MB/s | that program's time in it | the time of its parsing in it | memory, MB |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, ours in sorted(seconds.items()):
        cells = [name, f"{size / statistics.median(ours) / 1e6:.0f}"]
        for side in (PROGRAM, PARSING):
            ratios = [theirs / mine for theirs, mine in zip(seconds[side], ours)]
            cells.append(f"**{statistics.median(ratios):.2f}** ({min(ratios):.2f}–{max(ratios):.2f})")
        print("| " + " | ".join(cells + [f"{peaks[name]:.0f}"]) + " |")


main()
