"""The event realm: an SQLite file, one transaction a scope, read back for the trail.

It is created by the first event, so that a realm which records nothing leaves no file.
"""

import itertools
import os
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass

from realm.errors import Refused
from realm.values import ObjectId

_SCHEMA = """
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, partition TEXT NOT NULL,
  activity TEXT NOT NULL, timestamp INTEGER NOT NULL, type TEXT, data TEXT
);
CREATE TABLE metadata (
  sequence INTEGER NOT NULL REFERENCES event, key TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (sequence, key)
) WITHOUT ROWID;
"""


@dataclass(slots=True)
class Event:
    """An event before it is stored."""

    activity: str
    timestamp: int
    type: str | None
    data: str | bytes | None
    metadata: dict


@dataclass(slots=True)
class StoredEvent(Event):
    """One that was read back."""

    id: ObjectId
    partition: str


class ObjectIdGenerator:
    """Ids that no other process makes: the time, random bytes of this process, a counter."""

    def __init__(self):
        self._process = os.urandom(5)
        self._counter = itertools.count(int.from_bytes(os.urandom(3)))

    def next(self):
        seconds = int(time.time()) & 0xFFFFFFFF
        counter = next(self._counter) & 0xFFFFFF
        return ObjectId(seconds.to_bytes(4) + self._process + counter.to_bytes(3))


class EventStorage:
    """The events of one realm, in the order of their commits."""

    def __init__(self, prefix, ids):
        self._ids = ids
        self._partition = f"{prefix}-{ids.next()}"
        self._folder = None
        self._database = None

    def append(self, events):
        """Stores events together, all or none: those that come from a generator are made before anything is stored."""
        events = list(events)
        if not events:
            return
        try:
            database = self._open()
            with database:
                database.execute("BEGIN IMMEDIATE")
                for event in events:
                    self._insert(database, event)
        except (sqlite3.Error, OSError) as error:
            raise Refused("event-realm-unavailable", f"the events could not be stored: {error}") from error

    def read(self):
        """The whole trail."""
        if self._database is None:
            return []
        events = {}
        for sequence, id, partition, *fields in self._database.execute(
            "SELECT sequence, id, partition, activity, timestamp, type, data FROM event ORDER BY sequence"
        ):
            events[sequence] = StoredEvent(*fields, {}, ObjectId(id), partition)
        for sequence, key, value in self._database.execute("SELECT sequence, key, value FROM metadata"):
            events[sequence].metadata[key] = value
        return list(events.values())

    def close(self):
        if self._database is not None:
            self._database.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _insert(self, database, event):
        cursor = database.execute(
            "INSERT INTO event (id, partition, activity, timestamp, type, data) VALUES (?, ?, ?, ?, ?, ?)",
            (self._ids.next().data, self._partition, event.activity, event.timestamp, event.type, event.data),
        )
        database.executemany(
            "INSERT INTO metadata (sequence, key, value) VALUES (?, ?, ?)",
            [(cursor.lastrowid, key, value) for key, value in event.metadata.items()],
        )

    def _open(self):
        if self._database is None:
            self._folder = tempfile.TemporaryDirectory(prefix="python-recorder-")
            database = sqlite3.connect(os.path.join(self._folder.name, "events.sqlite"), isolation_level=None)
            database.execute("PRAGMA journal_mode = WAL")
            # A completion promises that the events are on disk: every commit is flushed.
            database.execute("PRAGMA synchronous = FULL")
            with closing(database.cursor()) as cursor:
                cursor.executescript(_SCHEMA)
            self._database = database
        return self._database
