"""What a transaction did to an object: whole values, or what changed within a value that is the same one as before.

Two devices that change different properties of an embedded object, elements of a set or entries of a dictionary do not
conflict, so these are told apart by a path: properties, keys, elements, and places of embedded objects in a list.
"""

from .documents import Embedded, element_identity, same

GONE = object()  # in place of an entry or element that was removed
_NOTHING = object()


class Inside(dict):
    """What changed in an embedded object, a dictionary, or the embedded objects of a list, by property, key or place."""


class Elements(Inside):
    """What was added to a set, or is gone from it, by identity."""


def changes(row, before, now, assigned):
    """What changed in an object, by property; a property that was assigned has changed, whatever to (`assigned`)."""
    stored = row.schema.stored
    found = ((name, _change(stored[name], before[name], value, assigned)) for name, value in now.items())
    return Inside(
        (name, now[name] if change is _NOTHING else change)
        for name, change in found
        if change is not _NOTHING or (row, name) in assigned
    )


def _change(type, before, now, assigned):
    if type.shape == "set":
        was, present = ({element_identity(element): element for element in held} for held in (before, now))
        return _unless_empty(Elements(_by_key(was, present, assigned)))
    if type.shape == "dictionary":
        return _unless_empty(Inside(_by_key(before, now, assigned)))
    if type.shape == "list" and len(before) == len(now) and all(map(_is_same_one, before, now)):
        was, present = dict(enumerate(before)), dict(enumerate(now))
        return _unless_empty(Inside(_by_key(was, present, assigned)))
    return _change_of_one(before, now, assigned)


def _by_key(before, now, assigned):
    for key in before.keys() - now.keys():
        yield key, GONE
    for key, value in now.items():
        change = _change_of_one(before[key], value, assigned) if key in before else value
        if change is not _NOTHING:
            yield key, change


def _change_of_one(before, now, assigned):
    if _is_same_one(before, now):
        return _unless_empty(changes(now.row, before, now, assigned))
    return _NOTHING if same(before, now) else now


def _is_same_one(before, now):
    return isinstance(before, Embedded) and isinstance(now, Embedded) and before.row is now.row


def _unless_empty(change):
    return change or _NOTHING
