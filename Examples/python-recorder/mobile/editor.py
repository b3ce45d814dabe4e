"""Changes the objects of a local copy, and notes each change as an operation."""

from realm.editor import Editor
from realm.values import ValueSet
from sync.documents import content, element_identity

from .operations import ERASED


class NotingEditor(Editor):
    def __init__(self, realm, copy):
        super().__init__(realm)
        self._copy = copy

    def create(self, name, source):
        row = super().create(name, source)
        id = self._copy.name(row)
        self._copy.begins((name, id))
        self._copy.does("create", (name, id), row.key)
        for property, type in row.schema.stored.items():
            # What is left null or empty is not a value.
            if row.values[property] is not None and property != row.schema.primary_key:
                self._copy.fill((name, id, property), type, content(row.values[property]))
        return row

    def delete(self, rows):
        doomed = set(rows)
        linking = dict.fromkeys(source for row in rows for source in row.incoming if source[0] not in doomed)
        for source, property in linking:
            self._unlink(source, property, doomed)
        places = [(row, self._copy.place(row)) for row in rows]
        super().delete(rows)
        for row, place in places:
            self._note_deletion(row, place)

    def _note_deletion(self, row, place):
        """An embedded object is taken out of what holds it."""
        if row.owner is None:
            self._copy.does("delete", place)
        elif row.owner[0].schema.stored[row.owner[1]].shape == "list":
            self._copy.elements(place[:-1]).remove(place[-1])
            self._copy.does("remove", place)
        else:
            self._copy.does("set", place)

    def _unlink(self, source, property, doomed):
        """A list loses its entries by a deletion as by a removal: the same entry is not put back by another device."""
        value, path = source.values[property], (*self._copy.place(source), property)
        if isinstance(value, list):
            for at in reversed(range(len(value))):
                if value[at] in doomed:
                    self._copy.does("remove", (*path, self._copy.elements(path).pop(at)))

    def assign(self, row, property, value):
        path, old = (*self._copy.place(row), property), row.values.get(property)
        super().assign(row, property, value)
        if property == row.schema.primary_key:
            return
        type, new = row.schema.stored[property], content(row.values[property])
        if type.shape == "single":
            self._copy.assign(path, type, new)
        else:
            if old:
                self._copy.does("clear", path)
                self._copy.elements(path).clear()
            self._copy.fill(path, type, new)

    def add(self, row, property, value):
        path, before = (*self._copy.place(row), property), len(row.values.get(property) or ())
        super().add(row, property, value)
        collection = row.values[property]
        if isinstance(collection, ValueSet):
            if len(collection) > before:
                element = content(list(collection.values())[-1])
                self._copy.does("add", (*path, element_identity(element)), element)
        else:
            self._copy.insert(path, row.schema.stored[property], content(collection[-1]))

    def put(self, row, property, place_in, value):
        path = (*self._copy.place(row), property)
        super().put(row, property, place_in, value)
        collection = row.values[property]
        place = self._copy.elements(path)[place_in] if isinstance(collection, list) else place_in
        self._copy.assign((*path, place), row.schema.stored[property], content(collection[place_in]))

    def remove(self, row, property, place_in):
        path = (*self._copy.place(row), property)
        super().remove(row, property, place_in)
        if isinstance(row.values[property], list):
            self._copy.does("remove", (*path, self._copy.elements(path).pop(place_in)))
        else:
            self._copy.does("set", (*path, place_in), ERASED)

    def remove_value(self, row, property, value):
        path, before = (*self._copy.place(row), property), list((row.values.get(property) or {}).items())
        super().remove_value(row, property, value)
        left = row.values[property]
        for id, element in before:
            if id not in left:
                self._copy.does("take", (*path, element_identity(content(element))), content(element))

    def clear(self, row, property):
        path, old = (*self._copy.place(row), property), row.values.get(property)
        super().clear(row, property)
        if old:
            self._copy.does("clear", path)
            self._copy.elements(path).clear()
