"""Which links an event shows in full (Spec/links.md).

A follow counts for the reads before it, at its version; in write events links are keys. So of each property it is
enough to know the last place in the log where it was followed.
"""

from .combining import ReadEvent


class Follows:
    """The follows that survived combining in one scope."""

    def __init__(self, events):
        self._last = {}
        for event in events:
            if isinstance(event, ReadEvent) and event.parent:
                self._last[event.parent, event.version] = event.position

    def expands(self, row, property, version, position):
        """Whether the event at a position shows the targets of a property in full."""
        return self._last.get(((row, property), version), -1) > position


NO_FOLLOWS = Follows([])
