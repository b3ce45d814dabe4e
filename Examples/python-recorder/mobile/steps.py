"""Runs a case of class `mobile-platform`: a server, and one or more devices."""

from realm.errors import Malformed, Refused, Unsupported
from realm.schema import parse_schema
from sync.steps import encode
from wire.steps import ANY, Steps
from wire.variant import OTHERWISE

from .access import CLASSES
from .contents import Contents
from .device import Device, OpenRealm, User
from .progress import Block
from .realm_steps import RealmSteps
from .server import Account, Server
from .session import Session
from .urls import management_path, path_of

KEYS = {"accounts", "serverRealms", "devices"}
_OPTIONS = ("syncConfiguration", "fileURL", "inMemoryIdentifier")

ARGUMENTS = {
    "goOffline": ({}, {}),
    "goOnline": ({}, {}),
    "waitForUploads": ({}, {}),
    "restart": ({}, {}),
    "logOut": ({"user": str}, {}),
    "errors": ({}, {}),
    "on": ({"steps": list}, {"realm": str, "device": str}),
    "synchronize": ({"realm": str}, {}),
    "serverObjects": ({"path": str, "type": str}, {}),
    "authenticate": (
        {"provider": str, "as": str},
        {"username": str, "password": str, "register": bool, "token": str, "identity": str},
    ),
    "users": ({}, {}),
    "userState": ({"user": str}, {}),
    "currentUser": ({}, {}),
    "configure": ({"set": list}, {}),
    "open": (
        {"as": str},
        {"user": str, "url": str, "session": str, "schema": dict, "schemaVersion": int, "migration": bool},
    ),
    "close": ({"realm": str}, {}),
    "managementRealm": ({"user": str, "as": str}, {}),
    "transfer": ({"realm": str, "direction": str, "transactions": int}, {}),
    "localRealms": ({"user": str}, {}),
    "migrationCalls": ({}, {}),
    "session": ({"user": str, "url": str, "as": str}, {}),
    "sessions": ({"user": str}, {}),
    "sessionState": ({"session": str}, {}),
    "sessionConfiguration": ({"session": str}, {}),
    "watchProgress": ({"session": str, "direction": str, "mode": str, "as": str}, {}),
    "stopProgress": ({"watch": str}, {}),
    "progress": ({"watch": str}, {}),
    "progressSummary": ({"watch": str}, {}),
    "reportProgress": (
        {"session": str, "downloaded": int, "downloadable": int, "uploaded": int, "uploadable": int}, {},
    ),
    "backUpServer": ({"as": str}, {}),
    "restoreServer": ({"backup": str}, {}),
    "resetInfo": ({"realm": str}, {}),
    "startReset": ({"realm": str}, {}),
    "openBackup": ({"realm": str, "as": str}, {}),
    "setLogLevel": ({"level": str}, {}),
    "syncLog": ({}, {}),
    "setClock": ({"to": ANY}, {}),
    "advanceClock": ({"milliseconds": int}, {}),
}


def mobile_steps(params, edition):
    """The steps of the first device."""
    configuration = params["configuration"]
    for key in configuration:
        if key not in ("sync", "events", "mobilePlatform"):
            raise Unsupported(f"configuration key {key!r} with the mobile platform")
    if configuration.get("events", {}) is not None:
        raise Unsupported("recording with the mobile platform")
    settings = configuration["mobilePlatform"]
    for key in settings:
        if key not in KEYS:
            raise Unsupported(f"key {key!r} of mobilePlatform")
    return Setting(params.get("schema", {}), settings, edition.as_observed).first


class Setting:
    """The server of a case and its devices by name."""

    def __init__(self, schema, settings, core):
        self.classes = parse_schema(schema)
        accounts = [
            Account(it["id"], name, it.get("password"), tokens, it.get("admin", False) or "_access_token" in tokens)
            for name, it in settings.get("accounts", {}).items()
            for tokens in [it.get("tokens", {})]
        ]
        self.server = Server(accounts)
        self.backups = {}
        contents = Contents(self.classes)
        for path, classes in settings.get("serverRealms", {}).items():
            realm = self.server.realm(path)
            realm.classes = realm.author.classes = self.classes
            realm.write(0, lambda author, transaction: contents.write(author, transaction, classes))
        names = settings.get("devices") or ["main"]
        self.devices = {name: DeviceSteps(self, Device(self.server, core)) for name in names}
        self.first = self.devices[names[0]]


class DeviceSteps(Steps):
    """The steps of one device, and those about its server."""

    arguments = ARGUMENTS

    def __init__(self, setting, device):
        super().__init__(None, None, device.clock)
        self._setting, self._device = setting, device

    def _outcome(self, step):
        if isinstance(step, dict) and step.get("do") not in ("on", "restart", "setClock", "advanceClock"):
            self._device.use()
        return super()._outcome(step)

    def _bind(self, step, thing):
        self._names[step["as"]] = thing

    def _user(self, step):
        return self._named(step["user"], User)

    def _realm_named(self, step):
        realm = self._named(step["realm"], (OpenRealm, RealmSteps))
        if isinstance(realm, OpenRealm) and not realm.open:
            raise Refused("other", f"the realm {step['realm']!r} is closed")
        return realm

    def _session_named(self, step):
        return self._named(step["session"], Session)

    # The device

    def _on(self, step):
        if "device" in step:
            return self._setting.devices[step["device"]].run(step["steps"])
        realm = self._realm_named(step)
        if isinstance(realm, RealmSteps):
            return realm.run(step["steps"])
        copy = realm.session.copy
        return RealmSteps(copy, self._device.clock, realm.names).run(step["steps"])

    def _goOffline(self, step):
        self._device.online = False

    def _goOnline(self, step):
        self._device.online = True

    def _restart(self, step):
        self._device.restart()
        kept = (User, OpenRealm, RealmSteps)
        self._names = {name: thing for name, thing in self._names.items() if isinstance(thing, kept)}

    def _errors(self, step):
        return list(self._device.errors)

    def _setLogLevel(self, step):
        self._device.level = step["level"]

    def _syncLog(self, step):
        logged = self._device.logged
        levels = ("fatal", "error", "warn", "info", "detail", "debug", "trace")
        return {"total": logged.total(), **{level: logged[level] for level in levels}}

    # Users

    def _authenticate(self, step):
        if step["provider"] == "_access_token":
            user = self._device.log_in(step["identity"], step["token"])
        elif not self._device.online:
            raise Refused("offline", "the server alone can check credentials")
        else:
            user = self._device.log_in(self._account(step).identity)
        self._bind(step, user)
        return user.identity

    def _account(self, step):
        server = self._setting.server
        if step["provider"] != "password":
            return server.log_in_with_token(step["provider"], step.get("token"))
        check = server.register if step.get("register", False) else server.log_in
        return check(step.get("username"), step.get("password"))

    def _users(self, step):
        return self._device.active()

    def _userState(self, step):
        return self._user(step).state

    def _currentUser(self, step):
        active = self._device.active()
        if len(active) > 1:
            raise Refused("several-users", "more than one user is active")
        return active[0] if active else None

    def _logOut(self, step):
        self._device.log_out(self._user(step))

    def _waitForUploads(self, step):
        self._device.wait_for_uploads()

    # Realms

    def _configure(self, step):
        options = dict.fromkeys(_OPTIONS, False)
        for name, given in step["set"]:
            if given:
                options = dict.fromkeys(_OPTIONS, False)
            options[name] = given
        return options

    def _open(self, step):
        if "session" in step:
            session = self._session_named(step)
            user, path = session.user, session.copy.path
        else:
            user = self._user(step)
            path = path_of(step["url"], user.identity)
        classes = parse_schema(step["schema"]) if "schema" in step else self._setting.classes
        self._bind(step, self._device.open(user, path, classes))

    def _managementRealm(self, step):
        user = self._user(step)
        self._bind(step, self._device.open(user, management_path(user.identity), CLASSES))

    def _close(self, step):
        self._device.close(self._realm_named(step))

    def _localRealms(self, step):
        return sorted(copy.path for copy in self._device.copies_of(self._user(step)))

    def _migrationCalls(self, step):
        return 0

    # Transfers

    def _session_of(self, step):
        session = self._realm_named(step).session
        self._device.check(session)
        return session

    def _synchronize(self, step):
        session = self._session_of(step)
        session.upload()
        session.download()

    def _transfer(self, step):
        session = self._session_of(step)
        transfer = session.upload if step["direction"] == "upload" else session.download
        transfer(step["transactions"])

    def _serverObjects(self, step):
        realm = self._setting.server.realms.get(step["path"])
        if realm is None or step["type"] not in realm.classes:
            return []
        found = realm.objects(step["type"])
        key = realm.classes[step["type"]].primary_key
        objects = list(found.values())
        if key is not None:
            objects.sort(key=lambda values: values[key] if isinstance(values[key], (int, str)) else str(values[key]))
        return [{name: encode(value) for name, value in values.items()} for values in objects]

    # Sessions

    def _session(self, step):
        user = self._user(step)
        session = self._device.sessions.get((user.identity, path_of(step["url"], user.identity)))
        if session is None or OTHERWISE and session.error:
            return False
        self._bind(step, session)
        return True

    def _sessions(self, step):
        identity = self._user(step).identity
        return sorted(path for (it, path), session in self._device.sessions.items() if it == identity and not session.error)

    def _sessionState(self, step):
        return self._device.state(self._session_named(step))

    def _sessionConfiguration(self, step):
        session = self._session_named(step)
        return None if session.error else {"user": session.user.identity, "path": session.copy.path}

    # Progress

    def _watchProgress(self, step):
        session, block = self._session_named(step), Block(step["mode"])
        self._bind(step, block)
        return not session.error and session.numbers[step["direction"]].register(block)

    def _stopProgress(self, step):
        self._named(step["watch"], Block).stop()

    def _progress(self, step):
        return self._named(step["watch"], Block).news()

    def _progressSummary(self, step):
        return self._named(step["watch"], Block).summary()

    def _reportProgress(self, step):
        session = self._session_named(step)
        session.injected = True
        session.numbers["download"].tell(step["downloaded"], step["downloadable"])
        session.numbers["upload"].tell(step["uploaded"], step["uploadable"])

    # Backups and resets

    def _backUpServer(self, step):
        self._setting.backups[step["as"]] = self._setting.server.back_up()

    def _restoreServer(self, step):
        self._setting.server.restore(self._setting.backups[step["backup"]])

    def _place(self, step):
        return self._named(step["realm"], OpenRealm).place

    def _resetInfo(self, step):
        done = self._device.resets.get(self._place(step))
        return None if done is None else {"backupExists": done}

    def _startReset(self, step):
        place = self._place(step)
        if self._device.resets.get(place) is None:
            raise Malformed("there is no reset to start")
        if place in self._device.copies and not self._device.resets[place]:
            self._device.reset(place)

    def _openBackup(self, step):
        copy = self._device.backups[self._place(step)]
        self._bind(step, RealmSteps(copy, self._device.clock, {}))
