"""Compares `touchstone check --state` with sqlite3's own full scan of the database:
`reconcile.py TOUCHSTONE [OBJECTS [FOLDER]]`.

Two devices create OBJECTS patients, a thousand a transaction, and change one in ten; the trail accounts for the database. What
is compared takes turns in one run: the check alone, the check with the database, and `sqlite3` reading every column of
every row. Times are those of the clock, memory is the peak.
"""

import json
import os
import sqlite3
import subprocess
import sys
import time

SCHEMA = {
    "Patient": {
        "primaryKey": "_id",
        "properties": {
            "_id": "objectId", "name": "string", "born": "date?", "weight": "double", "visits": "int", "active": "bool",
            "fee": "decimal128?", "doctor": "Patient?",
        },
    }
}
COLUMNS = "_id TEXT, name TEXT, born DATETIME, weight REAL, visits INTEGER, active BOOLEAN, fee TEXT, doctor TEXT"


def key(number):
    return f"65aa{number:020x}"


def patient(number):
    return {
        "_id": key(number), "name": f"Patient {number}", "born": f"19{number % 90 + 10}-01-02T03:04:05.{number % 1000:03}Z",
        "weight": number / 8, "visits": number % 100, "active": number % 2 == 0, "fee": f"{number}.50",
        "doctor": key(number // 2) if number % 3 else None,
    }


def make(objects, folder):
    """The trail, the database and the schema."""
    trail, database, schema = (os.path.join(folder, name) for name in ("trail.ndjson", "clinic.sqlite", "schema.json"))
    if os.path.exists(database):
        os.remove(database)
    with open(schema, "w") as file:
        json.dump(SCHEMA, file)
    number, connection = 0, sqlite3.connect(database)
    connection.execute(f"CREATE TABLE Patient ({COLUMNS})")
    with open(trail, "w") as file:

        def write(changes):
            nonlocal number
            number += 1
            milliseconds = 1_700_000_000_000 + number * 1000
            file.write(json.dumps({
                "_id": {"$oid": f"66{number:022x}"}, "_partition": f"clinic-{number % 2:024x}", "activity": "visit",
                "timestamp": {"$date": {"$numberLong": str(milliseconds)}}, "event": "write",
                "data": json.dumps({"Patient": changes}, separators=(",", ":")), "username": "jane",
            }, separators=(",", ":")) + "\n")

        for start in range(0, objects, 1000):
            rows = [patient(n) for n in range(start, min(start + 1000, objects))]
            write({"insertions": rows})
            changed = rows[::10]
            write({"modifications": [{"oldValue": row, "newValue": {"visits": 1000}} for row in changed]})
            for row in changed:
                row["visits"] = 1000
            connection.executemany(
                "INSERT INTO Patient VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(*list(row.values())[:2], row["born"].replace("T", " ")[:-1], *list(row.values())[3:]) for row in rows],
            )
    connection.commit()
    return trail, database, schema


def measure(command):
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = child.stdout.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}: {output[-2000:]}")
    return time.monotonic() - start, usage.ru_maxrss / 1024, output


def main():
    touchstone = sys.argv[1]
    objects = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    folder = sys.argv[3] if len(sys.argv) > 3 else "/tmp"
    trail, database, schema = make(objects, folder)
    columns = ", ".join(f"sum(length({column.split()[0]}))" for column in COLUMNS.split(", "))
    check = [touchstone, "check", trail, "--schema", schema, "--complete"]
    commands = {
        "`sqlite3`, every column of every row": ["sqlite3", database, f"SELECT {columns} FROM Patient"],
        "`touchstone check`": check,
        "`touchstone check --state`": [*check, "--state", database],
    }
    best = {}
    for _ in range(3):
        for name, command in commands.items():
            seconds, peak, output = measure(command)
            best[name] = min(best.get(name, (seconds, peak)), (seconds, peak))
    print("\n".join(line for line in output.splitlines() if line.startswith(("objects:", "values:"))))
    scan = best["`sqlite3`, every column of every row"][0]
    print(f"\n{objects:,} objects, {os.path.getsize(trail) >> 20} MB of trail, {os.path.getsize(database) >> 20} MB of database\n")
    print("| | seconds | times the scan | peak MB |\n| --- | --- | --- | --- |")
    for name, (seconds, peak) in best.items():
        print(f"| {name} | {seconds:.2f} | {seconds / scan:.1f} | {peak:.0f} |")


main()
