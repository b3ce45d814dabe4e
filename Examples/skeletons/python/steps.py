"""What your recorder is asked to do: one function for each kind of step. This is the file to fill in.

Everything that is not here yet is answered with "unsupported", which the suite counts as untested, never as passed.
"""

import secrets
from datetime import datetime, timezone

IMPLEMENTATION = {"name": "my recorder", "version": "0.1", "language": "Python"}
EDITIONS = ["2023"]
CLASSES = ["recording"]
# ADD HERE what you offer beyond that, such as "clock" or "drop-scope": chapter "Wire protocol", "Optional features".
FEATURES = []


class StepFailed(Exception):
    """A step, or opening the realm, failed as the specification says; `code` is one of its error codes."""

    def __init__(self, code, message):
        super().__init__(message)
        self.outcome = {"code": code, "message": message}


class Unsupported(Exception):
    """Something that is not known here; the text says what."""


class Case:
    """One case: a fresh realm with its trail, and the names that its steps have given."""

    def __init__(self, schema, configuration):
        for key, value in configuration.items():
            if key not in ("sync", "partitionValue", "events") or (key == "sync" and value != "partition"):
                raise Unsupported(f"configuration key {key!r}")
        events = configuration.get("events", {})
        # ADD HERE metadata, partitionPrefix and so on. What is refused raises StepFailed: the realm does not open.
        for key in events or {}:
            raise Unsupported(f"configuration key 'events.{key}'")
        self.is_recording = events is not None
        # ADD HERE your realm, with the classes of `schema`.
        self.partition = "events-" + secrets.token_hex(12)
        self.events = []
        self.scopes = {}
        self.objects = {}
        self.is_given = False

    def run(self, step):
        """The outcome of a step; it never fails as a whole."""
        function = STEPS.get(step["do"])
        if function is None:
            return {"unsupported": f"step {step['do']!r}"}
        try:
            return {"ok": function(self, step)}
        except StepFailed as failed:
            return {"error": failed.outcome}
        except Unsupported as unsupported:
            return {"unsupported": str(unsupported)}

    def give(self, step):
        """Runs a step that stands before those of the case: it succeeds, outside every scope."""
        self.is_given = True
        outcome = self.run(step)
        self.is_given = False
        return outcome

    def trail(self):
        """The stored documents in commit order. Read them back from where your recorder puts them."""
        return list(self.events)

    def store(self, activity, event, data):
        """Stores one event."""
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        self.events.append(
            {
                "_id": {"$oid": secrets.token_hex(12)},
                "_partition": self.partition,
                "activity": activity,
                "event": event,
                "timestamp": {"$date": now.replace("+00:00", "Z")},
                "data": data,
            }
        )

    def scope(self, name):
        """The activity of a scope that is in progress."""
        activity = self.named(self.scopes, name)
        if activity is None:
            raise StepFailed("scope-not-active", f"the scope {name} has ended")
        return activity

    def named(self, handles, name):
        """What a step has called so; a step that is not known has given no name."""
        if name not in handles:
            raise Unsupported(f"the name {name!r}, because of an earlier step")
        return handles[name]

    def require_given(self, step):
        if not self.is_given:
            raise Unsupported(f"step {step['do']!r} within a case")

    def require_recording(self):
        if not self.is_recording:
            raise StepFailed("events-not-enabled", "the realm has no event configuration")


def record_event(case, step):
    case.require_recording()
    case.store(step["activity"], step.get("eventType"), step.get("data"))


def begin_scope(case, step):
    case.require_recording()
    case.scopes[step["as"]] = step["activity"]


def commit_scope(case, step):
    case.scope(step["scope"])
    # ADD HERE what the scope has seen: one event for each read and each write transaction.
    case.scopes[step["scope"]] = None


def cancel_scope(case, step):
    case.scope(step["scope"])
    case.scopes[step["scope"]] = None


def is_active(case, step):
    return case.named(case.scopes, step["scope"]) is not None


def events(case, step):
    return case.trail()


def write(case, step):
    # ADD HERE a transaction, and for the active scopes what it changes.
    case.require_given(step)
    outcomes = [case.run(nested) for nested in step["steps"]]
    for outcome in outcomes:
        if "unsupported" in outcome:
            raise Unsupported(outcome["unsupported"])
    return outcomes


def create(case, step):
    # ADD HERE an object of your realm, and all that can be wrong with it: "duplicate-primary-key" and so on.
    case.require_given(step)
    if "as" in step:
        case.objects[step["as"]] = (step["type"], step["value"])


# ADD HERE: get, query, set, delete, … as chapter "Cases" describes them.
STEPS = {
    "recordEvent": record_event,
    "beginScope": begin_scope,
    "commitScope": commit_scope,
    "cancelScope": cancel_scope,
    "isActive": is_active,
    "events": events,
    "write": write,
    "create": create,
}
