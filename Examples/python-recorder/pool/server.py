"""A model of the server: for each app a collection `AuditEvent`, which remembers what has ever arrived."""

from dataclasses import replace

from realm.errors import Refused

_FIELDS = {"activity": "activity", "event": "type", "data": "data", "_partition": "partition"}


class Collection:
    """The documents of an app, and the metadata keys of its schema; None as long as there is no schema."""

    def __init__(self, keys):
        self.keys = keys
        self.arrived = set()


class Server:
    def __init__(self, development_mode=True, keys=()):
        self._inferred = development_mode
        self._keys = keys
        self._collections = {}
        self.documents = {}  # by app and id, in the order of their first arrival

    def receive(self, app, event):
        """Takes a document once; whether it was new."""
        collection = self._collection(app)
        if event.id in collection.arrived:
            return False
        self.check(app, event)
        if self._inferred:
            collection.keys = {**(collection.keys or {}), **dict.fromkeys(event.metadata)}
        collection.arrived.add(event.id)
        self.documents[app, event.id] = event
        return True

    def check(self, app, event):
        """Refuses a document that does not fit to the schema."""
        unknown = [] if self._inferred else event.metadata.keys() - self.keys(app).keys()
        if unknown:
            raise Refused("upload-failed", f"the schema does not have the field {min(unknown)!r}")

    def keys(self, app):
        """The metadata keys of the schema, or None while there is no collection."""
        return self._collection(app).keys

    def of(self, app):
        """The documents of an app."""
        return [event for (owner, _), event in self.documents.items() if owner == app]

    def change(self, app, activity, values):
        """Sets fields of all documents with an activity."""
        own = {_FIELDS[field]: value for field, value in values.items() if field in _FIELDS}
        others = {field: value for field, value in values.items() if field not in _FIELDS}
        for place in self._with(app, activity):
            event = self.documents[place]
            self.documents[place] = replace(event, metadata=event.metadata | others, **own)

    def delete(self, app, activity):
        for place in self._with(app, activity):
            del self.documents[place]

    def _with(self, app, activity):
        return [place for place, event in self.documents.items() if place[0] == app and event.activity == activity]

    def _collection(self, app):
        if app not in self._collections:
            self._collections[app] = Collection(None if self._inferred else dict.fromkeys(self._keys))
        return self._collections[app]
