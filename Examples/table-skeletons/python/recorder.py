"""The calls of your recorder: fill in what is marked with ADD HERE, and call your own code there."""

import secrets
from datetime import datetime, timezone

from unsupported import Unsupported

IMPLEMENTATION = {"name": "my recorder", "version": "0.1", "language": "Python"}
# The foreign keys of the tables need "links". ADD HERE what else you offer: chapter "Wire protocol", "Optional features".
FEATURES = ["links"]


def open(settings):
    """A recorder with an empty trail, and empty tables.

    `settings` are those of the events (metadata, partitionPrefix); None means that nothing is recorded. What is refused
    raises `StepFailed`.
    """
    return Recorder(settings)


class Recorder:
    """What happens outside of single tables."""

    def __init__(self, settings):
        for key in settings or {}:
            raise Unsupported(f"ADD HERE: the setting {key!r}")
        # ADD HERE: empty the tables, and begin a trail.
        self.partition = "events-" + secrets.token_hex(12)
        self.events = []

    def trail(self):
        """The stored events in the order of their commits. Read them back from where your recorder puts them."""
        return list(self.events)

    def begin_transaction(self):
        raise Unsupported("ADD HERE: begin a transaction")

    def commit_transaction(self):
        raise Unsupported("ADD HERE: commit the transaction")

    def cancel_transaction(self):
        raise Unsupported("ADD HERE: roll the transaction back")

    def begin_scope(self, activity):
        """Whatever stands for a scope in your code."""
        raise Unsupported("ADD HERE: begin a scope")

    def commit(self, scope):
        raise Unsupported("ADD HERE: commit a scope")

    def cancel(self, scope):
        raise Unsupported("ADD HERE: cancel a scope")

    def is_active(self, scope):
        raise Unsupported("ADD HERE: whether a scope is in progress")

    def record(self, activity, event_type, data):
        # ADD HERE a call of your recorder in place of this.
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        self.events.append(
            {
                "_id": {"$oid": secrets.token_hex(12)},
                "_partition": self.partition,
                "activity": activity,
                "event": event_type,
                "timestamp": {"$date": now.replace("+00:00", "Z")},
                "data": data,
            }
        )

    def update_metadata(self, metadata):
        raise Unsupported("ADD HERE: replace the metadata")
