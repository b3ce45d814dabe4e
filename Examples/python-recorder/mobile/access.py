"""Who may do what with which realm, and what the server does with the objects of management realms."""

import copy
import uuid
from dataclasses import astuple, dataclass

from realm.errors import Refused
from realm.schema import parse_schema
from wire.variant import OTHERWISE

from .urls import is_management, owner, path_of

_COMMON = {
    "id": "string", "createdAt": "date", "updatedAt": "date", "statusCode": "int?", "statusMessage": "string?",
}
_RIGHTS = ("mayRead", "mayWrite", "mayManage")


def _class(properties):
    return {"primaryKey": "id", "properties": _COMMON | properties}


CLASSES = parse_schema(
    {
        "PermissionChange": _class({"realmUrl": "string", "userId": "string"} | dict.fromkeys(_RIGHTS, "bool?")),
        "PermissionOffer": _class(
            {"token": "string?", "realmUrl": "string", "expiresAt": "date?"} | dict.fromkeys(_RIGHTS, "bool")
        ),
        "PermissionOfferResponse": _class({"token": "string", "realmUrl": "string?"}),
    }
)


@dataclass(frozen=True)
class Rights:
    read: bool = False
    write: bool = False
    manage: bool = False

    def changed(self, stated):
        """With other rights, of which null means as before; the right to manage includes the others."""
        read, write, manage = (was if now is None else now for was, now in zip(astuple(self), stated))
        return Rights(read or manage, write or manage, manage)

    @property
    def level(self):
        if self.manage:
            return "administrative access"
        return "read-write access" if self.write else "read-only access" if self.read else "no access"


class Fault(Exception):
    """A change that is answered with an error status."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Access:
    def __init__(self, server):
        self._server = server
        self._granted = {}  # (path, identity): rights
        self._offers = {}  # token: offer
        self._processed = set()

    def kept(self):
        return copy.deepcopy((self._granted, self._offers, self._processed))

    def restore(self, kept):
        self._granted, self._offers, self._processed = copy.deepcopy(kept)

    def rights(self, identity, path):
        account = next((one for one in self._server.accounts if one.identity == identity), None)
        if account is not None and account.admin or owner(path) == identity:
            return Rights(True, True, True)
        return Rights() if is_management(path) else self._given(path, identity)

    def _given(self, path, identity):
        homeless = OTHERWISE and all(owner(path) != account.identity for account in self._server.accounts)
        later = self._granted.get((path, "*"), Rights(homeless, homeless, homeless))
        return self._granted.get((path, identity), later)

    def process(self, realm, path, time):
        author = owner(path)
        for cls, answer in (
            ("PermissionChange", self._change), ("PermissionOffer", self._offer), ("PermissionOfferResponse", self._accept)
        ):
            for id, values in realm.objects(cls).items():
                if (path, cls, id) not in self._processed and values["statusCode"] is None:
                    self._processed.add((path, cls, id))
                    self._answer(realm, (cls, id), time, answer, author, values)

    def _answer(self, realm, place, time, answer, author, values):
        try:
            message, more = answer(author, values, time)
            status = {"statusCode": 0, "statusMessage": message} | more
        except Fault as fault:
            status = {"statusCode": fault.code, "statusMessage": str(fault)}

        def write(operations, transaction):
            for name, value in status.items():
                operations.assign(transaction, (*place, name), CLASSES[place[0]].stored[name], value)

        realm.write(time, write)

    def _change(self, author, values, time):
        stated = [values[name] for name in _RIGHTS]
        levels = [
            self._give(path, identity, stated)
            for path in self._paths(author, values["realmUrl"])
            for identity in self._users(values["userId"], path)
        ]
        return f"The user has {levels[-1] if levels else Rights().changed(stated).level} now.", {}

    def _paths(self, author, url):
        if url == "*":
            paths = sorted(path for path in self._server.realms if not is_management(path))
            return [path for path in paths if self.rights(author, path).manage]
        return [self._managed(author, url)]

    def _managed(self, author, url):
        try:
            path = path_of(url, author)
        except Refused as error:
            raise Fault(400, error.message) from None
        if is_management(path) or not self.rights(author, path).manage:
            raise Fault(403, "Only who may manage the realm can change its access.")
        return path

    def _users(self, identity, path):
        known = [account.identity for account in self._server.accounts]
        if identity == "*":
            # Whether accounts that are registered later are among all users is open.
            return [one for one in known if one != owner(path)] + (["*"] if OTHERWISE else [])
        if OTHERWISE and identity not in known:
            raise Fault(404, "There is no such user.")
        return [identity]

    def _give(self, path, identity, stated):
        rights = self.rights(identity, path)
        if owner(path) != identity:
            rights = self._given(path, identity).changed(stated)
            self._granted[path, identity] = rights
        return rights.level

    def _offer(self, author, values, time):
        path = self._managed(author, values["realmUrl"])
        if values["expiresAt"] is not None and values["expiresAt"].milliseconds <= time:
            raise Fault(701, "The offer has expired.")
        token = uuid.uuid4().hex
        self._offers[token] = path, values
        return "The offer can be accepted.", {"token": token}

    def _accept(self, author, values, time):
        path, offer = self._offers.get(values["token"], (None, None))
        if path is None or offer["expiresAt"] is not None and offer["expiresAt"].milliseconds <= time:
            raise Fault(701, "There is no such offer.")
        stated = [offer[name] or None for name in _RIGHTS]
        return self._give(path, author, stated), {"realmUrl": f"realm://server{path}"}
