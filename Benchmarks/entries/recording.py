"""JSON beside Foundation's, and what is recorded beside the same rows in SQLite with nothing around it."""

from measuring import Entry

FOUNDATION, SQLITE = "Foundation", "bare SQLite, same rows"


def swift(name, what, against, size=None, short_size=None, rounds=5):
    def measure(setting):
        chosen = short_size if setting.is_short else size
        return setting.swift("touchstone-benchmarks", name, rounds, *([] if chosen is None else [chosen]))

    return Entry(name, what, against, None, measure, is_short=True)


ENTRIES = [
    swift("json-parse", "`JSON(parsing:)`, seven event documents", f"{FOUNDATION}: `JSONSerialization`", rounds=11),
    swift("json-write", "`write(into:)`, the same", f"{FOUNDATION}: `JSONEncoder`", rounds=11),
    swift("reads", "100,000 object reads in a scope", SQLITE, 100_000, 100_000),
    swift("query", "a query over 100,000 objects", SQLITE, 100_000, 100_000),
    swift("transactions", "1,000 transactions of ten changes", SQLITE, 1_000, 1_000),
    swift("scopes", "10,000 scopes of one event", SQLITE, 10_000, 10_000),
    swift("large", "one event of 64 MiB", SQLITE, 64 << 20, 16 << 20),
]
