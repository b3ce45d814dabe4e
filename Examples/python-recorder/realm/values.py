"""The values of properties, and when two of them are the same.

Python takes `True`, `1`, `1.0` and `Decimal(1)` for equal; a trail must not. Bools, ints, strings, bytes, floats,
decimals and `uuid.UUID` are Python's own; dates and object ids have types here, so that none passes for a number.
"""

import decimal
import re
import uuid
from dataclasses import dataclass

INT_MIN, INT_MAX = -(2**63), 2**63 - 1

# IEEE 754-2008 decimal128. Clamping pads a coefficient whose exponent would be too large, as BSON does.
DECIMAL128 = decimal.Context(
    prec=34,
    rounding=decimal.ROUND_HALF_EVEN,
    Emin=-6143,
    Emax=6144,
    capitals=1,
    clamp=1,
    traps=[decimal.InvalidOperation, decimal.Overflow],
)

_DECIMAL = re.compile(
    r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?(inf|infinity|nan)", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Date:
    """An instant, in milliseconds since 1970, of which Python's own type has too few years."""

    milliseconds: int


@dataclass(frozen=True, slots=True)
class ObjectId:
    """Twelve bytes, written as 24 lowercase digits."""

    data: bytes

    def __str__(self):
        return self.data.hex()


class ValueSet(dict):
    """The elements of a set by their identity: membership without comparing each."""

    @classmethod
    def of(cls, values):
        elements = cls()
        for value in values:
            elements.setdefault(identity(value), value)
        return elements


def parse_decimal(text):
    """A decimal128, or `ValueError`: Python's parser also takes underscores and foreign digits."""
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a decimal")
    try:
        value = DECIMAL128.create_decimal(text)
    except decimal.DecimalException as error:
        raise ValueError(f"{text!r} is beyond decimal128") from error
    # The sign and payload of a NaN have no canonical text.
    return decimal.Decimal("NaN") if value.is_nan() else value


def identity(value):
    """A hashable stand-in that is equal for values which are the same, and for no others.

    A NaN is the same as a NaN; decimals are the same if their numbers are, whatever their trailing zeros (WRITE-41).
    """
    if value is None or isinstance(value, bool):
        return value, bool
    if isinstance(value, float):
        return "NaN" if value != value else value, float
    if isinstance(value, decimal.Decimal):
        return "NaN" if value.is_nan() else value, decimal.Decimal
    if isinstance(value, list):
        return tuple(identity(element) for element in value), list
    if isinstance(value, ValueSet):
        return frozenset(value), ValueSet
    if isinstance(value, dict):
        return frozenset((key, identity(element)) for key, element in value.items()), dict
    return value, type(value)


def is_number(value):
    """Ints, floats and decimals are compared across their types; bools are not numbers."""
    return isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)


def is_nan(value):
    """Whether it is a NaN of either kind, which no comparison can order."""
    return value != value if isinstance(value, float) else isinstance(value, decimal.Decimal) and value.is_nan()


def is_key(value):
    """Whether it can be a primary key."""
    return type(value) in (int, str, ObjectId, uuid.UUID) or value is None
