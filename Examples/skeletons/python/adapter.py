"""Speaks the wire protocol on standard input and output. Nothing is to be filled in here: see steps.py."""

import os
import sys
import traceback

from lossless_json import parse, write
from steps import CLASSES, EDITIONS, FEATURES, IMPLEMENTATION, Case, StepFailed, Unsupported

VERSION = 1
NOT_JSON, NOT_A_REQUEST, NO_SUCH_METHOD, WRONG_PARAMETERS, CASE_FAILED = -32700, -32600, -32601, -32602, -32603
NOT_SUPPORTED = -32000


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
        """The answer to a line; None if none is expected. Whatever goes wrong costs this request only."""
        try:
            request = parse(line)
        except ValueError as error:
            return failure(None, {"code": NOT_JSON, "message": f"the line cannot be parsed: {error}"})
        identifier = request.get("id") if isinstance(request, dict) else None
        if isinstance(identifier, (bool, list, dict)):
            identifier = None
        try:
            check_request(request)
            if "id" not in request:
                return None
            result = self.perform(request["method"], request.get("params"))
            return write({"jsonrpc": "2.0", "id": identifier, "result": result})
        except Refused as refused:
            return failure(identifier, refused.error)
        except Exception as error:
            traceback.print_exc()  # the suite keeps standard error with the case
            return failure(identifier, {"code": CASE_FAILED, "message": f"{type(error).__name__}: {error}"})

    def perform(self, method, params):
        if method == "initialize":
            return self.initialize(params)
        if method == "runCase":
            if not self.is_initialized:
                raise Refused(NOT_A_REQUEST, "initialize comes before runCase")
            return run_case(params)
        if method == "shutdown":
            self.is_finished = True
            return None
        raise Refused(NO_SUCH_METHOD, f"unknown method {method!r}")

    def initialize(self, params):
        if self.is_initialized:
            raise Refused(NOT_A_REQUEST, "initialize comes once")
        version, edition = member(params, "protocolVersion", int), member(params, "edition", str)
        if version != VERSION or edition not in EDITIONS:
            supported = {"protocolVersions": [VERSION], "editions": EDITIONS}
            raise Refused(NOT_SUPPORTED, "this version or edition is not supported", supported)
        self.is_initialized = True
        return {
            "protocolVersion": VERSION,
            "implementation": IMPLEMENTATION,
            "editions": EDITIONS,
            "classes": CLASSES,
            "features": FEATURES,
        }


def check_request(request):
    if not isinstance(request, dict) or request.get("jsonrpc") != "2.0":
        raise Refused(NOT_A_REQUEST, 'a request is an object with "jsonrpc": "2.0"')
    if not isinstance(request.get("method"), str):
        raise Refused(NOT_A_REQUEST, "a request has a method, which is a string")
    if isinstance(request.get("id"), (bool, list, dict)):
        raise Refused(NOT_A_REQUEST, "the id of a request is a string or a number")


def member(params, name, kind):
    """A parameter, which has to be there and of its type."""
    value = params.get(name) if isinstance(params, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Refused(WRONG_PARAMETERS, f'the parameter "{name}" is missing, or of another type')
    return value


def run_case(params):
    """Runs one case in a realm, an event realm and a clock of its own."""
    schema, configuration = member(params, "schema", dict), member(params, "configuration", dict)
    given, steps = member(params, "given", list), member(params, "steps", list)
    try:
        case = Case(schema, configuration)
    except StepFailed as failed:
        return {"openError": failed.outcome}
    except Unsupported as unsupported:
        return {"unsupported": str(unsupported)}
    for index, step in enumerate(given):
        outcome = case.give(step)
        if "unsupported" in outcome:
            return {"unsupported": outcome["unsupported"]}
        if "error" in outcome:
            raise Refused(CASE_FAILED, f"given[{index}], {step['do']}, failed", {"step": step, "outcome": outcome})
    return {"steps": [case.run(step) for step in steps], "events": case.trail()}


def failure(identifier, error):
    return write({"jsonrpc": "2.0", "id": identifier, "error": error})


def main():
    # Standard output is for answers. What a library prints there goes to standard error, where it does no harm.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    adapter = Adapter()
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        answer = adapter.answer(line)
        if answer is not None:
            output.write(answer.encode("utf-8") + b"\n")
            output.flush()
        if adapter.is_finished:
            break


if __name__ == "__main__":
    main()
