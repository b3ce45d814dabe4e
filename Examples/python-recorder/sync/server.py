"""The server: it holds the objects of all clients, judges what they upload, and tells each what it is to have."""

from dataclasses import dataclass, field

from .documents import Link, id_of, without_links
from .merging import Stamp, merge
from .rules import compiled


@dataclass
class Change:
    """What a transaction did to one object: `values` are all of a new one, or what changed (`changes.py`)."""

    id: object
    key: object
    kind: str  # "create", "update" or "delete"
    values: dict = field(default_factory=dict)
    again: bool = False  # one that was created after its transaction had deleted another of its key

    @property
    def ends(self):
        return self.again or self.kind == "delete"


@dataclass
class Transaction:
    """What a device committed at once, with the time of its clock and how many changes of the server it had seen."""

    time: int
    origin: int
    seen: int
    changes: list


@dataclass
class Stored:
    """An object of the server, and for each place in it the write that put its value there."""

    key: object
    values: dict
    stamps: dict


class Session:
    """What the server knows of one client."""

    def __init__(self, origin, user, permissions):
        self.origin, self.user, self.permissions = origin, user, permissions
        self.queries = {}  # class: queries
        self.delivered = set()
        self.touched = {}
        self.seen = 0


class Server:
    def __init__(self, classes, rules):
        self.classes = {name: schema for name, schema in classes.items() if not schema.embedded}
        self._rules = rules
        self.objects = {}
        self._log = []
        self._deleted = {}
        self._sessions = 0

    def connect(self, user):
        self._sessions += 1
        session = Session(self._sessions, user, {})
        self.begin(session)
        return session

    def begin(self, session):
        """Begins a session: from now on the client has the roles of today."""
        for name, schema in self.classes.items():
            session.permissions[name] = self._rules.permissions(session.user, schema)

    # Subscriptions

    def subscribe(self, session, subscriptions):
        """Takes other subscriptions, unless one asks for what cannot be queried."""
        queries = {}
        for subscription in subscriptions:
            schema = self.classes[subscription.type]
            query = compiled(schema, subscription.where, self._rules.decode)
            if query is None or not self._rules.queryable(schema, subscription.where):
                return False
            queries.setdefault(subscription.type, []).append(query)
        session.queries = queries
        return True

    def in_view(self, session, cls, values):
        permissions = session.permissions[cls]
        matches = any(query(values) for query in session.queries.get(cls, ()))
        return matches and permissions is not None and permissions.may_read(values)

    # Writes

    def write(self, change, time, origin=0, seen=None):
        """A write past all rules; the server itself has seen everything."""
        transaction = Transaction(time, origin, len(self._log) if seen is None else seen, [change])
        self._apply(change, self._merged(change, transaction), transaction)

    def upload(self, session, transaction, refused):
        """Judges a transaction; `refused` are the objects of which something was refused before, and grows."""
        infos = []
        for change in transaction.changes:
            session.touched[change.id] = None
            if change.id in refused:
                continue  # lost with the illegal write
            known, merged = self.objects.get(change.id), self._merged(change, transaction)
            if merged is DISCARDED:
                continue
            reason = self._refusal(session, change.id.cls, known and known.values, merged and merged.values)
            if reason is None:
                self._apply(change, merged, transaction)
            else:
                refused.add(change.id)
                text = f'write to "{change.key}" in table "{change.id.cls}" {reason}'
                infos.append((change.id.cls, change.key, text))
        self._clear_links_to_nothing(transaction)
        return infos

    def _clear_links_to_nothing(self, transaction):
        """Links to what was deleted meanwhile, or refused."""
        for change in transaction.changes:
            if stored := self.objects.get(change.id):
                stored.values = {name: without_links(value, self._lacks) for name, value in stored.values.items()}

    def _lacks(self, id):
        return id not in self.objects

    def _refusal(self, session, cls, before, after):
        permissions = session.permissions[cls]
        if permissions is None:
            return "was denied: no role applies"
        denial = permissions.denial([values for values in (before, after) if values is not None])
        if denial is not None:
            return denial
        # An object that exists has to be in view as it was; a change may lead out of it.
        if not self.in_view(session, cls, after if before is None else before):
            return "not allowed; object is outside of the current query view"
        return None

    # Merging

    def _merged(self, change, transaction):
        """The object as a change leaves it, None if it is deleted, or DISCARDED."""
        known, deletion = self.objects.get(change.id), self._deleted.get(change.id)
        stamp = Stamp(len(self._log), transaction.time, transaction.origin)
        if deletion is not None and deletion.unseen(transaction):
            # Of two deletions the later one counts, with what its device did after it.
            if not change.ends or deletion.beats(stamp, transaction):
                return DISCARDED
        if known is None:
            if change.kind != "create":
                return DISCARDED
        elif change.kind == "delete":
            return None
        if known is None or change.again:
            known = Stored(change.key, {}, {})
        merged = Stored(known.key, dict(known.values), dict(known.stamps))
        for property, value in change.values.items():
            merge((property,), merged.values, merged.stamps, value, transaction, stamp)
        return merged

    def _apply(self, change, merged, transaction):
        if merged is DISCARDED:
            return
        if change.ends:
            self._deleted[change.id] = Stamp(len(self._log), transaction.time, transaction.origin)
        if merged is None:
            del self.objects[change.id]
        else:
            self.objects[change.id] = merged
        self._log.append(change.id)
        if change.ends:
            self._clear_links(change.id, transaction)

    def _clear_links(self, ended, transaction):
        """But those of what the transaction created: they are to the object that it created again."""
        created = {change.id for change in transaction.changes if change.kind == "create"}
        for id, stored in self.objects.items():
            if id in created:
                continue
            values = {name: without_links(value, lambda other: other == ended) for name, value in stored.values.items()}
            if values != stored.values:
                stored.values = values
                self._log.append(id)

    # Downloads

    def download(self, session):
        """What the client is told: (id, key, values), or None for values if it is not to have the object."""
        changed = dict.fromkeys(self._log[session.seen :]) | session.touched
        wanted = {
            id: stored for id, stored in self.objects.items() if self.in_view(session, id.cls, stored.values)
        }
        # What a client deletes takes its links along there, also if the deletion is refused.
        moved = session.delivered ^ wanted.keys() | session.touched.keys()
        told = [(id, None) for id in (*session.delivered, *session.touched) if id not in wanted]
        for id, stored in wanted.items():
            if id in changed or id in moved or any(link in moved for link in links(stored.values)):
                told.append((id, stored))
        session.delivered = set(wanted)
        session.touched = {}
        session.seen = len(self._log)
        return told


DISCARDED = object()


def links(value):
    """The objects that a content links to."""
    if isinstance(value, Link):
        yield value.id
    elif isinstance(value, (list, dict)):
        for element in value.values() if isinstance(value, dict) else value:
            yield from links(element)


def server_object(server, cls, values):
    """A change that puts an object into the collection of a class."""
    key = values[server.classes[cls].primary_key]
    return Change(id_of(cls, key), key, "create", values)
