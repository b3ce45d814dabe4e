#!/usr/bin/env python3
"""Measures Touchstone beside others: `benchmark.py [--short | --write] [NAME...]`.

Without names it measures everything. `--write` writes the table into README.md, the ratios into ratios.json and the plot
of growth; `--short` takes a minute, and fails when a ratio is more than a quarter below the one that is committed.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import time

import entries
import growth
from measuring import REPOSITORY, Setting

HERE = pathlib.Path(__file__).resolve().parent
RATIOS, README, PLOT = HERE / "ratios.json", HERE / "README.md", HERE / "growth.svg"
TOLERANCE = 0.75
HEAD = "| what | against | ratio | spread | goal | memory, MB |\n| --- | --- | ---: | ---: | ---: | ---: |"


def number(value):
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def row(entry, rounds):
    ratios = [r.ratio for r in rounds]
    peaks = [r.peak for r in rounds if r.peak]
    ratio = statistics.median(ratios)
    met = f"**{number(ratio)}**" if entry.goal and ratio >= entry.goal else number(ratio)
    memory = f"{min(peaks):,.0f}" if peaks else ""
    goal = number(entry.goal) if entry.goal else ""
    spread = f"{number(min(ratios))}–{number(max(ratios))}"
    return f"| {entry.what} | {entry.against} | {met} | {spread} | {goal} | {memory} |"


def measured(entry, setting):
    start = time.monotonic()
    rounds = list(entry.rounds(setting))
    print(f"{entry.name} ({time.monotonic() - start:.0f} s): {row(entry, rounds)}", file=sys.stderr, flush=True)
    return rounds


def ratio(rounds):
    return statistics.median(r.ratio for r in rounds)


def shorts(setting, chosen):
    return {entry.name: (entry, ratio(measured(entry, setting))) for entry in chosen if entry.is_short}


def replace(text, name, content):
    """The text between the markers of that name."""
    start, end = f"<!-- measured: {name} -->\n", "<!-- end -->"
    before, rest = text.split(start)
    return before + start + content + "\n" + rest[rest.index(end):]


def write(rows, ratios):
    machine = f"{len(os.sched_getaffinity(0))} processors, load {os.getloadavg()[0]:.1f} at the end"
    README.write_text(replace(README.read_text(), "table", "\n".join([HEAD, *rows, "", machine])))
    RATIOS.write_text(json.dumps(ratios, indent=2) + "\n")


def write_growth(grown):
    README.write_text(replace(README.read_text(), "growth", growth.table(grown)))
    PLOT.write_text(growth.plot(grown))


def compare(setting, chosen):
    """What has fallen is measured once more: another program may have had the processor for a while."""
    committed = json.loads(RATIOS.read_text())["short"]
    found = shorts(setting, [entry for entry in chosen if entry.name in committed])
    if not found:
        sys.exit("nothing was measured: no committed ratio has such a name")
    fallen = []
    for name, (entry, now) in found.items():
        if now < committed[name] * TOLERANCE:
            now = max(now, ratio(measured(entry, setting)))
        if now < committed[name] * TOLERANCE:
            fallen.append(f"{name} fell to {number(now)} from {number(committed[name])}: {entry.what}, against {entry.against}")
    if fallen:
        sys.exit("\n".join(fallen))
    print(f"{len(found)} ratios are within a quarter of the committed ones")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--touchstone", default=REPOSITORY / ".build-release/release/touchstone")
    parser.add_argument("names", nargs="*", help="growth, or: " + " ".join(entry.name for entry in entries.ALL))
    arguments = parser.parse_args()
    known = {entry.name: entry for entry in entries.ALL} | {"growth": None}
    if unknown := [name for name in arguments.names if name not in known]:
        parser.error(f"there is no {unknown[0]}: choose from {', '.join(known)}")
    if arguments.write and (arguments.names not in ([], ["growth"]) or arguments.short):
        parser.error("what is written is measured as a whole, in one run; growth may be by itself")
    names = arguments.names or list(known)
    chosen = [known[name] for name in names if known[name]]
    setting = Setting(pathlib.Path(arguments.touchstone).resolve(), arguments.short)
    if arguments.short:
        return compare(setting, chosen)
    results = {entry.name: measured(entry, setting) for entry in chosen}
    rows = [row(known[name], rounds) for name, rounds in results.items()]
    print("\n".join([HEAD, *rows]))
    if "growth" in names:
        grown = growth.measure(setting)
        print("\n" + growth.table(grown))
        if arguments.write:
            write_growth(grown)
    if arguments.write and results:
        setting.is_short = True
        short = {name: round(now, 3) for name, (_, now) in shorts(setting, chosen).items()}
        write(rows, {"full": {name: round(ratio(r), 3) for name, r in results.items()}, "short": short})


main()
