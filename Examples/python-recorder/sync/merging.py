"""What writes of several devices come to: the later one of a place wins, unless its device had seen the other one."""

from dataclasses import dataclass

from .changes import GONE, Elements, Inside
from .documents import Embedded, element_identity


@dataclass(frozen=True)
class Stamp:
    """Which write it was: where in the server's log it came, when, and of which device."""

    position: int
    time: int
    origin: int

    def unseen(self, transaction):
        """Whether the device of a transaction had not seen this write of another one."""
        return self.position >= transaction.seen and self.origin != transaction.origin

    def beats(self, other, transaction):
        """Whether this write stays although another one comes: its device had not seen this one, which is later."""
        return self.unseen(transaction) and (self.time, self.origin) > (other.time, other.origin)


def merge(place, holder, stamps, change, transaction, stamp):
    """Puts a change in its place, the last step of which is a key of `holder`.

    To replace what stands above a place wins over every change there.
    """
    former, key = stamps.get(place), place[-1]
    if not isinstance(change, Inside):
        if former is None or not former.beats(stamp, transaction):
            for other in [other for other in stamps if other[: len(place)] == place]:
                del stamps[other]
            stamps[place] = stamp
            _put(holder, key, change)
        return
    if former is not None and former.unseen(transaction):
        return
    within = _opened(holder[key], change)
    for name, inner in change.items():
        merge((*place, name), within, stamps, inner, transaction, stamp)
    holder[key] = list(within.values()) if isinstance(holder[key], list) else within


def _opened(value, change):
    """A copy of a value, by key: elements of a set by what tells them apart, of a list by their place."""
    if isinstance(change, Elements):
        return {element_identity(element): element for element in value}
    if isinstance(value, list):
        return dict(enumerate(value))
    return value.__class__(value)


def _put(holder, key, value):
    if value is GONE:
        holder.pop(key, None)
    else:
        holder[key] = value
