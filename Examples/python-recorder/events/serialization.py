"""Objects as JSON text (Spec/serialization.md).

Objects and collections are written by generators that yield text, or further generators for what is inside. They are
run by a loop with a stack of its own, so that a long chain of followed links cannot exhaust Python's.
"""

import uuid
from decimal import Decimal

from realm.dates import format_date
from realm.errors import Refused
from realm.objects import Row
from realm.values import Date, ObjectId, ValueSet
from strict_json import quote

from .edition import EDITION_2023

# Links that are followed crosswise multiply. What exceeds a MongoDB document could never be uploaded, so it fails its
# scope (SERIAL-31) before it fills the memory. Counted in characters.
MAX_PAYLOAD = 16 * 1024 * 1024

# Where so many objects stand in each other already, a followed link stays a key (LINK-28).
MAX_DEPTH = 100


class ObjectWriter:
    """Writes objects as one event shows them."""

    def __init__(self, representations, follows, position, edition=EDITION_2023):
        self._edition = edition
        self._representations = representations
        self._follows = follows
        self._position = position
        self._path = set()  # the objects that are being written, so that circles end

    def object(self, row, version, only=None):
        """An object at a version, or of its properties `only` some."""
        text = None if only is not None else self._representations.text(row, version)
        if text is not None:
            yield text
            return
        if self._edition.as_observed and row.embedded and not row.schema.stored:
            yield "null"
            return
        self._path.add(row)
        yield from _braces(self._properties(row, version, only))
        self._path.discard(row)

    def property(self, row, property, version):
        """The value of one property alone; null for one that is left out."""
        type, value = row.schema.stored[property], row.at(version)[property]
        return iter(["null"]) if is_left_out(type, value, self._edition) else self._value(row, property, value, version)

    def _properties(self, row, version, only):
        values = row.at(version)
        for name in row.schema.written:
            type, value = row.schema.stored[name], values[name]
            if (only is None or name in only) and not is_left_out(type, value, self._edition):
                yield quote(name), self._text(row, name, value, version)

    def _text(self, row, property, value, version):
        """Text where there is no more to it, otherwise a generator."""
        scalar = _scalar(value)
        return self._value(row, property, value, version) if scalar is None else scalar

    def _value(self, row, property, value, version):
        if isinstance(value, Row):
            if value.embedded or self._is_expanded(row, property, value, version):
                yield self.object(value, version)
            else:
                yield _scalar(value.key)
        elif isinstance(value, (list, ValueSet)):
            # Data in a list is null there, so that the others keep their places; in a set there are no places.
            elements = value if isinstance(value, list) else value.values()
            if isinstance(value, ValueSet) and not self._edition.as_observed:
                elements = (element for element in elements if not isinstance(element, bytes))
            yield "["
            separator = ""
            for element in elements:
                yield separator
                yield "null" if self._is_null(element) else self._text(row, property, element, version)
                separator = ","
            yield "]"
        elif isinstance(value, dict):
            yield from _braces(
                (quote(key), "null" if self._is_null(value[key]) else self._text(row, property, value[key], version))
                for key in sorted(value, key=str.encode)
                if self._edition.as_observed or not isinstance(value[key], bytes)
            )
        elif isinstance(value, Date):
            yield quote(format_date(value.milliseconds, plain_years=self._edition.as_observed))
        else:
            yield _scalar(value)

    def _is_null(self, element):
        return isinstance(element, bytes) or self._edition.as_observed and is_hidden(element)

    def _is_expanded(self, row, property, target, version):
        followed = self._follows.expands(row, property, version, self._position)
        return followed and target not in self._path and len(self._path) < MAX_DEPTH


def run(generator):
    """The text that a generator yields, with those inside it."""
    parts, stack, size = [], [generator], 0
    while stack:
        for item in stack[-1]:
            if isinstance(item, str):
                parts.append(item)
                size += len(item)
                if size > MAX_PAYLOAD:
                    raise Refused("serialization-failed", f"the payload is longer than {MAX_PAYLOAD} characters")
            else:
                stack.append(item)
                break
        else:
            stack.pop()
    return "".join(parts)


def is_left_out(type, value, edition):
    """Whether the trail does not show a property: data in every form, or what core did not write."""
    if edition.as_observed:
        return type.shape == "single" and is_hidden(value)
    return type.element == "data" or (type.is_mixed and isinstance(value, bytes))


def is_hidden(value):
    """Whether core did not write a value, unless it was the collection of a property."""
    return isinstance(value, (bytes, Decimal, list, dict))


def _braces(members):
    """An object of keys that are quoted already and values that are text or generators."""
    yield "{"
    separator = ""
    for key, value in members:
        yield f"{separator}{key}:"
        yield value
        separator = ","
    yield "}"


def _scalar(value):
    """The text of a value that holds no others, or None."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        # JSON has no NaN and no infinity.
        return repr(value) if value - value == 0 else "null"
    if isinstance(value, (ObjectId, uuid.UUID, Decimal)):
        return quote(str(value))
    return None
