"""Write events: which objects a transaction changed, and what its payload says of them (Spec/writes.md)."""

from realm.objects import Row
from realm.transaction import Changes
from realm.values import ValueSet, identity
from strict_json import quote

from .links import NO_FOLLOWS
from .serialization import ObjectWriter, is_left_out, run
from .written import Written


def listed(changes, edition):
    """The changes that a write event lists, or None if there are none.

    Embedded objects come and go within the objects that hold them. An object that only was assigned to is left out,
    except in edition core (WRITE-17).
    """
    shown = Changes(
        changes.before,
        changes.after,
        [row for row in changes.inserted if not row.embedded],
        [row for row in changes.modified if edition.as_observed or _is_changed(row, changes)],
        [row for row in changes.deleted if not row.embedded],
    )
    return shown if shown.inserted or shown.modified or shown.deleted else None


def write_payload(changes, representations, edition):
    """The text of a write event's data, in which links are keys (LINK-24)."""
    writer = ObjectWriter(representations, NO_FOLLOWS, 0, edition)
    classes = {}
    # Whatever has names is written in the order of their bytes, as edition core has it (SERIAL-30).
    kinds = {"deletions": changes.deleted, "insertions": changes.inserted, "modifications": changes.modified}
    for kind, rows in kinds.items():
        for row in rows:
            classes.setdefault(row.schema.name, {}).setdefault(kind, []).append(row)
    return run(_payload(classes, writer, changes, representations, edition))


def _payload(classes, writer, changes, representations, edition):
    before_class = "{"
    for name, kinds in sorted(classes.items(), key=lambda entry: entry[0].encode()):
        yield f"{before_class}{quote(name)}:"
        before_kind = "{"
        for kind, rows in kinds.items():
            yield f"{before_kind}{quote(kind)}:"
            before_row = "["
            for row in rows:
                yield before_row
                if kind == "insertions":
                    yield writer.object(row, changes.after)
                elif kind == "deletions":
                    yield writer.object(row, changes.before)
                else:
                    yield _modification(row, writer, changes, representations, edition)
                before_row = ","
            yield "]"
            before_kind = ","
        yield "}"
        before_class = ","
    yield "}"


def _modification(row, writer, changes, representations, edition):
    yield '{"newValue":'
    old, new = representations.text(row, changes.before), representations.text(row, changes.after)
    if old is None and new is None:
        yield writer.object(row, changes.after, only=_changed_properties(row, changes, representations, edition))
    else:
        # A state without a text of its own is compared by what stands for it.
        old = run(writer.object(row, changes.before))
        new = run(writer.object(row, changes.after))
        yield representations.difference(old, new)
    yield ',"oldValue":'
    yield writer.object(row, changes.before)
    yield "}"


def _is_changed(row, changes):
    """Whether something that the object itself holds changed.

    An embedded object that changed in place is not a change of the one that holds it; one that was replaced is, even by
    an equal one (WRITE-24).
    """
    old, new = row.at(changes.before), row.at(changes.after)
    return any(not _same(old[name], value, changes, in_place=False) for name, value in new.items())


def _changed_properties(row, changes, representations, edition):
    """The properties of `newValue`; here an embedded object that changed in place does count."""
    old, new = row.at(changes.before), row.at(changes.after)
    if edition.as_observed:
        written = Written(changes, representations, edition)
        return {name for name, type in row.schema.stored.items() if not written.same(type, old[name], new[name])}
    return {
        name
        for name, value in new.items()
        if not is_left_out(row.schema.stored[name], value, edition)
        and not _same(old[name], value, changes, in_place=True)
    }


def _same(old, new, changes, in_place):
    """Whether a value before the transaction is the same as one after it.

    With `in_place` embedded objects are compared by what they hold, without it by which objects they are.
    """
    if isinstance(old, Row) and isinstance(new, Row):
        if not (old.embedded and new.embedded and in_place):
            return old is new
        before, after = old.at(changes.before), new.at(changes.after)
        return all(_same(before[name], value, changes, in_place=True) for name, value in after.items())
    if isinstance(old, ValueSet) and isinstance(new, ValueSet):
        return old.keys() == new.keys()
    if isinstance(old, list) and isinstance(new, list):
        if old is new and not _holds_embedded(old):
            return True
        return len(old) == len(new) and all(_same(a, b, changes, in_place) for a, b in zip(old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        if old is new and not _holds_embedded(old.values()):
            return True
        return old.keys() == new.keys() and all(_same(value, new[key], changes, in_place) for key, value in old.items())
    return old is new or identity(old) == identity(new)


def _holds_embedded(elements):
    first = next((element for element in elements if element is not None), None)
    return isinstance(first, Row) and first.embedded
