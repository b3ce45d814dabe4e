"""Objects with their history, and the tables that hold them.

A version is a number. Each transaction that touches an object adds one state to its history, so an object at a
version is the last state that is not younger: nothing is copied that did not change.
"""

from bisect import bisect_right

from .errors import Refused


class Row:
    """An object. Its `number` tells the order of creation within the realm; it is never used twice."""

    __slots__ = ("table", "number", "key", "owner", "history", "incoming", "incoming_changes")

    def __init__(self, table, number, key, owner):
        self.table = table
        self.number = number
        self.key = key  # of the primary key, which never changes
        self.owner = owner  # of an embedded object: the object that holds it, and the property
        self.history = []  # (version, values by property, or None once it is deleted)
        self.incoming = {}  # (object, property) that link here: how often
        self.incoming_changes = 0

    @property
    def schema(self):
        return self.table.schema

    @property
    def embedded(self):
        return self.table.schema.embedded

    @property
    def alive(self):
        return bool(self.history) and self.history[-1][1] is not None

    @property
    def values(self):
        """The properties as they are now, with the changes of a running transaction."""
        if not self.alive:
            raise Refused("object-invalidated", f"the {self.schema.name} was deleted, or never came to be")
        return self.history[-1][1]

    def at(self, version):
        """The properties at a version, or None where the object did not exist."""
        index = bisect_right(self.history, version, key=lambda state: state[0])
        return self.history[index - 1][1] if index else None


class Table:
    """The objects of a class, in the order of their creation."""

    def __init__(self, schema):
        self.schema = schema
        self.rows = {}  # by number; those deleted in a running transaction stay until its commit
        self.by_key = {}
        self.changes = 0
        self._listed = (None, ())

    def all(self):
        """The living objects. The list is kept until an object comes or goes, so going through it stays linear."""
        if self._listed[0] != self.changes:
            self._listed = (self.changes, [row for row in self.rows.values() if row.alive])
        return self._listed[1]


def rows_in(value):
    """The objects that a value links to or holds, at any depth of its collections."""
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, Row):
            yield value
        elif isinstance(value, list):
            pending.extend(reversed(value))
        elif isinstance(value, dict):
            pending.extend(value.values())
