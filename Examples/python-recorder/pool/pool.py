"""The event realm of one run: the partitions of its user, prefix and app, and their upload."""

import itertools

from realm.errors import Refused
from wire.variant import OTHERWISE

from .device import IN, REMOVED
from .partition import PoolKey


class Pool:
    """Stores events for a recorder, in the partition that is being written, and sends the oldest first."""

    def __init__(self, configuration, device):
        self._key = PoolKey(configuration.sync_user, configuration.partition_prefix, configuration.app)
        self._maximum = configuration.max_partition_bytes
        self._handled = configuration.error_handler
        self._device = device
        self._opened = False
        self._refused = False  # by the server: a fatal error
        self._writing = None
        self._written = 0  # bytes in the partition that is being written

    # What the recorder calls

    def open(self):
        """Makes sure that events can be stored; from then on leftovers are uploaded as well."""
        # Otherwise an event realm that is open outlives the removal.
        if self._device.user(self._key.user) == REMOVED and not (OTHERWISE and self._opened):
            raise Refused("event-realm-unavailable", "the user of the event realm was removed from the device")
        if not self._opened:
            self._opened = True
            self.go_on()

    def begin_scope(self):
        """The realm is opened in the background; whoever cannot wait for it calls `open`."""
        if not OTHERWISE and self._device.user(self._key.user) != REMOVED:
            self.open()

    def append(self, events):
        """Stores events together, all or none: those that come from a generator are made before anything is stored."""
        events = list(events)
        self.open()
        if not events:
            return
        if self._writing is None or self._size() >= self._maximum:
            self._begin_partition()
        self._writing.append(events, self._device.ids)
        self._written += sum(map(_bytes, events))
        self.go_on()

    def read(self):
        return self._device.trail()

    # The upload

    def go_on(self):
        """Sends what can be sent at once; otherwise `upload` is called for one document after the other."""
        if not OTHERWISE:
            self.upload()

    def upload(self, most=None):
        """Sends what waits, at most so many documents, until it is clear that it cannot arrive."""
        if not self._opened:
            return
        for partition in self._partitions():
            waiting = partition.waiting()
            going = waiting[:most]
            sent = list(itertools.takewhile(lambda event: self._send(event, waiting), going))
            partition.acknowledge(sent)
            most = most and most - len(sent)
            if len(sent) == len(waiting):
                self._tidy_up(partition)
            elif not OTHERWISE or len(sent) == len(going) or not self._can_send():
                return  # otherwise later partitions pass one that the server refuses

    def wait_for_uploads(self):
        self.upload()
        if self._opened and any(partition.waiting() for partition in self._partitions()):
            raise Refused("upload-failed", "there is no connection, no user, or no place on the server for what waits")

    def states(self):
        """The partitions that hold events, how many, and what becomes of them."""
        listed, uploading = [], False
        for partition in self._partitions():
            if count := partition.count():
                state = "writing" if partition is self._writing else "closed" if uploading else "uploading"
                uploading = uploading or state == "uploading"
                listed.append({"partition": partition.name, "events": count, "state": state})
        return listed

    def _can_send(self):
        stopped = self._refused and not OTHERWISE
        return self._device.online and self._device.user(self._key.user) == IN and not stopped

    def _send(self, event, batch):
        """Whether the server acknowledges an event. Behind one that it refuses everything waits (REALM-15)."""
        if not self._can_send():
            return False
        try:
            # Otherwise the server refuses all that waits in a partition if it refuses one of it.
            for other in batch if OTHERWISE else ():
                self._device.server.check(self._key.app, other)
            return self._device.send(self._key.app, event)
        except Refused as error:
            self._refused = True
            self._device.report(error, self._handled)
            return False

    def _tidy_up(self, partition):
        if partition is self._writing:
            if OTHERWISE:  # what is acknowledged may go, but the partition does not get smaller
                partition.forget_acknowledged()
        elif not partition.waiting():
            self._device.disk.delete(partition)

    # Partitions

    def _partitions(self):
        return self._device.disk.of(self._key)

    def _begin_partition(self):
        name = f"{self._key.prefix}-{self._device.ids.next()}"
        self._writing, self._written = self._device.disk.begin(name, self._key), 0

    def _size(self):
        return self._writing.file_size() if OTHERWISE else self._written


def _bytes(event):
    texts = [event.activity, event.type, event.data, *event.metadata, *event.metadata.values()]
    return 20 + sum(len(text if isinstance(text, bytes) else text.encode()) for text in texts if text)
