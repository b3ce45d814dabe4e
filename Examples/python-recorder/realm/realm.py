"""The realm: classes, versions, transactions, and every operation that reads an object.

Reads tell the observer which objects were taken hold of; commits tell it what changed.
"""

from types import NoneType

from . import typing
from .errors import Refused
from .objects import Row, Table
from .transaction import Transaction
from .values import identity


class Observer:
    """Watches nothing. A recorder overrides what it wants to know."""

    watching = False  # while it is true, no state of an object is forgotten

    def read(self, row, parent=None):
        """An object was taken hold of; `parent` is the object and property through which it was reached."""

    def queried(self, table, rows):
        """A query was evaluated and found these, or no rows but null."""

    def committed(self, changes):
        """A transaction made a new version."""


class Realm:
    """The objects of an application, and the one observer who is told what it does with them."""

    def __init__(self, classes):
        self.classes = classes
        self.tables = {name: Table(schema) for name, schema in classes.items()}
        self.version = 1
        self.transaction = None
        self.observer = Observer()
        self._numbers = 0

    # Transactions

    def begin(self):
        if self.transaction:
            raise Refused("already-in-write-transaction", "a write transaction is open already")
        self.transaction = Transaction(self.version + 1)

    def commit(self):
        transaction, self.transaction = self.writing(), None
        before, self.version = self.version, transaction.version
        changes = transaction.changes(before)
        for row in transaction.touched:
            if not row.alive:
                row.table.rows.pop(row.number, None)
        self.observer.committed(changes)
        if not self.observer.watching:
            for row in transaction.touched:
                del row.history[:-1]

    def cancel(self):
        transaction, self.transaction = self.writing(), None
        transaction.take_back()

    def writing(self):
        if not self.transaction:
            raise Refused("not-in-write-transaction", "changes need a write transaction")
        return self.transaction

    def next_number(self):
        self._numbers += 1
        return self._numbers

    # Reading

    def table(self, name):
        if name not in self.tables:
            raise Refused("unknown-class", f"the schema has no class {name!r}")
        return self.tables[name]

    def type_of(self, row, property):
        row.values  # refuses an object that is gone
        return property_type(row.schema, property)

    def instantiate(self, row, parent=None):
        """Takes hold of an object. An embedded one is a part of its parent, and no read."""
        row.values
        if not row.embedded:
            self.observer.read(row, parent)

    def get(self, name, key):
        table = self.table(name)
        if table.schema.primary_key is None:
            raise Refused("type-mismatch", f"{name} has no primary key")
        type = table.schema.properties[table.schema.primary_key]
        key = typing.conform(f"{name}.{table.schema.primary_key}", type, key, self.classes)
        row = table.by_key.get(identity(key))
        if row is not None:
            self.instantiate(row)
        return row

    def follow(self, row, property):
        type = self.type_of(row, property)
        target = row.values.get(property)
        if type.shape != "single" or not (type.is_class or type.is_mixed) or not isinstance(target, (Row, NoneType)):
            raise Refused("type-mismatch", f"{row.schema.name}.{property} is not a to-one link")
        if target is not None:
            self.instantiate(target, (row, property))
        return target

    def query(self, table, rows, matches, ordered, only_null=False):
        """Evaluates a query over some objects of a class; `only_null` is set if there is null in their place."""
        found = [row for row in rows if row.alive and matches(row.values)]
        if (found or only_null) and not table.schema.embedded:
            self.observer.queried(table, found)
        return ordered(found)

    def back_links(self, row, type):
        """The objects whose property links here, in the order of creation."""
        row.values
        table = self.tables[type.element]
        found = {source for source, property in row.incoming if source.table is table and property == type.origin}
        return sorted(found, key=lambda source: source.number)


def property_type(schema, property):
    """The declared type of a property."""
    if property not in schema.properties:
        raise Refused("unknown-property", f"{schema.name} has no property {property!r}")
    return schema.properties[property]
