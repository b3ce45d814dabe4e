"""The recorder: scopes, custom events, and the way from a log to the stored trail (Spec/scopes.md)."""

from realm.errors import Refused
from realm.realm import Observer
from strict_json import quote

from . import writes
from .combining import ReadEvent, combine
from .configuration import check_metadata
from .links import Follows
from .log import ObjectRead, QueryRead, Write
from .serialization import ObjectWriter, run
from .storage import Event


class Scope:
    """A stretch of time under one activity, with the metadata that was in force when it began."""

    def __init__(self, number, activity, metadata):
        self.number = number
        self.activity = activity
        self.metadata = metadata
        self.log = []


class Recorder(Observer):
    """Watches a realm, notes what happens in every active scope, and stores what is committed."""

    def __init__(self, realm, configuration, representations, storage, clock):
        self._realm = realm
        self._representations = representations
        self._storage = storage
        self._clock = clock
        self._active = {}
        self._begun = 0
        self.edition = configuration.edition
        self.metadata = configuration.metadata
        self.metadata_keys = dict.fromkeys(self.metadata)  # all that were ever in force

    # What is watched

    @property
    def watching(self):
        return bool(self._active)

    def read(self, row, parent=None):
        if self._active:
            self._note(ObjectRead(row, parent, self._realm.version, self._clock.now()))

    def queried(self, table, rows):
        if self._active and (rows or self.edition.as_observed):
            self._note(QueryRead(table, rows, self._realm.version, self._clock.now()))

    def committed(self, changes):
        if self._active and (shown := writes.listed(changes, self.edition)):
            self._note(Write(shown, self._clock.now()))

    def _note(self, entry):
        for scope in self._active:
            scope.log.append(entry)

    # What the application calls

    def begin(self, activity):
        if self.edition.one_scope and self._active:
            raise Refused("other", "Cannot begin audit scope: audit already in progress")
        if self.edition.opens_at_once:
            self._storage.open()
        else:
            self._storage.begin_scope()
        self._begun += 1
        scope = Scope(self._begun, activity, self.metadata)
        self._active[scope] = None
        return scope

    def is_active(self, scope):
        return scope in self._active

    def cancel(self, scope):
        if scope not in self._active:
            raise Refused("scope-not-active", self.edition.not_active.format(scope.number))
        del self._active[scope]

    def release(self, scope):
        """The last reference to a scope is gone, and with it what an active one has noted."""
        self._active.pop(scope, None)

    def commit(self, scope):
        """Ends a scope and stores its events, all of them or none."""
        self.cancel(scope)
        log, scope.log = scope.log, []
        self._storage.append(self._events(scope, combine(log)))

    def record(self, activity, type, data):
        """Stores a custom event at once, whatever scopes are active."""
        self._storage.append([Event(activity, self._clock.now(), type, data, self.metadata)])

    def update_metadata(self, source):
        self.metadata = check_metadata(source, self.edition)
        self.metadata_keys.update(dict.fromkeys(self.metadata))

    def trail(self):
        return self._storage.read()

    def _events(self, scope, events):
        follows = Follows(events)
        for event in events:
            if isinstance(event, ReadEvent):
                data = run(self._read_payload(event, follows))
                yield Event(scope.activity, event.timestamp, "read", self.edition.packed(data), scope.metadata)
            else:
                write = event.write
                data = writes.write_payload(write.changes, self._representations, self.edition)
                yield Event(scope.activity, write.timestamp, "write", self.edition.packed(data), scope.metadata)

    def _read_payload(self, event, follows):
        writer = ObjectWriter(self._representations, follows, event.position, self.edition)
        yield f'{{"type":{quote(event.table.schema.name)},"value":'
        separator = "["
        for row in event.rows:
            yield separator
            yield writer.object(row, event.version)
            separator = ","
        yield "]}"
