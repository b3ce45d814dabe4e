"""Values as MongoDB Extended JSON, with `$ref` for links: how cases write them and outcomes show them."""

import base64
import binascii
import math
import re
import uuid
from decimal import Decimal

from realm.dates import format_date, parse_date
from realm.errors import Refused
from realm.objects import Row
from realm.values import INT_MAX, INT_MIN, Date, ObjectId, ValueSet, parse_decimal

_OID = re.compile(r"[0-9a-fA-F]{24}", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]{1,40}", re.ASCII)
_DOUBLES = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0.0": -0.0}


def decode(value, resolve):
    """The value of a JSON value; `resolve` finds the object that a `$ref` names."""
    if isinstance(value, list):
        return [decode(element, resolve) for element in value]
    if not isinstance(value, dict):
        return value
    if not any(key.startswith("$") for key in value):
        return {key: decode(element, resolve) for key, element in value.items()}
    if value.keys() == {"$ref"}:
        return resolve(value["$ref"])
    kind = next(iter(value))
    try:
        if len(value) == 1 and kind in _KINDS:
            return _KINDS[kind](value[kind])
    except (ValueError, TypeError, AttributeError, binascii.Error) as error:
        raise Refused("type-mismatch", f"no value of kind {kind}: {error}") from error
    raise Refused("type-mismatch", f"no value has the keys {', '.join(value)}")


def encode(value):
    """A value as Extended JSON, in the relaxed form."""
    if isinstance(value, Row):
        raise Refused("type-mismatch", "an object is not a plain value")
    if isinstance(value, ValueSet):
        return [encode(element) for element in value.values()]
    if isinstance(value, list):
        return [encode(element) for element in value]
    if isinstance(value, dict):
        return {key: encode(element) for key, element in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$numberDouble": "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, bytes):
        return {"$binary": {"base64": base64.b64encode(value).decode(), "subType": "00"}}
    if isinstance(value, Date):
        return encode_date(value.milliseconds)
    if isinstance(value, ObjectId):
        return {"$oid": str(value)}
    if isinstance(value, uuid.UUID):
        return {"$uuid": str(value)}
    if isinstance(value, Decimal):
        return {"$numberDecimal": str(value)}
    return value


def encode_date(milliseconds):
    """Text within the years for which the relaxed form has one, otherwise the number."""
    if 0 <= milliseconds < 253_402_300_800_000:
        return {"$date": format_date(milliseconds)}
    return {"$date": {"$numberLong": str(milliseconds)}}


def _integer(text, low=INT_MIN, high=INT_MAX):
    if not _INTEGER.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{text!r} is not such an integer")
    return int(text)


def _date(value):
    if isinstance(value, dict):
        if value.keys() != {"$numberLong"}:
            raise ValueError("a date is a text or a $numberLong")
        return Date(_integer(value["$numberLong"]))
    return Date(parse_date(value))


def _double(text):
    if not isinstance(text, str):
        raise ValueError("a $numberDouble is a text")
    return _DOUBLES[text] if text in _DOUBLES else float(parse_decimal(text))


def _binary(value):
    if value.keys() not in ({"base64"}, {"base64", "subType"}):
        raise ValueError("a $binary has base64 and subType")
    return base64.b64decode(value["base64"], validate=True)


def _matching(pattern, make):
    def parse(text):
        if not pattern.fullmatch(text):
            raise ValueError(f"{text!r} has another form")
        return make(text)

    return parse


_KINDS = {
    "$numberLong": _integer,
    "$numberInt": lambda text: _integer(text, -(2**31), 2**31 - 1),
    "$numberDouble": _double,
    "$numberDecimal": parse_decimal,
    "$date": _date,
    "$binary": _binary,
    "$oid": _matching(_OID, lambda text: ObjectId(bytes.fromhex(text))),
    "$uuid": _matching(_UUID, uuid.UUID),
}
