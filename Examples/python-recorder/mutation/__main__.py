"""How many mistakes of this recorder does the suite notice? See README.md in this folder."""

import argparse
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

import suite
from mutants import mutants
from outcome import noticed
from trial import Trial

RESULTS = Path(__file__).with_name("results.jsonl")
KEYS = ("path", "place", "line", "old", "new", "nth")
CLASSES = ("equivalent", "outside", "allowed", "open")
SAMPLE, SEED = 20, 2022
STALE = 0.2  # the share of the list that may have been overtaken by changes of the recorder


def main():
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("touchstone", help="the command of this project")
    parser.add_argument("--update", action="store_true", help="try the mutants that are new, and write the list")
    arguments = parser.parse_args()
    touchstone = str(Path(arguments.touchstone).resolve())
    listed = {tuple(entry[key] for key in KEYS): entry for entry in map(json.loads, RESULTS.read_text().splitlines())}
    everything = bool(os.environ.get("TOUCHSTONE_SOAK"))
    if arguments.update or everything:
        return _try(mutants(), touchstone, listed, everything, arguments.update)
    return _try_some(touchstone, listed)


def _try_some(touchstone, listed):
    """Some mutants, always the same ones of one list, are noticed by the cases that the list names."""
    present = [mutant for mutant in mutants() if mutant.id in listed]
    if len(present) < (1 - STALE) * len(listed):
        return _fail([f"{len(listed) - len(present)} mutants of the list are no longer there: update it"])
    known = [mutant for mutant in present if "case" in listed[mutant.id]]
    chosen = random.Random(SEED).sample(known, SAMPLE)
    cases = suite.cases()
    missing = {entry["case"] for entry in listed.values() if "case" in entry} - cases.keys()
    if missing:
        return _fail([f"{name}: there is no such case" for name in sorted(missing)])
    requests = {name: suite.request(*cases[name]) for name in (listed[mutant.id]["case"] for mutant in chosen)}
    trial = Trial(requests, tracing=False)
    found = noticed(chosen, trial, cases, touchstone, ask=lambda mutant: [listed[mutant.id]["case"]])
    print(f"{SAMPLE} mutants of {len(listed)}: {sum(case is not None for case in found.values())} noticed")
    return _fail([f"not noticed by {listed[m.id]['case']}: {_named(m)}" for m, case in found.items() if case is None])


def _try(present, touchstone, listed, everything, update):
    """Every mutant is noticed, or listed with the reason why none of the cases has to notice it."""
    cases = suite.cases()
    trial = Trial({name: suite.request(*case) for name, case in cases.items()})
    settled = {mutant for mutant, entry in listed.items() if "case" in entry or entry["class"] in CLASSES}
    chosen = [mutant for mutant in present if everything or mutant.id not in settled]
    print(f"trying {len(chosen)} of {len(present)} mutants")
    found = noticed(chosen, trial, cases, touchstone)
    entries = []
    for mutant in present:
        outcome = former = {key: value for key, value in listed.get(mutant.id, {}).items() if key not in KEYS}
        if mutant in found:
            reason = {key: former[key] for key in ("class", "why") if key in former}
            outcome = {"case": found[mutant]} if found[mutant] else reason or {"class": "?", "why": "?"}
        entries.append(dict(zip(KEYS, mutant.id)) | outcome)
    if update:
        RESULTS.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries))
    counts = Counter("noticed" if "case" in entry else entry["class"] for entry in entries)
    print(f"{len(entries)} mutants: {', '.join(f'{count} {name}' for name, count in counts.most_common())}")
    unexplained = (mutant for mutant, entry in zip(present, entries) if entry.get("class", "open") not in CLASSES)
    return _fail([f"noticed by no case, and without a reason: {_named(mutant)}" for mutant in unexplained])


def _named(mutant):
    return f"{mutant.path}:{mutant.first_line}: {mutant.old} → {mutant.new}"


def _fail(problems):
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
