"""Checks a folder of exported AuditEvent documents with PySpark in local mode.

    python check_exports.py FOLDER --touchstone PATH [touchstone check options ...]

The lines of all files are grouped by `_partition`, so that what one device recorded stays together and in order. Each
group is piped through `touchstone check --partial`; `touchstone merge` makes one report of the results. The exit status
is that of merge: 0 no error, 1 errors, 2 the trail could not be checked.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession


def partition_of(line):
    """The partition of a document; damaged lines share a group and are findings there."""
    try:
        value = json.loads(line).get("_partition")
        return value if isinstance(value, str) else ""
    except (ValueError, AttributeError):
        return ""


def check(touchstone, options):
    """A function that checks one slice and yields its partial result."""

    def run(index, lines):
        # Neighbours in the trail are neighbours in the slice: time within a partition must not run backwards.
        ordered = sorted(lines, key=lambda entry: entry[1][0])
        text = "\n".join(line for _, (_, line) in ordered)
        if not text:
            return
        done = subprocess.run(
            [touchstone, "check", "--partial", "--name", f"slice-{index:05}", *options, "-"],
            input=text.encode(),
            capture_output=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        yield done.stdout.decode().strip()

    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--touchstone", default="touchstone")
    parser.add_argument("--slices", type=int, default=4)
    parser.add_argument("--report", action="append", default=[], help="as for touchstone merge")
    arguments, options = parser.parse_known_args()

    spark = (
        SparkSession.builder.master("local[2]")
        .appName("touchstone")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    # Files are read in the order of their names, as `touchstone check FOLDER/*` would; .gz files are understood.
    lines = spark.sparkContext.textFile(arguments.folder).filter(lambda line: line.strip())
    partials = (
        lines.zipWithIndex()
        .map(lambda pair: (partition_of(pair[0]), (pair[1], pair[0])))
        .partitionBy(arguments.slices)
        .mapPartitionsWithIndex(check(arguments.touchstone, options))
        .collect()
    )
    spark.stop()

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "partials.ndjson"
        path.write_text("\n".join(partials) + "\n", encoding="utf-8")
        reports = [part for report in arguments.report for part in ("--report", report)]
        return subprocess.run([arguments.touchstone, "merge", *reports, str(path)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
