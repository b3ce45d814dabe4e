"""Flexible sync beyond what cases ask: what travels, what is hidden, and what a device keeps."""

import unittest

from realm.schema import parse_schema
from sync.changes import Inside
from sync.documents import Embedded, Link, id_of, same, without_links
from sync.hidden import with_hidden
from sync.server import Change, Server
from wire.case import run_case

OWN = {"ownerId": "%%user.id"}
ROLE = {"name": "own", "apply_when": {}, "document_filters": {"read": OWN, "write": OWN}, "read": True, "write": True}
NOTES = {
    "Item": {"primaryKey": "_id", "properties": {"_id": "int", "n": "int", "note": "Note?"}},
    "Note": {"embedded": True, "properties": {"text": "string", "mark": "int?"}},
}
ID = id_of("Item", 1)
ITEM = {"Item": {"primaryKey": "_id", "properties": {"_id": "int", "ownerId": "string", "n": "int"}}}


def link(key):
    return Link(id_of("Item", key), key)


def run(*steps, **settings):
    """The outcomes of steps in a realm that subscribes to small items."""
    flexible = {"user": "u", "queryableFields": ["n", "ownerId"], "role": ROLE}
    flexible["subscriptions"] = [{"name": "small", "type": "Item", "where": {"n": {"$lte": 4}}}]
    configuration = {"sync": "flexible", "events": None, "flexibleSync": flexible | settings}
    return run_case({"schema": ITEM, "configuration": configuration, "given": [], "steps": list(steps)})


def create(key, n=1, owner="u"):
    value = {"_id": key, "ownerId": owner, "n": n}
    return {"do": "write", "steps": [{"do": "create", "type": "Item", "value": value}]}


SYNCHRONIZE = {"do": "synchronize"}
COUNT = {"do": "query", "type": "Item"}


class Verdicts(unittest.TestCase):
    def test_what_is_outside_of_the_view_is_taken_back_with_its_key(self):
        steps = run(create(1, n=9), create(2), SYNCHRONIZE, COUNT)["steps"]
        self.assertEqual([info["primaryKey"] for info in steps[2]["ok"]], [1])
        self.assertEqual(steps[3], {"ok": 1})

    def test_the_permission_is_named_first(self):
        (info,) = run(create(1, n=9, owner="x"), SYNCHRONIZE)["steps"][1]["ok"]
        self.assertIn("denied by write filter", info["reason"])

    def test_to_assign_an_equal_value_is_a_write(self):
        data = {"serverData": {"Item": [{"_id": 1, "ownerId": "x", "n": 1}]}}
        role = ROLE | {"document_filters": {"read": {}, "write": OWN}}
        get = {"do": "get", "type": "Item", "key": 1, "as": "one"}
        equal = {"do": "write", "steps": [{"do": "set", "object": "one", "property": "n", "value": 1}]}
        (info,) = run(SYNCHRONIZE, get, equal, SYNCHRONIZE, role=role, **data)["steps"][3]["ok"]
        self.assertEqual(info["primaryKey"], 1)

    def test_a_key_that_is_not_known_makes_the_case_unsupported(self):
        self.assertIn("unsupported", run(SYNCHRONIZE, collections={}))


class Merging(unittest.TestCase):
    """Two devices that do not know of each other; the outcome does not depend on which of them comes first."""

    def merged(self, phone, tablet):
        found = []
        for first, second in ((phone, tablet), (tablet, phone)):
            server = Server(parse_schema(NOTES), None)
            server.write(Change(ID, 1, "create", {"_id": 1, "n": 1, "note": Embedded(text="old", mark=0)}), 0)
            for time, kind, values, *again in (first, second):
                server.write(Change(ID, 1, kind, values, *again), time, origin=time, seen=1)
            found.append(server.objects[ID].values if ID in server.objects else None)
        self.assertEqual(*found)
        return found[0]

    def test_properties_of_an_embedded_object_all_stay(self):
        found = self.merged((10, "update", {"note": Inside(text="p")}), (20, "update", {"note": Inside(mark=5)}))
        self.assertEqual(found["note"], {"text": "p", "mark": 5})

    def test_to_replace_an_embedded_object_wins_over_a_later_change_in_it(self):
        found = self.merged((10, "update", {"note": None}), (20, "update", {"note": Inside(mark=5)}))
        self.assertIsNone(found["note"])

    def test_a_later_change_is_not_about_what_was_created_again(self):
        values = {"_id": 1, "n": 2, "note": None}
        self.assertEqual(self.merged((10, "create", values, True), (20, "update", {"n": 3})), values)

    def test_of_two_deletions_the_later_one_counts(self):
        values = {"_id": 1, "n": 2, "note": None}
        for time, left in ((10, values), (30, None)):
            with self.subTest(time=time):
                self.assertEqual(self.merged((20, "create", values, True), (time, "delete", {})), left)


class Deletions(unittest.TestCase):
    """Of an object that may only be read: they are refused."""

    def outcome(self, *transactions):
        """What the server holds of item 1, which links to item 2."""
        schema = {"Item": {"primaryKey": "_id", "properties": ITEM["Item"]["properties"] | {"next": "Item?", "list": "list<Item>"}}}
        data = [{"_id": 1, "ownerId": "u", "n": 1, "next": 2, "list": [2]}, {"_id": 2, "ownerId": "x", "n": 1}]
        role = ROLE | {"document_filters": {"read": {}, "write": OWN}, "delete": True}
        settings = {"user": "u", "queryableFields": ["n", "ownerId"], "role": role, "serverData": {"Item": data}}
        settings["subscriptions"] = [{"name": "all", "type": "Item", "where": {}}]
        gets = [{"do": "get", "type": "Item", "key": 1, "as": "one"}, {"do": "get", "type": "Item", "key": 2, "as": "two"}]
        steps = [SYNCHRONIZE, *gets, *transactions, SYNCHRONIZE, {"do": "serverObjects", "type": "Item"}]
        configuration = {"sync": "flexible", "events": None, "flexibleSync": settings}
        result = run_case({"schema": schema, "configuration": configuration, "given": [], "steps": steps})
        return result["steps"][-1]["ok"][0]

    def test_a_link_that_was_assigned_before_stays_as_it_was_assigned(self):
        change = {"do": "set", "object": "one", "property": "next", "value": None}
        kept = self.outcome({"do": "write", "steps": [change, {"do": "delete", "object": "two"}]})
        self.assertEqual((kept["next"], kept["list"]), (None, [2]))

    def test_what_is_deleted_may_link_to_itself_within_an_embedded_object(self):
        schema = ITEM | {"Place": {"embedded": True, "properties": {"of": "Item?"}}}
        schema["Item"] = {"primaryKey": "_id", "properties": ITEM["Item"]["properties"] | {"place": "Place?"}}
        value = {"_id": 1, "ownerId": "u", "n": 1}
        place = {"do": "set", "object": "one", "property": "place", "value": {"of": {"$ref": "one"}}}
        steps = [{"do": "create", "type": "Item", "value": value, "as": "one"}, place, {"do": "delete", "object": "one"}]
        settings = {"user": "u", "role": ROLE, "subscriptions": [{"type": "Item"}]}
        configuration = {"sync": "flexible", "events": None, "flexibleSync": settings}
        case = {"schema": schema, "configuration": configuration, "given": [], "steps": [{"do": "write", "steps": steps}]}
        self.assertEqual(run_case(case)["steps"], [{"ok": [{"ok": None}] * 3}])

    def test_a_cancelled_deletion_leaves_nothing_behind(self):
        change = {"do": "add", "object": "one", "property": "list", "value": {"$ref": "one"}}
        cancelled = {"do": "write", "cancel": True, "steps": [{"do": "delete", "object": "two"}]}
        kept = self.outcome(cancelled, {"do": "write", "steps": [change]})
        self.assertEqual((kept["next"], kept["list"]), (2, [2, 1]))


class Hidden(unittest.TestCase):
    def test_a_set_that_gains_what_it_holds_out_of_view_has_it_once(self):
        self.assertEqual(with_hidden([link(5)], [], [link(5)], True), [link(5)])

    def test_a_hidden_element_stays_behind_the_shown_one_before_it(self):
        full = [link(1), link(2), link(3)]
        self.assertEqual(with_hidden(full, [link(1), link(3)], [link(1), link(4), link(3)], False),
                         [link(1), link(2), link(4), link(3)])

    def test_a_hidden_entry_stays_unless_it_is_replaced(self):
        full, before = {"a": link(1), "b": link(2)}, {"a": None, "b": None}
        after = {"a": None, "b": link(3)}
        self.assertEqual(with_hidden(full, before, after, False), {"a": link(1), "b": link(3)})


class Documents(unittest.TestCase):
    def test_true_is_not_one(self):
        self.assertFalse(same(True, 1))
        self.assertFalse(same([True], [1]))

    def test_a_lost_link_leaves_null_or_nothing(self):
        gone = {id_of("Item", 1)}.__contains__
        self.assertEqual(without_links({"a": link(1), "b": [link(1), link(2)]}, gone), {"a": None, "b": [link(2)]})


if __name__ == "__main__":
    unittest.main()
