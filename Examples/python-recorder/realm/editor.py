"""Every operation that changes an object. What is refused is refused before anything is changed."""

from . import typing
from .errors import Refused
from .lifecycle import Lifecycle
from .values import ValueSet, identity


class Editor:
    """Changes the objects of a realm. It needs an open transaction. What leaves no trace touches no object (WRITE-43)."""

    def __init__(self, realm):
        self._realm = realm
        self._lifecycle = Lifecycle(realm)

    # Objects

    def create(self, name, source):
        self._realm.writing()
        table = self._realm.table(name)
        if table.schema.embedded:
            raise Refused("type-mismatch", f"{name} is embedded: its objects are made with their parents")
        values = typing.conform_object(table.schema, source, self._realm.classes)
        key = values.get(table.schema.primary_key)
        if table.schema.primary_key is not None and identity(key) in table.by_key:
            raise Refused("duplicate-primary-key", f"there is a {name} of this primary key already")
        return self._lifecycle.insert(table, values, key, None)

    def delete(self, rows):
        """Deletes objects at once, so that a collection which held many of them is cleared in one go."""
        self._realm.writing()
        for row in rows:
            row.values
        linking = {}
        for row in rows:
            linking.update(dict.fromkeys([row.owner] if row.embedded else row.incoming))
        doomed = set(rows)
        for source, property in linking:
            if source.alive and source not in doomed:
                values = self._realm.transaction.writable(source)
                values[property] = self._lifecycle.without(source, property, values[property], doomed)
                self._realm.transaction.owned.add((source, property))
        for row in rows:
            self._lifecycle.end(row)

    # Properties

    def assign(self, row, property, value):
        self._realm.writing()
        place, type = self._place(row, property)
        new = typing.conform(place, type, value, self._realm.classes)
        if property == row.schema.primary_key:
            if identity(new) != identity(row.key):
                raise Refused("primary-key-change", f"{place} is the primary key and cannot change")
            return
        old = row.values[property]
        if type.shape != "single" and not new and not old:
            return
        values = self._realm.transaction.writable(row)
        values[property] = self._lifecycle.attach(row, property, new)
        self._realm.transaction.owned.add((row, property))
        self._lifecycle.release(row, property, old)

    def add(self, row, property, value):
        place, type, collection = self._collection(row, property, (list, ValueSet))
        element = typing.conform_element(place, type, value, self._realm.classes)
        if isinstance(collection, list):
            self._own(row, property).append(self._lifecycle.attach(row, property, element))
        elif identity(element) not in collection:
            self._own(row, property)[identity(element)] = self._lifecycle.attach(row, property, element)

    def put(self, row, property, place_in, value):
        """Replaces an element of a list, or sets an entry of a dictionary."""
        place, type, collection = self._collection(row, property, (list, dict))
        self._check_place(place, collection, place_in, must_exist=isinstance(collection, list))
        element = typing.conform_element(place, type, value, self._realm.classes)
        if isinstance(collection, dict):
            typing.check_key(place_in)
        collection = self._own(row, property)
        old = collection[place_in] if isinstance(collection, list) else collection.get(place_in)
        collection[place_in] = self._lifecycle.attach(row, property, element)
        self._lifecycle.release(row, property, old)

    def remove(self, row, property, place_in):
        """Removes an element of a list, or an entry of a dictionary."""
        place, _, collection = self._collection(row, property, (list, dict))
        self._check_place(place, collection, place_in, must_exist=True)
        self._lifecycle.release(row, property, self._own(row, property).pop(place_in))

    def remove_value(self, row, property, value):
        """Removes an element of a set; one that it does not have is none to remove."""
        place, type, collection = self._collection(row, property, (ValueSet,))
        element = typing.conform_element(place, type, value, self._realm.classes)
        if identity(element) in collection:
            self._lifecycle.release(row, property, self._own(row, property).pop(identity(element)))

    def clear(self, row, property):
        _, _, collection = self._collection(row, property, (list, dict, ValueSet))
        if not collection:
            return
        values = self._realm.transaction.writable(row)
        values[property] = collection.__class__()
        self._realm.transaction.owned.add((row, property))
        self._lifecycle.release(row, property, collection)

    # What the operations have in common

    def _place(self, row, property):
        type = self._realm.type_of(row, property)
        place = f"{row.schema.name}.{property}"
        if type.shape == "linkingObjects":
            raise Refused("type-mismatch", f"{place} is computed")
        return place, type

    def _collection(self, row, property, kinds):
        self._realm.writing()
        place, type = self._place(row, property)
        collection = row.values[property]
        if collection.__class__ not in kinds:
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
        values = self._realm.transaction.writable(row)
        if (row, property) not in self._realm.transaction.owned:
            values[property] = values[property].__class__(values[property])
            self._realm.transaction.owned.add((row, property))
        return values[property]
