"""Whether a property takes a value, decided before anything is changed: a refused operation leaves no trace.

Embedded objects are checked as drafts, and become objects only when everything about them is right.
"""

import struct
import uuid
from dataclasses import dataclass
from decimal import Decimal

from .errors import Refused
from .objects import Row
from .schema import ClassSchema
from .values import INT_MAX, INT_MIN, Date, ObjectId, ValueSet

_PYTHON_TYPES = {
    "bool": bool,
    "int": int,
    "string": str,
    "data": bytes,
    "date": Date,
    "objectId": ObjectId,
    "uuid": uuid.UUID,
    "decimal128": Decimal,
}


@dataclass
class Draft:
    """An embedded object that is still to be made."""

    schema: ClassSchema
    values: dict


def conform_object(schema, source, classes):
    """All stored properties of a new object, those that were not given with their defaults."""
    if not isinstance(source, dict):
        raise Refused("type-mismatch", f"{schema.name}: an object is expected")
    for name in source:
        if name not in schema.properties:
            raise Refused("unknown-property", f"{schema.name} has no property {name!r}")
        if name not in schema.stored:
            raise Refused("type-mismatch", f"{schema.name}.{name} is computed")
    values = {}
    for name, type in schema.stored.items():
        if name in source:
            values[name] = conform(f"{schema.name}.{name}", type, source[name], classes)
        elif type.shape != "single":
            values[name] = empty(type)
        elif type.optional:
            values[name] = None
        else:
            raise Refused("missing-value", f"{schema.name}.{name} is not optional")
    return values


def empty(type):
    return {"list": list, "set": ValueSet, "dictionary": dict}[type.shape]()


def conform(place, type, value, classes):
    """The value as the property holds it."""
    if type.shape == "list" and isinstance(value, list):
        return [conform_element(place, type, element, classes) for element in value]
    if type.shape == "set" and isinstance(value, list):
        return ValueSet.of(conform_element(place, type, element, classes) for element in value)
    if type.shape == "dictionary" and isinstance(value, dict):
        return {check_key(key): conform_element(place, type, element, classes) for key, element in value.items()}
    if type.shape != "single":
        raise _mismatch(place, f"a {type.shape}")
    return conform_element(place, type, value, classes)


def conform_element(place, type, value, classes):
    """A single value, or an element of a collection."""
    if type.element == "mixed":
        return _conform_mixed(place, value)
    if value is None:
        if type.optional or (type.is_class and type.shape == "dictionary"):
            return None
        raise _mismatch(place, f"a {type.element} that is not null")
    if type.is_class:
        schema = classes[type.element]
        if schema.embedded:
            if not isinstance(value, dict):
                raise _mismatch(place, f"an embedded {schema.name}")
            return Draft(schema, conform_object(schema, value, classes))
        if not isinstance(value, Row) or value.schema is not schema:
            raise _mismatch(place, f"a link to {schema.name}")
        value.values  # refuses an object that is gone
        return value
    if type.element in ("float", "double"):
        return _conform_float(place, type.element, value)
    expected = _PYTHON_TYPES[type.element]
    if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
        raise _mismatch(place, f"a value of type {type.element}")
    if expected is int:
        _check_range(place, value)
    return value


def check_key(key):
    """Keys that Extended JSON or a path would misread are refused."""
    if not isinstance(key, str) or key.startswith("$") or "." in key:
        raise Refused("other", f"{key!r} cannot be a key of a dictionary: it begins with '$' or holds a '.'")
    return key


def _conform_mixed(place, value):
    if isinstance(value, int) and not isinstance(value, bool):
        _check_range(place, value)
    elif isinstance(value, Row):
        value.values
        if value.embedded or value.schema.primary_key is None:
            raise _mismatch(place, "a link to an object with a primary key")
    elif isinstance(value, list):
        return [_conform_mixed(place, element) for element in value]
    elif isinstance(value, dict):
        return {check_key(key): _conform_mixed(place, element) for key, element in value.items()}
    return value


def _conform_float(place, element, value):
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise _mismatch(place, f"a value of type {element}")
    try:
        number = float(value)
    except OverflowError:
        raise _mismatch(place, f"a {element}; this integer is beyond all of them") from None
    if element == "float":
        try:
            return struct.unpack("<f", struct.pack("<f", number))[0]
        except OverflowError:  # rounds to infinity
            return float("inf") if number > 0 else float("-inf")
    return number


def _check_range(place, value):
    if not INT_MIN <= value <= INT_MAX:
        raise _mismatch(place, "an integer of 64 bits")


def _mismatch(place, expected):
    return Refused("type-mismatch", f"{place} takes {expected}")
