"""Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see steps.py."""

import json
import sys
import traceback

from steps import CLASSES, EDITIONS, FEATURES, IMPLEMENTATION, Case, StepFailed, Unsupported

VERSION = 1


class Refused(Exception):
    """A request that has no result; becomes the error of a JSON-RPC answer."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message}
        if data is not None:
            self.error["data"] = data


class Adapter:
    """Answers one request after the other."""

    def __init__(self):
        self.is_initialized = False
        self.is_finished = False

    def answer(self, line):
        """The answer to a line; None if nobody waits for one. Whatever goes wrong costs this request only."""
        try:
            request = parse(line)
        except ValueError as error:
            return failure(None, {"code": -32700, "message": f"the request cannot be parsed: {error}"})
        identifier = request.get("id") if isinstance(request, dict) else None
        try:
            if not isinstance(request, dict) or not isinstance(request.get("method"), str):
                raise Refused(-32600, "a request is an object with a method")
            if "id" not in request:
                return None
            result = self.perform(request["method"], request.get("params"))
            return {"jsonrpc": "2.0", "id": identifier, "result": result}
        except Refused as refused:
            return failure(identifier, refused.error)
        except Exception as error:
            traceback.print_exc()  # the suite keeps standard error with the case
            return failure(identifier, {"code": -32603, "message": f"{type(error).__name__}: {error}"})

    def perform(self, method, params):
        if method == "initialize":
            return self.initialize(params)
        if method == "runCase":
            if not self.is_initialized:
                raise Refused(-32600, "initialize comes before runCase")
            return run_case(params)
        if method == "shutdown":
            self.is_finished = True
            return None
        raise Refused(-32601, f"there is no method {method!r}")

    def initialize(self, params):
        if params["protocolVersion"] != VERSION or params["edition"] not in EDITIONS:
            spoken = {"protocolVersions": [VERSION], "editions": EDITIONS}
            raise Refused(-32000, "this version or edition is not spoken", spoken)
        self.is_initialized = True
        return {
            "protocolVersion": VERSION,
            "implementation": IMPLEMENTATION,
            "editions": EDITIONS,
            "classes": CLASSES,
            "features": FEATURES,
        }


def run_case(params):
    """Runs one case in a realm, an event realm and a clock of its own."""
    try:
        case = Case(params["schema"], params["configuration"])
    except StepFailed as failed:
        return {"openError": failed.outcome}
    except Unsupported as unsupported:
        return {"unsupported": str(unsupported)}
    for step in params["given"]:
        outcome = case.give(step)
        if "unsupported" in outcome:
            return {"unsupported": outcome["unsupported"]}
        if "error" in outcome:
            raise Refused(-32000, f"the given step {step['do']!r} failed", {"step": step, "outcome": outcome})
    return {"steps": [case.run(step) for step in params["steps"]], "events": case.trail()}


def failure(identifier, error):
    return {"jsonrpc": "2.0", "id": identifier, "error": error}


def parse(line):
    """Strict JSON: no key twice, no NaN."""
    return json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is given twice")
    return members


def refuse(text):
    raise ValueError(f"{text} is no JSON")


def main():
    adapter = Adapter()
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        answer = adapter.answer(line)
        if answer is not None:
            text = json.dumps(answer, allow_nan=False, separators=(",", ":"))
            sys.stdout.buffer.write(text.encode("ascii") + b"\n")
            sys.stdout.buffer.flush()
        if adapter.is_finished:
            break


if __name__ == "__main__":
    main()
