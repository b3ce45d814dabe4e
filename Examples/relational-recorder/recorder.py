"""The recorder: notes what is read and written in scopes, and stores it as events in a database of its own."""

import secrets
import sqlite3
import time

from lossless_json import write as json_text
from store import Failed, differs
from values import date_text, to_payload

FIELDS = {"_id", "_partition", "timestamp", "activity", "event", "data"}
# An object that is nested deeper stays a key (LINK-28).
DEEPEST = 90


def now():
    return time.time_ns() // 1_000_000


class Read:
    """One read: a query with all that it found, or a single object, perhaps by following a link of another."""

    def __init__(self, name, rows, version, is_query, follow=None):
        self.name, self.rows, self.version = name, list(rows), version
        self.is_query, self.follow = is_query, follow
        self.moment = now()


class Write:
    """The payload of a transaction."""

    def __init__(self, payload):
        self.payload, self.moment = payload, now()


class Scope:
    """An activity in progress, with what it has seen so far."""

    def __init__(self, activity, metadata):
        self.activity, self.metadata = activity, metadata
        self.items = []


class Recorder:
    """Watches a store. Scopes may overlap; each one combines its reads by itself when it is committed."""

    def __init__(self, store, settings):
        self.store = store
        self.prefix = settings.get("partitionPrefix", "events")
        if not self.prefix or "/" in self.prefix or "\\" in self.prefix:
            raise Failed("invalid-partition-prefix", self.prefix)
        self.update_metadata(settings.get("metadata", {}))
        self.partition = f"{self.prefix}-{secrets.token_hex(12)}"
        # A file of its own in an application: a custom event stays although the transaction around it is cancelled.
        self.trail = sqlite3.connect(":memory:", isolation_level=None)
        self.trail.execute(
            "CREATE TABLE audit_event"
            " (number INTEGER PRIMARY KEY, id, activity, event, timestamp INTEGER, data, metadata)"
        )
        self.scopes = []
        # What reads showed, by version, class and row: an event shows it however much changes until the commit.
        self.seen = {}

    # Settings and events

    def update_metadata(self, given):
        pairs = list(given.items()) if isinstance(given, dict) else [tuple(pair) for pair in given]
        for index, (key, _) in enumerate(pairs):
            if not 1 <= len(key.encode()) <= 63 or key in FIELDS:
                raise Failed("invalid-metadata-key", key)
            if key in [other for other, _ in pairs[:index]]:
                raise Failed("duplicate-metadata-key", key)
        self.metadata = dict(pairs)

    def store_event(self, activity, event, data, moment, metadata):
        row = (secrets.token_hex(12), activity, event, moment, data, json_text(metadata))
        text = "INSERT INTO audit_event (id, activity, event, timestamp, data, metadata) VALUES (?, ?, ?, ?, ?, ?)"
        self.trail.execute(text, row)

    def record(self, activity, event, data):
        self.store_event(activity, event, data, now(), self.metadata)

    def events(self, parse):
        """The stored documents, in the order of their commits."""
        text = "SELECT id, activity, event, timestamp, data, metadata FROM audit_event ORDER BY number"
        return [
            {
                "_id": {"$oid": id}, "_partition": self.partition, "activity": activity, "event": event,
                "timestamp": {"$date": date_text(moment)}, "data": data, **parse(metadata.encode()),
            }
            for id, activity, event, moment, data, metadata in self.trail.execute(text)
        ]

    # What is seen

    def read(self, name, rows, is_query=False, follow=None):
        if not rows or not self.scopes:
            return
        read = Read(name, rows, self.store.version, is_query, follow)
        for row in rows:
            self.see(name, row)
        if follow:
            # What the link pointed to before the transaction is what the event of the parent shows.
            parent, row, property = follow
            values = self.store.values_before(parent, row)
            if values and values[property]:
                self.see(name, values[property][0])
        for scope in self.scopes:
            scope.items.append(read)

    def see(self, name, row):
        place = (self.store.version, name, row)
        if place not in self.seen or self.seen[place] is None:
            self.seen[place] = self.store.values_before(name, row)

    def written(self, before):
        """A transaction was committed: its event in each active scope."""
        if not self.scopes:
            return
        payload = {}
        for (name, row), old in sorted(before.items(), key=lambda entry: entry[0][1]):
            table, new = self.store.tables[name], self.store.values(name, row)
            if old is None and new is None:
                continue
            if old is None:
                entry = ("insertions", self.shown(name, new))
            elif new is None:
                entry = ("deletions", self.shown(name, old))
            else:
                changed = {name for name, column in table.columns.items() if differs(column, old[name], new[name])}
                if not changed:
                    continue
                full = self.shown(name, new)
                entry = (
                    "modifications",
                    {"oldValue": self.shown(name, old), "newValue": {k: v for k, v in full.items() if k in changed}},
                )
            payload.setdefault(name, {}).setdefault(entry[0], []).append(entry[1])
        if payload:
            for scope in self.scopes:
                scope.items.append(Write(payload))

    # Scopes

    def begin(self, activity):
        scope = Scope(activity, self.metadata)
        self.scopes.append(scope)
        return scope

    def cancel(self, scope):
        if scope not in self.scopes:
            raise Failed("scope-not-active")
        self.scopes.remove(scope)

    def commit(self, scope):
        self.cancel(scope)
        events = combined(scope.items, self.seen)
        follows = {
            (item.follow, item.version): place
            for place, item in enumerate(events) if isinstance(item, Read) and item.follow
        }
        for place, item in enumerate(events):
            if isinstance(item, Write):
                kind, payload = "write", item.payload
            else:
                shown = [self.expanded(item.name, row, item.version, place, follows, []) for row in item.rows]
                kind, payload = "read", {"type": item.name, "value": shown}
            self.store_event(scope.activity, kind, json_text(payload), item.moment, scope.metadata)
        if not self.scopes:
            self.seen.clear()

    # Objects in payloads

    def shown(self, name, values):
        """An object with its links as keys."""
        shown = {}
        for column in self.store.tables[name].columns.values():
            value, kind = values[column.name], column.kind
            if kind == "data":
                continue
            if column.target:
                kind = column.target.columns[column.target.key].kind
                value = value and value[1]
            shown[column.name] = to_payload(value, kind)
        return shown

    def expanded(self, name, row, version, place, follows, path):
        """An object with the targets of those links in full that were followed after the event at that place."""
        values = self.seen[version, name, row]
        shown = self.shown(name, values)
        path = path + [(name, row)]
        for column in self.store.tables[name].columns.values():
            if not column.target or not values[column.name]:
                continue
            target = (column.kind, values[column.name][0])
            followed = follows.get(((name, row, column.name), version), -1)
            if followed > place and target not in path and len(path) < DEEPEST:
                shown[column.name] = self.expanded(*target, version, place, follows, path)
        return shown


def combined(items, seen):
    """The events of a scope: its reads combined, without what did not exist yet (Spec, "Combining reads")."""
    events, query, single = [], None, None
    for item in items:
        if isinstance(item, Write):
            events.append(item)
            continue
        if query and (query.name, query.version) == (item.name, item.version):
            query.rows += item.rows
        elif item.is_query:
            query, single = Read(item.name, item.rows, item.version, True), None
            query.moment = item.moment
            events.append(query)
        elif not single or (single.name, single.rows, single.version) != (item.name, item.rows, item.version):
            query, single = None, item
            events.append(item)
    kept = []
    for event in events:
        if isinstance(event, Read):
            rows = sorted({row for row in event.rows if seen[event.version, event.name, row] is not None})
            if not rows:
                continue
            moment, event = event.moment, Read(event.name, rows, event.version, event.is_query, event.follow)
            event.moment = moment
        kept.append(event)
    return kept
