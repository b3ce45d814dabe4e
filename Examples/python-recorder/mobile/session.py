"""The connection of one realm of one user, and its transfers."""

from realm.errors import Refused
from wire.variant import OTHERWISE

from .progress import Numbers


class Session:
    def __init__(self, user, copy, server, device, level):
        self.user, self.copy, self._server, self._device, self.level = user, copy, server, device, level
        self.error = None
        self.injected = False
        self.numbers = {"upload": Numbers(), "download": Numbers()}
        copy.noticed = self._count

    def fail(self, kind):
        """A fatal error: the session is invalid from now on."""
        self.error = kind
        self._device.log(self.level, "error")
        self._device.errors.append({"kind": kind, "path": self.copy.path})
        raise Refused("session-invalid", f"{kind} in {self.copy.path}")

    def contact(self):
        """Asks the server for the realm: it refuses strangers, and copies that do not go together with it."""
        self._device.log(self.level, "info", "detail", "debug", "trace")
        rights = self._server.access.rights(self.user.identity, self.copy.path)
        if not self._trusted or not (rights.read or OTHERWISE and rights.write):
            self.fail("session-error")
        realm = self._server.realm(self.copy.path)
        if realm.log[: len(self.copy.received)] != self.copy.received or not set(realm.log).issuperset(self.copy.sent):
            self._device.resets[self.user.identity, self.copy.path] = False
            self.fail("client-reset")
        self._count(first=True)
        return realm, rights

    @property
    def _trusted(self):
        """The server was not asked about an access token when its user logged in."""
        token = self.user.token
        return token is None or any(account.tokens.get("_access_token") == token for account in self._server.accounts)

    def upload(self, count=None):
        realm, rights = self.contact()
        for transaction in list(self.copy.waiting[:count]):
            if not rights.write:
                self.fail("session-error")
            self._server.upload(self.copy.path, self.copy.classes, transaction)
            self.copy.waiting.remove(transaction)
            self.copy.sent.append(transaction)
            self._count()
        self._server.process(self.copy.path, self._device.clock.now())

    def download(self, count=None):
        realm, _ = self.contact()
        mine, came = set(self.copy.sent), 0
        for transaction in realm.log[len(self.copy.received) :]:
            if transaction not in mine:
                if came == count:
                    break
                came += 1
            self.copy.received.append(transaction)
            self._count()
        arrived = set(self.copy.received)
        self.copy.sent = [one for one in self.copy.sent if one not in arrived]
        if self.copy.realm is not None:
            self.copy.show()

    def _count(self, first=False):
        if self.injected or not (first or self.numbers["upload"].known):
            return
        author = self.copy.origin
        done = [one for one in self.copy.received + self.copy.sent if one.origin == author]
        waiting = _bytes(self.copy.waiting)
        sent = _bytes(set(done))
        self.numbers["upload"].tell(sent, sent + waiting)
        realm = self._server.realm(self.copy.path)
        mine = [one for one in self.copy.received if one.origin != author]
        there = [one for one in realm.log if one.origin != author]
        self.numbers["download"].tell(_bytes(mine), max(_bytes(there), _bytes(mine)))


def _bytes(transactions):
    return sum(64 + 32 * len(one.operations) for one in transactions)
