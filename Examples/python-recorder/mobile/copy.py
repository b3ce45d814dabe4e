"""A local copy: the transactions that a device has of a realm, and while it is open, the objects that they come to."""

import itertools
from collections import defaultdict

from realm.editor import Editor
from realm.objects import Row
from realm.realm import Observer, Realm
from realm.values import identity
from sync.documents import Embedded, content, same, value_of

from .editor import NotingEditor
from .merging import Merged
from .operations import ORIGINS, Author, Transaction
from .schemas import added


class Copy(Observer):
    def __init__(self, path, clock):
        self.path, self._clock = path, clock
        self.classes = {}  # all that were ever in it
        self.realm = self.editor = None
        self._schema = None
        self._author = Author(next(ORIGINS))
        self._unkeyed = itertools.count()  # outlives the realm, whose rows are numbered anew when it is opened again
        self.received, self.sent, self.waiting = [], [], []  # sent: not received back yet
        self._running = None
        self._names, self._rows = {}, {}

    @property
    def origin(self):
        return self._author.origin

    def backup(self):
        """A realm of its own that holds what this one holds."""
        copy = Copy(self.path, self._clock)
        copy.received, copy.sent, copy.waiting = list(self.received), list(self.sent), list(self.waiting)
        copy.open(self.classes)
        return copy

    def transactions(self):
        mine = set(self.sent)
        return [one for one in self.received if one not in mine] + self.sent + self.waiting

    # While it is open

    def open(self, classes):
        """Shows these classes; a change of them that is not an addition is refused before anything happens."""
        self.classes = self._author.classes = added(self.classes, classes)
        if self.realm is None or self._schema != classes:
            self._schema = classes
            self.realm = Realm(classes)
            self.realm.observer = self
            self.editor = NotingEditor(self.realm, self)
            self._names, self._rows = {}, {}
            self.show()

    def close(self):
        self.realm = self.editor = None

    def show(self):
        """Makes the objects those that the transactions come to."""
        self._merge()
        self._running = False
        realm, editor = self.realm, Editor(self.realm)
        wanted = {
            (cls, id): values
            for cls, found in self._merged.objects.items()
            if cls in realm.tables
            for id, values in found.items()
        }
        realm.begin()
        editor.delete([row for place, row in self._rows.items() if place not in wanted and row.alive])
        for place in list(self._rows):
            if place not in wanted or not self._rows[place].alive:
                del self._names[self._rows.pop(place)]
        for (cls, id), values in wanted.items():
            if (cls, id) not in self._rows:
                stored = realm.tables[cls].schema.stored
                row = editor.create(cls, {name: value_of(values[name], lambda _: None) for name in stored})
                self._rows[cls, id], self._names[row] = row, id
        for place, values in wanted.items():
            self._change(editor, self._rows[place], values)
        realm.commit()
        self._running = None

    def _merge(self):
        self._merged = Merged(self._schema, self.transactions())
        self._elements = defaultdict(dict)  # by object and path
        self._begun = set()  # paths at which something was put since: what stood there had other elements

    def _change(self, editor, row, values):
        for name in row.schema.stored:
            now, new = content(row.values[name]), values[name]
            if name == row.schema.primary_key or same(now, new):
                continue
            pairs = list(_embedded_pairs(row.values[name], new))
            if pairs:
                for inner, wanted in pairs:
                    self._change(editor, inner, wanted)
            else:
                editor.assign(row, name, value_of(new, self._found))

    def _found(self, id):
        return self._rows.get((id.cls, id.key))

    # What its editor notes

    def name(self, row):
        """What the object is called everywhere: by its key, or by where it was made."""
        if row not in self._names:
            keyed = row.schema.primary_key is not None
            id = identity(row.key) if keyed else (self._author.origin, next(self._unkeyed))
            self._names[row] = id
            self._rows[row.schema.name, id] = row
        return self._names[row]

    def place(self, row):
        if row.owner is None:
            return row.schema.name, self.name(row)
        holder, property = row.owner
        path, value = (*self.place(holder), property), holder.values.get(property)
        if isinstance(value, list):
            return *path, self.elements(path)[value.index(row)]
        if isinstance(value, dict):
            return *path, next(key for key, element in value.items() if element is row)
        return path

    def elements(self, path):
        """The names of the elements of a list, in their order."""
        lists = self._elements[path[:2]]
        if path not in lists:
            begun = any(path[:length] in self._begun for length in range(2, len(path) + 1))
            lists[path] = [] if begun else list(self._merged.elements.get(path, ()))
        return lists[path]

    def begins(self, path):
        """What stood at a path is gone, with the names of the elements in it."""
        lists = self._elements[path[:2]]
        self._elements[path[:2]] = {kept: names for kept, names in lists.items() if kept[: len(path)] != path}
        self._begun.add(path)

    @property
    def _transaction(self):
        if self._running is None:
            self._running = Transaction(self._author.origin, 0, len(self.received))
        return self._running

    def does(self, kind, path, value=None):
        self._author.does(self._transaction, kind, path, value)

    def assign(self, path, type, value):
        self.begins(path)
        self._note_lists(self._author.assign, path, type, value)

    def insert(self, path, type, value):
        operation = self._note_lists(self._author.assign, path, type, value, "insert")
        self.elements(path).append(operation.name)

    def fill(self, path, type, value):
        self._note_lists(self._author.fill, path, type, value)

    def _note_lists(self, does, path, *arguments):
        transaction = self._transaction
        first = len(transaction.operations)
        made = does(transaction, path, *arguments)
        for operation in transaction.operations[first:]:
            # The one that was asked for is noted by `insert`; here are those that stand in what it put there.
            if operation.kind == "insert" and operation is not made:
                self.elements(operation.path[:-1]).append(operation.path[-1])
        return made

    def committed(self, changes):
        if self._running is False:
            return
        transaction, self._running = self._running, None
        if transaction is not None:
            transaction.time = self._clock.now()
            self.waiting.append(transaction)
            self.noticed()

    def noticed(self):
        """Something waits: tells those who count bytes."""

    def cancelled(self):
        """The transaction was taken back."""
        self._running = None
        self._merge()
        for place, row in list(self._rows.items()):
            if not row.alive:
                del self._names[self._rows.pop(place)]
        for table in self.realm.tables.values():
            for row in table.all() if not table.schema.embedded else ():
                if table.schema.primary_key is not None:
                    self._rows[table.schema.name, identity(row.key)], self._names[row] = row, identity(row.key)


def _embedded_pairs(value, wanted):
    """Embedded objects that stay, each with what it is to hold; nothing if others take their place."""
    if isinstance(value, Row) and value.embedded and isinstance(wanted, Embedded):
        return [(value, wanted)]
    if isinstance(value, list) and isinstance(wanted, list) and len(value) == len(wanted):
        if value and all(isinstance(e, Row) and e.embedded and isinstance(w, Embedded) for e, w in zip(value, wanted)):
            return list(zip(value, wanted))
    return []
