"""What a scope notes while it is active: which objects at which version, and when; no payload yet."""

from dataclasses import dataclass

from realm.objects import Row, Table
from realm.transaction import Changes


@dataclass(frozen=True, slots=True)
class QueryRead:
    """A query that found something."""

    table: Table
    rows: list
    version: int
    timestamp: int


@dataclass(frozen=True, slots=True)
class ObjectRead:
    """A single object that was taken hold of; `parent` is the object and property it was reached through."""

    row: Row
    parent: tuple | None
    version: int
    timestamp: int


@dataclass(frozen=True, slots=True)
class Write:
    """A committed transaction that changed something."""

    changes: Changes
    timestamp: int
