"""What steps give names to besides objects and scopes: collections, read lazily or as a snapshot."""

from realm.errors import Refused
from realm.values import ValueSet


class AllObjects:
    """Every object of a class. Nothing is read until an element is taken."""

    def __init__(self, table):
        self.table = table

    def rows(self):
        return self.table.all()

    def count(self):
        return len(self.table.all())

    def take(self, at, key):
        return at_index(self.table.all(), at), None


class QueryResult:
    """What a query found when it was evaluated."""

    def __init__(self, table, rows):
        self.table = table
        self._rows = rows

    def rows(self):
        return self._rows

    def count(self):
        return len(self._rows)

    def take(self, at, key):
        return at_index(self._rows, at), None


class Accessor:
    """A list, set, dictionary or the back links of an object, as they are at each call."""

    def __init__(self, realm, row, property):
        self._realm = realm
        self._type = realm.type_of(row, property)
        self._source = (row, property)
        self._back_links = (None, ())
        self._elements()

    @property
    def table(self):
        if not self._type.is_class:
            raise Refused("type-mismatch", f"{self._place} holds no objects to query")
        return self._realm.table(self._type.element)

    def rows(self):
        elements = self._elements()
        return [row for row in (elements.values() if isinstance(elements, dict) else elements) if row is not None]

    def holds_only_null(self):
        elements = self._elements()
        return bool(elements) and not self.rows()

    def count(self):
        elements = self._elements()
        self._read_back_links(elements)
        return len(elements)

    def take(self, at, key):
        """An element, and the parent and property through which it is reached."""
        elements = self._elements()
        if isinstance(elements, dict) and not isinstance(elements, ValueSet):
            if key is None:
                raise Refused("type-mismatch", f"{self._place} is a dictionary: an element is taken by its key")
            if key not in elements:
                raise Refused("no-such-key", f"{self._place} has no key {key!r}")
            return elements[key], self._source
        if isinstance(elements, ValueSet) and len(elements) > 1:
            raise Refused("other", f"{self._place} is a set of {len(elements)} elements, which have no places")
        element = at_index(list(elements.values()) if isinstance(elements, dict) else elements, at)
        self._read_back_links(elements)
        return element, self._source

    def _read_back_links(self, elements):
        """Back links are the result of a query, which is read as a whole (LINK-29)."""
        if self._type.shape == "linkingObjects":
            self._realm.query(self.table, elements, lambda values: True, list)

    @property
    def _place(self):
        return f"{self._source[0].schema.name}.{self._source[1]}"

    def _elements(self):
        row, property = self._source
        if self._type.shape == "linkingObjects":
            row.values
            if self._back_links[0] != row.incoming_changes:
                self._back_links = (row.incoming_changes, self._realm.back_links(row, self._type))
            return self._back_links[1]
        elements = row.values[property]
        if not isinstance(elements, (list, dict)):
            raise Refused("type-mismatch", f"{self._place} is not a collection")
        return elements


def at_index(elements, at):
    """The element at a place."""
    if at is None:
        raise Refused("type-mismatch", "an element is taken by its place")
    if not 0 <= at < len(elements):
        raise Refused("index-out-of-range", f"there are {len(elements)} elements, none at {at}")
    return elements[at]
