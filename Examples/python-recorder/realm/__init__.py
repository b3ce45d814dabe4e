"""A small in-memory object store with versions: what the application works on.

It knows nothing of events. Whoever wants to know what is read and written sets `Realm.observer`.
"""
