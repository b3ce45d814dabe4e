"""A device: its users, its connection to the server, its disk, and what an error handler was told."""

from wire.variant import OTHERWISE

from .disk import Disk

IN, OUT, REMOVED = "logged in", "logged out", "removed"


class Device:
    def __init__(self, server, ids):
        self.server = server
        self.ids = ids
        self.disk = Disk()
        self.online = True
        self.errors = []
        self._users = {}  # those of whom more is known than that they are logged in
        self._breaks_after = None  # how many further documents the connection lasts for

    def user(self, name):
        return self._users.get(name, IN)

    def set_user(self, name, state):
        self._users[name] = state

    def fail_uploads(self, after):
        self._breaks_after = after
        if after == 0 and self.online and not OTHERWISE:  # otherwise with the next document that is on its way
            self._break()

    def send(self, app, event):
        """Whether the server acknowledges a document; it may have arrived nevertheless."""
        if self._breaks_after == 0:
            self._break()
            return False
        new = self.server.receive(app, event)
        if new and self._breaks_after is not None:
            self._breaks_after -= 1
            if self._breaks_after == 0:
                self._break()
                return False
        return True

    def report(self, error, handled):
        """Tells a fatal error to the error handler; each code is listed once."""
        if handled and error.code not in self.errors:
            self.errors.append(error.code)

    def trail(self):
        """What is stored anywhere: what arrived, in that order, then what is only on the device, by partition."""
        here = {event.id: event for partition in self.disk.partitions() for event in partition.read()}
        arrived = [here.pop(id, event) for (_, id), event in self.server.documents.items()]
        return arrived + list(here.values())

    def _break(self):
        self.online, self._breaks_after = False, None
