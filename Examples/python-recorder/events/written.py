"""Whether two values are written alike, which is what edition core compares (WRITE-44)."""

import uuid

from realm.dates import format_date
from realm.objects import Row
from realm.values import Date, ObjectId, ValueSet

from .links import NO_FOLLOWS
from .serialization import ObjectWriter, is_hidden, is_left_out, run


class Written:
    """Compares values before and after a transaction: numbers by value, sets in any order, and no NaN is the same."""

    def __init__(self, changes, representations, edition):
        self._changes = changes
        self._representations = representations
        self._edition = edition

    def same(self, type, old, new):
        """Whether a property is shown alike, be it left out before and after."""
        hidden = [is_left_out(type, value, self._edition) for value in (old, new)]
        return hidden[0] == hidden[1] if any(hidden) else self._same(old, new)

    def _same(self, old, new):
        # What holds a collection holds one of its kind for good: those in mixed values are hidden.
        if isinstance(new, ValueSet):
            return self._same_members(list(old.values()), list(new.values()))
        if isinstance(new, list):
            return len(old) == len(new) and all(map(self._same_element, old, new))
        if isinstance(new, dict):
            return old.keys() == new.keys() and all(self._same_element(old[key], new[key]) for key in old)
        if isinstance(old, Row) and isinstance(new, Row) and new.embedded:
            return self._same_embedded(old, new)
        return self._shown(old, self._changes.before) == self._shown(new, self._changes.after)

    def _shown(self, value, version):
        text = self._representations.text(value, version) if isinstance(value, Row) and value.embedded else None
        return _scalar(value) if text is None else _scalar(None) if text == "null" else "object"

    def _same_element(self, old, new):
        return self._same(*(None if is_hidden(value) else value for value in (old, new)))

    def _same_members(self, old, new):
        # None of them holds others.
        before, after = ({_scalar(None if is_hidden(value) else value) for value in values} for values in (old, new))
        return len(old) == len(new) and before == after and not any(value != value for value in after)

    def _same_embedded(self, old, new):
        changes, text = self._changes, self._representations.text
        if text(old, changes.before) is not None or text(new, changes.after) is not None:
            # A state without a text of its own is compared by what stands for it.
            writer = ObjectWriter(self._representations, NO_FOLLOWS, 0, self._edition)
            shown = run(writer.object(old, changes.before)), run(writer.object(new, changes.after))
            return self._representations.are_same(*shown)
        before, after = old.at(changes.before), new.at(changes.after)
        return all(self.same(type, before[name], after[name]) for name, type in old.schema.stored.items())


def _scalar(value):
    """What is written of a value that holds no others, equal for the same number and for nothing else."""
    if isinstance(value, Row):
        if value.embedded:
            return "object" if value.schema.stored else str(None)
        return _scalar(value.key)
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, Date):
        return "text", format_date(value.milliseconds, plain_years=True)
    if isinstance(value, (str, ObjectId, uuid.UUID)):
        return "text", str(value)
    return value
