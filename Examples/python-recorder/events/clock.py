"""The clock of the device, which a case may set: then it stands still until it is moved."""

import time

from realm.errors import Refused
from realm.values import INT_MAX, INT_MIN


class Clock:
    def __init__(self):
        self._set = None

    def now(self):
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000 if self._set is None else self._set

    def set(self, milliseconds):
        self._set = milliseconds

    def advance(self, milliseconds):
        if self._set is None:
            raise Refused("other", "the clock is moved on before it was set")
        moved = self._set + milliseconds
        if not INT_MIN <= moved <= INT_MAX:
            raise Refused("other", "the clock is moved beyond every date")
        self._set = moved
