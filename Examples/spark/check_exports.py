"""Checks a folder of exported AuditEvent documents with PySpark.

    python check_exports.py FOLDER --touchstone PATH [touchstone check options ...]

Spark runs `touchstone check --partial` on slices of neighbouring files, on as many cores as there are; `touchstone merge`
makes one report of the results. Only the names of files pass through Spark: touchstone reads their bytes itself, so what
is damaged in them is found, under the name of its file. The exit status is that of merge: 0 no error, 1 errors, 2 the
trail could not be checked.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

# A slice has this many files at the most: their names are arguments of a command.
FILES_OF_A_SLICE = 1000


def files_of(folder):
    """The files in the order of their names, as `touchstone check FOLDER/*` takes them."""
    return sorted(path for path in folder.iterdir() if path.is_file() and path.name[0] not in "._")


def slices_of(files, limit):
    """Groups of neighbouring files, each with no more than so many bytes, or a single file."""
    slices, size = [], 0
    for path in files:
        count = path.stat().st_size
        if not slices or size + count > limit or len(slices[-1]) == FILES_OF_A_SLICE:
            slices.append([])
            size = 0
        slices[-1].append(str(path))
        size += count
    return slices


def checker(touchstone, options, parts):
    """A function that checks one slice, and gives the file of its partial result or what went wrong."""

    def check(numbered):
        number, files = numbered
        part = pathlib.Path(parts) / f"part-{number:06}.json"
        with part.open("wb") as output:
            command = [touchstone, "check", "--partial", *options, "--", *files]
            done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, check=False)
        return str(part), done.stderr.decode(errors="replace") if done.returncode else None

    return check


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="files as touchstone check reads them")
    parser.add_argument("--touchstone", default="touchstone", help="the command")
    parser.add_argument("--master", default="local[*]", help="the cluster; all cores of this machine unless told otherwise")
    parser.add_argument("--parts", help="a folder for partial results that all workers can write; a temporary one by default")
    parser.add_argument("--slice-megabytes", type=int, default=256, help="how large a slice of several files may be")
    parser.add_argument("--report", action="append", default=[], help="as for touchstone merge")
    arguments, options = parser.parse_known_args()
    if not arguments.folder.is_dir():
        parser.error(f"{arguments.folder} is not a folder")
    slices = slices_of(files_of(arguments.folder), arguments.slice_megabytes << 20)
    if not slices:
        parser.error(f"{arguments.folder} contains no files")

    spark = (
        SparkSession.builder.master(arguments.master)
        .appName("touchstone")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as temporary:
        check = checker(arguments.touchstone, options, arguments.parts or temporary)
        results = spark.sparkContext.parallelize(list(enumerate(slices)), len(slices)).map(check).collect()
        spark.stop()
        errors = {error for _, error in results if error}
        if errors:
            print("".join(sorted(errors)), end="", file=sys.stderr)
            return 2
        reports = [part for report in arguments.report for part in ("--report", report)]
        command = [arguments.touchstone, "merge", *reports, "--", *(part for part, _ in results)]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
