"""JSON as the trail needs it: duplicate keys are refused, no digit is lost, no NaN gets out.

Python's own module takes the last of two equal keys, reads `NaN`, and lets half a surrogate pair through.
"""

import json
from dataclasses import dataclass
from decimal import Decimal

_quote = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was written, for text that is to be handed on without loss."""

    text: str

    def is_same(self, other):
        """Whether the value is the same; an integer literal and a number with a fraction are two kinds."""
        integers = self.is_integer, other.is_integer
        return integers[0] == integers[1] and Decimal(self.text) == Decimal(other.text)

    @property
    def is_integer(self):
        return not any(character in ".eE" for character in self.text)


def parse(text):
    """The value of a JSON text, ints as `int` and all other numbers as `float`; `ValueError` if it is none."""
    return _checked(text, json.loads(text, object_pairs_hook=_object, parse_float=_double, parse_constant=_refuse))


def parse_raw(text):
    """The value of a JSON text with its numbers as `Number`."""
    return _checked(
        text, json.loads(text, object_pairs_hook=_object, parse_int=Number, parse_float=Number, parse_constant=_refuse)
    )


def parse_last(text):
    """The same where a key may be given several times: its last value counts."""
    return _checked(text, json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_refuse))


def quote(text):
    """A string as JSON."""
    return _quote(text)


def write_sorted(value):
    """Compact text of a value, with the keys of every object in the order of their bytes."""
    return write(_sorted(value))


def write(value):
    """Compact text of a value, which may hold `Number`. Without recursion, because payloads may be deep."""
    parts, pending = [], [value]
    while pending:
        value = pending.pop()
        if isinstance(value, _Literal):
            parts.append(value.text)
        elif isinstance(value, Number):
            parts.append(value.text)
        elif isinstance(value, dict):
            items = [_Literal("}")]
            for index, (key, element) in enumerate(reversed(value.items())):
                items += [element, _Literal(("" if index == len(value) - 1 else ",") + _quote(key) + ":")]
            pending.extend([*items, _Literal("{")])
        elif isinstance(value, list):
            items = [_Literal("]")]
            for index, element in enumerate(reversed(value)):
                items += [element] if index == len(value) - 1 else [element, _Literal(",")]
            pending.extend([*items, _Literal("[")])
        else:
            parts.append(_quote(value))
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class _Literal:
    text: str


def _sorted(value):
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value, key=str.encode)}
    return [_sorted(element) for element in value] if isinstance(value, list) else value


def _object(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r} is there twice in one object")
            seen.add(key)
    return value


def _double(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is beyond every double")
    return value


def _refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def _checked(text, value):
    """Refuses halves of surrogate pairs, which have no UTF-8. Only an escape can bring one in."""
    text.encode()
    pending = [value] if "\\u" in text else []
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            part.encode()
        elif isinstance(part, dict):
            pending.extend(part)
            pending.extend(part.values())
        elif isinstance(part, list):
            pending.extend(part)
    return value
