"""What the suite says of answers that differ: one run of `touchstone` judges as many as there are."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from suite import CLASSES, EDITIONS

# The class that names an answer to the adapter which gives it. A case has no other way to carry a name.
MARK = "Answer"


def failing(touchstone, cases, answers):
    """The numbers of those answers, pairs of the name of a case and a text, that fail their case."""
    return set().union(
        *(
            _failing_in(edition, cls, touchstone, cases, chosen)
            for edition in EDITIONS
            for cls in CLASSES
            if (chosen := {number: pair for number, pair in enumerate(answers) if _kind(*cases[pair[0]]) == (edition, cls)})
        )
    )


def _kind(group, case, edition):
    return edition, group["class"]


def _failing_in(edition, cls, touchstone, cases, answers):
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text) in answers.items():
            Path(folder, f"{MARK}{number}").write_text(text)
            _write_group(Path(folder, "cases"), cases, name, number)
        report = Path(folder, "report.json")
        adapter = [sys.executable, "-B", str(Path(__file__).with_name("replay.py")), folder]
        options = ["--edition", edition, "--class", cls, "--cases", f"{folder}/cases", "--jobs", "1", "--report", f"json={report}"]
        command = [touchstone, "run", *options, "--", *adapter]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr)
        verdicts = {case["case"].split("/")[1]: case["verdict"] for case in json.loads(report.read_text())["verdicts"]}
        return {number for number in answers if verdicts[f"{MARK.lower()}-{number}"] != "passed"}


def _write_group(folder, cases, name, number):
    group, case, _ = cases[name]
    chapter, _, _ = name.split("/")
    mark = {f"{MARK}{number}": {"embedded": True, "properties": {"number": "int"}}}
    file = folder / chapter / f"{MARK.lower()}-{number}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    head = {"title": group["title"], "class": group["class"], "schema": group.get("schema", {}) | mark}  # keys have an order
    file.write_text(json.dumps(head | {key: group[key] for key in group if key not in head} | {"cases": [case]}))
