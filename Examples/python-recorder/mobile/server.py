"""The object server: accounts, the access to realms, and of each realm the transactions that have arrived."""

import copy
from dataclasses import dataclass, field

from realm.errors import Refused

from .access import Access
from .merging import Merged
from .operations import OPERATOR, Author, Transaction
from .schemas import united
from .urls import is_management


@dataclass
class Account:
    identity: str
    name: str | None = None
    password: str | None = None
    tokens: dict = field(default_factory=dict)
    admin: bool = False


@dataclass
class ServerRealm:
    author: Author
    classes: dict = field(default_factory=dict)
    log: list = field(default_factory=list)

    def objects(self, cls):
        return Merged(self.classes, self.log).objects.get(cls, {})

    def append(self, transaction):
        transaction.position = len(self.log)
        self.log.append(transaction)

    def write(self, time, does):
        """A transaction of the server, which knows everything."""
        transaction = Transaction(OPERATOR, time, len(self.log))
        does(self.author, transaction)
        self.append(transaction)


class Server:
    def __init__(self, accounts):
        self.accounts = accounts
        self.realms = {}
        # Numbers of the server's operations are not used again after a restore: devices may have seen the later ones.
        self._authors = {}
        self._registered = 0  # never falls, so that no identity is given twice after a restore
        self.access = Access(self)

    # Accounts

    def log_in(self, username, password):
        account = self._named(username)
        if account is None:
            raise Refused("no-such-user", "there is no account of this name")
        if account.password is None or account.password != password:
            raise Refused("invalid-credentials", "the password is wrong")
        return account

    def register(self, username, password):
        if self._named(username) is not None:
            raise Refused("user-exists", "the name is taken")
        self._registered += 1
        self.accounts.append(Account(f"registered-{self._registered}", username, password))
        return self.accounts[-1]

    def log_in_with_token(self, provider, token):
        for account in self.accounts:
            if token is not None and account.tokens.get(provider) == token:
                return account
        raise Refused("invalid-credentials", "the provider does not know the token")

    def _named(self, username):
        return next((account for account in self.accounts if account.name == username and username is not None), None)

    # Realms

    def realm(self, path):
        if path not in self.realms:
            self.realms[path] = ServerRealm(self._author(path))
        return self.realms[path]

    def _author(self, path):
        return self._authors.setdefault(path, Author(OPERATOR))

    def upload(self, path, classes, transaction):
        realm = self.realm(path)
        realm.classes = united(realm.classes, classes)
        realm.append(transaction)

    def process(self, path, time):
        """Answers what has come to a management realm."""
        if is_management(path) and path in self.realms:
            self.access.process(self.realms[path], path, time)

    # Backups

    def back_up(self):
        kept = {path: (realm.classes, list(realm.log)) for path, realm in self.realms.items()}
        return copy.deepcopy(self.accounts), kept, self.access.kept()

    def restore(self, backup):
        accounts, realms, access = backup
        self.accounts = copy.deepcopy(accounts)
        self.realms = {
            path: ServerRealm(self._author(path), classes, list(log)) for path, (classes, log) in realms.items()
        }
        self.access.restore(access)
