"""The mobile platform beyond what cases ask: merging, URLs, access and progress by themselves."""

import unittest

from mobile.access import Rights
from mobile.merging import Merged
from mobile.operations import Author, Transaction
from mobile.progress import Block, Numbers
from mobile.schemas import added
from mobile.urls import owner, path_of
from realm.errors import Refused
from realm.schema import parse_schema
from sync.documents import Embedded, Id, Link
from wire.case import run_case

CLASSES = parse_schema(
    {
        "Widget": {
            "primaryKey": "_id",
            "properties": {"_id": "int", "name": "string?", "tags": "list<string>", "home": "Home?", "next": "Widget?",
                           "any": "mixed"},
        },
        "Home": {"embedded": True, "properties": {"city": "string?", "tags": "set<string>"}},
    }
)
WIDGET, OTHER = ("Widget", (1, int)), ("Widget", (2, int))
LINK = Link(Id(*WIDGET), 1)


def change(**rights):
    return Rights(True).changed([rights.get(name) for name in ("read", "write", "manage")])


class Merging(unittest.TestCase):
    def setUp(self):
        self.log = []
        self.server, self.phone, self.tablet = (Author(number, CLASSES) for number in range(3))
        self.base = self.commit(self.server, 0, ("create", WIDGET, 1))

    def commit(self, author, time, *operations):
        """One transaction of a device that has seen nothing since the base."""
        transaction = Transaction(author.origin, time, min(len(self.log), 1))
        for operation in operations:
            author.does(transaction, *operation)
        transaction.position = len(self.log)
        self.log.append(transaction)
        return transaction

    def merged(self):
        """What devices hold; it does not depend on the order in which two transactions came."""
        found = Merged(CLASSES, self.log).objects["Widget"]
        self.log[1].position, self.log[2].position = 2, 1
        other = Merged(CLASSES, [self.log[0], self.log[2], self.log[1]]).objects["Widget"]
        self.assertEqual(found, other)
        return found.get(WIDGET[1])

    def test_the_later_commit_of_a_property_wins(self):
        self.commit(self.phone, 20, ("set", (*WIDGET, "name"), "late"))
        self.commit(self.tablet, 10, ("set", (*WIDGET, "name"), "early"))
        self.assertEqual(self.merged()["name"], "late")

    def test_a_deletion_wins_over_a_later_change(self):
        self.commit(self.phone, 10, ("delete", WIDGET))
        self.commit(self.tablet, 20, ("set", (*WIDGET, "name"), "late"))
        self.assertIsNone(self.merged())

    def test_of_two_deletions_the_later_one_decides_about_what_was_created_again(self):
        self.commit(self.phone, 20, ("delete", WIDGET), ("create", WIDGET, 1))
        self.commit(self.tablet, 10, ("delete", WIDGET))
        self.assertIsNotNone(self.merged())

    def test_a_cleared_list_keeps_no_concurrent_addition(self):
        tags = (*WIDGET, "tags")
        self.commit(self.phone, 10, ("clear", tags))
        self.commit(self.tablet, 20, ("insert", (*tags, (2, 1)), "late"))
        self.assertEqual(self.merged()["tags"], [])

    def test_two_additions_stay_in_the_order_of_their_commits(self):
        tags = (*WIDGET, "tags")
        self.commit(self.phone, 20, ("insert", (*tags, (1, 1)), "late"))
        self.commit(self.tablet, 10, ("insert", (*tags, (2, 1)), "early"))
        self.assertEqual(self.merged()["tags"], ["early", "late"])

    def test_a_link_that_is_set_later_leads_to_what_was_created_again(self):
        for time, found in ((30, True), (10, False)):
            with self.subTest(time=time):
                self.setUp()
                self.commit(self.phone, 20, ("delete", WIDGET), ("create", WIDGET, 1))
                self.commit(self.tablet, time, ("create", OTHER, 2), ("set", (*OTHER, "next"), LINK))
                self.merged()
                other = Merged(CLASSES, self.log).objects["Widget"][OTHER[1]]
                self.assertEqual(other["next"], LINK if found else None)

    def test_lists_are_united_where_none_was_before(self):
        any, type = (*WIDGET, "any"), CLASSES["Widget"].stored["any"]
        for before, united in ((None, ["early", "late"]), (["old"], ["late"])):
            with self.subTest(before=before):
                self.setUp()
                self.server.assign(self.base, any, type, before)
                for author, time, text in ((self.phone, 20, "late"), (self.tablet, 10, "early")):
                    author.assign(self.commit(author, time), any, type, [text])
                self.assertEqual(self.merged()["any"], united)

    def test_of_two_embedded_objects_the_later_one_stays_as_a_whole(self):
        home, type = (*WIDGET, "home"), CLASSES["Widget"].stored["home"]
        self.phone.assign(self.commit(self.phone, 20), home, type, Embedded(city="late", tags=[]))
        self.tablet.assign(self.commit(self.tablet, 10), home, type, Embedded(city=None, tags=["early"]))
        self.assertEqual(self.merged()["home"], {"city": "late", "tags": []})

    def test_the_set_of_an_embedded_object_gains_its_elements(self):
        home = CLASSES["Widget"].stored["home"]
        transaction = Transaction(1, 10, 1)
        self.phone.assign(transaction, (*WIDGET, "home"), home, Embedded(city=None, tags=["a"]))
        self.log.append(transaction)
        values = Merged(CLASSES, self.log).objects["Widget"][WIDGET[1]]
        self.assertEqual(values["home"], {"city": None, "tags": ["a"]})


class Urls(unittest.TestCase):
    def test_a_tilde_is_the_identity(self):
        self.assertEqual(path_of("realm://server/~/a%20b", "7"), "/7/a b")
        self.assertEqual(owner("/7/a b"), "7")

    def test_what_names_no_realm_is_refused(self):
        later = ("..", "a%2Fb", "a%2541", "~", "a/%7E")
        for url in ("http://server/~/a", "realm://server/~//a", *(f"realm://server/~/{path}" for path in later)):
            with self.assertRaises(Refused, msg=url) as refusal:
                path_of(url, "7")
            self.assertEqual(refusal.exception.code, "invalid-realm-url")


class Access(unittest.TestCase):
    def test_null_keeps_a_right(self):
        self.assertEqual(change(write=True), Rights(True, True, False))

    def test_the_right_to_manage_gives_all(self):
        self.assertEqual(change(read=False, manage=True), Rights(True, True, True))
        self.assertEqual(change(manage=True).level, "administrative access")


class Progress(unittest.TestCase):
    def test_current_work_ends_when_its_bytes_are_reached(self):
        numbers, block = Numbers(), Block("current")
        numbers.tell(60, 501)
        self.assertTrue(numbers.register(block))
        for told in ((66, 582), (601, 1021), (751, 1228)):
            numbers.tell(*told)
        self.assertEqual(block.news(), [[60, 501], [66, 501], [601, 501]])

    def test_nothing_left_is_told_once(self):
        numbers, block = Numbers(), Block("current")
        numbers.tell(5, 5)
        self.assertFalse(numbers.register(block))
        self.assertEqual(block.summary(), {"calls": 1, "neverFalls": True, "finished": True})


class Schemas(unittest.TestCase):
    def test_another_type_is_refused(self):
        other = parse_schema({"Widget": {"primaryKey": "_id", "properties": {"_id": "int", "name": "int?"}}})
        with self.assertRaises(Refused) as refusal:
            added(CLASSES, other)
        self.assertEqual(refusal.exception.code, "incompatible-schema")

    def test_what_is_left_out_stays(self):
        less = parse_schema({"Widget": {"primaryKey": "_id", "properties": {"_id": "int", "more": "int"}}})
        self.assertEqual(added(CLASSES, less)["Widget"].stored.keys(), CLASSES["Widget"].stored.keys() | {"more"})


class Cases(unittest.TestCase):
    def test_a_handle_of_an_embedded_object_sees_what_another_device_changed_in_it(self):
        schema = {
            "Widget": {"primaryKey": "_id", "properties": {"_id": "int", "homes": "list<Home>"}},
            "Home": {"embedded": True, "properties": {"city": "string", "zip": "int?"}},
        }
        log_in = {"do": "authenticate", "provider": "password", "username": "ana", "password": "p"}
        get = [
            {"do": "collection", "object": "w{0}", "property": "homes", "as": "l{0}"},
            {"do": "element", "of": "l{0}", "at": 0, "as": "h{0}"},
        ]

        def on(realm, *steps):
            return {"do": "on", "realm": realm, "steps": list(steps)}

        def named(number):
            return [{key: value.format(number) if isinstance(value, str) else value for key, value in s.items()} for s in get]

        create = {"do": "create", "type": "Widget", "value": {"_id": 1, "homes": [{"city": "old"}]}, "as": "w1"}
        city = {"do": "set", "object": "h1", "property": "city", "value": "new"}
        zip = {"do": "set", "object": "h2", "property": "zip", "value": 7}
        sync = [{"do": "synchronize", "realm": "r1"}]
        there = [{"do": "synchronize", "realm": "r2"}]
        steps = [
            log_in | {"as": "u1"},
            {"do": "open", "user": "u1", "url": "realm://server/~/w", "as": "r1"},
            on("r1", {"do": "write", "steps": [create]}, *named(1)),
            *sync,
            {"do": "on", "device": "b", "steps": [
                log_in | {"as": "u2"},
                {"do": "open", "user": "u2", "url": "realm://server/~/w", "as": "r2"},
                *there,
                on("r2", {"do": "get", "type": "Widget", "key": 1, "as": "w2"}, *named(2)),
                on("r2", {"do": "write", "steps": [zip]}),
            ]},
            on("r1", {"do": "write", "steps": [city]}),
            *sync,
            {"do": "on", "device": "b", "steps": there},
            *sync,
            on("r1", {"do": "value", "object": "h1", "property": "zip"}),
            {"do": "serverObjects", "path": "/7/w", "type": "Widget"},
        ]
        platform = {"accounts": {"ana": {"id": "7", "password": "p"}}, "devices": ["a", "b"]}
        configuration = {"sync": "none", "events": None, "mobilePlatform": platform}
        result = run_case({"schema": schema, "configuration": configuration, "given": [], "steps": steps})
        self.assertEqual(result["steps"][-2]["ok"], [{"ok": 7}])
        self.assertEqual(result["steps"][-1]["ok"], [{"_id": 1, "homes": [{"city": "new", "zip": 7}]}])


if __name__ == "__main__":
    unittest.main()
