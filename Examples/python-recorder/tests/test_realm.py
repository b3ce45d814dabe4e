"""Versions, transactions and refusals of the store, without any recorder."""

import unittest

from realm.editor import Editor
from realm.errors import Refused
from realm.query import compile_filter, compile_sort
from realm.realm import Realm
from realm.schema import parse_schema

from .support import PEOPLE


class Transactions(unittest.TestCase):
    def setUp(self):
        self.realm = Realm(parse_schema(PEOPLE))
        self.editor = Editor(self.realm)
        self.realm.begin()
        self.ann = self.editor.create("Person", {"_id": 2, "name": "Ann"})
        self.bob = self.editor.create("Person", {"_id": 1, "name": "Bob", "boss": self.ann, "team": [self.ann] * 2})
        self.realm.commit()

    def assertRefused(self, code, operation, *arguments):
        with self.assertRaises(Refused) as caught:
            operation(*arguments)
        self.assertEqual(caught.exception.code, code)

    def test_a_cancelled_transaction_leaves_everything_as_it_was(self):
        before = dict(self.bob.values)
        self.realm.begin()
        self.editor.assign(self.bob, "home", {"city": "Lyon"})
        self.editor.add(self.bob, "team", self.bob)
        self.editor.delete([self.ann])
        again = self.editor.create("Person", {"_id": 2, "name": "Ann II"})
        self.realm.cancel()
        self.assertEqual(self.bob.values, before)
        self.assertIs(self.realm.get("Person", 2), self.ann)
        self.assertEqual(self.realm.table("Person").all(), [self.ann, self.bob])
        self.assertEqual(self.realm.table("Address").all(), [])
        self.assertEqual(self.ann.incoming, {(self.bob, "boss"): 1, (self.bob, "team"): 2})
        self.assertFalse(again.alive)

    def test_deleting_a_target_clears_every_link_to_it(self):
        self.realm.begin()
        self.editor.delete([self.ann])
        self.realm.commit()
        self.assertEqual((self.bob.values["boss"], self.bob.values["team"]), (None, []))

    def test_a_refused_operation_changes_nothing_in_part(self):
        self.realm.begin()
        self.assertRefused("type-mismatch", self.editor.assign, self.bob, "team", [self.bob, 3])
        self.assertRefused("missing-value", self.editor.create, "Person", {"_id": 3, "home": {"city": "Rome"}})
        self.assertRefused("unknown-property", self.editor.create, "Person", {"_id": 3, "name": "Cy", "age": 1})
        self.realm.commit()
        self.assertEqual(self.bob.values["team"], [self.ann, self.ann])
        self.assertEqual(len(self.realm.table("Address").all()), 0)

    def test_changes_need_a_transaction(self):
        self.assertRefused("not-in-write-transaction", self.editor.assign, self.bob, "name", "Rob")
        self.assertRefused("not-in-write-transaction", self.editor.add, self.bob, "team", self.bob)

    def test_the_primary_key_may_be_assigned_as_it_is_and_not_otherwise(self):
        self.realm.begin()
        self.editor.assign(self.bob, "_id", 1)
        self.assertRefused("primary-key-change", self.editor.assign, self.bob, "_id", 7)
        self.assertRefused("type-mismatch", self.editor.assign, self.bob, "_id", True)

    def test_nothing_is_kept_of_old_versions_while_nobody_watches(self):
        for name in ("Rob", "Bert"):
            self.realm.begin()
            self.editor.assign(self.bob, "name", name)
            self.realm.commit()
        self.assertEqual(len(self.bob.history), 1)

    def test_replacing_an_embedded_object_ends_the_old_one(self):
        self.realm.begin()
        self.editor.assign(self.bob, "home", {"city": "Lyon"})
        home = self.bob.values["home"]
        self.editor.assign(self.bob, "home", None)
        self.realm.commit()
        self.assertRefused("object-invalidated", self.realm.follow, home, "city")


class Filters(unittest.TestCase):
    schema = parse_schema({"N": {"primaryKey": "_id", "properties": {"_id": "int", "a": "mixed", "s": "string?"}}})["N"]

    def matches(self, where, **values):
        return compile_filter(self.schema, where, lambda value: value)(values)

    def test_numbers_compare_by_their_exact_values(self):
        self.assertTrue(self.matches({"a": 2.0}, a=2))
        self.assertFalse(self.matches({"a": 9007199254740992.0}, a=9007199254740993))
        self.assertTrue(self.matches({"a": {"$gt": 9007199254740992.0}}, a=9007199254740993))

    def test_a_bool_is_no_number(self):
        self.assertFalse(self.matches({"a": 1}, a=True))

    def test_null_has_no_order_but_is_not_equal(self):
        self.assertFalse(self.matches({"a": {"$lte": 1}}, a=None))
        self.assertTrue(self.matches({"a": {"$not": {"$lte": 1}}}, a=None))
        self.assertTrue(self.matches({"a": {"$ne": 1}}, a=None))

    def test_strings_have_no_order(self):
        with self.assertRaises(Refused):
            self.matches({"s": {"$lt": "b"}}, s="a")

    def test_an_empty_in_matches_nothing_and_an_empty_filter_everything(self):
        self.assertFalse(self.matches({"s": {"$in": []}}, s=None))
        self.assertTrue(self.matches({}, s=None))

    def test_what_is_equal_by_every_sort_key_keeps_its_order(self):
        realm = Realm({"N": self.schema})
        realm.begin()
        rows = [Editor(realm).create("N", {"_id": id, "s": s}) for id, s in ((3, "b"), (1, None), (2, "b"))]
        ordered = compile_sort(self.schema, [["s", "descending"]])(rows)
        self.assertEqual([row.key for row in ordered], [3, 2, 1])
