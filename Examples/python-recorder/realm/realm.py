"""The realm: classes, versions, and every operation that reads or changes an object.

Reads tell the observer which objects were taken hold of; commits tell it what changed.
"""

from types import NoneType

from . import typing
from .errors import Refused
from .objects import Row, Table, rows_in
from .transaction import Transaction
from .values import ValueSet, identity


class Observer:
    """Nobody watches. A recorder overrides what it wants to know."""

    watching = False  # while it is true, no state of an object is forgotten

    def read(self, row, parent=None):
        """An object was taken hold of; `parent` is the object and property through which it was reached."""

    def queried(self, table, rows):
        """A query was evaluated and found these."""

    def committed(self, changes):
        """A transaction made a new version."""


class Realm:
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
        transaction, self.transaction = self._writing(), None
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
        transaction, self.transaction = self._writing(), None
        transaction.take_back()

    def _writing(self):
        if not self.transaction:
            raise Refused("not-in-write-transaction", "changes need a write transaction")
        return self.transaction

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
            raise Refused("type-mismatch", f"{row.schema.name}.{property} is no to-one link")
        if target is not None:
            self.instantiate(target, (row, property))
        return target

    def query(self, table, rows, matches, ordered):
        """Evaluates a query over some objects of a class."""
        found = [row for row in rows if row.alive and matches(row.values)]
        if found and not table.schema.embedded:
            self.observer.queried(table, found)
        return ordered(found)

    def back_links(self, row, type):
        """The objects whose property links here, in the order of creation."""
        row.values
        table = self.tables[type.element]
        found = {source for source, property in row.incoming if source.table is table and property == type.origin}
        return sorted(found, key=lambda source: source.number)

    # Creating and deleting

    def create(self, name, source):
        self._writing()
        table = self.table(name)
        if table.schema.embedded:
            raise Refused("type-mismatch", f"{name} is embedded: its objects are made with their parents")
        values = typing.conform_object(table.schema, source, self.classes)
        key = values.get(table.schema.primary_key)
        if table.schema.primary_key is not None and identity(key) in table.by_key:
            raise Refused("duplicate-primary-key", f"there is a {name} of this primary key already")
        return self._insert(table, values, key, None)

    def _insert(self, table, values, key, owner):
        transaction = self.transaction
        self._numbers += 1
        row = Row(table, self._numbers, key, owner)
        transaction.enter(row, values)
        transaction.do(lambda: self._appear(row), lambda: self._vanish(row, forget=True))
        for property, value in values.items():
            values[property] = self._attach(row, property, value)
        return row

    def _appear(self, row):
        row.table.rows[row.number] = row
        if row.schema.primary_key is not None:
            row.table.by_key[identity(row.key)] = row
        row.table.size += 1
        row.table.changes += 1

    def _vanish(self, row, forget=False):
        if forget:
            del row.table.rows[row.number]
        if row.schema.primary_key is not None:
            del row.table.by_key[identity(row.key)]
        row.table.size -= 1
        row.table.changes += 1

    def delete(self, rows):
        """Deletes objects at once, so that a collection which held many of them is cleared in one go."""
        self._writing()
        for row in rows:
            row.values
        linking = {}
        for row in rows:
            linking.update(dict.fromkeys([row.owner] if row.embedded else row.incoming))
        doomed = set(rows)
        for source, property in linking:
            if source.alive and source not in doomed:
                values = self.transaction.writable(source)
                values[property] = self._without(source, property, values[property], doomed)
                self.transaction.owned.discard((source, property))
        for row in rows:
            self._end(row)

    def _without(self, source, property, value, doomed):
        """A value in which no link to a deleted object is left: entries become null, elements go."""
        if isinstance(value, Row):
            if value not in doomed:
                return value
            if not value.embedded:
                self._count(value, (source, property), -1)
            return None
        if isinstance(value, list):
            kept = ((element, self._without(source, property, element, doomed)) for element in value)
            return [now for was, now in kept if now is not None or was is None]
        if isinstance(value, ValueSet):
            kept = ((element, self._without(source, property, element, doomed)) for element in value.values())
            return ValueSet.of(now for was, now in kept if now is not None or was is None)
        if isinstance(value, dict):
            return {key: self._without(source, property, element, doomed) for key, element in value.items()}
        return value

    def _end(self, row):
        """Ends an object and the embedded ones in it. A loop, because they may be nested deeply."""
        pending = [row]
        while pending:
            row = pending.pop()
            if not row.alive:
                continue
            values = row.values
            self.transaction.enter(row, None)
            self.transaction.do(lambda row=row: self._vanish(row), lambda row=row: self._appear(row))
            for property, value in values.items():
                pending.extend(self._detach(row, property, value))

    # Changing

    def assign(self, row, property, value):
        self._writing()
        place, type = self._place(row, property)
        new = typing.conform(place, type, value, self.classes)
        if property == row.schema.primary_key:
            if identity(new) != identity(row.key):
                raise Refused("primary-key-change", f"{place} is the primary key and cannot change")
            return
        values = self.transaction.writable(row)
        old = values[property]
        values[property] = self._attach(row, property, new)
        self.transaction.owned.discard((row, property))
        self._release(row, property, old)

    def add(self, row, property, value):
        place, type, collection = self._collection(row, property, (list, ValueSet))
        element = typing.conform_element(place, type, value, self.classes)
        collection = self._own(row, property)
        if isinstance(collection, list):
            collection.append(self._attach(row, property, element))
        elif identity(element) not in collection:
            collection[identity(element)] = self._attach(row, property, element)

    def put(self, row, property, place_in, value):
        """Replaces an element of a list, or sets an entry of a dictionary."""
        place, type, collection = self._collection(row, property, (list, dict))
        self._check_place(place, collection, place_in, must_exist=isinstance(collection, list))
        element = typing.conform_element(place, type, value, self.classes)
        if isinstance(collection, dict):
            typing.check_key(place_in)
        collection = self._own(row, property)
        old = collection[place_in] if isinstance(collection, list) else collection.get(place_in)
        collection[place_in] = self._attach(row, property, element)
        self._release(row, property, old)

    def remove(self, row, property, place_in):
        """Removes an element of a list, or an entry of a dictionary."""
        place, _, collection = self._collection(row, property, (list, dict))
        self._check_place(place, collection, place_in, must_exist=True)
        self._release(row, property, self._own(row, property).pop(place_in))

    def remove_value(self, row, property, value):
        """Removes an element of a set; one that it does not have is none to remove."""
        place, type, _ = self._collection(row, property, (ValueSet,))
        element = typing.conform_element(place, type, value, self.classes)
        collection = self._own(row, property)
        if identity(element) in collection:
            self._release(row, property, collection.pop(identity(element)))

    def clear(self, row, property):
        _, _, collection = self._collection(row, property, (list, dict, ValueSet))
        values = self.transaction.writable(row)
        values[property] = collection.__class__()
        self.transaction.owned.add((row, property))
        self._release(row, property, collection)

    def _place(self, row, property):
        type = self.type_of(row, property)
        place = f"{row.schema.name}.{property}"
        if type.shape == "linkingObjects":
            raise Refused("type-mismatch", f"{place} is computed")
        return place, type

    def _collection(self, row, property, kinds):
        self._writing()
        place, type = self._place(row, property)
        collection = row.values[property]
        if not isinstance(collection, kinds) or (dict in kinds and ValueSet not in kinds and isinstance(collection, ValueSet)):
            raise Refused("type-mismatch", f"{place} does not hold a collection that this can be done to")
        return place, type, collection

    def _check_place(self, place, collection, place_in, must_exist):
        if isinstance(collection, list):
            if not isinstance(place_in, int) or isinstance(place_in, bool):
                raise Refused("type-mismatch", f"{place} is a list: a place in it is an index")
            if not 0 <= place_in < len(collection):
                raise Refused("index-out-of-range", f"{place} has {len(collection)} elements, none at {place_in}")
        elif not isinstance(place_in, str):
            raise Refused("type-mismatch", f"{place} is a dictionary: a place in it is a key")
        elif must_exist and place_in not in collection:
            raise Refused("no-such-key", f"{place} has no key {place_in!r}")

    def _own(self, row, property):
        """The collection, copied on the first change within a transaction, since older versions share it."""
        values = self.transaction.writable(row)
        if (row, property) not in self.transaction.owned:
            values[property] = values[property].__class__(values[property])
            self.transaction.owned.add((row, property))
        return values[property]

    # Links

    def _attach(self, row, property, value):
        """Makes objects of drafts, and lets the targets of links know who links to them."""
        if isinstance(value, typing.Draft):
            return self._insert(self.tables[value.schema.name], value.values, None, (row, property))
        if isinstance(value, Row):
            self._count(value, (row, property), 1)
        elif isinstance(value, list):
            return [self._attach(row, property, element) for element in value]
        elif isinstance(value, dict):
            return value.__class__((key, self._attach(row, property, element)) for key, element in value.items())
        return value

    def _detach(self, row, property, value):
        """The opposite, for a value that is gone; hands back the embedded objects in it, which are to end."""
        embedded = []
        for target in rows_in(value):
            if target.embedded:
                embedded.append(target)
            else:
                self._count(target, (row, property), -1)
        return embedded

    def _release(self, row, property, value):
        for embedded in self._detach(row, property, value):
            self._end(embedded)

    def _count(self, target, source, by):
        self.transaction.do(lambda: _count(target, source, by), lambda: _count(target, source, -by))


def property_type(schema, property):
    """The declared type of a property."""
    if property not in schema.properties:
        raise Refused("unknown-property", f"{schema.name} has no property {property!r}")
    return schema.properties[property]


def _count(target, source, by):
    count = target.incoming.get(source, 0) + by
    if count:
        target.incoming[source] = count
    else:
        target.incoming.pop(source, None)
    target.incoming_changes += 1
