"""Additive schemas: what may be added, and what a property is that an object does not know yet."""

import uuid
from decimal import Decimal

from realm.errors import Refused
from realm.schema import ClassSchema
from realm.values import Date, ObjectId

_ZEROS = {
    "bool": False, "int": 0, "float": 0.0, "double": 0.0, "string": "", "data": b"", "date": Date(0),
    "objectId": ObjectId(bytes(12)), "uuid": uuid.UUID(int=0), "decimal128": Decimal(0),
}


def zero(type):
    """The value of a property that was added to objects."""
    return None if type.optional or type.is_class else _ZEROS[type.element]


def added(former, classes):
    """The former classes with what is new in others, or `incompatible-schema`."""
    faults = [
        fault for name, schema in classes.items() if name in former for fault in _faults(former[name], schema)
    ]
    if faults:
        text = "The following changes cannot be made in additive-only schema mode:\n"
        raise Refused("incompatible-schema", text + "\n".join(f"- {fault}" for fault in faults))
    return united(former, classes)


def united(former, classes):
    """All classes of both with all their properties; where both have one, the former stays."""
    made = dict(former)
    for name, schema in classes.items():
        known = former.get(name)
        if known is not None:
            schema = ClassSchema(
                name, known.embedded, known.primary_key, schema.properties | known.properties, schema.stored | known.stored
            )
        made[name] = schema
    return made


def _faults(former, schema):
    if former.primary_key != schema.primary_key:
        yield f"The primary key of {schema.name} has been changed."
    if former.embedded != schema.embedded:
        yield f"{schema.name} has been changed between embedded and not embedded."
    for name, type in schema.stored.items():
        if name in former.stored and former.stored[name] != type:
            yield f"Property {schema.name}.{name} has been changed."
