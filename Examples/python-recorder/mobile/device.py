"""A device: its users, local copies and sessions, and what becomes of them when users log out or the process ends."""

from collections import Counter
from dataclasses import dataclass, field

from events.clock import Clock
from realm.errors import Refused
from wire.variant import OTHERWISE

from .copy import Copy
from .session import Session

LEVELS = ("off", "fatal", "error", "warn", "info", "detail", "debug", "trace", "all")


@dataclass(eq=False)
class User:
    identity: str
    state: str = "active"
    token: str | None = None  # of an administrator, whom the device forgets with the process
    uploading: bool = False  # after logging out


@dataclass(eq=False)
class OpenRealm:
    """A name of a realm, until it is closed or the process ends."""

    session: Session
    open: bool = True
    names: dict = field(default_factory=dict)

    @property
    def place(self):
        return self.session.user.identity, self.session.copy.path


class Device:
    def __init__(self, server, core):
        self._server, self._core = server, core
        self.clock = Clock()
        self.online = True
        self.users = {}  # by identity
        self.copies = {}  # by identity and path
        self.sessions = {}
        self.opened = []
        self.errors = []
        self.resets = {}  # whether the reset after the latest error was done
        self.backups = {}
        self.level = "info"
        self.logged = Counter()
        self._started = True

    def log(self, level, *lines):
        for line in lines:
            if level != "off" and LEVELS.index(line) <= LEVELS.index(level):
                self.logged[line] += 1

    # Users

    def log_in(self, identity, token=None):
        user = self.users.setdefault(identity, User(identity))
        user.state, user.token, user.uploading = "active", token, False
        return user

    def active(self):
        return sorted(user.identity for user in self.users.values() if user.state == "active")

    def log_out(self, user):
        if user.state != "active":
            return
        user.state = "logged-out"
        if not self._core:
            user.uploading = True
            self._end_uploads(user)

    def copies_of(self, user):
        return [copy for (identity, _), copy in self.copies.items() if identity == user.identity]

    def wait_for_uploads(self):
        for user in self.users.values():
            if not user.uploading:
                continue
            for copy in self.copies_of(user):
                if copy.waiting:
                    self._upload(user, copy)
            self._end_uploads(user)

    def _upload(self, user, copy):
        if not self.online:
            raise Refused("upload-failed", "the device is offline")
        session = self.sessions.get((user.identity, copy.path)) or Session(user, copy, self._server, self, self.level)
        if session.error:
            raise Refused("upload-failed", f"the session is invalid: {session.error}")
        try:
            session.upload()
        except Refused as error:
            raise Refused("upload-failed", error.message) from None

    def _end_uploads(self, user):
        """When nothing waits any more, the copies go."""
        if any(copy.waiting for copy in self.copies_of(user)):
            return
        user.uploading = False
        self._delete_copies(user)

    def _delete_copies(self, user):
        """A realm that is still open stays readable, but has neither a session nor a place for what is written."""
        for copy in self.copies_of(user):
            del self.copies[user.identity, copy.path]
            for realm in self.opened:
                if realm.session.copy is copy:
                    realm.session.error = "copy-deleted"

    # The process

    def restart(self):
        for one in self.opened:
            one.open = False
        self.opened, self.sessions = [], {}
        for copy in self.copies.values():
            copy.close()
        for user in self.users.values():
            if user.token is not None:
                user.state = "logged-out"
        self._started = False

    def use(self):
        """What the sync manager does when a process first uses it."""
        if self._started:
            return
        self._started = True
        for place, done in list(self.resets.items()):
            if not done and place in self.copies:
                self.reset(place)
        if self._core:
            for user in self.users.values():
                if user.state == "logged-out":
                    self._delete_copies(user)

    # Realms

    def open(self, user, path, classes):
        place = user.identity, path
        copy = self.copies.get(place) or Copy(path, self.clock)
        copy.open(classes)
        self.copies[place] = copy
        if place not in self.sessions or self.sessions[place].error:
            self.sessions[place] = Session(user, copy, self._server, self, self.level)
        self.opened.append(OpenRealm(self.sessions[place]))
        return self.opened[-1]

    def close(self, realm):
        realm.open = False
        self.opened.remove(realm)
        copy = realm.session.copy
        if not any(other.session.copy is copy for other in self.opened):
            copy.close()
            if self.sessions.get(realm.place) is realm.session:
                del self.sessions[realm.place]

    def check(self, session):
        """Whether a session can transfer."""
        if session.error or session.user.state != "active":
            raise Refused("session-invalid", "the session is invalid, or its user is logged out")
        if not self.online:
            raise Refused("offline", "the device is offline")

    def state(self, session):
        if session.error:
            return "invalid"
        if session.user.state != "active":
            return "active" if session.user.uploading and session.copy.waiting else "inactive"
        if self.sessions.get((session.user.identity, session.copy.path)) is not session:
            return "invalid" if OTHERWISE else "inactive"
        return "inactive" if OTHERWISE and not self.online else "active"

    # Client resets

    def reset(self, place):
        copy = self.copies.pop(place)
        self.backups[place] = copy.backup()
        self.resets[place] = True
