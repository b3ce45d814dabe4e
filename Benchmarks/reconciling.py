"""A trail and the database that it accounts for: two devices create patients, a thousand a transaction, and change one in ten."""

import json
import sqlite3

OBJECTS = 300_000
PROPERTIES = {
    "_id": "objectId", "name": "string", "born": "date?", "weight": "double", "visits": "int", "active": "bool",
    "fee": "decimal128?", "doctor": "Patient?",
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


def make(folder):
    (folder / "clinic.json").write_text(json.dumps({"Patient": {"primaryKey": "_id", "properties": PROPERTIES}}))
    number, connection = 0, sqlite3.connect(folder / "clinic.sqlite")
    connection.execute(f"CREATE TABLE Patient ({COLUMNS})")
    with open(folder / "clinic.ndjson", "w") as file:

        def write(changes):
            nonlocal number
            number += 1
            file.write(json.dumps({
                "_id": {"$oid": f"66{number:022x}"}, "_partition": f"clinic-{number % 2:024x}", "activity": "visit",
                "timestamp": {"$date": {"$numberLong": str(1_700_000_000_000 + number * 1000)}}, "event": "write",
                "data": json.dumps({"Patient": changes}, separators=(",", ":")), "username": "jane",
            }, separators=(",", ":")) + "\n")

        for start in range(0, OBJECTS, 1000):
            rows = [patient(n) for n in range(start, start + 1000)]
            write({"insertions": rows})
            write({"modifications": [{"oldValue": row, "newValue": {"visits": 1000}} for row in rows[::10]]})
            for row in rows[::10]:
                row["visits"] = 1000
            stored = [(*row.values(),) for row in rows]
            connection.executemany(
                "INSERT INTO Patient VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(*row[:2], row[2].replace("T", " ")[:-1], *row[3:]) for row in stored],
            )
    connection.commit()
    connection.close()


def database(setting):
    return setting.path("clinic.sqlite", lambda path: make(setting.folder))


def check(setting):
    state = database(setting)
    return [*check_alone(setting), "--state", state]


def check_alone(setting):
    database(setting)
    arguments = setting.folder / "clinic.ndjson", "--schema", setting.folder / "clinic.json", "--complete"
    return [setting.touchstone, "check", *arguments]


def scan(setting):
    columns = ", ".join(f"sum(length({column.split()[0]}))" for column in COLUMNS.split(", "))
    return ["sqlite3", database(setting), f"SELECT {columns} FROM Patient"]
