"""Text in, value out, and nothing lost between."""

import unittest

import strict_json


class StrictJSON(unittest.TestCase):
    def test_a_duplicate_key_is_refused(self):
        with self.assertRaisesRegex(ValueError, "'a' is there twice"):
            strict_json.parse('{"a": 1, "b": 2, "a": 1}')

    def test_the_same_key_in_two_objects_is_none(self):
        self.assertEqual(strict_json.parse('[{"a": 1}, {"a": 1}]'), [{"a": 1}, {"a": 1}])

    def test_integers_and_doubles_are_told_apart(self):
        one, other = strict_json.parse("[9223372036854775807, 1.0]")
        self.assertEqual((one, type(one), type(other)), (9223372036854775807, int, float))

    def test_what_is_no_json_is_refused(self):
        for text in ("NaN", "-Infinity", "[1,]", "'a'", '"\n"', "1e999", '"\\ud800"', ""):
            with self.subTest(text), self.assertRaises(ValueError):
                strict_json.parse(text)

    def test_an_escaped_pair_of_surrogates_is_one_character(self):
        self.assertEqual(strict_json.parse('["\\ud83d\\ude00", 1]'), ["😀", 1])

    def test_raw_numbers_keep_their_digits(self):
        text = '{"a":[1.10,1E400,-0,123456789012345678901234567890],"b":{},"c":[],"d":[null,true,"é\\n"]}'
        self.assertEqual(strict_json.write(strict_json.parse_raw(text)), text)

    def test_raw_numbers_are_the_same_by_value_and_kind(self):
        number = strict_json.Number
        self.assertTrue(number("1.10").is_same(number("11e-1")))
        self.assertFalse(number("1").is_same(number("1.0")))

    def test_deep_values_are_written(self):
        value = []
        for _ in range(20_000):
            value = [value]
        self.assertEqual(strict_json.write(value), "[" * 20_001 + "]" * 20_001)
