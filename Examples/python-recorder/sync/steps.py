"""Runs a case of class `flexible-sync`: a server, and one or more realms that are its clients."""

from events.clock import Clock
from realm.errors import Malformed, Refused, Unsupported
from realm.objects import Row
from realm.realm import Realm
from realm.schema import parse_schema
from wire import extended_json
from wire.steps import ANY, ARGUMENTS, Steps, one_of
from wire.variant import OTHERWISE

from .client import Client, Subscription, conform_document
from .documents import Embedded, Link, id_of
from .editor import TellingEditor
from .rules import Rules
from .server import Change, Server, server_object

KEYS = {"user", "queryableFields", "role", "roles", "values", "customData", "serverData", "subscriptions", "realms"}

SYNC_ARGUMENTS = ARGUMENTS | {
    "on": ({"realm": str, "steps": list}, {}),
    "synchronize": ({}, {}),
    "updateSubscriptions": ({"steps": list}, {}),
    "subscribe": ({"type": str}, {"name": str, "where": dict, "ifExists": str}),
    "unsubscribe": ({}, {"name": str, "type": str, "where": dict, "unnamedOnly": bool}),
    "subscriptionSet": ({}, {}),
    "serverObjects": ({"type": str}, {}),
    "serverWrite": ({"type": str}, {"create": dict, "key": ANY, "set": dict, "delete": bool}),
    "syncErrors": ({}, {}),
    "openAgain": ({}, {}),
    "goOffline": ({}, {}),
    "goOnline": ({}, {}),
    "restart": ({}, {}),
}


def sync_steps(params):
    """The steps of the realm in which they run if nothing else is said."""
    configuration = params["configuration"]
    for key in configuration:
        if key not in ("sync", "events", "flexibleSync"):
            raise Unsupported(f"configuration key {key!r} with flexible sync")
    if configuration.get("events", {}) is not None:
        raise Unsupported("recording with flexible sync")
    settings = configuration["flexibleSync"]
    for key in settings:
        if key not in KEYS:
            raise Unsupported(f"key {key!r} of flexibleSync")
    return Setting(params.get("schema", {}), settings).first


class Setting:
    """The server of a case and its realms by name."""

    def __init__(self, schema, settings):
        self.classes = parse_schema(schema)
        roles = [settings["role"]] if "role" in settings else settings.get("roles", [])
        for role in roles:
            stated = {key for key in role if not (key in ("insert", "delete") and role[key] is True)}
            if unknown := stated - {"name", "apply_when", "document_filters", "read", "write"}:
                raise Unsupported(f"key {sorted(unknown)[0]!r} of a role")
        rules = Rules(
            roles, settings.get("queryableFields", []), settings.get("values", {}), settings.get("customData", {}), decode
        )
        self.server = Server(self.classes, rules)
        for cls, objects in settings.get("serverData", {}).items():
            for values in objects:
                self.write(cls, values, 0)
        realms = settings.get("realms") or {"main": settings}
        self.realms = {name: self._open(realm) for name, realm in realms.items()}
        self.first = next(iter(self.realms.values()))

    def _open(self, settings):
        realm, clock, client = Realm(self.classes), Clock(), None
        if settings.get("sync") != "none":
            client = Client(realm, self.server, settings["user"], clock)
            subscriptions = [subscription(entry) for entry in settings.get("subscriptions", [])]
            if subscriptions:
                client.update(subscriptions)
        return SyncSteps(self, realm, clock, client)

    # What the server is told directly

    def write(self, cls, values, time):
        made = conform_document(self.classes[cls], values, self.classes, self.content)
        self.server.write(server_object(self.server, cls, made), time)

    def content(self, type, value):
        """A JSON value as an object of the server holds it: a link is the primary key of its target."""
        if type.shape == "single" or value is None:
            return self._element(type, value)
        if isinstance(value, dict):
            return {key: self._element(type, element) for key, element in value.items()}
        return [self._element(type, element) for element in value]

    def _element(self, type, value):
        if value is None or not type.is_class:
            value = decode(value)
            is_integer = isinstance(value, int) and not isinstance(value, bool)
            return float(value) if type.element in ("double", "float") and is_integer else value
        schema = self.classes[type.element]
        if schema.embedded:
            return Embedded(conform_document(schema, value, self.classes, self.content))
        key = decode(value)
        return Link(id_of(type.element, key), key)


def subscription(entry):
    return Subscription(entry.get("name"), entry["type"], entry.get("where", {}))


def decode(value):
    def refuse(name):
        raise Malformed(f"nothing is called {name!r} here")

    return extended_json.decode(value, refuse)


def encode(value):
    """What the server holds, as a case writes it."""
    if isinstance(value, Link):
        return extended_json.encode(value.key)
    if isinstance(value, list):
        return [encode(element) for element in value]
    if isinstance(value, dict):
        return {key: encode(element) for key, element in value.items()}
    return extended_json.encode(value)


class SyncSteps(Steps):
    """The steps of one realm, and those about its server."""

    arguments = SYNC_ARGUMENTS

    def __init__(self, setting, realm, clock, client):
        super().__init__(realm, None, clock)
        self._setting, self._client = setting, client
        if client is not None:
            self._editor = TellingEditor(realm, client)

    @property
    def _synced(self):
        if self._client is None:
            raise Malformed("the realm is not synced")
        return self._client

    def _on(self, step):
        return self._setting.realms[step["realm"]].run(step["steps"])

    def _write(self, step):
        if self._client is not None and not self._realm.transaction:
            self._client.begins()
        outcomes = super()._write(step)
        if self._client is not None and step.get("cancel", False):
            self._client.cancelled()
        return outcomes

    def _create(self, step):
        if self._client is not None and step["type"] in self._setting.server.classes:
            self._client.check_creation(step["type"])
        super()._create(step)

    def _value(self, step):
        row = self._object(step)
        type = self._realm.type_of(row, step["property"])
        if type.is_class and self._setting.classes[type.element].embedded:
            return plain(row.values[step["property"]])
        return super()._value(step)

    # Synchronizing

    def _synchronize(self, step):
        return _infos(self._synced.synchronize())

    def _goOffline(self, step):
        self._synced.online = False

    def _goOnline(self, step):
        self._synced.online = True

    def _restart(self, step):
        self._names.clear()
        self._synced.restart()

    def _openAgain(self, step):
        if self._client is not None:
            raise Refused("multiple-sync-agents", "another process has the realm open")

    def _syncErrors(self, step):
        return [
            {"code": "writeRejected", "fatal": False, "writes": _infos(writes)}
            for writes in self._synced.errors
        ]

    # Subscriptions

    def _updateSubscriptions(self, step):
        subscriptions, outcomes = list(self._synced.set.subscriptions), []
        for nested in step["steps"]:
            try:
                self._change(subscriptions, nested)
                outcomes.append({"ok": None})
            except Refused as error:
                outcomes.append({"error": {"code": error.code, "message": error.message}})
                ended = {"error": {"code": "other", "message": "the update has ended"}}
                return outcomes + [ended] * (len(step["steps"]) - len(outcomes))
        self._synced.update(subscriptions)
        return outcomes

    def _change(self, subscriptions, step):
        match self._check(step):
            case "subscribe":
                new = subscription(step)
                for index, known in enumerate(subscriptions):
                    if new.name is not None and known.name == new.name:
                        if step.get("ifExists") == "refuse":
                            raise Refused("subscription-exists", f"there is a subscription {new.name!r}")
                        subscriptions[index] = new
                        return
                    if new.name is None and known.is_like(new):
                        return
                subscriptions.append(new)
            case "unsubscribe":
                subscriptions[:] = [known for known in subscriptions if not _is_meant(known, step)]
            case name:
                raise Malformed(f"{name!r} does not change subscriptions")

    def _subscribe(self, step):
        raise Refused("not-in-subscription-update", "subscriptions are changed in an update")

    _unsubscribe = _subscribe

    def _subscriptionSet(self, step):
        latest = self._synced.set
        listed = [{"name": entry.name, "type": entry.type} for entry in latest.subscriptions]
        return {"version": latest.version, "state": latest.state, "subscriptions": listed}

    # The server

    def _serverObjects(self, step):
        found = [stored for id, stored in self._setting.server.objects.items() if id.cls == step["type"]]
        found.sort(key=lambda stored: stored.key if isinstance(stored.key, (int, str)) else str(stored.key))
        order = self._setting.classes[step["type"]].stored
        return [{name: encode(stored.values[name]) for name in order} for stored in found]

    def _serverWrite(self, step):
        cls, now = step["type"], self._clock.now()
        if one_of(step, "create", "set", "delete") == "create":
            return self._setting.write(cls, step["create"], now)
        key = decode(step["key"])
        types = self._setting.classes[cls].stored
        values = {name: self._setting.content(types[name], value) for name, value in step.get("set", {}).items()}
        kind = "update" if "set" in step else "delete"
        self._setting.server.write(Change(id_of(cls, key), key, kind, values), now)


def plain(value):
    """A value that may hold embedded objects."""
    if isinstance(value, Row):
        return {name: plain(member) for name, member in value.values.items()}
    if isinstance(value, list):
        return [plain(element) for element in value]
    if type(value) is dict:
        return {key: plain(element) for key, element in value.items()}
    return extended_json.encode(value)


def _infos(writes):
    """What was refused; the order is open."""
    return [_info(*write) for write in (reversed(writes) if OTHERWISE else writes)]


def _info(cls, key, reason):
    return {"objectType": cls, "primaryKey": extended_json.encode(key), "reason": reason}


def _is_meant(known, step):
    if "name" in step:
        return known.name == step["name"]
    if step.get("unnamedOnly", False):
        return known.name is None
    if "where" in step:
        return known.type == step["type"] and known.where == step["where"]
    return "type" not in step or known.type == step["type"]
