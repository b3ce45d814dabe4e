"""Runs one case in a realm, an event realm and a clock of its own."""

from events.clock import Clock
from events.edition import EDITION_2023
from events.representation import Representations
from events.storage import ObjectIdGenerator
from mobile.steps import mobile_steps
from pool.device import Device
from pool.steps import PoolSteps, parse_server
from realm.errors import Malformed, Refused, Unsupported
from realm.realm import Realm
from realm.schema import parse_schema
from sync.steps import sync_steps

from . import extended_json

_IDS = ObjectIdGenerator()


class GivenFailed(Exception):
    """A step before those of the case failed, so that the case says nothing."""

    def __init__(self, step, outcome):
        super().__init__(f"the given step {step.get('do')!r} failed")
        self.data = {"step": step, "outcome": outcome}


def run_case(params, edition=EDITION_2023):
    """The result for a `runCase` request."""
    try:
        return _run(params, edition)
    except Unsupported as error:
        return {"unsupported": str(error)}


def _run(params, edition):
    for key in params:
        if key not in ("schema", "configuration", "given", "steps"):
            raise Unsupported(f"key {key!r} of a case")
    given, steps = params.get("given", []), params.get("steps", [])
    if not isinstance(given, list) or not isinstance(steps, list):
        raise Malformed("steps are an array")
    configuration = params.get("configuration", {})
    if isinstance(configuration, dict) and "flexibleSync" in configuration:
        return _run_steps(sync_steps(params), given, steps, lambda: [])
    if isinstance(configuration, dict) and "mobilePlatform" in configuration:
        return _run_steps(mobile_steps(params, edition), given, steps, lambda: [])
    sync = _sync(configuration)
    realm, clock = Realm(parse_schema(params.get("schema", {}))), Clock()
    representations = Representations(configuration.get("representations", {}), realm.classes, _decode, edition)
    device = Device(parse_server(configuration.get("server", {})), _IDS)
    runner = PoolSteps(realm, representations, clock, device, sync, edition)
    try:
        runner.start(configuration.get("events", {}))
    except Refused as error:
        return {"openError": {"code": error.code, "message": error.message}}
    try:
        return _run_steps(runner, given, steps, runner.trail)
    finally:
        device.disk.close()


def _run_steps(runner, given, steps, trail):
    for step, outcome in zip(given, runner.run(given)):
        _check_given(step, outcome)
    return {"steps": runner.run(steps), "events": runner.documents(trail())}


def _check_given(step, outcome):
    if "unsupported" in outcome:
        raise Unsupported(outcome["unsupported"])
    if "error" in outcome:
        raise GivenFailed(step, outcome)
    if step["do"] in ("write", "on", "updateSubscriptions"):
        for nested in zip(step["steps"], outcome["ok"]):
            _check_given(*nested)


def _sync(configuration):
    if not isinstance(configuration, dict):
        raise Malformed("the configuration is not an object")
    for key in configuration:
        if key not in ("sync", "partitionValue", "events", "representations", "server"):
            raise Unsupported(f"configuration key {key!r}")
    sync = configuration.get("sync", "partition")
    if sync not in ("partition", "flexible", "none"):
        raise Unsupported(f"sync {sync!r}")
    return sync


def _decode(value):
    """Values in the configuration, where no object has a name yet."""

    def refuse(name):
        raise Malformed(f"the configuration cannot refer to {name!r}")

    return extended_json.decode(value, refuse)
