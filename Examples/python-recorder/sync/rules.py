"""Who may read and write what: roles, expansions, and the fields that can be queried."""

from realm.errors import Refused
from realm.query import compile_filter
from realm.schema import ClassSchema, PropertyType

NOTHING = {"$in": []}


class Undefined(Exception):
    """An expansion stands for nothing."""


class Rules:
    """The configuration of an app."""

    def __init__(self, roles, queryable, values, custom_data, decode):
        self._roles = roles
        self._queryable = set(queryable) | {"_id"}
        self._values = values
        self._custom_data = custom_data
        self.decode = decode

    def queryable(self, schema, where):
        """Whether a subscription or a role may ask for these fields: top-level ones that hold one plain value."""
        for field in fields(where):
            type = schema.properties.get(field)
            if field not in self._queryable or type is None or type.is_class:
                return False
        return True

    def permissions(self, user, schema):
        """What the first role that applies to a user allows with a class; None for nothing."""
        for role in self._roles:
            if not self._applies(role["apply_when"], user):
                continue
            filters = role.get("document_filters", {})
            if "read" not in filters or "write" not in filters:
                return None
            if not all(self.queryable(schema, filters[key]) for key in ("read", "write")):
                return None
            read, write = (self._compile(schema, filters[key], user) for key in ("read", "write"))
            return Permissions(role, read, write)
        return None

    def _applies(self, condition, user):
        values = {}
        for name in fields(condition):
            try:
                values[name] = self._expansion(name, user)
            except Undefined:
                return False
        types = {name: PropertyType("single", "mixed", True) for name in values}
        schema = ClassSchema("apply_when", False, None, types, types)
        return compile_filter(schema, self._expanded(condition, user), self.decode)(values)

    def _compile(self, schema, where, user):
        return compile_filter(schema, self._expanded(where, user), self.decode)

    def _expanded(self, where, user):
        """A filter with values in place of expansions; a comparison with one that stands for nothing matches nothing."""
        result = {}
        for key, condition in where.items():
            if key in ("$and", "$or"):
                result[key] = [self._expanded(part, user) for part in condition]
                continue
            try:
                result[key] = self._condition(condition, user)
            except Undefined:
                result[key] = NOTHING
        return result

    def _condition(self, condition, user):
        if isinstance(condition, str) and condition.startswith("%%"):
            return self._expansion(condition, user)
        if isinstance(condition, dict):
            return {key: self._condition(value, user) for key, value in condition.items()}
        if isinstance(condition, list):
            return [self._condition(value, user) for value in condition]
        return condition

    def _expansion(self, name, user):
        if name == "%%user.id":
            return user
        for prefix, values in (("%%user.custom_data.", self._custom_data.get(user, {})), ("%%values.", self._values)):
            if name.startswith(prefix) and name.removeprefix(prefix) in values:
                return values[name.removeprefix(prefix)]
        raise Undefined(name)


class Permissions:
    """What a role allows with the objects of one class."""

    def __init__(self, role, read, write):
        self.name = role["name"]
        self._fields = role.get("read", False) or role.get("write", False)
        self._may_write = role.get("write", False)
        self._read, self._write = read, write

    def may_read(self, document):
        """What may be written may be read."""
        return self._fields and (self._read(document) or self._write(document))

    def denial(self, documents):
        """Why an object may not be written as it was and as it becomes; None if it may."""
        if not all(self._write(document) for document in documents):
            return f'was denied by write filter in role "{self.name}"'
        return None if self._may_write else f'was denied by permissions in role "{self.name}"'


def fields(where):
    """The fields of a filter."""
    found = set()
    for key, condition in where.items():
        if key in ("$and", "$or"):
            for part in condition:
                found |= fields(part)
        else:
            found.add(key)
    return found


def compiled(schema, where, decode):
    """A query; None if the class cannot be asked so."""
    try:
        return compile_filter(schema, where, decode)
    except Refused:
        return None
