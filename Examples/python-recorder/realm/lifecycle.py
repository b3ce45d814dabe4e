"""How objects come into being and end within a transaction, and how links are kept account of.

A deletion has to find the links to its object, so every object knows which properties link to it.
"""

from . import typing
from .objects import Row, rows_in
from .values import ValueSet, identity


class Lifecycle:
    """The objects of a realm while a transaction is open."""

    def __init__(self, realm):
        self._realm = realm

    @property
    def _transaction(self):
        return self._realm.transaction

    def insert(self, table, values, key, owner):
        """A new object, with those that are embedded in it; `owner` is set for an embedded one."""
        row = Row(table, self._realm.next_number(), key, owner)
        self._transaction.enter(row, values)
        self._transaction.do(lambda: self._appear(row), lambda: self._vanish(row, forget=True))
        for property, value in values.items():
            values[property] = self.attach(row, property, value)
        return row

    def end(self, row):
        """Ends an object and the embedded ones in it. A loop, because they may be nested deeply."""
        pending = [row]
        while pending:
            row = pending.pop()
            if not row.alive:
                continue
            values = row.values
            self._transaction.enter(row, None)
            self._transaction.do(lambda row=row: self._vanish(row), lambda row=row: self._appear(row))
            for property, value in values.items():
                pending.extend(self.detach(row, property, value))

    def attach(self, row, property, value):
        """Makes objects of drafts, and lets the targets of links know who links to them."""
        if isinstance(value, typing.Draft):
            return self.insert(self._realm.tables[value.schema.name], value.values, None, (row, property))
        if isinstance(value, Row):
            self._count(value, (row, property), 1)
        elif isinstance(value, list):
            return [self.attach(row, property, element) for element in value]
        elif isinstance(value, dict):
            return value.__class__((key, self.attach(row, property, element)) for key, element in value.items())
        return value

    def detach(self, row, property, value):
        """The opposite, for a value that is gone; hands back the embedded objects in it, which are to end."""
        embedded = []
        for target in rows_in(value):
            if target.embedded:
                embedded.append(target)
            else:
                self._count(target, (row, property), -1)
        return embedded

    def release(self, row, property, value):
        """Gives up a value that a property no longer holds."""
        for embedded in self.detach(row, property, value):
            self.end(embedded)

    def without(self, source, property, value, doomed):
        """A value in which no link to a deleted object is left: entries become null, elements go."""
        if isinstance(value, Row):
            if value not in doomed:
                return value
            if not value.embedded:
                self._count(value, (source, property), -1)
            return None
        if isinstance(value, list):
            kept = ((element, self.without(source, property, element, doomed)) for element in value)
            return [now for was, now in kept if now is not None or was is None]
        if isinstance(value, ValueSet):
            kept = ((element, self.without(source, property, element, doomed)) for element in value.values())
            return ValueSet.of(now for was, now in kept if now is not None or was is None)
        if isinstance(value, dict):
            return {key: self.without(source, property, element, doomed) for key, element in value.items()}
        return value

    def _count(self, target, source, by):
        self._transaction.do(lambda: _count(target, source, by), lambda: _count(target, source, -by))

    def _appear(self, row):
        row.table.rows[row.number] = row
        if row.schema.primary_key is not None:
            row.table.by_key[identity(row.key)] = row
        row.table.changes += 1

    def _vanish(self, row, forget=False):
        if forget:
            del row.table.rows[row.number]
        if row.schema.primary_key is not None:
            del row.table.by_key[identity(row.key)]
        row.table.changes += 1


def _count(target, source, by):
    """How often a property links to an object, changed by so much."""
    count = target.incoming.get(source, 0) + by
    if count:
        target.incoming[source] = count
    else:
        target.incoming.pop(source, None)
    target.incoming_changes += 1
