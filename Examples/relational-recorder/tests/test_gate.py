"""Holds the recorder against the suite as the README says, and shows that no regression gets through."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent.parent
TOUCHSTONE = os.path.abspath(os.environ.get("TOUCHSTONE", str(HERE.parent.parent / ".build/debug/touchstone")))
# Their ten megabytes show nothing that the regressions are about.
GATE = ["--profile", "relational", "--exclude", "limits/**", "--expectations", str(HERE / "expectations.json")]

sys.path.insert(0, str(HERE / "tests"))
from broken import REGRESSIONS  # noqa: E402


def run(*arguments, program=(str(HERE / "adapter.py"),)):
    command = [TOUCHSTONE, *arguments, "--", sys.executable, "-B", *program]
    # Elsewhere than in the working copy: its suite would be read and checked anew by each run.
    return subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tempfile.gettempdir())


class Gate(unittest.TestCase):
    def test_the_class_is_achieved_in_its_profile(self):
        done = run("run", "--profile", "relational")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("profile relational: achieved, without lists", done.stdout)

    def test_the_list_says_what_is_left_out_and_nothing_else(self):
        done = run("run", *GATE)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_cases_about_its_own_tables_pass(self):
        done = run("run", "--cases", str(HERE / "cases"))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("passed 6", done.stdout)

    def test_programs_about_its_own_tables_show_no_difference(self):
        done = run("explore", "--schema", str(HERE / "schema.json"), "--seed", "1", "--count", "300")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_an_adapter_that_is_made_for_the_tables_works_as_far_as_it_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([TOUCHSTONE, "init", "--schema", "schema.json", "python", folder], cwd=HERE)
            self.assertEqual(made.returncode, 0)
            done = run("smoke", program=(folder + "/adapter.py",))
            self.assertEqual(done.returncode, 0, done.stdout)


class Regressions(unittest.TestCase):
    def stops(self, name, words):
        done = run("run", *GATE, program=(str(HERE / "tests/broken.py"), name))
        self.assertEqual(done.returncode, 1, done.stdout[-2000:])
        self.assertTrue(words in done.stdout, f"{name}: no {words!r} in the output")


SIGNS = {
    "drops_a_feature": 'the feature "drop-scope" is not offered',
    "drops_what_the_profile_promises": "had to be run: does not offer links",
    "declines_a_step": "had to be run",
    "declines_a_type": "had to be run: no dates",
    "writes_bools_as_numbers": "expected true, found 1",
    "leaks_data": "SERIAL-13 ",
    "forgets_what_loses_its_link": "WRITE-21 ",
    "does_not_combine": "COMBINE-1 ",
    "takes_the_metadata_of_the_commit": "META-12 ",
    "cuts_texts_at_the_first_null": "SERIAL-6 ",
    "shows_the_whole_row_as_new": "newValue._id: not expected: 1",
    "records_cancelled_transactions": "WRITE-4 ",
}


def stopping(name, words):
    return lambda self: self.stops(name, words)


for name, words in SIGNS.items():
    setattr(Regressions, f"test_the_gate_stops_a_recorder_that_{name}", stopping(name, words))


class Signs(unittest.TestCase):
    def test_every_regression_has_its_sign(self):
        self.assertEqual(sorted(REGRESSIONS), sorted(SIGNS))


if __name__ == "__main__":
    unittest.main()
