"""Maps the steps of cases onto your tables (tables.py) and your recorder (recorder.py). Nothing has to be filled in here.

What the two do not know yet is answered with "unsupported", which the suite counts as untested, never as passed.
"""

import base64
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from unsupported import StepFailed, Unsupported
import recorder
import tables

IMPLEMENTATION = recorder.IMPLEMENTATION
EDITIONS = ["2023"]
CLASSES = ["recording"]
FEATURES = recorder.FEATURES
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Case:
    """One case: empty tables, a fresh trail, and the names that its steps have given."""

    def __init__(self, schema, configuration):
        if schema and schema != tables.SCHEMA:
            raise Unsupported("a schema other than that of these tables")
        self.settings = configuration.get("events", {})
        self.recorder = recorder.open(self.settings)
        self.named = {}
        self.is_writing = False

    def run(self, step):
        function = STEPS.get(step["do"])
        try:
            if function is None:
                raise Unsupported(f"step {step['do']!r}")
            return {"ok": function(self, step)}
        except StepFailed as failed:
            return {"error": failed.outcome}
        except Unsupported as unsupported:
            return {"unsupported": str(unsupported)}

    give = run

    def trail(self):
        return self.recorder.trail()

    def table(self, name):
        if name not in tables.TABLES:
            raise StepFailed("unknown-class", f"there is no class {name!r}")
        return tables.TABLES[name]

    def bind(self, step, thing):
        if "as" in step:
            self.named[step["as"]] = thing

    def name(self, name):
        if name not in self.named:
            raise Unsupported(f"the name {name!r}, because of an earlier step")
        return self.named[name]

    def object(self, step):
        """The table, its name, and the key of the object that a step is about."""
        name, key = self.name(step["object"])
        return self.table(name), name, key

    def member(self, step):
        """The same with the column, which has to be there."""
        table, name, key = self.object(step)
        if step["property"] not in table.COLUMNS:
            raise StepFailed("unknown-property", f"{name} has no property {step['property']!r}")
        return table, name, key, step["property"]

    def check_transaction(self):
        if not self.is_writing:
            raise StepFailed("not-in-write-transaction", "a change outside of a transaction")

    def plain(self, value):
        """A value of a case in Python: links are keys, dates are `datetime`, data are `bytes`."""
        if not isinstance(value, dict):
            return value
        (wrapper, inner), = value.items()
        if wrapper == "$ref":
            return self.name(inner)[1]
        if wrapper == "$date":
            if isinstance(inner, dict):
                return EPOCH + timedelta(milliseconds=int(inner["$numberLong"]))
            return datetime.fromisoformat(inner.replace("Z", "+00:00"))
        if wrapper == "$binary":
            content = base64.b64decode(inner["base64"])
            return uuid.UUID(bytes=content) if inner["subType"] == "04" else content
        readers = {"$numberLong": int, "$numberDouble": float, "$numberDecimal": Decimal, "$uuid": uuid.UUID, "$oid": str}
        return readers[wrapper](inner)


def extended(value, kind):
    """A value of Python as the outcome of a step; `kind` is the type of its column."""
    if kind.rstrip("?") == "objectId" and value is not None:
        return {"$oid": value}
    if isinstance(value, datetime):
        return {"$date": {"$numberLong": str((value - EPOCH) // timedelta(milliseconds=1))}}
    if isinstance(value, bytes):
        return {"$binary": {"base64": base64.b64encode(value).decode(), "subType": "00"}}
    if isinstance(value, uuid.UUID):
        return {"$uuid": str(value)}
    if isinstance(value, Decimal):
        return {"$numberDecimal": str(value)}
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return {"$numberDouble": "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"}
    return value


def write(case, step):
    if case.is_writing:
        raise StepFailed("already-in-write-transaction", "a transaction within a transaction")
    case.recorder.begin_transaction()
    case.is_writing = True
    outcomes = [case.run(nested) for nested in step["steps"]]
    case.is_writing = False
    if step.get("cancel"):
        case.recorder.cancel_transaction()
    else:
        case.recorder.commit_transaction()
    return outcomes


def create(case, step):
    case.check_transaction()
    table = case.table(step["type"])
    for name in step["value"]:
        if name not in table.COLUMNS:
            raise StepFailed("unknown-property", f"{step['type']} has no property {name!r}")
    values = {name: case.plain(step["value"].get(name)) for name in table.COLUMNS}
    table.insert(values)
    case.bind(step, (step["type"], values[table.KEY]))


def set_property(case, step):
    case.check_transaction()
    table, _, key, column = case.member(step)
    table.update(key, column, case.plain(step["value"]))


def delete(case, step):
    case.check_transaction()
    table, _, key = case.object(step)
    table.delete(key)


def delete_all(case, step):
    case.check_transaction()
    case.table(step["type"]).delete_all()


def get(case, step):
    key = case.plain(step["key"])
    is_there = case.table(step["type"]).get(key)
    if is_there:
        case.bind(step, (step["type"], key))
    return is_there


def query(case, step):
    if "in" in step:
        raise Unsupported("a query within a collection")
    keys = case.table(step["type"]).find(step.get("where", {}), step.get("sort", []))
    case.bind(step, (step["type"], keys))
    return len(keys)


def follow(case, step):
    table, _, key, column = case.member(step)
    target = table.follow(key, column)
    if target is not None:
        case.bind(step, (table.COLUMNS[column].rstrip("?"), target))
    return target is not None


def value(case, step):
    table, _, key, column = case.member(step)
    return extended(table.value(key, column), table.COLUMNS[column])


def require_recording(case):
    if case.settings is None:
        raise StepFailed("events-not-enabled", "there is no event configuration")


def begin_scope(case, step):
    require_recording(case)
    case.named[step["as"]] = case.recorder.begin_scope(step["activity"])


def record_event(case, step):
    require_recording(case)
    case.recorder.record(step["activity"], step.get("eventType"), step.get("data"))


def update_metadata(case, step):
    require_recording(case)
    case.recorder.update_metadata(step["metadata"])


STEPS = {
    "write": write, "create": create, "set": set_property, "delete": delete, "deleteAll": delete_all, "get": get,
    "query": query, "follow": follow, "value": value, "beginScope": begin_scope, "recordEvent": record_event,
    "updateMetadata": update_metadata, "events": lambda case, step: case.trail(),
    "commitScope": lambda case, step: case.recorder.commit(case.name(step["scope"])),
    "cancelScope": lambda case, step: case.recorder.cancel(case.name(step["scope"])),
    "isActive": lambda case, step: case.recorder.is_active(case.name(step["scope"])),
}
