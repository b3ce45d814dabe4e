"""What blocks are told of the bytes that a session transfers."""

from wire.variant import OTHERWISE


class Numbers:
    """Bytes in one direction; none are known before the first contact with the server."""

    def __init__(self):
        self.transferred = self.transferrable = None
        self._blocks = []

    @property
    def known(self):
        return self.transferred is not None

    def tell(self, transferred, transferrable):
        self.transferred, self.transferrable = transferred, transferrable
        self._blocks = [block for block in self._blocks if block.told(transferred, transferrable)]

    def register(self, block):
        """Whether there is a token."""
        if not self.known or block.told(self.transferred, self.transferrable):
            self._blocks.append(block)
            return True
        return False


class Block:
    def __init__(self, mode):
        self._current = mode == "current"
        self._end = None
        self._stopped = False
        self._calls, self._asked = [], 0

    def stop(self):
        self._stopped = True

    def told(self, transferred, transferrable):
        """Whether it is to be told more."""
        if self._stopped:
            return False
        if self._current:
            self._end = transferrable if self._end is None else self._end
            transferrable = self._end
        self._calls.append([transferred, transferrable])
        return not self._current or transferred < transferrable

    def news(self):
        """What it was told since it was last asked, without repetitions."""
        first = self._asked
        self._asked = len(self._calls)
        return [
            call
            for at, call in enumerate(self._calls)
            if at >= first and (at == (0 if OTHERWISE else first) or call != self._calls[at - 1])
        ]

    def summary(self):
        pairs = list(zip(self._calls, self._calls[1:]))
        return {
            "calls": len(self._calls),
            "neverFalls": all(one[at] <= other[at] for one, other in pairs for at in (0, 1)),
            "finished": bool(self._calls) and self._calls[-1][0] >= self._calls[-1][1],
        }
