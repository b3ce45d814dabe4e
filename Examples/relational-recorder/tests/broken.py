"""The recorder with one regression: `broken.py NAME`. The gate has to stop each of them."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from adapter import wire  # noqa: E402
import recorder  # noqa: E402
import steps  # noqa: E402
import store  # noqa: E402
import values  # noqa: E402


def drops_a_feature():
    steps.FEATURES.remove("drop-scope")


def drops_what_the_profile_promises():
    steps.FEATURES.remove("links")


def declines_a_step():
    """Although what it needs is offered."""
    del steps.STEPS["query"]


def declines_a_type():
    """The whole case, by a type that every profile promises."""
    before = steps.Case.__init__

    def check(self, schema, configuration):
        if any("date" in text for entry in schema.values() for text in entry["properties"].values()):
            raise steps.Unsupported("no dates")
        before(self, schema, configuration)

    steps.Case.__init__ = check


def writes_bools_as_numbers():
    before = recorder.to_payload
    recorder.to_payload = lambda value, kind: value if kind == "bool" else before(value, kind)


def leaks_data():
    before = recorder.Recorder.shown

    def shown(self, name, row):
        return before(self, name, row) | {
            column.name: "?" for column in self.store.tables[name].columns.values() if column.kind == "data"
        }

    recorder.Recorder.shown = shown


def forgets_what_loses_its_link():
    before = store.Store.delete

    def delete(self, table, row):
        tables, self.tables = self.tables, {}
        before(self, table, row)
        self.tables = tables

    store.Store.delete = delete


def does_not_combine():
    recorder.combined = lambda items, seen: items


def takes_the_metadata_of_the_commit():
    before = recorder.Recorder.commit

    def commit(self, scope):
        scope.metadata = self.metadata
        before(self, scope)

    recorder.Recorder.commit = commit


def cuts_texts_at_the_first_null():
    before = values.WRITERS["string"]
    values.WRITERS["string"] = lambda value, *rest: before(value, *rest) if not isinstance(value, str) else (
        value.split("\0")[0]
    )


def shows_the_whole_row_as_new():
    recorder.differs = lambda column, old, new: True


def records_cancelled_transactions():
    before = store.Store.end
    store.Store.end = lambda self, is_cancelled: before(self, False)


REGRESSIONS = {
    name: function for name, function in list(globals().items())
    if callable(function) and getattr(function, "__module__", None) == __name__
}

if __name__ == "__main__":
    REGRESSIONS[sys.argv[1]]()
    wire.main()
