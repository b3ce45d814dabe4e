"""Tells a client what is a change: an assignment, also of an equal value, but not a link that a deletion clears."""

from realm.editor import Editor


class TellingEditor(Editor):
    def __init__(self, realm, client):
        super().__init__(realm)
        self._client = client

    def assign(self, row, property, value):
        super().assign(row, property, value)
        if row.schema.stored[property].shape == "single" and property != row.schema.primary_key:
            self._client.assigned(row, property, value)

    def delete(self, rows):
        holders = {source for row in rows for source in row.incoming}
        self._client.deleting(holders, lambda: super(TellingEditor, self).delete(rows))
