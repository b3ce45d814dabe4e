"""How often does a report lead with the requirement that is broken? See README.md in this folder."""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import suite

LABELS = Path(__file__).with_name("requirements.jsonl")
RESULTS = Path(__file__).with_name("results.jsonl")
KEYS = ("path", "place", "line", "old", "new", "nth")
GOAL = 80  # percent
# How many of the list were used for what: by the first ones it was decided how requirements are ranked, and what those and the
# next ones show was looked at; those drawn afterwards were labelled and run when that was done, and looked at before the last ones
# were drawn, labelled and run.
GROUPS = {"decided": 65, "looked at": 65, "drawn afterwards": 40, "drawn again": 45}
_SHOWN = re.compile(r"\s+([A-Z]+-[0-9]+) (?:MUST|SHOULD|MAY)\b")


def main():
    parser = argparse.ArgumentParser(prog="leading", description=__doc__)
    parser.add_argument("touchstone", help="the command of this project")
    arguments = parser.parse_args()
    touchstone = str(Path(arguments.touchstone).resolve())
    noticing = {_name(entry): entry.get("case") for entry in map(json.loads, RESULTS.read_text().splitlines())}
    labels = [json.loads(line) for line in LABELS.read_text().splitlines()]
    cases, right = suite.cases(), defaultdict(list)
    for number, label in enumerate(labels):
        if label["requirements"]:
            group, _, edition = cases[noticing[_name(label)]]
            shown = _first_shown(touchstone, group["class"], edition, _name(label))
            is_right = shown in label["requirements"]
            for name in (group["class"], _group(number), "all"):
                right[name].append(is_right)
            words = f"{shown}, breaks {' '.join(label['requirements'])}: {label['path']}: {label['old']} → {label['new']}"
            print("right" if is_right else "WRONG", " ".join(words.split()), flush=True)
    for name, outcomes in right.items():
        print(f"{name}: {sum(outcomes)} of {len(outcomes)} reports lead with what is broken")
    return 0 if sum(right["all"]) * 100 >= len(right["all"]) * GOAL else 1


def _group(number):
    for name, count in GROUPS.items():
        if number < count:
            return name
        number -= count
    raise IndexError(f"no group has so many: {number}")


def _name(entry):
    return tuple(entry[key] for key in KEYS)


def _first_shown(touchstone, cls, edition, name):
    adapter = [sys.executable, "-B", str(Path(__file__).with_name("mistaken.py")), json.dumps(name)]
    options = ["--class", cls, "--edition", edition, "--explain", "1", "--timeout", "5"]
    done = subprocess.run([touchstone, "run", *options, "--", *adapter], capture_output=True, text=True, check=False)
    if done.returncode != 1:
        raise RuntimeError(f"{name}: {done.stderr}")
    return next((match[1] for line in done.stdout.splitlines() if (match := _SHOWN.match(line))), None)


if __name__ == "__main__":
    sys.exit(main())
