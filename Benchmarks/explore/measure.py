#!/usr/bin/env python3
"""How many random programs a second `touchstone explore` runs, beside the cases a second of `touchstone run`.

Both take turns within a round, so that load on the machine slows both down. `measure.py TOUCHSTONE [ROUNDS]`.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

touchstone = str(pathlib.Path(sys.argv[1]).resolve())
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
folder = pathlib.Path(tempfile.mkdtemp())
PIPE = ["--", touchstone, "reference"]


def rate(command, count):
    """Programs or cases a second, as the report says, and of the wall clock."""
    report = folder / "report.json"
    start = time.perf_counter()
    arguments = [touchstone, command[0], "--report", f"json={report}", *command[1:]]
    subprocess.run(arguments, check=True, capture_output=True, cwd=folder)
    seconds = time.perf_counter() - start
    text = json.loads(report.read_text())
    if command[0] == "explore":
        return text["programs"]["run"] / text["seconds"]
    return count(text) / seconds


def cases(text):
    return text["summary"]["selected"]


figures = {"in process": [], "through a pipe": [], "cases": []}
for number in range(rounds):
    programs = ["explore", "--seed", str(number * 100_000 + 1)]
    figures["in process"].append(rate([*programs, "--count", "4000"], None))
    figures["through a pipe"].append(rate([*programs, "--count", "2000", *PIPE], None))
    figures["cases"].append(rate(["run", "--filter", "reads/**"], cases))
for name, values in figures.items():
    ratios = sorted(one / other for one, other in zip(values, figures["cases"]))
    median, best, ratio = statistics.median(values), max(values), statistics.median(ratios)
    print(f"| {name} | {median:,.0f} | {best:,.0f} | {ratio:.1f} |")
