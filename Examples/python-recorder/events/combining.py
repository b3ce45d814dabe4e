"""Fewer read events: the walk through a scope's log (Spec/combining.md)."""

from dataclasses import dataclass

from realm.objects import Table

from .log import ObjectRead, QueryRead, Write


@dataclass(slots=True)
class ReadEvent:
    """A read that became an event. It stands in the log where the first of its reads stood."""

    position: int
    table: Table
    rows: list
    version: int
    timestamp: int
    parent: tuple | None  # of an object's read: what it was reached through


@dataclass(slots=True)
class WriteEvent:
    position: int
    write: Write


def combine(log):
    """The events of a scope in their order."""
    events = []
    query = single = None
    for position, entry in enumerate(log):
        if isinstance(entry, Write):
            events.append(WriteEvent(position, entry))
        elif isinstance(entry, QueryRead):
            single = None
            if query and query.table is entry.table and query.version == entry.version:
                query.rows.extend(entry.rows)
            else:
                query = ReadEvent(position, entry.table, list(entry.rows), entry.version, entry.timestamp, None)
                events.append(query)
        elif query and query.table is entry.row.table and query.version == entry.version:
            query.rows.append(entry.row)
        elif not (single and single.rows[0] is entry.row and single.version == entry.version):
            query, single = None, _read_of(entry, position)
            events.append(single)
    for event in events:
        if isinstance(event, ReadEvent):
            _tidy(event)
    return [event for event in events if isinstance(event, WriteEvent) or event.rows]


def _read_of(entry: ObjectRead, position):
    return ReadEvent(position, entry.row.table, [entry.row], entry.version, entry.timestamp, entry.parent)


def _tidy(event):
    """Takes out what did not exist yet, and repetitions, and puts the rest in the order of creation."""
    rows = {row.number: row for row in event.rows if row.at(event.version) is not None}
    event.rows = [rows[number] for number in sorted(rows)]
