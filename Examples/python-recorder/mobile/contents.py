"""What realms of the server hold when a case begins, as operations."""

from realm.values import identity
from sync.documents import Embedded, Link, id_of
from sync.steps import decode


class Contents:
    def __init__(self, classes):
        self._classes = classes

    def write(self, author, transaction, objects):
        """Links name objects that come later as well, so nothing of an object is written before all are there."""
        named = []
        for cls, found in objects.items():
            for values in found:
                key = self._classes[cls].primary_key
                value = None if key is None else decode(values[key])
                id = (author.origin, len(named)) if key is None else identity(value)
                author.does(transaction, "create", (cls, id), value)
                named.append((cls, id, values))
        for cls, id, values in named:
            for name, type in self._classes[cls].stored.items():
                if name in values and name != self._classes[cls].primary_key:
                    author.fill(transaction, (cls, id, name), type, self._content(type, values[name]))

    def _content(self, type, value):
        if type.shape == "single" or value is None:
            return self._element(type, value)
        if isinstance(value, dict):
            return {key: self._element(type, element) for key, element in value.items()}
        return [self._element(type, element) for element in value]

    def _element(self, type, value):
        if value is None or not type.is_class:
            value = decode(value)
            whole = isinstance(value, int) and not isinstance(value, bool)
            return float(value) if type.element in ("double", "float") and whole else value
        schema = self._classes[type.element]
        if schema.embedded:
            return Embedded((name, self._content(schema.stored[name], member)) for name, member in value.items())
        key = decode(value)
        return Link(id_of(type.element, key), key)
