"""JSON that loses nothing: nothing is to be filled in here. Write payloads with `write` as well.

An integer literal is an `int` of any size, a number with a fraction or an exponent a `float`: `1` is not `1.0`.
Python's own module takes the last of two equal keys, reads NaN and half a surrogate pair, and turns 1e400 into infinity.
"""

import json


def parse(line):
    """The value of a text in UTF-8; ValueError if it is not one."""
    try:
        value = json.loads(
            line.decode("utf-8"), object_pairs_hook=_unique, parse_float=_finite, parse_constant=_refuse
        )
    except RecursionError:
        raise ValueError("arrays and objects are nested too deep") from None
    if b"\\u" in line:
        _check_characters(value)
    return value


def write(value):
    """The compact text of a value. NaN and infinity have none: ValueError."""
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def _unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is given twice")
    return members


def _finite(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is beyond every double")
    return value


def _refuse(text):
    raise ValueError(f"{text} is not JSON")


def _check_characters(value):
    """Refuses half a surrogate pair, which an escape can spell and no text can hold."""
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            part.encode("utf-8")
        elif isinstance(part, list):
            pending.extend(part)
        elif isinstance(part, dict):
            pending.extend(part.keys())
            pending.extend(part.values())
