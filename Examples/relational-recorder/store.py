"""Tables of SQLite, and what a recorder has to know of them: every row by a number that is never given again, links as
numbers of rows, and the rows that the open transaction changed, as they were before it.
"""

import json
import pathlib
import sqlite3

from values import INVALID, comparable, to_column

HERE = pathlib.Path(__file__).parent
# The tables of the application; see tables.sql.
OWN_SCHEMA = json.loads((HERE / "schema.json").read_text("utf-8"))


class Failed(Exception):
    """An operation failed; `code` is one of the error codes of the specification."""

    def __init__(self, code, message=""):
        super().__init__(message or code)
        self.code = code


class Column:
    """A property: its plain type, or the class that it links to."""

    def __init__(self, name, text, sql):
        self.name, self.sql = name, sql
        self.is_optional = text.endswith("?")
        self.kind = text.rstrip("?")
        self.target = None


class Table:
    """A class with its columns."""

    def __init__(self, name, definition, place, is_own):
        quoted = lambda text: '"' + text.replace('"', '""') + '"'  # noqa: E731
        self.name = name
        # Names that differ in case alone are the same to SQLite, so that numbers tell them apart.
        self.sql = quoted(name if is_own else f"{place} {name}")
        self.key = definition["primaryKey"]
        self.columns = {
            property: Column(property, text, quoted(property if is_own else f"{index} {property}"))
            for index, (property, text) in enumerate(definition["properties"].items())
        }

    def column(self, name):
        if name not in self.columns:
            raise Failed("unknown-property", f"{self.name} has no property {name!r}")
        return self.columns[name]


class Store:
    """A database with the application's tables, or with those of any schema of plain values and links."""

    def __init__(self, schema):
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.database.execute("PRAGMA foreign_keys = ON")
        is_own = schema == OWN_SCHEMA
        self.tables = {
            name: Table(name, definition, place, is_own) for place, (name, definition) in enumerate(schema.items())
        }
        for table in self.tables.values():
            for column in table.columns.values():
                column.target = self.tables.get(column.kind)
        if is_own:
            self.database.executescript((HERE / "tables.sql").read_text("utf-8"))
        else:
            for table in self.tables.values():
                self.database.execute(table_text(table))
        self.next_row = 1
        self.version = 0
        self.is_writing = False
        # What the transaction touched: the values before it by class and row; None for a row that it created.
        self.before = {}

    def table(self, name):
        if name not in self.tables:
            raise Failed("unknown-class", f"there is no class {name!r}")
        return self.tables[name]

    # Transactions

    def begin(self):
        if self.is_writing:
            raise Failed("already-in-write-transaction")
        self.database.execute("BEGIN IMMEDIATE")
        self.is_writing = True

    def end(self, is_cancelled):
        """Ends the transaction; the rows that it touched, as they were before it."""
        self.database.execute("ROLLBACK" if is_cancelled else "COMMIT")
        before, self.before, self.is_writing = self.before, {}, False
        if not is_cancelled:
            self.version += 1
        return before

    # Reading

    def values(self, name, row):
        """The values of a row now, a link with the key of its target; None if there is no such row."""
        table = self.tables[name]
        names = ", ".join(column.sql for column in table.columns.values())
        found = self.database.execute(f"SELECT {names} FROM {table.sql} WHERE row = ?", (row,)).fetchone()
        if found is None:
            return None
        values = dict(zip(table.columns, found))
        for column in table.columns.values():
            if column.target and values[column.name] is not None:
                values[column.name] = (values[column.name], self.key(column.target, values[column.name]))
        return values

    def values_before(self, name, row):
        """The values of a row before the open transaction; None if it created the row."""
        return self.before[name, row] if (name, row) in self.before else self.values(name, row)

    def key(self, table, row):
        sql = table.columns[table.key].sql
        return self.database.execute(f"SELECT {sql} FROM {table.sql} WHERE row = ?", (row,)).fetchone()[0]

    def rows(self, table):
        return [row for row, in self.database.execute(f"SELECT row FROM {table.sql} ORDER BY row")]

    def find(self, table, key):
        column = table.columns[table.key]
        value = to_column(key, column.kind)
        if value is INVALID:
            raise Failed("type-mismatch")
        text = f"SELECT row FROM {table.sql} WHERE {column.sql} = ?"
        found = self.database.execute(text, (value,)).fetchone()
        return found and found[0]

    # Writing

    def create(self, table, columns):
        self.touch_check()
        for column in table.columns.values():
            if column.name not in columns:
                if not column.is_optional:
                    raise Failed("missing-value", column.name)
                columns[column.name] = None
        row, self.next_row = self.next_row, self.next_row + 1
        names = ", ".join(column.sql for column in table.columns.values())
        marks = ", ".join("?" for _ in table.columns)
        values = [columns[name] for name in table.columns]
        try:
            self.database.execute(f"INSERT INTO {table.sql} (row, {names}) VALUES (?, {marks})", [row, *values])
        except sqlite3.IntegrityError as error:
            raise Failed("duplicate-primary-key", str(error)) from None
        self.before[table.name, row] = None
        return row

    def set(self, table, row, column, value):
        self.touch(table.name, row)
        if column.name == table.key and value != self.key(table, row):
            raise Failed("primary-key-change")
        self.database.execute(f"UPDATE {table.sql} SET {column.sql} = ? WHERE row = ?", (value, row))

    def delete(self, table, row):
        self.touch(table.name, row)
        # What refers to the row loses its link (ON DELETE SET NULL), which is a change as well.
        for other in self.tables.values():
            for column in other.columns.values():
                if column.target is table:
                    text = f"SELECT row FROM {other.sql} WHERE {column.sql} = ?"
                    for holder, in self.database.execute(text, (row,)).fetchall():
                        self.touch(other.name, holder)
        self.database.execute(f"DELETE FROM {table.sql} WHERE row = ?", (row,))

    def touch_check(self):
        if not self.is_writing:
            raise Failed("not-in-write-transaction")

    def touch(self, name, row):
        """Notes the values of a row before the transaction changes it for the first time."""
        self.touch_check()
        if (name, row) not in self.before:
            self.before[name, row] = self.values(name, row)


def table_text(table):
    parts = ["row INTEGER PRIMARY KEY"]
    for column in table.columns.values():
        rule = " UNIQUE" if column.name == table.key else "" if column.is_optional else " NOT NULL"
        link = f" REFERENCES {column.target.sql} (row) ON DELETE SET NULL" if column.target else ""
        parts.append(column.sql + rule + link)
    return f"CREATE TABLE {table.sql} ({', '.join(parts)})"


def differs(column, old, new):
    """Whether a property changed: a link by the object it points to, a number by its value."""
    if column.target:
        return (old and old[0]) != (new and new[0])
    return comparable(old, column.kind) != comparable(new, column.kind)
