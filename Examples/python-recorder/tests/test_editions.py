"""What the earlier edition and the observed one do otherwise."""

import base64
import json
import unittest
import zlib

from events.edition import CORE, EDITION_2022
from realm.dates import parse_date

from .support import change, get, record, run, write

BEGIN = {"do": "beginScope", "activity": "test", "as": "scope"}
COMMIT = {"do": "commitScope", "scope": "scope"}
THINGS = {
    "Thing": {
        "primaryKey": "_id",
        "properties": {
            "_id": "int",
            "picture": "data?",
            "pictures": "list<data>",
            "price": "decimal128?",
            "ratio": "double?",
            "note": "mixed",
            "day": "date?",
            "marks": "set<int>",
        },
    }
}


def thing(**values):
    return {"do": "write", "steps": [{"do": "create", "type": "Thing", "value": {"_id": 1, **values}, "as": "it"}]}


def core(*steps, **values):
    return record(*steps, given=[thing(**values)], schema=THINGS, edition=CORE)


READ = {"do": "get", "type": "Thing", "key": 1}


class Draft(unittest.TestCase):
    def test_the_activity_is_the_scope_and_payloads_are_compressed(self):
        (event,) = run(BEGIN, get(1), COMMIT, edition=EDITION_2022)["events"]
        self.assertEqual((event["scope"], "activity" in event), ("test", False))
        packed = base64.b64decode(event["data"]["$binary"]["base64"])
        self.assertEqual(json.loads(zlib.decompress(packed, -zlib.MAX_WBITS))["type"], "Person")

    def test_custom_data_is_not_compressed(self):
        (event,) = run({"do": "recordEvent", "activity": "a", "data": "x"}, edition=EDITION_2022)["events"]
        self.assertEqual(event["data"], "x")

    def test_a_second_scope_is_refused_until_the_first_has_ended(self):
        second = {"do": "beginScope", "activity": "again", "as": "second"}
        third = {"do": "beginScope", "activity": "again", "as": "third"}
        _, refused, _, begun = run(BEGIN, second, COMMIT, third, edition=EDITION_2022)["steps"]
        self.assertEqual((refused["error"]["code"], begun), ("other", {"ok": None}))


class Core(unittest.TestCase):
    def test_data_without_a_value_is_null_and_in_a_list_each_is(self):
        (event,) = core(READ, pictures=[{"$binary": {"base64": "AA==", "subType": "00"}}])
        self.assertEqual((event["value"][0]["picture"], event["value"][0]["pictures"]), (None, [None]))

    def test_decimals_and_collections_in_mixed_are_left_out(self):
        (event,) = core(READ, price={"$numberDecimal": "1.50"}, note=[1])
        self.assertFalse({"price", "note"} & event["value"][0].keys())

    def test_an_object_that_was_assigned_what_it_has_is_listed(self):
        (event,) = core(write(change("it", "day", None)))
        self.assertEqual(event["Thing"]["modifications"][0]["newValue"], {})

    def test_a_member_added_again_leaves_no_trace(self):
        add = {"do": "add", "object": "it", "property": "marks", "value": 5}
        self.assertEqual(core(write(add), marks=[5]), [])

    def test_what_is_written_alike_is_not_in_new_value_and_a_nan_always_is(self):
        (event,) = core(
            write(change("it", "note", {"$numberDouble": "1.0"})), note=1, ratio={"$numberDouble": "NaN"}
        )
        self.assertEqual(event["Thing"]["modifications"][0]["newValue"], {"ratio": None})

    def test_years_have_the_digits_that_they_have(self):
        (event,) = core(READ, day={"$date": {"$numberLong": str(parse_date("+010000-01-01T00:00:00Z"))}})
        self.assertEqual(event["value"][0]["day"], "10000-01-01T00:00:00.000Z")

    def test_the_keys_of_the_payload_are_sorted(self):
        steps = [BEGIN, write(change("it", "ratio", 2.5), {"do": "delete", "object": "it"}), write(), COMMIT]
        (event,) = run(*steps, given=[thing()], schema=THINGS, edition=CORE)["events"]
        keys = list(json.loads(event["data"])["Thing"]["deletions"][0])
        self.assertEqual(keys, sorted(keys))


if __name__ == "__main__":
    unittest.main()
