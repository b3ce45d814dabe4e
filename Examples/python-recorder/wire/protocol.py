"""JSON-RPC 2.0, one message a line: a line in, at most one line out, and no input or output of its own."""

import json
import sys
import traceback

import strict_json
from events.edition import EDITION_2023, EDITIONS
from realm.errors import Malformed, Refused

from .case import GivenFailed, run_case

PROTOCOL_VERSION = 1

INFORMATION = {
    "protocolVersion": PROTOCOL_VERSION,
    "implementation": {"name": "python-recorder", "version": "1.0.0", "language": "Python"},
    "editions": list(EDITIONS),
    "classes": ["recording", "event-realm", "flexible-sync", "mobile-platform"],
    "features": [
        "links",
        "lists",
        "sets",
        "dictionaries",
        "embedded-objects",
        "mixed",
        "clock",
        "custom-representation",
        "drop-scope",
        "mixed-links",
        "mixed-collections",
        "back-links",
        "collection-schema",
        "deflate",
        "clients",
        "offline",
        "rotation",
        "restart",
        "users",
        "server-schema",
        "server-changes",
        "server-read",
        "server-writes",
        "subscription-updates",
        "subscription-states",
        "role-lists",
        "links-and-views",
        "merging",
        "error-objects",
        "processes",
        "accounts",
        "current-user",
        "devices",
        "transfer",
        "progress",
        "progress-injection",
        "permissions",
        "permission-offers",
        "log-levels",
        "client-reset",
        "additive-schema",
    ],
}

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, VERSION_NOT_SPOKEN, GIVEN_FAILED = -32002, -32001, -32000


class ProtocolError(Exception):
    """A request that is answered with an error."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.body = {"code": code, "message": message} | ({} if data is None else {"data": data})


class Protocol:
    """What has been agreed with the suite so far."""

    def __init__(self):
        self.finished = False
        self._edition = None

    def answer(self, line):
        """The answer to a line of bytes, without its line end; None for a notification, which has none."""
        try:
            request = strict_json.parse(line.decode())
        except (ValueError, RecursionError) as error:
            return _error(None, ProtocolError(PARSE_ERROR, f"the line is not JSON: {error}"))
        id = request.get("id") if isinstance(request, dict) else None
        if isinstance(id, (dict, list, bool)):
            id = None
        try:
            response = {"jsonrpc": "2.0", "id": id, "result": self._perform(request)}
            text = json.dumps(response, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        except ProtocolError as error:
            text = _error(id, error)
        except GivenFailed as error:
            text = _error(id, ProtocolError(GIVEN_FAILED, str(error), error.data))
        except (Malformed, Refused) as error:
            text = _error(id, ProtocolError(INVALID_PARAMS, str(error)))
        except Exception as error:  # a bad case costs itself, never the run
            traceback.print_exc(file=sys.stderr)
            text = _error(id, ProtocolError(INTERNAL_ERROR, f"{type(error).__name__}: {error}"))
        return None if isinstance(request, dict) and "id" not in request and "method" in request else text

    def _perform(self, request):
        if not isinstance(request, dict) or request.get("jsonrpc") != "2.0" or type(request.get("method")) is not str:
            raise ProtocolError(INVALID_REQUEST, 'a request is an object with "jsonrpc": "2.0" and a method')
        params = request.get("params", {})
        if not isinstance(params, dict):
            raise ProtocolError(INVALID_PARAMS, "the params are not an object")
        match request["method"]:
            case "initialize":
                return self._initialize(params)
            case "runCase" if self._edition is None:
                raise ProtocolError(NOT_INITIALIZED, "the first request is initialize")
            case "runCase":
                return run_case(params, self._edition)
            case "shutdown":
                self.finished = True
                return None
        raise ProtocolError(METHOD_NOT_FOUND, f"unknown method {request['method']!r}")

    def _initialize(self, params):
        version, edition = params.get("protocolVersion"), params.get("edition", EDITION_2023.name)
        if version is True or version != PROTOCOL_VERSION or not isinstance(edition, str) or edition not in EDITIONS:
            raise ProtocolError(
                VERSION_NOT_SPOKEN,
                f"protocol version {version!r} with edition {edition!r} is not spoken here",
                {"protocolVersions": [PROTOCOL_VERSION], "editions": list(EDITIONS)},
            )
        self._edition = EDITIONS[edition]
        return INFORMATION


def _error(id, error):
    return json.dumps({"jsonrpc": "2.0", "id": id, "error": error.body}, separators=(",", ":")).encode()
