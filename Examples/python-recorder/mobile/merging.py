"""What operations come to: a function of the set of them, so devices that have seen the same hold the same.

What ends something (a deletion, an assignment, the clearing of a collection) also ends what others did inside of it
without knowing, whatever the clocks say. Of two such ends that do not know each other, the later one counts; but what
two of them put in the place is united if it begins there: two lists or two dictionaries where none was before, or the
embedded objects of one object that both created.
"""

from collections import defaultdict

from sync.documents import Embedded, Link

from .operations import ERASED, LIST, OBJECT, Container
from .schemas import zero


class Merged:
    """The objects that a set of transactions leaves, and the names of the elements of their lists."""

    def __init__(self, classes, transactions):
        self._classes = classes
        self.objects = {name: {} for name, schema in classes.items() if not schema.embedded}
        self.elements = {}  # path of a list: the names of its elements
        grouped, self._ends = defaultdict(list), defaultdict(list)
        for transaction in transactions:
            for operation in transaction.operations:
                place = operation.path[:2]
                if operation.kind == "delete":
                    self._ends[place].append(operation)
                else:
                    grouped[place].append(operation)
        alive = {place: _surviving(found, self._ends[place]) for place, found in grouped.items()}
        self._alive = {place for place, found in alive.items() if any(one.kind == "create" for one in found)}
        for place in sorted(self._alive, key=lambda place: _first(alive[place]).rank()):
            cls, id = place
            if cls in self.objects:
                found = [one for one in alive[place] if one.kind != "create"]
                values = self._properties(classes[cls], place, found)
                if classes[cls].primary_key is not None:
                    values[classes[cls].primary_key] = _first(alive[place]).value
                self.objects[cls][id] = values

    def _properties(self, schema, path, found):
        inside = _by_next(path, found)
        return {
            name: self._property(type, (*path, name), inside.get(name, ())) for name, type in schema.stored.items()
        }

    def _property(self, type, path, found):
        if type.shape == "single":
            if not any(len(one.path) == len(path) for one in found):
                return zero(type)
            return self._single(path, found, self._embedded(type))
        if type.shape == "list":
            return self._list(path, found, self._embedded(type))
        if type.shape == "dictionary":
            return self._dictionary(path, found, self._embedded(type), type)
        return self._set(path, found)

    def _embedded(self, type):
        return self._classes[type.element] if type.is_class and self._classes[type.element].embedded else None

    def _single(self, path, found, schema):
        ends = [one for one in found if len(one.path) == len(path)]
        winner = _winner(ends)
        if not isinstance(winner.value, Container):
            return self._seen(winner)
        inside = _surviving([one for one in found if len(one.path) > len(path)], ends)
        if winner.value.kind == OBJECT:
            return Embedded(self._properties(schema, path, inside))
        if winner.value.kind == LIST:
            return self._list(path, inside, None)
        return self._dictionary(path, inside, None, None)

    def _list(self, path, found, schema):
        found = _without_cleared(path, found)
        elements, names = [], []
        inside = _by_next(path, found)
        inserted = [one for one in found if one.kind == "insert" and len(one.path) == len(path) + 1]
        for insertion in _in_order(inserted):
            place, changes = insertion.path, inside[insertion.path[-1]]
            if any(one.kind == "remove" and one.path == place for one in changes):
                continue
            value = self._single(place, changes, schema)
            if value is None and isinstance(_winner([o for o in changes if o.path == place]).value, Link):
                continue
            elements.append(value)
            names.append(insertion.path[-1])
        self.elements[path] = names
        return elements

    def _set(self, path, found):
        inside = _by_next(path, _without_cleared(path, found))
        winners = [winner for changes in inside.values() if (winner := _winner(changes)).kind == "add"]
        values = ((one, self._seen(one)) for one in sorted(winners, key=lambda one: one.rank()))
        return [value for one, value in values if value is not None or one.value is None]

    def _dictionary(self, path, found, schema, type):
        values = {}
        for key, changes in _by_next(path, _without_cleared(path, found)).items():
            if schema is not None:
                changes = _without_removed((*path, key), changes)
            ends = [one for one in changes if len(one.path) == len(path) + 1]
            if ends and _winner(ends).value is not ERASED:
                values[key] = self._single((*path, key), changes, schema)
        return values

    def _seen(self, operation):
        """The value of an operation; a link to an object that was ended meanwhile is null."""
        value = operation.value
        if isinstance(value, Link):
            place = (value.id.cls, value.id.key)
            ends = self._ends[place]
            clearing = (end for end in ends if not _sets_again(operation, end))
            if place not in self._alive or any(_takes(end, operation, ends) for end in clearing):
                return None
        return value


def _surviving(found, ends):
    """The operations that no end takes along."""
    if not ends:
        return found
    return [one for one in found if not any(_takes(end, one, ends) for end in ends)]


def _takes(end, operation, ends):
    if operation.knows(end):
        return False
    return not any(
        not other.knows(end) and not end.knows(other) and (other.rank() > end.rank() or _united(other, end, ends))
        for other in _heads([one for one in ends if operation.knows(one)])
    )


def _united(one, other, ends):
    """Whether both put containers of one kind in a place, and neither replaces one."""
    return _holds(one, other.value) and _begins(one, ends) and _begins(other, ends)


def _holds(operation, value):
    held = operation.value
    return isinstance(held, Container) and isinstance(value, Container) and held.kind == value.kind


def _begins(operation, ends):
    if operation.value.kind == OBJECT:
        return operation.creates(operation.path[:2])
    known = [one for one in ends if operation.knows(one)]
    return not known or not _holds(operation, _winner(known).value)


def _sets_again(operation, deletion):
    """Whether a link is set later than a deletion that creates its object again cleared it."""
    later = operation.rank() > deletion.rank() and not deletion.knows(operation)
    return later and deletion.creates(deletion.path)


def _without_removed(path, found):
    """An embedded object is not put back by a device that did not know of its removal; null may be."""
    removals = [one for one in found if one.path == path and one.value is ERASED]
    return [
        one
        for one in found
        if one.path == path and not isinstance(one.value, Container) or _surviving([one], removals)
    ]


def _without_cleared(path, found):
    clears = [one for one in found if one.kind == "clear" and len(one.path) == len(path)]
    return _surviving([one for one in found if len(one.path) > len(path)], clears)


def _by_next(path, found):
    """The operations by what follows the path in theirs."""
    inside = defaultdict(list)
    for one in found:
        if len(one.path) > len(path):
            inside[one.path[len(path)]].append(one)
    return inside


def _winner(found):
    """Of those that no other one knows, the latest."""
    return max(_heads(found), key=lambda one: one.rank())


def _heads(found):
    """Those that no other one knows."""
    heads = []
    for one in found:
        heads = [head for head in heads if not one.knows(head)]
        heads.append(one)
    return heads


def _first(found):
    return min((one for one in found if one.kind == "create"), key=lambda one: one.rank())


def _in_order(inserted):
    """Elements in the order of their commits, none before one that it knows."""
    waiting, ordered = sorted(inserted, key=lambda one: one.rank()), []
    while waiting:
        free = next(one for one in waiting if not any(one.knows(other) for other in waiting if other is not one))
        waiting.remove(free)
        ordered.append(free)
    return ordered
