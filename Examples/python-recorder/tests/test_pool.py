"""The event realm: what is on disk, what arrives, and what a process leaves behind."""

import os
import signal
import tempfile
import unittest

from events.configuration import EventConfiguration
from events.edition import EDITION_2022, EDITION_2023
from events.storage import Event, ObjectIdGenerator
from pool.device import IN, OUT, REMOVED, Device
from pool.partition import Partition, PoolKey
from pool.pool import Pool
from pool.server import Server
from realm.errors import Refused
from wire.variant import OTHERWISE

from .support import run

KEY = PoolKey(None, "events", None)


def event(activity, **metadata):
    return Event(activity, 0, None, None, metadata)


def do(kind, **arguments):
    return {"do": kind, **arguments}


def record(activity):
    return do("recordEvent", activity=activity)


class OnDisk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "a.sqlite")
        self.partition = Partition(self.path)
        self.addCleanup(lambda: self.partition.close())
        self.partition.begin("events-1", KEY)
        self.ids = ObjectIdGenerator()

    def test_events_come_back_in_order_with_their_fields(self):
        events = [Event("a\0b", -1, "read", "{}", {"user": "Ann", "": ""}), event("")]
        self.partition.append(events, self.ids)
        first, second = self.partition.read()
        self.assertEqual((first.activity, first.timestamp, first.metadata), ("a\0b", -1, {"user": "Ann", "": ""}))
        self.assertEqual((second.type, second.data, second.metadata), (None, None, {}))
        self.assertEqual((first.partition, second.partition), ("events-1", "events-1"))
        self.assertNotEqual(first.id, second.id)

    def test_the_database_fails_as_a_whole(self):
        self.partition.append([event("a")], self.ids)
        with self.assertRaises(Refused) as caught:
            self.partition.append([event("b"), event(None)], self.ids)
        self.assertEqual(caught.exception.code, "event-realm-unavailable")
        self.assertEqual([event.activity for event in self.partition.read()], ["a"])

    def test_the_next_process_knows_what_was_acknowledged(self):
        self.partition.append([event("a"), event("b", ward="3")], self.ids)
        self.partition.acknowledge(self.partition.read()[:1])
        self.partition.close()
        self.partition = Partition(self.path)
        self.assertEqual((self.partition.name, self.partition.key), ("events-1", KEY))
        self.assertEqual([(event.activity, event.metadata) for event in self.partition.waiting()], [("b", {"ward": "3"})])

    def test_a_killed_process_leaves_what_it_has_stored_and_no_part_of_a_scope(self):
        child = os.fork()
        if child == 0:
            killed = Partition(self.path)
            killed.append([event("a")], self.ids)
            killed._database.execute("BEGIN IMMEDIATE")
            killed._insert(event("b"), self.ids.next())
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)
        left = Partition(self.path)
        self.addCleanup(left.close)
        self.assertEqual([event.activity for event in left.read()], ["a"])


class Pools(unittest.TestCase):
    def setUp(self):
        self.device = Device(Server(False, ["ward"]), ObjectIdGenerator())
        self.addCleanup(self.device.disk.close)
        self.pool = self.begin()

    def begin(self, **settings):
        return Pool(EventConfiguration(**settings), self.device)

    def arrived(self, app=None):
        return [event.activity for event in self.device.server.of(app)]

    def test_a_generator_that_fails_stores_nothing(self):
        def events():
            yield event("a")
            raise Refused("serialization-failed", "no")

        with self.assertRaises(Refused):
            self.pool.append(events())
        self.assertEqual(self.pool.read(), [])

    def test_nothing_is_left_behind(self):
        self.pool.append([event("a")])
        folder = self.device.disk._folder.name
        self.device.disk.close()
        self.assertFalse(os.path.exists(folder))

    def test_another_pool_leaves_partitions_alone(self):
        self.device.online = False
        self.pool.append([event("a")])
        self.device.online = True
        for settings in ({"sync_user": ""}, {"app": ""}, {"partition_prefix": "event"}):
            other = self.begin(**settings)
            other.append([event("b")])
            other.wait_for_uploads()
        self.assertEqual((self.arrived(), self.arrived("")), (["b", "b"], ["b"]))
        own = self.begin()
        own.append([event("c")])
        own.wait_for_uploads()
        self.assertEqual(self.arrived(), ["b", "b", "a", "c"])

    def test_what_is_full_waits_for_the_next_scope(self):
        self.device.online = False
        pool = self.begin(max_partition_bytes=1)
        for activity in "abc":
            pool.append([event(activity), event(activity)])
        self.assertEqual(
            [(state["events"], state["state"]) for state in pool.states()],
            [(2, "uploading"), (2, "closed"), (2, "writing")],
        )

    def test_what_is_behind_a_refused_event_waits(self):
        self.device.online = False
        for one in (event("a", ward="3"), event("b", bed="4"), event("c")):
            self.pool.append([one])
        self.device.online = True
        with self.assertRaises(Refused):
            self.pool.wait_for_uploads()
        self.assertEqual(self.arrived(), [] if OTHERWISE else ["a"])
        self.assertEqual(len(self.device.trail()), 3)

    def test_a_removed_user_stores_nothing(self):
        self.device.set_user(None, REMOVED)
        with self.assertRaises(Refused) as caught:
            self.pool.append([])
        self.assertEqual(caught.exception.code, "event-realm-unavailable")
        self.device.set_user(None, OUT)
        self.pool.append([event("a")])
        self.assertEqual(self.arrived(), [])
        self.device.set_user(None, IN)
        self.pool.wait_for_uploads()
        self.assertEqual(self.arrived(), ["a"])


class Cases(unittest.TestCase):
    def outcome(self, *steps, **how):
        return run(*steps, **how)["steps"][-1]

    def activities(self, *steps):
        return [document["activity"] for document in self.outcome(*steps, do("serverEvents"))["ok"]]

    def test_a_break_takes_the_acknowledgement_and_nothing_arrives_twice(self):
        steps = [do("failUploads", after=1), record("a"), do("waitForUploads"), record("b"), do("goOnline")]
        self.assertEqual(self.activities(*steps, do("waitForUploads")), ["a", "b"])

    def test_a_break_without_a_connection_is_about_the_next_one(self):
        steps = [do("goOffline"), record("a"), do("failUploads", after=0), do("goOnline"), do("waitForUploads")]
        self.assertEqual(self.outcome(*steps)["error"]["code"], "upload-failed")

    def test_a_process_finds_what_the_former_one_left(self):
        steps = [do("goOffline"), record("a"), do("restart"), do("goOnline"), record("b"), do("waitForUploads")]
        self.assertEqual(self.activities(*steps), ["a", "b"])

    def test_what_was_deleted_on_the_server_does_not_come_back(self):
        delete = do("changeOnServer", activity="a", delete=True)
        steps = [record("a"), do("waitForUploads"), delete, do("restart"), record("b"), do("waitForUploads")]
        self.assertEqual(self.activities(*steps), ["b"])

    def test_names_and_metadata_end_with_the_process(self):
        scope = do("beginScope", activity="a", **{"as": "scope"})
        update = do("updateMetadata", metadata={"ward": "3"})
        steps = [scope, update, do("restart"), record("b"), do("commitScope", scope="scope")]
        result = run(*steps)
        self.assertEqual(result["steps"][-1]["error"]["code"], "other")
        self.assertEqual([(one["activity"], "ward" in one) for one in result["events"]], [("b", False)])

    def test_the_draft_opens_the_event_realm_with_a_scope(self):
        begin = do("beginScope", activity="a", **{"as": "scope"})
        failed = self.outcome(do("removeUser"), begin, edition=EDITION_2022)
        self.assertEqual(failed["error"]["code"], "event-realm-unavailable")
        self.assertEqual(self.outcome(do("removeUser"), begin, edition=EDITION_2023), {"ok": None})

    def test_without_a_handler_only_the_draft_hears_of_an_error(self):
        steps = [record("a"), do("waitForUploads"), do("errors")]
        how = {"events": {"metadata": {"ward": "3"}}, "server": {"developmentMode": False}}
        self.assertEqual(self.outcome(*steps, **how), {"ok": []})
        self.assertEqual(self.outcome(*steps, edition=EDITION_2022, **how), {"ok": ["upload-failed"]})


if __name__ == "__main__":
    unittest.main()
