"""A partition: an SQLite file, one transaction a scope, which says itself to which pool it belongs."""

import os
import sqlite3
from typing import NamedTuple

from events.storage import StoredEvent
from realm.errors import Refused
from realm.values import ObjectId

_SCHEMA = """
CREATE TABLE partition (name TEXT NOT NULL, user TEXT, prefix TEXT NOT NULL, app TEXT);
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, acknowledged INTEGER NOT NULL DEFAULT FALSE,
  activity TEXT NOT NULL, timestamp INTEGER NOT NULL, type TEXT, data TEXT
);
CREATE TABLE metadata (
  sequence INTEGER NOT NULL REFERENCES event ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (sequence, key)
) WITHOUT ROWID;
"""


class PoolKey(NamedTuple):
    """What the partitions of a pool have in common. No name of a file is made of it (REALM-11)."""

    user: str | None  # None: that of the recorded realm
    prefix: str
    app: str | None


class Partition:
    """The events of one file, in the order in which they were stored."""

    def __init__(self, path):
        self._path = path
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("PRAGMA foreign_keys = ON")
        self.name = self.key = None
        if self._database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            self.name, *key = self._database.execute("SELECT name, user, prefix, app FROM partition").fetchone()
            self.key = PoolKey(*key)

    def begin(self, name, key):
        """Makes an empty file a partition, which has no event yet."""
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            for statement in _SCHEMA.split(";")[:-1]:
                self._database.execute(statement)
            self._database.execute("INSERT INTO partition VALUES (?, ?, ?, ?)", (name, *key))
        self.name, self.key = name, key

    def append(self, events, ids):
        """Stores events together, all or none."""
        # A completion promises that the events are on disk: this commit is flushed, with all that was written before.
        self._database.execute("PRAGMA synchronous = FULL")
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                for event in events:
                    self._insert(event, ids.next())
        except (sqlite3.Error, OSError) as error:
            raise Refused("event-realm-unavailable", f"the events could not be stored: {error}") from error
        finally:
            self._database.execute("PRAGMA synchronous = NORMAL")

    def _insert(self, event, id):
        cursor = self._database.execute(
            "INSERT INTO event (id, activity, timestamp, type, data) VALUES (?, ?, ?, ?, ?)",
            (id.data, event.activity, event.timestamp, event.type, event.data),
        )
        self._database.executemany(
            "INSERT INTO metadata (sequence, key, value) VALUES (?, ?, ?)",
            [(cursor.lastrowid, key, value) for key, value in event.metadata.items()],
        )

    def read(self, condition="TRUE"):
        """All that it holds, or what of it meets a condition."""
        events = {}
        for sequence, id, *fields in self._database.execute(
            f"SELECT sequence, id, activity, timestamp, type, data FROM event WHERE {condition} ORDER BY sequence"
        ):
            events[sequence] = StoredEvent(*fields, {}, ObjectId(id), self.name)
        for sequence, key, value in self._database.execute(
            f"SELECT sequence, key, value FROM metadata JOIN event USING (sequence) WHERE {condition}"
        ):
            events[sequence].metadata[key] = value
        return list(events.values())

    def waiting(self):
        """What the server has not acknowledged yet."""
        return self.read("NOT acknowledged")

    def acknowledge(self, events):
        """Notes what need not be sent again. If a loss of power takes the note, the server takes nothing twice."""
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany(
                "UPDATE event SET acknowledged = TRUE WHERE id = ?", [(event.id.data,) for event in events]
            )

    def forget_acknowledged(self):
        self._database.execute("DELETE FROM event WHERE acknowledged")

    def count(self):
        return self._database.execute("SELECT count(*) FROM event").fetchone()[0]

    def file_size(self):
        pages = self._database.execute("PRAGMA page_count").fetchone()[0]
        return pages * self._database.execute("PRAGMA page_size").fetchone()[0]

    def close(self):
        self._database.close()

    def delete(self):
        self.close()
        os.remove(self._path)
