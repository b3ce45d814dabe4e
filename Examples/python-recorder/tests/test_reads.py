"""Combining and links, each with the near miss that behaves otherwise."""

import unittest

from .support import change, follow, get, names, query, record, run, write


class Combining(unittest.TestCase):
    def test_an_object_of_the_query_before_it_adds_no_event(self):
        self.assertEqual([names(read) for read in record(query(name="Bob"), get(1))], [["Bob"]])

    def test_an_object_that_the_query_did_not_match_joins_it_in_the_order_of_creation(self):
        self.assertEqual([names(read) for read in record(query(name="Bob"), get(2))], [["Ann", "Bob"]])

    def test_a_repetition_is_dropped_and_an_alternation_is_not(self):
        self.assertEqual(len(record(get(1), get(1))), 1)
        self.assertEqual(len(record(get(1), get(2), get(1))), 3)

    def test_a_transaction_without_changes_ends_combining_and_a_cancelled_one_does_not(self):
        self.assertEqual(len(record(get(1), write(), get(1))), 2)
        self.assertEqual(len(record(get(1), write(change("bob", "name", "Rob"), cancel=True), get(1))), 1)

    def test_an_object_created_in_the_transaction_stands_between_its_neighbours_without_an_event(self):
        create = {"do": "create", "type": "Person", "value": {"_id": 3, "name": "Cy"}}
        reads = record(write(create, get(1), get(3), get(1), cancel=True))
        self.assertEqual([names(read) for read in reads], [["Bob"], ["Bob"]])

    def test_a_read_in_a_transaction_shows_the_object_before_it(self):
        reads = record(write(change("bob", "name", "Rob"), get(1)))
        self.assertEqual(names(reads[0]), ["Bob"])


class Links(unittest.TestCase):
    def test_a_link_followed_after_the_read_of_its_parent_is_expanded(self):
        parent, target = record(get(1), follow("bob", "boss"))
        self.assertEqual(parent["value"][0]["boss"], target["value"][0])

    def test_one_followed_before_it_is_a_key(self):
        target, parent = record(follow("bob", "boss"), get(1))
        self.assertEqual((names(target), parent["value"][0]["boss"]), (["Ann"], 2))

    def test_one_whose_target_was_read_by_a_lookup_is_a_key(self):
        self.assertEqual(record(get(1), get(2))[0]["value"][0]["boss"], 2)

    def test_a_follow_that_was_folded_into_a_query_expands_nothing(self):
        (read,) = record(query(), follow("bob", "boss"))
        self.assertEqual(read["value"][1]["boss"], 2)

    def test_a_circle_ends_with_a_key(self):
        steps = write(change("ann", "boss", {"$ref": "bob"})), get(1), follow("bob", "boss"), follow("ann", "boss")
        _, read, *_ = record(*steps)
        self.assertEqual(read["value"][0]["boss"]["boss"], 1)

    def test_a_write_event_has_keys_whatever_is_followed_in_the_version_it_made(self):
        restored = change("bob", "boss", None), change("bob", "boss", {"$ref": "ann"})
        event, _ = record(write(*restored, change("bob", "name", "Rob")), follow("bob", "boss"))
        self.assertNotIn("boss", event["Person"]["modifications"][0]["newValue"])
        event, _ = record(write(change("ann", "boss", {"$ref": "bob"})), follow("ann", "boss"))
        modification = event["Person"]["modifications"][0]
        self.assertEqual((modification["oldValue"]["boss"], modification["newValue"]["boss"]), (None, 1))


class Handles(unittest.TestCase):
    def test_what_is_named_in_a_cancelled_transaction_is_invalid_but_a_scope_is_not(self):
        begin = {"do": "beginScope", "activity": "inside", "as": "inside"}
        result = run(
            write({**get(1), "as": "found"}, begin, cancel=True),
            {"do": "value", "object": "found", "property": "name"},
            {"do": "isActive", "scope": "inside"},
        )
        self.assertEqual(result["steps"][1]["error"]["code"], "object-invalidated")
        self.assertEqual(result["steps"][2], {"ok": True})


class Scopes(unittest.TestCase):
    def test_each_scope_is_stored_at_its_commit_with_what_happened_in_it(self):
        result = run(
            {"do": "beginScope", "activity": "outer", "as": "outer"},
            get(1),
            {"do": "beginScope", "activity": "inner", "as": "inner"},
            get(2),
            {"do": "recordEvent", "activity": "custom"},
            {"do": "commitScope", "scope": "inner"},
            {"do": "commitScope", "scope": "outer"},
            {"do": "commitScope", "scope": "outer"},
        )
        self.assertEqual([event["activity"] for event in result["events"]], ["custom", "inner", "outer", "outer"])
        self.assertEqual(result["steps"][-1]["error"]["code"], "scope-not-active")
