"""What a device did, as operations: merging needs what was meant, and values alone do not say that.

A path leads to what an operation is about: class, object, property, and further in an element of a list (its name), a key
of a dictionary, an element of a set (its identity) or a property of an embedded object.
"""

import itertools
from dataclasses import dataclass, field
from typing import Any

from sync.documents import Embedded, element_identity
from wire.variant import OTHERWISE

LIST, DICTIONARY, OBJECT, ERASED = "LIST", "DICTIONARY", "OBJECT", "ERASED"

ORIGINS = itertools.count()
OPERATOR = next(ORIGINS)  # the origin of what the server itself writes


class Container:
    """A value that others stand in: what is in it has operations of its own."""

    def __init__(self, kind):
        self.kind = kind


@dataclass(eq=False)
class Transaction:
    """What was committed at once: where, when, and how much of the server's log its device had downloaded."""

    origin: int
    time: int
    seen: int
    operations: list = field(default_factory=list)
    position: int | None = None  # in the server's log, once it has arrived


@dataclass(eq=False)
class Operation:
    """`kind` is create, delete, set, insert, remove, add, take or clear; `number` counts those of one origin."""

    kind: str
    path: tuple
    value: Any
    number: int
    transaction: Transaction

    @property
    def name(self):
        return self.transaction.origin, self.number

    def knows(self, other):
        """Whether the device had seen the other operation when it did this one."""
        mine, theirs = self.transaction, other.transaction
        if mine.origin == theirs.origin:
            return other.number < self.number
        return theirs.position is not None and theirs.position < mine.seen

    def creates(self, place):
        """Whether the transaction creates the object of a place."""
        return any(one.kind == "create" and one.path == place for one in self.transaction.operations)

    def rank(self):
        """The later of two operations that do not know each other has the greater rank."""
        origin = self.transaction.origin
        return self.transaction.time, -origin if OTHERWISE else origin, self.number


class Author:
    """Makes the operations of one origin; `classes` say what embedded objects are made of."""

    def __init__(self, origin, classes=None):
        self.origin, self.classes, self._number = origin, classes, 0

    def does(self, transaction, kind, path, value=None):
        self._number += 1
        operation = Operation(kind, path, value, self._number, transaction)
        transaction.operations.append(operation)
        return operation

    def assign(self, transaction, path, type, value, kind="set"):
        """Puts a value at a path, with everything that stands in it; null is what a new embedded object has anyway."""
        held = Container(_kind(value)) if isinstance(value, (dict, list)) else value
        if kind == "insert":
            path = (*path, (self.origin, self._number + 1))
        operation = self.does(transaction, kind, path, held)
        if isinstance(value, Embedded):
            stored = self.classes[type.element].stored
            for name, member in value.items():
                if member is not None:
                    self.fill(transaction, (*path, name), stored[name], member)
        elif isinstance(value, dict):
            for key, member in value.items():
                self.assign(transaction, (*path, key), type, member)
        elif isinstance(value, list):
            for element in value:
                self.assign(transaction, path, type, element, "insert")
        return operation

    def fill(self, transaction, path, type, value):
        """Puts a value into a property that is as it was made: a collection gains its elements one by one."""
        if type.shape == "list":
            for element in value:
                self.assign(transaction, path, type, element, "insert")
        elif type.shape == "set":
            for element in value:
                self.does(transaction, "add", (*path, element_identity(element)), element)
        elif type.shape == "dictionary":
            for key, element in value.items():
                self.assign(transaction, (*path, key), type, element)
        else:
            self.assign(transaction, path, type, value)


def _kind(value):
    return LIST if isinstance(value, list) else OBJECT if isinstance(value, Embedded) else DICTIONARY
