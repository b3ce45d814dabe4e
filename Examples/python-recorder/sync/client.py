"""A realm on a device: what it subscribes to, what it has not sent yet, and how it becomes what the server says."""

from dataclasses import dataclass, replace

from realm import typing
from realm.editor import Editor
from realm.errors import Refused
from realm.realm import Observer

from .documents import content, document, owner, row_id, same, value_of, without_links
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
        self._shown = {}  # documents by id, as of the last commit
        self._full = {}  # by id, what properties hold at the server of which the device shows less
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
        inserted = [row for row in changes.inserted if not row.embedded]
        modified = dict.fromkeys(owner(row) for row in (*changes.modified, *changes.inserted) if owner(row).alive)
        for row in inserted:
            transaction.changes.append(Change(row_id(row), row.key, "create", document(row)))
        for row in modified:
            if row in inserted:
                continue
            before, after = self._shown[row_id(row)], document(row)
            values = {
                name: self._with_hidden(row, name, before[name], value)
                for name, value in after.items()
                if not same(value, before[name]) and not same(value, without_links(before[name], deleted.__contains__))
            }
            if values:
                transaction.changes.append(Change(row_id(row), row.key, "update", values))
        created = {row_id(row) for row in inserted}
        for id, row in deleted.items():
            if id not in created:
                transaction.changes.append(Change(id, row.key, "delete"))
        self._note((*inserted, *modified), deleted)
        self._pending.append(transaction)

    def _with_hidden(self, row, property, before, after):
        full = self._full.get(row_id(row), {})
        if property in full:
            is_set = row.schema.properties[property].shape == "set"
            full[property] = after = with_hidden(full[property], before, after, is_set)
        return after

    def _note(self, rows, deleted=()):
        for id in deleted:
            self._shown.pop(id, None)
            self._full.pop(id, None)
        for row in rows:
            self._shown[row_id(row)] = document(row)

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
        for id, stored in told:
            if stored is None:
                self._full.pop(id, None)
                continue
            row = self._row(id)
            shown = document(row)
            self._full[id] = {}
            for name, value in stored.values.items():
                visible = without_links(value, lambda other: self._row(other) is None)
                if not same(visible, value):
                    self._full[id][name] = value
                if name != row.schema.primary_key and not same(shown[name], visible):
                    editor.assign(row, name, value_of(value, self._row))
        self._realm.commit()
        self._integrating = False
        self._shown = {
            row_id(row): document(row)
            for table in self._realm.tables.values() if not table.schema.embedded for row in table.all()
        }


def conform_document(schema, values, classes, convert):
    """The values of an object that a case gives the server, as the types of its class want them."""
    made = {}
    for name, type in schema.stored.items():
        if name in values:
            made[name] = convert(type, values[name])
        else:
            made[name] = None if type.shape == "single" else content(typing.empty(type))
    return made
