"""How many random programs a second `touchstone explore` runs, beside the cases a second of `touchstone run`."""

import json
import sys

from measuring import REPOSITORY, Entry, Round, launched, run


def report(setting, *arguments):
    path = setting.folder / "report.json"
    verb, *rest = arguments
    used = run([setting.touchstone, verb, "--report", f"json={path}", *rest], cwd=setting.folder)
    return json.loads(path.read_text()), used


def explored(setting, seed, *arguments):
    """The seconds of a program; the start of the command is not in it, but in the time of a case."""
    text, used = report(setting, "explore", "--seed", str(seed), *arguments)
    return text["seconds"] / text["programs"]["run"], used.peak


def beside_cases(name, what, goal, count, *arguments, through=lambda setting: []):
    def measure(setting):
        for number in range(3):
            seconds, peak = explored(
                setting, number * 100_000 + 1, "--count", str(count), *arguments, *through(setting)
            )
            text, used = report(setting, "run", "--filter", "reads/**")
            yield Round(seconds, used.wall / text["summary"]["selected"], peak)

    return Entry(name, f"a random program, {what}", "a case of `touchstone run`", goal, measure)


def share_of_adapter(setting):
    """The processor time of one process of the Python recorder in the time of the clock that its programs take."""
    record = setting.folder / "used.json"
    recorder = [sys.executable, REPOSITORY / "Examples/python-recorder/adapter.py"]
    # Its files are not to wait for the disk.
    adapter = launched(record, ["env", "TMPDIR=/dev/shm", *recorder])
    for number in range(3):
        seconds, _ = explored(setting, number + 1, "--count", "1000", "--jobs", "1", "--", *adapter)
        yield Round(seconds * 1000, json.loads(record.read_text())[1])


ENTRIES = [
    beside_cases("explore", "class recording", 5, 3_000),
    beside_cases("explore-flexible-sync", "class flexible-sync", 2.5, 1_000, "--class", "flexible-sync"),
    beside_cases("explore-mobile-platform", "class mobile-platform", 0.5, 200, "--class", "mobile-platform"),
    beside_cases("explore-pipe", "through a pipe", 1.3, 2_000, through=lambda s: ["--", s.touchstone, "reference"]),
    Entry("explore-adapter", "random programs, one Python process", "its own processor time", 0.9, share_of_adapter),
]
