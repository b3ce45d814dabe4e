"""A write transaction: what it touched, and how to take it all back."""

from dataclasses import dataclass


class Transaction:
    """States are added to the histories of the objects it touches; everything else goes through `undo`."""

    def __init__(self, version):
        self.version = version  # that it will make
        self.touched = {}  # objects, in the order of their first change
        self.owned = set()  # (object, property) whose collection is already a copy of its own
        self._undo = []

    def writable(self, row):
        """The properties of an object, to be changed."""
        values = row.values
        if row.history[-1][0] != self.version:
            values = dict(values)
            self.enter(row, values)
        return values

    def enter(self, row, values):
        """Gives an object a state in this transaction: a first one, a copy, or None for the end."""
        if row.history and row.history[-1][0] == self.version:
            row.history[-1] = (self.version, values)
        else:
            row.history.append((self.version, values))
        self.touched[row] = None

    def do(self, change, undo):
        """Changes an index, and remembers how to change it back."""
        change()
        self._undo.append(undo)

    def take_back(self):
        for undo in reversed(self._undo):
            undo()
        for row in self.touched:
            row.history.pop()

    def changes(self, before):
        """What became of the objects, in the order of their creation."""
        changes = Changes(before, self.version, [], [], [])
        for row in sorted(self.touched, key=lambda row: row.number):
            existed = len(row.history) > 1
            if existed and row.alive:
                changes.modified.append(row)
            elif row.alive:
                changes.inserted.append(row)
            elif existed:
                changes.deleted.append(row)
        return changes


@dataclass
class Changes:
    """The objects that a transaction inserted, touched and deleted, between two versions."""

    before: int
    after: int
    inserted: list
    modified: list
    deleted: list
