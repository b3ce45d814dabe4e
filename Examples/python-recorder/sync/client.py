"""A realm on a device: what it subscribes to, what it has not sent yet, and how it becomes what the server says."""

from dataclasses import dataclass, replace

from realm import typing
from realm.editor import Editor
from realm.errors import Refused
from realm.realm import Observer

from .changes import changes as what_changed
from .documents import content, document, embedded_pairs, owner, row_id, same, value_of, without_links
from .hidden import with_hidden
from .server import Change, Transaction


@dataclass(frozen=True)
class Subscription:
    name: str | None
    type: str
    where: dict

    def is_like(self, other):
        return (self.name, self.type, self.where) == (other.name, other.type, other.where)


@dataclass(frozen=True)
class SubscriptionSet:
    version: int = 0
    state: str = "complete"
    subscriptions: tuple = ()


class Client(Observer):
    """Watches a realm, so that what is committed is sent with the next synchronization."""

    def __init__(self, realm, server, user, clock):
        self._realm, self._server, self._clock = realm, server, clock
        self._session = server.connect(user)
        self._held = {}  # by id, what the server holds once it has taken what was committed
        self._hidden = {}  # by object and property, what the server holds there, and what the device showed of it
        self._assigned = set()  # objects and properties
        self._pending = []
        self._integrating = False
        self.online = True
        self.set = SubscriptionSet()
        self.errors = []  # for each transaction of which something was refused, its writes
        realm.observer = self

    def restart(self):
        self._server.begin(self._session)

    def update(self, subscriptions):
        self.set = SubscriptionSet(self.set.version + 1, "pending", tuple(subscriptions))
        self._pending.append(self.set)

    def check_creation(self, cls):
        if not any(subscription.type == cls for subscription in self.set.subscriptions):
            raise Refused("no-subscription-for-write", f"no subscription asks for {cls}")

    # What was committed

    def committed(self, changes):
        if self._integrating:
            return
        transaction = Transaction(self._clock.now(), self._session.origin, self._session.seen, [])
        deleted = {row_id(row): row for row in changes.deleted if not row.embedded}
        created = {row_id(row): row for row in changes.inserted if not row.embedded}
        changed = {row_id(owner(row)): owner(row) for row in (*changes.modified, *changes.inserted)}
        # An object that is new goes as it is in the end.
        self._hidden = {place: kept for place, kept in self._hidden.items() if row_id(owner(place[0])) not in created}
        self._forget_links(created.keys() & deleted.keys())
        for id, row in created.items():
            self._held[id] = self._document(row)
            transaction.changes.append(Change(id, row.key, "create", self._held[id], id in deleted))
        for id, row in changed.items():
            if id in created:
                continue
            before, self._held[id] = self._held[id], self._document(row)
            if values := what_changed(row, before, self._held[id], self._assigned):
                transaction.changes.append(Change(id, row.key, "update", values))
        for id, row in deleted.items():
            if id not in created:
                transaction.changes.append(Change(id, row.key, "delete"))
        # What was replaced does not come back when the device shows again what it showed in its place.
        for row, property in self._hidden:
            if row.alive:
                self._hidden[row, property] = self._content(row, property), content(row.values[property])
        self._assigned = set()
        self._pending.append(transaction)

    def _forget_links(self, ended):
        """What was created again under its key has none of the links that the other object had."""
        if ended:
            gone = ended.__contains__
            self._held = {
                id: {name: without_links(value, gone) for name, value in held.items()} for id, held in self._held.items()
            }
            self._hidden = {place: (without_links(full, gone), shown) for place, (full, shown) in self._hidden.items()}

    def begins(self):
        self._former = dict(self._hidden)

    def cancelled(self):
        self._assigned, self._hidden = set(), self._former

    def assigned(self, row, property, value):
        self._assigned.add((row, property))
        # Null over what was shown in its place is meant.
        if value is not None:
            self._hidden.pop((row, property), None)

    def deleting(self, holders, delete):
        """Deletes what some properties link to: as long as the server may refuse that, it holds the links."""
        full = {(row, property): self._content(row, property) for row, property in holders}
        delete()
        for (row, property), value in full.items():
            if row.alive:
                self._hidden[row, property] = value, content(row.values[property])

    def _document(self, row):
        """What the server holds of an object, or is to hold."""
        return {name: self._content(row, name) for name in row.values}

    def _content(self, row, property):
        value = content(row.values[property], self._document)
        if (row, property) not in self._hidden:
            return value
        return with_hidden(*self._hidden[row, property], value, row.schema.properties[property].shape == "set")

    # Synchronizing

    def synchronize(self):
        """The writes that were refused: class, key and reason of each object."""
        if self._realm.transaction:
            raise Refused("already-in-write-transaction", "a write transaction is open")
        if not self.online:
            raise Refused("offline", "the device is offline")
        refused, infos, failed = set(), [], False
        pending, self._pending = self._pending, []
        for item in pending:
            if isinstance(item, Transaction):
                writes = self._server.upload(self._session, item, refused)
                if writes:
                    self.errors.append(writes)
                infos += writes
            else:
                failed = not self._server.subscribe(self._session, item.subscriptions)
        if self.set.state == "pending":
            self.set = replace(self.set, state="error" if failed else "complete")
        else:
            failed = False
        self._integrate(self._server.download(self._session))
        if failed:
            raise Refused("subscription-failed", "a subscription asks for a field that cannot be queried")
        return infos

    def _row(self, id):
        return self._realm.table(id.cls).by_key.get(id.key)

    def _integrate(self, told):
        self._integrating = True
        editor = Editor(self._realm)
        self._realm.begin()
        gone = [self._row(id) for id, stored in told if stored is None]
        editor.delete(list(dict.fromkeys(row for row in gone if row is not None)))
        for id, stored in told:
            if stored is not None and self._row(id) is None:
                editor.create(id.cls, {name: value_of(value, lambda id: None) for name, value in stored.values.items()})
        objects = {id: (self._row(id), stored.values) for id, stored in told if stored is not None}
        for row, values in objects.values():
            shown = document(row)
            for name, value in values.items():
                visible = without_links(value, lambda other: self._row(other) is None)
                if not same(shown[name], visible):
                    editor.assign(row, name, value_of(visible, self._row))
        self._realm.commit()
        self._integrating = False
        told_rows = {row for row, _ in objects.values()}
        self._hidden = {
            (row, name): hidden for (row, name), hidden in self._hidden.items() if row.alive and owner(row) not in told_rows
        }
        for row, values in objects.values():
            self._hide(row, values)
        rows = (row for table in self._realm.tables.values() if not table.schema.embedded for row in table.all())
        self._held = {row_id(row): self._document(row) for row in rows}

    def _hide(self, row, full):
        """Takes note of what an object shows otherwise than the server holds it."""
        for name, value in row.values.items():
            pairs = embedded_pairs(value, full[name])
            for inner, held in pairs:
                self._hide(inner, held)
            if not pairs and not same(shown := content(value), full[name]):
                self._hidden[row, name] = full[name], shown


def conform_document(schema, values, classes, convert):
    """The values of an object that a case gives the server, as the types of its class want them."""
    made = {}
    for name, type in schema.stored.items():
        if name in values:
            made[name] = convert(type, values[name])
        else:
            made[name] = None if type.shape == "single" else content(typing.empty(type))
    return made
