"""What is measured, and how: an entry yields rounds, each with the times of both sides, taken one after the other."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
# Where `.ci/prerequisites` puts Python packages that the system lacks.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(REPOSITORY / ".build/python"), os.environ.get("PYTHONPATH")]))


@dataclass
class Round:
    """Seconds of both sides, or any other two numbers of which the lower is the better; MB that ours took at its peak."""

    ours: float
    theirs: float
    peak: float | None = None

    @property
    def ratio(self):
        return self.theirs / self.ours


@dataclass
class Entry:
    """One row of the table: what, against what, and the ratio that is wanted at least, if one is."""

    name: str
    what: str
    against: str
    goal: float | None
    rounds: Callable[["Setting"], Iterator[Round]]
    # Whether the short form measures it: that builds no more than the program in Swift.
    is_short: bool = False


class Setting:
    """The programs that are measured, how much they get to do, and a folder on a disk for what they read and write."""

    def __init__(self, touchstone, is_short):
        self.is_short = is_short
        self.touchstone = touchstone
        builds = REPOSITORY / "Benchmarks/.build"
        builds.mkdir(exist_ok=True)
        self._owned = tempfile.TemporaryDirectory(dir=builds, prefix="work-")
        self.folder = pathlib.Path(self._owned.name)

    def path(self, name, make):
        """A file that several entries read, made when it is first asked for."""
        path = self.folder / name
        if not path.exists():
            make(path)
        return path

    def swift(self, program, *arguments):
        """The lines of one of the programs in Swift, as rounds."""
        command = [REPOSITORY / "Benchmarks/.build/release" / program, *map(str, arguments)]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True)
        return [Round(**json.loads(line)) for line in run.stdout.splitlines()]


@dataclass
class Run:
    wall: float
    processor: float
    peak: float
    output: bytes


# A child of a process that holds much memory is said to have had as much at its peak: this one holds little.
LAUNCHER = """
import json, os, subprocess, sys, time
start = time.monotonic()
child = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(child.pid, 0)
used = time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
with open(sys.argv[1], "w") as file:
    json.dump(used, file)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
"""


def launched(record, command):
    """The command that notes in a file what another one takes: clock, processor and memory."""
    return [sys.executable, "-S", "-c", LAUNCHER, str(record), *map(str, command)]


def run(command, stdin=None, cwd=None):
    """Runs a command, or a line of the shell; it has to succeed."""
    command = ["sh", "-c", command] if isinstance(command, str) else command
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "used")
        done = subprocess.run(launched(record, command), stdin=stdin, cwd=cwd, capture_output=True)
        if done.returncode != 0:
            said = (done.stderr + done.stdout).decode(errors="replace")[-2000:]
            raise SystemExit(f"{command} ended with {done.returncode}:\n{said}")
        return Run(*json.loads(open(record).read()), done.stdout)


def commands(name, what, against, goal, ours, theirs, by="wall", rounds=3, answer=None):
    """An entry that runs two commands by turns; `answer` takes from both outputs what has to be the same."""

    def measure(setting):
        for number in range(rounds):
            sides = {}
            for side, make in [("ours", ours), ("theirs", theirs)][:: -1 if number % 2 else 1]:
                sides[side] = run(make(setting), cwd=setting.folder)
            if answer and answer(sides["ours"].output) != answer(sides["theirs"].output):
                raise SystemExit(f"{name}: the answers differ")
            yield Round(getattr(sides["ours"], by), getattr(sides["theirs"], by), sides["ours"].peak)

    return Entry(name, what, against, goal, measure)
