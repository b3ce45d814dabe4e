"""Events as they are stored, and their ids."""

import itertools
import os
import time
from dataclasses import dataclass

from realm.values import ObjectId


@dataclass(slots=True)
class Event:
    """An event before it is stored."""

    activity: str
    timestamp: int
    type: str | None
    data: str | bytes | None
    metadata: dict


@dataclass(slots=True)
class StoredEvent(Event):
    """One that was read back."""

    id: ObjectId
    partition: str


class ObjectIdGenerator:
    """Ids that no other process makes: the time, random bytes of this process, a counter."""

    def __init__(self):
        self._process = os.urandom(5)
        self._counter = itertools.count(int.from_bytes(os.urandom(3)))

    def next(self):
        seconds = int(time.time()) & 0xFFFFFFFF
        counter = next(self._counter) & 0xFFFFFF
        return ObjectId(seconds.to_bytes(4) + self._process + counter.to_bytes(3))
