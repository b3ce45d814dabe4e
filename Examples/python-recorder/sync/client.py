"""A realm on a device: what it subscribes to, what it has not sent yet, and how it becomes what the server says."""

from dataclasses import dataclass, replace

from realm import typing
from realm.editor import Editor
from realm.errors import Refused
from realm.objects import Row
from realm.realm import Observer

from .documents import content, document, owner, row_id, same, value_of, without_links
from .hidden import with_hidden
from .server import Change, Inside, Transaction


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
        self._embedded = {}  # by id and property, the embedded objects as of the last commit
        self._full = {}  # by id, what properties hold at the server of which the device shows less
        self._as_cleared = {}  # by id and property, what a deletion of this transaction left
        self._changed = set()  # ids and properties that had been changed before
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
        created = {row_id(row) for row in inserted}
        for row in inserted:
            transaction.changes.append(Change(row_id(row), row.key, "create", document(row), row_id(row) in deleted))
        for row in modified:
            if row in inserted:
                continue
            values = {name: self._brought(row, name, value, created & deleted.keys()) for name, value in document(row).items()}
            values = {name: value for name, value in values.items() if (row_id(row), name) in self._changed}
            values = {name: self._inside(row, name, value) for name, value in values.items()}
            if values:
                transaction.changes.append(Change(row_id(row), row.key, "update", values))
        for id, row in deleted.items():
            if id not in created:
                transaction.changes.append(Change(id, row.key, "delete"))
        self._note((*inserted, *modified), deleted)
        self._forget_transaction()
        self._pending.append(transaction)

    def cancelled(self):
        self._forget_transaction()
        self._full = self._former

    def begins(self):
        self._former = {id: dict(properties) for id, properties in self._full.items()}

    def _forget_transaction(self):
        self._as_cleared, self._changed = {}, set()

    def assigned(self, row, property):
        self._changed.add((row_id(row), property))

    def before_deletion(self, row, property):
        """Takes note of what was changed so far, for which the deletion is not to blame."""
        if row_id(row) in self._shown:
            self._brought(row, property, content(row.values[property]))
            self._full.setdefault(row_id(row), {}).setdefault(property, content(row.values[property]))

    def after_deletion(self, row, property):
        self._as_cleared[row_id(row), property] = content(row.values[property])

    def _brought(self, row, property, value, created_again=frozenset()):
        """What the server is to hold in a property, with the links that the device does not show."""
        id = row_id(row)
        before = self._as_cleared.get((id, property), self._shown[id][property])
        if not same(value, before):
            self._changed.add((id, property))
            value = self._with_hidden(row, property, before, value)
        else:
            value = self._full.get(id, {}).get(property, value)
        kept = without_links(value, created_again.__contains__)
        if not same(kept, value):
            self._changed.add((id, property))
            self._full.setdefault(id, {})[property] = kept
        return kept

    def _inside(self, row, property, value):
        """Only what changed in an embedded object, unless another one is there now."""
        place, embedded = (row_id(row), property), row.values[property]
        if embedded is None or self._embedded.get(place) is not embedded or place in self._as_cleared:
            return value
        before, now = self._shown[place[0]][property], content(embedded)
        return Inside({name: value[name] for name in now if not same(now[name], before[name])})

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
            self._note_object(row)

    def _note_object(self, row):
        self._shown[row_id(row)] = document(row)
        for property, value in row.values.items():
            self._embedded[row_id(row), property] = value if isinstance(value, Row) and value.embedded else None

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
        self._shown, self._embedded = {}, {}
        for table in self._realm.tables.values():
            for row in table.all() if not table.schema.embedded else ():
                self._note_object(row)


def conform_document(schema, values, classes, convert):
    """The values of an object that a case gives the server, as the types of its class want them."""
    made = {}
    for name, type in schema.stored.items():
        if name in values:
            made[name] = convert(type, values[name])
        else:
            made[name] = None if type.shape == "single" else content(typing.empty(type))
    return made
