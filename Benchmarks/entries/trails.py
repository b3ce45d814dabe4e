"""Trails beside the tools that one would take otherwise: parsers of JSON, DuckDB, ripgrep with jq, sqlite3."""

import json
import os
import re
import sys

import reconciling
from measuring import Entry, Round, commands, run

EVENTS = int(os.environ.get("EVENTS", 1_000_000))

# A program that reads each document and the payload in it, and looks at nothing.
PARSER = """
import sys, {module}
loads = {loads}
with open(sys.argv[1], "rb") as file:
    while lines := file.readlines(64 << 20):
        for line in lines:
            data = loads(line){get}
            if data and data[0] == "{{":
                loads(data{encode})
"""
ORJSON = PARSER.format(module="orjson", loads="orjson.loads", get='.get("data")', encode="")
SIMDJSON = PARSER.format(
    module="simdjson", loads="simdjson.Parser().parse", get='.get("data")', encode=".encode()"
)
# The payloads are text within the documents: jq reads them as JSON, too.
FILTER = 'select(.event == "read" or .event == "write") | [.timestamp, .activity, .username, (.data | fromjson)]'

# SQLite alone: the rows of a database that is there already, in a new one with the same indices.
COPY = """
import os, sqlite3, sys
source, target = sys.argv[1:]
if os.path.exists(target):
    os.unlink(target)
connection = sqlite3.connect(target, isolation_level=None)
connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
connection.execute("ATTACH ? AS source", (source,))
made = connection.execute("SELECT type, name, sql FROM source.sqlite_master WHERE sql IS NOT NULL").fetchall()
connection.execute("BEGIN")
for name, sql in [(name, sql) for kind, name, sql in made if kind == "table"]:
    connection.execute(sql)
    connection.execute(f'INSERT INTO main."{name}" SELECT * FROM source."{name}"')
for sql in [sql for kind, name, sql in made if kind == "index"]:
    connection.execute(sql)
connection.execute("COMMIT")
"""


def schema(setting):
    return setting.path("schema.json", lambda path: sample(setting))


def trail(setting):
    return setting.path("trail.ndjson", lambda path: sample(setting))


def sample(setting):
    names = setting.folder / "schema.json", setting.folder / "trail.ndjson"
    arguments = "--events", str(EVENTS), "--seed", "3", "--write-schema", names[0], "-o", names[1]
    run([setting.touchstone, "trail-sample", *arguments])


def key(setting):
    """The key of a Patient that was read in the middle of the trail."""
    with open(trail(setting), "rb") as file:
        file.seek(os.path.getsize(trail(setting)) // 2)
        file.readline()
        for line in file:
            document = json.loads(line)
            if document.get("event") == "read":
                data = json.loads(document["data"])
                if data["type"] == "Patient":
                    return data["value"][0]["_id"]
    raise SystemExit("the second half of the trail contains no reads of patients")


def check(level, jobs=1):
    return lambda s: [s.touchstone, "check", "--jobs", str(jobs), "--level", level, "--schema", schema(s), trail(s)]


def python(program):
    return lambda s: [sys.executable, "-c", program, trail(s)]


def level(name, goal=None, against="orjson", program=ORJSON):
    words = f"`check --level {name}`, one thread"
    row = f"check-{name}" + ("" if against == "orjson" else f"-{against}")
    return commands(row, words, f"{against}, parsing alone", goal, check(name), python(program), by="processor")


def duckdb(sql):
    """A program that asks DuckDB; `TRAIL` in the question is the file with its columns."""
    program = "import duckdb, sys\nprint(duckdb.connect(sys.argv[1]).execute(sys.argv[2]).fetchall())"

    def command(setting):
        database = setting.folder / "duckdb.db"
        database.unlink(missing_ok=True)
        columns = f"read_ndjson('{trail(setting)}', maximum_object_size=67108864)"
        return [sys.executable, "-c", program, database, sql(setting).replace("TRAIL", columns)]

    return command


def into_sqlite(setting):
    (setting.folder / "trail.db").unlink(missing_ok=True)
    return [setting.touchstone, "trail", trail(setting), "--sqlite", setting.folder / "trail.db"]


def sqlite_alone(setting):
    rows = setting.path("rows.db", lambda path: run([setting.touchstone, "trail", trail(setting), "--sqlite", path]))
    return [sys.executable, "-c", COPY, rows, setting.folder / "copy.db"]


def asked(*verb):
    return lambda s: [s.touchstone, "trail", *verb, trail(s), "--object", f"Patient/{key(s)}"]


def found(output):
    """How many events of the object there are, as `touchstone trail` says it; the others print one a line."""
    said = re.search(rb"^(\d+) events? in ", output, re.M)
    return int(said.group(1)) if said else output.count(b"\n")


def exported(form):
    return lambda s: [s.touchstone, "trail", "events", trail(s), "--format", form]


def sqlite_seconds(setting):
    for _ in range(2):
        used = run(into_sqlite(setting))
        yield Round(used.wall, 5 * EVENTS / 1_000_000, used.peak)


ENTRIES = [
    level("document"),
    level("payload"),
    level("types"),
    level("history", 1),
    level("history", None, "simdjson", SIMDJSON),
    commands("check-jobs", "`check --jobs 2`", "`check --jobs 1`", 1.8, check("history", 2), check("history")),
    commands(
        "sqlite", "`trail --sqlite`", "DuckDB: import of the file as it is", None, into_sqlite,
        duckdb(lambda s: "CREATE TABLE events AS SELECT * FROM TRAIL"),
    ),
    commands("sqlite-alone", "the same", "SQLite: the same rows and indices", None, into_sqlite, sqlite_alone),
    Entry("sqlite-seconds", "the same", "5 s for a million events", 1, sqlite_seconds),
    commands(
        "access", "`trail access --object`", "DuckDB: the lines with the key", 2.5, asked("access"),
        duckdb(lambda s: f"SELECT timestamp, activity FROM TRAIL WHERE contains(data, '{key(s)}')"),
    ),
    commands(
        "object", "`trail --object`", "ripgrep and jq", 0.5, asked(),
        lambda s: f"rg --no-filename -F {key(s)} {trail(s)} | jq -c '{FILTER}'", rounds=5, answer=found,
    ),
    commands("csv", "`trail events --format csv`", "orjson, parsing alone", None, exported("csv"), python(ORJSON)),
    commands("jsonl", "`trail events --format jsonl`", "orjson, parsing alone", None, exported("jsonl"), python(ORJSON)),
    commands(
        "reconcile", "`check --state`, 300,000 objects", "sqlite3: every column of every row", None,
        reconciling.check, reconciling.scan,
    ),
    commands(
        "reconcile-check", "the same", "`check` without `--state`", None, reconciling.check, reconciling.check_alone,
        by="processor",
    ),
]
