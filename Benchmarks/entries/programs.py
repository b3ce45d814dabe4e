"""How many random programs `touchstone explore` runs in a second."""

import json
import sys

from measuring import REPOSITORY, Entry, Round, launched, run


def explored(setting, seed, *arguments):
    """The seconds of a program, without the start of the command."""
    path = setting.folder / "report.json"
    verb = "explore", "--report", f"json={path}", "--seed", str(seed)
    used = run([setting.touchstone, *verb, *arguments], cwd=setting.folder)
    text = json.loads(path.read_text())
    return text["seconds"] / text["programs"]["run"], used.peak


def a_second(name, what, wanted, *arguments, through=lambda setting: []):
    """As many programs as are wanted in a second."""

    def measure(setting):
        for number in range(3):
            seed = number * 100_000 + 1
            count = "--count", str(wanted)
            seconds, peak = explored(setting, seed, *count, *arguments, *through(setting))
            yield Round(seconds, 1 / wanted, peak)

    return Entry(name, f"random programs, {what}", f"{wanted:,} a second", 1, measure)


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
    a_second("explore", "class recording", 2_000),
    a_second("explore-flexible-sync", "class flexible-sync", 1_000, "--class", "flexible-sync"),
    a_second("explore-mobile-platform", "class mobile-platform", 200, "--class", "mobile-platform"),
    a_second("explore-pipe", "through a pipe", 1_000, through=lambda s: ["--", s.touchstone, "reference"]),
    Entry("explore-adapter", "random programs, one Python process", "its own processor time", 0.9, share_of_adapter),
]
