"""Objects as they travel: links name their targets by primary key, and embedded objects are written out."""

from dataclasses import dataclass

from realm.objects import Row
from realm.values import ValueSet, identity


@dataclass(frozen=True)
class Id:
    """Which object: its class, and the identity of its primary key."""

    cls: str
    key: object


@dataclass
class Link:
    """A link to an object that may not be there."""

    id: Id
    key: object

    def __eq__(self, other):
        return isinstance(other, Link) and self.id == other.id


class Embedded(dict):
    """An embedded object: content by property. On a device, `row` tells which one it is."""

    row = None


def id_of(cls, key):
    return Id(cls, identity(key))


def row_id(row):
    return id_of(row.schema.name, row.key)


def owner(row):
    """The object that an embedded one is a part of; another object itself."""
    while row.owner is not None:
        row = row.owner[0]
    return row


def element_identity(content):
    """What tells the elements of a set apart."""
    return content.id if isinstance(content, Link) else identity(content)


def document(row):
    """What an object of a realm holds, by property."""
    return {property: content(value) for property, value in row.values.items()}


def content(value, document=document):
    """What a property holds; `document` gives that of an embedded object."""
    if isinstance(value, Row):
        return _embedded(document(value), value) if value.embedded else Link(row_id(value), value.key)
    if isinstance(value, ValueSet):
        return [content(element, document) for element in value.values()]
    if isinstance(value, list):
        return [content(element, document) for element in value]
    if isinstance(value, dict):
        return {key: content(element, document) for key, element in value.items()}
    return value


def _embedded(contents, row):
    made = Embedded(contents)
    made.row = row
    return made


def embedded_pairs(value, full):
    """The embedded objects that a property of a realm holds, each with what the server holds of it."""
    found = ()
    if isinstance(value, Row):
        found = [(value, full)]
    elif isinstance(value, list):
        found = zip(value, full)
    elif type(value) is dict:
        found = [(element, full[key]) for key, element in value.items()]
    return [(row, held) for row, held in found if isinstance(row, Row) and row.embedded]


def same(one, other):
    """Whether two contents are the same, types included: true is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return identity(one) == identity(other)


def without_links(value, gone):
    """The content without links to some objects: a link becomes null, a list or set loses the element."""
    if isinstance(value, Link):
        return None if gone(value.id) else value
    if isinstance(value, list):
        return [without_links(e, gone) for e in value if not (isinstance(e, Link) and gone(e.id))]
    if isinstance(value, Embedded):
        return _embedded({name: without_links(member, gone) for name, member in value.items()}, value.row)
    if isinstance(value, dict):
        return {key: without_links(element, gone) for key, element in value.items()}
    return value


def value_of(value, find):
    """What is assigned to a property of a realm; `find` gives the row of a link, or None."""
    if isinstance(value, Link):
        return find(value.id)
    if isinstance(value, list):
        found = ((e, value_of(e, find)) for e in value)
        return [made for e, made in found if not (isinstance(e, Link) and made is None)]
    if isinstance(value, dict):
        return {key: value_of(element, find) for key, element in value.items()}
    return value
