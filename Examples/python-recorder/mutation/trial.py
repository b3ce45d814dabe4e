"""Runs cases on mutants: each in a forked process that imports the recorder with the mistake.

An answer is compared with that of the recorder as it is. Whether a difference is a fault is for the suite to say
(`verdict.py`), since the specification leaves some things open; a mutant that answers every case like the recorder
cannot be noticed by any.
"""

import importlib
import importlib.abc
import importlib.util
import json
import mmap
import os
import pickle
import re
import resource
import signal
import sys
import time
from dataclasses import dataclass

from mutants import PACKAGES, ROOT, UNCHANGED

CASE_SECONDS = 20
MEMORY = 2 << 30
SLOW = 0.1


@dataclass
class Answer:
    """What was answered to a case: the text of a result, or how it failed to come."""

    case: str
    text: str | None
    failure: str | None = None


class Trial:
    """The cases, what the recorder answers to them, and which lines they execute."""

    def __init__(self, requests, tracing=True):
        self._requests = requests
        self._kills = {}  # how many mutants a case has noticed: those are asked first
        self._reference, self._seconds, self._covering = {}, {}, {}
        for name, (text, seconds, lines) in _in_child(lambda _: _survey(requests, tracing)).items():
            self._reference[name], self._seconds[name] = text, seconds
            for line in lines:
                self._covering.setdefault(line, set()).add(name)

    def covering(self, mutant):
        """The cases that execute what is mutated, the most watchful first; all for code outside functions."""
        names = self._requests.keys()
        if mutant.place:
            lines = [(mutant.path, line) for line in range(mutant.first_line, mutant.last_line + 1)]
            names = set().union(*(self._covering.get(line, ()) for line in lines))
        return sorted(names, key=lambda name: (self._seconds[name] > SLOW, -self._kills.get(name, 0), name))

    def first_difference(self, mutant, names):
        """The answer to the first of these cases that is not the recorder's, or None."""
        return _in_child(lambda note: self._first_difference(names, note), mutant)

    def noticed(self, name):
        self._kills[name] = self._kills.get(name, 0) + 1

    def _first_difference(self, names, note):
        for name in names:
            note(name)
            text, failure = _answer(self._requests[name])
            if failure or text != self._reference[name]:
                return Answer(name, text, failure)
        return None


def _survey(requests, tracing):
    """Of each case the answer, the time, and the lines of the recorder that it executes; each imports the recorder."""
    imported, surveyed = set(), {}
    sys.settrace(_tracer(imported))
    importlib.import_module("wire.case")
    sys.settrace(None)
    for name, request in requests.items():
        lines, start = set(imported), time.monotonic()
        text, failure = _answer(request, seconds=600)
        seconds = time.monotonic() - start
        if failure:
            raise RuntimeError(f"{name}: {failure}")
        if tracing:
            sys.settrace(_tracer(lines))
            _answer(request, seconds=600)
            sys.settrace(None)
        surveyed[name] = (text, seconds, lines)
    return surveyed


def _tracer(lines):
    paths = {}

    def trace(frame, event, argument):
        file = frame.f_code.co_filename
        if file not in paths:
            paths[file] = os.path.relpath(file, ROOT) if file.startswith(f"{ROOT}/") else None
        path = paths[file]
        if path is None:
            return None
        seen = set()

        def line(frame, event, argument):
            if frame.f_lineno not in seen:
                seen.add(frame.f_lineno)
                lines.add((path, frame.f_lineno))
            return line

        return line(frame, event, argument)

    return trace


def _in_child(work, mutant=None):
    """What `work` returns in a process that imports the recorder, with the mistake; a failure if that process ends."""
    at = mmap.mmap(-1, 256)  # the case that is being tried, which both processes see
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if mutant is not None:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            sys.setrecursionlimit(5000)
            sys.meta_path.insert(0, Finder(mutant))
            result = pickle.dumps(work(lambda name: at.__setitem__(slice(256), name.encode().ljust(256))))
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(result)
        except BaseException as error:
            if mutant is None:
                print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    if result:
        return pickle.loads(result)
    if mutant is None:
        raise RuntimeError("the recorder itself ended")
    return Answer(at[:].strip(b"\0 ").decode(), None, "the process ended")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the recorder from its folder, one file of it with a mistake."""

    def __init__(self, mutant):
        self._mutant = mutant

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in (*PACKAGES, *UNCHANGED):
            return None
        file = ROOT.joinpath(*name.split("."))
        file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
        mutated = self._mutant is not None and file == ROOT / self._mutant.path
        return importlib.util.spec_from_file_location(name, file, loader=self if mutated else None)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self._mutant.source(), ROOT / self._mutant.path, "exec"), module.__dict__)


def _answer(request, seconds=CASE_SECONDS):
    """The text of an answer, with what differs from run to run made alike, or how it failed to come."""
    signal.signal(signal.SIGALRM, _took_too_long)
    signal.alarm(seconds)
    start = time.time_ns() // 1_000_000
    try:
        params, edition = request
        case, editions = importlib.import_module("wire.case"), importlib.import_module("events.edition")
        return _alike(json.dumps(case.run_case(params, editions.EDITIONS[edition]), allow_nan=False), start), None
    except Exception as error:
        return None, type(error).__name__
    finally:
        signal.alarm(0)


def _took_too_long(*_):
    os._exit(1)


_ID = re.compile(r'("_id": \{"\$oid": "|"_?partition": "(?:[^"\\]|\\.)*-)([0-9a-f]{24})"')
_MESSAGE = re.compile(r'"message": "(?:[^"\\]|\\.)*"')
_TIMESTAMP = re.compile(r'"timestamp": \{"\$date": "([^"]*)"\}')
NOW = '"timestamp": "now"'


def _alike(text, start):
    seen = {}
    text = _ID.sub(lambda match: f'{match[1]}{seen.setdefault(match[2], len(seen)):024x}"', text)
    text = _MESSAGE.sub('"message": ""', text)
    within = [_utc(moment) for moment in (start, time.time_ns() // 1_000_000)]
    return _TIMESTAMP.sub(lambda match: NOW if within[0] <= match[1] <= within[1] else match[0], text)


def _utc(milliseconds):
    seconds, fraction = divmod(milliseconds, 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{fraction:03d}Z"
