"""Classes that choose the text which stands for their objects (Spec/representation.md)."""

import re

import strict_json
from realm.errors import Malformed, Refused, Unsupported
from realm.query import compile_filter

from .links import NO_FOLLOWS
from .serialization import ObjectWriter, run

_PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")


class Representations:
    """The representations of a realm's classes, described as data."""

    def __init__(self, source, classes, decode, edition):
        self._edition = edition
        if not isinstance(source, dict):
            raise Malformed("the representations are not an object")
        self._entries = {}
        for name, entries in source.items():
            if name not in classes or not isinstance(entries, list):
                raise Malformed(f"the representation of {name!r} is not an array, or there is no such class")
            self._entries[name] = [_parse_entry(entry, classes[name], decode) for entry in entries]

    def text(self, row, version):
        """The JSON text for an object in the state of a version, or None where it is written as usual."""
        for matches, entry in self._entries.get(row.schema.name, ()):
            if matches(row.at(version)):
                if "throws" in entry:
                    raise _failed(row, f"failed: {entry['throws']}")
                return self._fill(entry["text"], row, version)
        return None

    def difference(self, old, new):
        """The new text of a modification: the keys that are new or have another value, if both texts are objects."""
        before, after = strict_json.parse_raw(old), strict_json.parse_raw(new)
        if not isinstance(before, dict) or not isinstance(after, dict):
            return new
        return strict_json.write(
            {key: value for key, value in after.items() if key not in before or not _same(value, before[key])}
        )

    def are_same(self, old, new):
        """Whether two texts are the same JSON."""
        return _same(strict_json.parse_raw(old), strict_json.parse_raw(new))

    def _fill(self, template, row, version):
        writer = ObjectWriter(self, NO_FOLLOWS, 0, self._edition)

        def substitute(match):
            if match[1] not in row.schema.stored:
                raise _failed(row, f"names a property {match[1]!r} that it does not have")
            return run(writer.property(row, match[1], version))

        text = _PLACEHOLDER.sub(substitute, template)
        try:
            value = (strict_json.parse_last if self._edition.as_observed else strict_json.parse_raw)(text)
        except (ValueError, RecursionError) as error:
            # The text itself stays out of the message: it may hold what a person typed.
            raise _failed(row, "is not JSON") from error
        return strict_json.write_sorted(value) if self._edition.as_observed else text


def _parse_entry(entry, schema, decode):
    if not isinstance(entry, dict) or ("text" in entry) == ("throws" in entry):
        raise Malformed(f"{schema.name}: a representation is an object with either text or throws")
    for key in entry:
        if key not in ("when", "text", "throws"):
            raise Unsupported(f"{schema.name}: representation key {key!r}")
    if not isinstance(entry.get("text", entry.get("throws")), str):
        raise Malformed(f"{schema.name}: the text of a representation is a string")
    return compile_filter(schema, entry.get("when"), decode), entry


def _failed(row, what):
    return Refused("serialization-failed", f"the representation of {row.schema.name} {what}")


def _same(one, other):
    if isinstance(one, strict_json.Number) and isinstance(other, strict_json.Number):
        return one.is_same(other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and one == other
