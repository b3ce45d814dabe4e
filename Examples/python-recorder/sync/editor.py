"""Tells a client what is a change: an assignment, also of an equal value, but not a link that a deletion clears."""

from realm.editor import Editor


class TellingEditor(Editor):
    def __init__(self, realm, client):
        super().__init__(realm)
        self._client = client

    def assign(self, row, property, value):
        super().assign(row, property, value)
        if row.owner is None and row.schema.stored[property].shape == "single" and property != row.schema.primary_key:
            self._client.assigned(row, property)

    def delete(self, rows):
        doomed = set(rows)
        linking = (_top(*source) for row in rows if not row.embedded for source in row.incoming)
        holders = dict.fromkeys(holder for holder in linking if holder[0] not in doomed)
        for row, property in holders:
            self._client.before_deletion(row, property)
        super().delete(rows)
        for row, property in holders:
            self._client.after_deletion(row, property)


def _top(row, property):
    """The object, and its property, of which an embedded one is a part."""
    while row.owner is not None:
        row, property = row.owner
    return row, property
