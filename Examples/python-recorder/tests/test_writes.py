"""Write events, custom representations, and scopes that cannot be written."""

import unittest
from unittest import mock

from .support import change, get, record, run, write


class Writes(unittest.TestCase):
    def test_new_value_has_what_differs_and_old_value_everything(self):
        (event,) = record(write(change("bob", "name", "Rob"), change("bob", "boss", {"$ref": "ann"})))
        old = {"_id": 1, "name": "Bob", "boss": 2, "team": [], "home": None}
        self.assertEqual(event, {"Person": {"modifications": [{"oldValue": old, "newValue": {"name": "Rob"}}]}})

    def test_an_assignment_that_changes_nothing_leaves_no_event(self):
        self.assertEqual(record(write(change("bob", "name", "Bob"))), [])

    def test_an_embedded_object_that_changes_in_place_is_listed_instead_of_its_parent(self):
        settle = write(change("bob", "home", {"city": "Lyon"}))
        go_home = {"do": "follow", "object": "bob", "property": "home", "as": "home"}
        added, moved = record(settle, go_home, write(change("home", "city", "Rome")))
        self.assertEqual(list(added), ["Person"])
        self.assertEqual(
            moved, {"Address": {"modifications": [{"oldValue": {"city": "Lyon"}, "newValue": {"city": "Rome"}}]}}
        )

    def test_one_that_is_replaced_changes_its_parent(self):
        settle = write(change("bob", "home", {"city": "Lyon"}))
        _, moved = record(settle, write(change("bob", "home", {"city": "Rome"})))
        self.assertEqual(moved["Person"]["modifications"][0]["newValue"], {"home": {"city": "Rome"}})

    def test_one_that_is_replaced_by_an_equal_one_changes_its_parent_too(self):
        settle = write(change("bob", "home", {"city": "Lyon"}))
        _, moved = record(settle, write(change("bob", "home", {"city": "Lyon"})))
        self.assertEqual(moved["Person"]["modifications"][0]["newValue"], {})

    def test_deleted_and_created_again_is_both(self):
        create = {"do": "create", "type": "Person", "value": {"_id": 1, "name": "Bob"}}
        (event,) = record(write({"do": "delete", "object": "bob"}, create))
        self.assertEqual(sorted(event["Person"]), ["deletions", "insertions"])

    def test_what_comes_to_be_left_out_is_not_in_new_value(self):
        schema = {"Box": {"primaryKey": "_id", "properties": {"_id": "int", "content": "mixed"}}}
        given = [write({"do": "create", "type": "Box", "value": {"_id": 1, "content": "wax"}, "as": "box"})]
        data = {"$binary": {"base64": "AQ==", "subType": "00"}}
        (event,) = record(write(change("box", "content", data)), schema=schema, given=given)
        self.assertEqual(event["Box"]["modifications"][0]["newValue"], {})
        (event,) = record(write(change("box", "content", [1, data, {"a": data}])), schema=schema, given=given)
        self.assertEqual(event["Box"]["modifications"][0]["newValue"], {"content": [1, None, {}]})


class CustomRepresentations(unittest.TestCase):
    def test_the_text_stands_for_the_object_and_new_value_for_its_changed_keys(self):
        text = {"Person": [{"text": '{"id": ${_id}, "name": ${name}, "big": 1E400}'}]}
        read, event = record(get(1), write(change("bob", "name", "Rob")), representations=text)
        self.assertEqual(read["value"][0]["id"], 1)
        self.assertEqual(event["Person"]["modifications"][0]["newValue"], {"name": "Rob"})

    def test_text_that_is_no_json_fails_the_scope_and_leaves_others_alone(self):
        for text in ("", "invalid", '{"a": 1, "a": 2}', "NaN"):
            with self.subTest(text):
                result = run(
                    {"do": "beginScope", "activity": "bad", "as": "bad"},
                    get(1),
                    {"do": "recordEvent", "activity": "good"},
                    {"do": "commitScope", "scope": "bad"},
                    representations={"Person": [{"when": {"_id": 1}, "text": text}]},
                )
                self.assertEqual(result["steps"][-1]["error"]["code"], "serialization-failed")
                self.assertEqual([event["activity"] for event in result["events"]], ["good"])


@mock.patch("events.serialization.MAX_PAYLOAD", 100_000)
class Limits(unittest.TestCase):
    def test_links_followed_crosswise_fail_the_scope_instead_of_filling_the_memory(self):
        count = 30
        schema = {"N": {"primaryKey": "_id", "properties": {"_id": "int", "a": "N?", "b": "N?"}}}
        create = [{"do": "create", "type": "N", "value": {"_id": i}, "as": f"n{i}"} for i in range(count)]
        link = [change(f"n{i}", p, {"$ref": f"n{i + 1}"}) for i in range(count - 1) for p in "ab"]
        begin = {"do": "get", "type": "N", "key": 0}
        follows = [{"do": "follow", "object": f"n{i}", "property": p} for i in range(count - 1) for p in "ab"]
        walk = [step for follow in follows for step in (follow, begin)]
        result = run(
            {"do": "beginScope", "activity": "walk", "as": "scope"},
            begin,
            *walk,
            {"do": "commitScope", "scope": "scope"},
            schema=schema,
            given=[write(*create, *link)],
        )
        self.assertEqual(result["steps"][-1]["error"]["code"], "serialization-failed")
        self.assertEqual(result["events"], [])
