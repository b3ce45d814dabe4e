"""Plain values: how a case writes them, how a column holds them, and how a payload shows them.

A column holds what SQLite knows: numbers, texts and bytes. A NaN is a text, because SQLite turns it into null.
"""

import base64
import binascii
import re
import struct
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
DAY = 86_400_000
INVALID = object()


def to_column(value, kind):
    """What the column of a plain type holds for a value in Extended JSON; `INVALID` if the type does not take it."""
    wrapped = next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else (None, None)
    try:
        return WRITERS[kind](value, *wrapped)
    except (ValueError, TypeError, KeyError, AttributeError, InvalidOperation, binascii.Error, OverflowError):
        return INVALID


def to_bool(value, key, inner):
    return int(value) if isinstance(value, bool) else INVALID


def to_int(value, key, inner):
    value = int(inner) if key == "$numberLong" else value
    return value if type(value) is int and -(2**63) <= value < 2**63 else INVALID


def to_double(value, key, inner):
    value = float(inner) if key == "$numberDouble" else value
    if type(value) not in (int, float):
        return INVALID
    return "NaN" if value != value else float(value)


def to_float(value, key, inner):
    value = to_double(value, key, inner)
    return value if not isinstance(value, float) else struct.unpack("f", struct.pack("f", value))[0]


def to_string(value, key, inner):
    return value if isinstance(value, str) else INVALID


def to_data(value, key, inner):
    is_data = key == "$binary" and inner["subType"] == "00"
    return base64.b64decode(inner["base64"], validate=True) if is_data else INVALID


def to_date(value, key, inner):
    if key != "$date":
        return INVALID
    if isinstance(inner, dict):
        return int(inner["$numberLong"])
    return (datetime.fromisoformat(inner.replace("Z", "+00:00")) - EPOCH) // timedelta(milliseconds=1)


def to_object_id(value, key, inner):
    return inner.lower() if key == "$oid" and re.fullmatch("[0-9a-fA-F]{24}", inner) else INVALID


def to_uuid(value, key, inner):
    if key == "$binary" and inner["subType"] == "04":
        inner = base64.b64decode(inner["base64"], validate=True).hex()
    elif key != "$uuid":
        return INVALID
    digits = inner.replace("-", "").lower()
    return re.sub("(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", digits) if len(digits) == 32 else INVALID


def to_decimal(value, key, inner):
    return str(Decimal(inner)) if key == "$numberDecimal" else INVALID


WRITERS = {
    "bool": to_bool, "int": to_int, "float": to_float, "double": to_double, "string": to_string, "data": to_data,
    "date": to_date, "objectId": to_object_id, "uuid": to_uuid, "decimal128": to_decimal,
}


def comparable(column, kind):
    """What two values of a type, or numbers of several types, are compared by."""
    if column == "NaN" and kind in ("float", "double", "decimal128"):
        return "NaN"
    return Decimal(column) if kind == "decimal128" and column is not None else column


def to_payload(column, kind):
    """The value in a payload (Spec, "Serialization")."""
    if column is None or kind in ("int", "string", "objectId", "uuid", "decimal128"):
        return column
    if kind == "bool":
        return bool(column)
    if kind == "date":
        return date_text(column)
    return None if column == "NaN" or column in (float("inf"), float("-inf")) else column


def to_extended(column, kind):
    """The value as the outcome of a step."""
    if column is None or kind in ("int", "string"):
        return column
    if kind in ("float", "double"):
        special = {"NaN": "NaN", float("inf"): "Infinity", float("-inf"): "-Infinity"}.get(column)
        return {"$numberDouble": special} if special else column
    if kind == "bool":
        return bool(column)
    if kind == "data":
        return {"$binary": {"base64": base64.b64encode(column).decode(), "subType": "00"}}
    if kind == "date":
        is_plain = 0 <= column < 253_402_300_800_000
        return {"$date": date_text(column) if is_plain else {"$numberLong": str(column)}}
    return {{"objectId": "$oid", "uuid": "$uuid", "decimal128": "$numberDecimal"}[kind]: column}


def date_text(milliseconds):
    """An instant as ISO 8601 with milliseconds; years beyond four digits are written as expanded ones."""
    days, rest = divmod(milliseconds, DAY)
    # The calendar repeats itself every 400 years, which are 146,097 days.
    cycles, days = divmod(days, 146_097)
    moment = EPOCH + timedelta(days=days)
    year = moment.year + 400 * cycles
    shown = f"{year:04}" if 0 <= year <= 9999 else f"{'+' if year > 0 else '-'}{abs(year):06}"
    clock = (EPOCH + timedelta(milliseconds=rest)).strftime("%H:%M:%S")
    return f"{shown}-{moment:%m-%d}T{clock}.{rest % 1000:03}Z"
