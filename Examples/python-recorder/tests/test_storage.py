"""The event realm on disk."""

import os
import unittest

from events.storage import Event, EventStorage, ObjectIdGenerator
from realm.errors import Refused


class Storage(unittest.TestCase):
    def setUp(self):
        self.storage = EventStorage("events", ObjectIdGenerator())
        self.addCleanup(self.storage.close)

    def test_events_come_back_in_order_with_their_fields(self):
        self.storage.append([Event("a\0b", -1, "read", "{}", {"user": "Ann", "": ""}), Event("", 5, None, None, {})])
        first, second = self.storage.read()
        self.assertEqual((first.activity, first.timestamp, first.metadata), ("a\0b", -1, {"user": "Ann", "": ""}))
        self.assertEqual((second.type, second.data, second.metadata), (None, None, {}))
        self.assertEqual(first.partition, second.partition)
        self.assertNotEqual(first.id, second.id)

    def test_a_generator_that_fails_stores_nothing(self):
        def events():
            yield Event("a", 0, "read", "{}", {})
            raise Refused("serialization-failed", "no")

        with self.assertRaises(Refused):
            self.storage.append(events())
        self.assertEqual(self.storage.read(), [])

    def test_the_database_fails_as_a_whole(self):
        self.storage.append([Event("a", 0, None, None, {})])
        with self.assertRaises(Refused) as caught:
            self.storage.append([Event("b", 0, None, None, {}), Event(None, 0, None, None, {})])
        self.assertEqual(caught.exception.code, "event-realm-unavailable")
        self.assertEqual([event.activity for event in self.storage.read()], ["a"])

    def test_nothing_is_left_behind(self):
        self.storage.append([Event("a", 0, None, None, {})])
        folder = self.storage._folder.name
        self.storage.close()
        self.assertFalse(os.path.exists(folder))
