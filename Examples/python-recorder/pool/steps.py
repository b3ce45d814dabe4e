"""Runs a case of class `recording` or `event-realm`: a recorded realm, a device that stores events, a server."""

from events.configuration import parse_event_configuration
from events.recorder import Recorder
from realm.errors import Malformed, Refused, Unsupported
from wire.documents import collection_schema, document
from wire.steps import ARGUMENTS, Steps, one_of
from wire.variant import OTHERWISE

from .device import IN, OUT, REMOVED, Device
from .pool import Pool
from .server import Server

POOL_ARGUMENTS = ARGUMENTS | {
    "goOffline": ({}, {}),
    "goOnline": ({}, {}),
    "waitForUploads": ({}, {}),
    "failUploads": ({"after": int}, {}),
    "partitions": ({}, {}),
    "restart": ({}, {"events": dict}),
    "serverEvents": ({}, {}),
    "serverSchema": ({}, {}),
    "changeOnServer": ({"activity": str}, {"set": dict, "delete": bool}),
    "logOut": ({}, {"user": str}),
    "logIn": ({}, {"user": str}),
    "removeUser": ({}, {"user": str}),
    "errors": ({}, {}),
}


def parse_server(source):
    """The server of a case."""
    for key in source:
        if key not in ("developmentMode", "metadataFields"):
            raise Unsupported(f"server key {key!r}")
    return Server(source.get("developmentMode", True), source.get("metadataFields", ()))


class PoolSteps(Steps):
    """The steps of a recorded realm, and those about where its events are. What outlives a process is in `_device`."""

    arguments = POOL_ARGUMENTS

    def __init__(self, realm, representations, clock, device, sync, edition):
        super().__init__(realm, None, clock)
        self._representations, self._device, self._sync, self._edition = representations, device, sync, edition
        self._source = self._configuration = self._pool = None

    def start(self, source):
        """Opens the realm in a new process."""
        configuration = parse_event_configuration(source, self._sync, self._edition)
        self._source, self._configuration = source, configuration
        if configuration is not None:
            self._pool = Pool(configuration, self._device)
            self._recorder = Recorder(self._realm, configuration, self._representations, self._pool, self._clock)
            self._realm.observer = self._recorder

    def trail(self):
        return self._device.trail()

    def _outcome(self, step):
        outcome = super()._outcome(step)
        if OTHERWISE and self._pool is not None:  # a slow connection: a document a step
            self._pool.upload(1)
        return outcome

    def documents(self, events):
        return [document(event, self._edition.activity_field) for event in events]

    def _restart(self, step):
        if self._realm.transaction:
            raise Malformed("a restart cannot be in a transaction")
        source = {**(self._source or {}), **step["events"]} if "events" in step else self._source
        self._device.disk.end_process()
        self._names.clear()
        self.start(source)

    # The connection

    def _goOffline(self, step):
        self._device.online = False

    def _goOnline(self, step):
        self._device.online = True
        self._go_on()

    def _failUploads(self, step):
        self._device.fail_uploads(step["after"])

    def _waitForUploads(self, step):
        if self._pool is not None:
            self._pool.wait_for_uploads()

    def _partitions(self, step):
        return self._pool.states() if self._pool is not None else []

    def _errors(self, step):
        return list(self._device.errors)

    def _go_on(self):
        if self._pool is not None:
            self._pool.go_on()

    # Users

    def _logOut(self, step):
        self._device.set_user(step.get("user"), OUT)

    def _logIn(self, step):
        self._device.set_user(step.get("user"), IN)
        self._go_on()

    def _removeUser(self, step):
        self._device.set_user(step.get("user"), REMOVED)

    # The server

    @property
    def _app(self):
        return self._configuration.app if self._configuration is not None else None

    def _serverEvents(self, step):
        return self.documents(self._device.server.of(self._app))

    def _serverSchema(self, step):
        keys = self._device.server.keys(self._app)
        return None if keys is None else collection_schema(keys, self._edition.activity_field)

    def _changeOnServer(self, step):
        if one_of(step, "set", "delete") == "set":
            self._device.server.change(self._app, step["activity"], step["set"])
        elif step["delete"]:
            self._device.server.delete(self._app, step["activity"])
