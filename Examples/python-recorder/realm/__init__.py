"""A small in-memory object store with versions: what the application works on.

It knows nothing of events. To learn what is read and written, set `Realm.observer`.
"""
