"""Dates, decimals, floats, and which values are the same."""

import math
import unittest
from decimal import Decimal

from realm.dates import format_date, parse_date
from realm.values import ValueSet, identity, parse_decimal
from wire.extended_json import decode, encode


class Dates(unittest.TestCase):
    def test_dates_are_written_in_utc_with_milliseconds(self):
        for milliseconds, text in (
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_007, "2000-02-29T00:00:00.007Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
            (-62_198_755_200_000, "-000001-01-01T00:00:00.000Z"),
        ):
            with self.subTest(text):
                self.assertEqual(format_date(milliseconds), text)
                self.assertEqual(parse_date(text), milliseconds)

    def test_a_zone_is_taken_off(self):
        self.assertEqual(parse_date("1970-01-01T02:00:00.5+02:00"), 500)

    def test_days_that_do_not_exist_are_refused(self):
        for text in ("1900-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-01-01T24:00:00Z", "2023-01-01T00:00:00"):
            with self.subTest(text), self.assertRaises(ValueError):
                parse_date(text)


class Decimals(unittest.TestCase):
    def test_the_text_of_a_decimal_is_canonical(self):
        for text, canonical in (
            ("1.50", "1.50"),
            ("1e10", "1E+10"),
            ("0.0000001", "1E-7"),
            ("-0", "-0"),
            ("-nan", "NaN"),
            ("inf", "Infinity"),
            ("1E6144", "1.000000000000000000000000000000000E+6144"),
        ):
            with self.subTest(text):
                self.assertEqual(str(parse_decimal(text)), canonical)

    def test_what_only_python_takes_for_a_decimal_is_refused(self):
        for text in ("1_000", " 1", "٣", "", "1E7000"):
            with self.subTest(text), self.assertRaises(ValueError):
                parse_decimal(text)


class Identity(unittest.TestCase):
    def test_equal_values_of_different_types_are_not_the_same(self):
        values = [True, 1, 1.0, Decimal(1), "1", None, False, 0]
        self.assertEqual(len({identity(value) for value in values}), len(values))

    def test_a_nan_is_the_same_as_a_nan(self):
        self.assertEqual(identity(math.nan), identity(float("nan")))

    def test_a_set_has_each_value_once(self):
        self.assertEqual(list(ValueSet.of([1, 2, 1]).values()), [1, 2])


class ExtendedJSON(unittest.TestCase):
    def test_values_come_back_as_they_were(self):
        for value in (
            {"$oid": "62b38b3c10846041166f5deb"},
            {"$uuid": "00000000-0000-0000-0000-0000000000ff"},
            {"$date": "2022-06-23T14:54:37.756Z"},
            {"$date": {"$numberLong": "-1"}},
            {"$binary": {"base64": "AQI=", "subType": "00"}},
            {"$numberDecimal": "1.50"},
            {"$numberDouble": "NaN"},
            [1, 1.5, None, {"a": "b"}],
        ):
            with self.subTest(value):
                self.assertEqual(encode(decode(value, None)), value)
