"""The steps of a case, each a method that says what it does to the realm or the recorder."""

from events.recorder import Scope
from realm.editor import Editor
from realm.errors import Malformed, Refused, Unsupported
from realm.objects import Row
from realm.query import compile_filter, compile_sort
from realm.values import Date

from . import extended_json
from .documents import collection_schema, document
from .handles import Accessor, AllObjects, QueryResult

ANY = object()
INVALID = object()  # what a name stands for when its transaction was cancelled

# For each step the arguments it needs, and those it may have. A step or argument that is not here is unsupported.
ARGUMENTS = {
    "write": ({"steps": list}, {"cancel": bool}),
    "create": ({"type": str, "value": ANY}, {"as": str}),
    "set": ({"object": str, "property": str, "value": ANY}, {}),
    "add": ({"object": str, "property": str, "value": ANY}, {}),
    "put": ({"object": str, "property": str, "value": ANY}, {"at": int, "key": str}),
    "remove": ({"object": str, "property": str}, {"at": int, "key": str, "value": ANY}),
    "clear": ({"object": str, "property": str}, {}),
    "delete": ({"object": str}, {}),
    "deleteAll": ({"type": str}, {}),
    "get": ({"type": str, "key": ANY}, {"as": str}),
    "query": ({}, {"type": str, "in": str, "where": dict, "sort": list, "as": str}),
    "all": ({"type": str, "as": str}, {}),
    "collection": ({"object": str, "property": str, "as": str}, {}),
    "count": ({"of": str}, {}),
    "element": ({"of": str}, {"at": int, "key": str, "as": str}),
    "follow": ({"object": str, "property": str}, {"as": str}),
    "value": ({"object": str, "property": str}, {}),
    "beginScope": ({"activity": str, "as": str}, {}),
    "commitScope": ({"scope": str}, {}),
    "cancelScope": ({"scope": str}, {}),
    "isActive": ({"scope": str}, {}),
    "dropScope": ({"scope": str}, {}),
    "recordEvent": ({"activity": str}, {"eventType": (str, type(None)), "data": (str, type(None))}),
    "updateMetadata": ({"metadata": (dict, list)}, {}),
    "events": ({}, {}),
    "auditEventSchema": ({}, {}),
    "setClock": ({"to": ANY}, {}),
    "advanceClock": ({"milliseconds": int}, {}),
}


class Steps:
    """Runs steps on one realm, and keeps what they give names to."""

    arguments = ARGUMENTS

    def __init__(self, realm, recorder, clock):
        self._realm = realm
        self._editor = Editor(realm)
        self._recorder = recorder
        self._clock = clock
        self._names = {}
        self._made_in_transaction = []

    def documents(self, events):
        """Stored events as documents."""
        return [document(event, self._recorder.edition.activity_field) for event in events]

    def run(self, steps):
        """An outcome for each step, in their order."""
        return [self._outcome(step) for step in steps]

    def resolve(self, name):
        """The object that a `$ref` means."""
        return self._named(name, Row)

    def _outcome(self, step):
        try:
            return {"ok": getattr(self, f"_{self._check(step)}")(step)}
        except Refused as error:
            return {"error": {"code": error.code, "message": error.message}}
        except Unsupported as error:
            return {"unsupported": str(error)}

    def _check(self, step):
        """The name of a step whose arguments are as they have to be."""
        if not isinstance(step, dict) or not isinstance(step.get("do"), str):
            raise Malformed('a step is an object with "do"')
        name = step["do"]
        if name not in self.arguments:
            raise Unsupported(f"step {name!r}")
        needed, possible = self.arguments[name]
        for argument, value in step.items():
            if argument == "do":
                continue
            kind = needed.get(argument, possible.get(argument))
            if kind is None:
                raise Unsupported(f"argument {argument!r} of step {name!r}")
            if kind is not ANY and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
                raise Malformed(f"step {name!r}: the argument {argument!r} has another type")
        for argument in needed:
            if argument not in step:
                raise Malformed(f"step {name!r} lacks the argument {argument!r}")
        return name

    # Names

    def _named(self, name, kind):
        thing = self._names.get(name) if isinstance(name, str) else None
        if thing is INVALID:
            raise Refused("object-invalidated", f"{name!r} was made in a transaction that was cancelled")
        if not isinstance(thing, kind):
            raise Refused("other", f"nothing that fits is called {name!r}")
        return thing

    def _object(self, step):
        return self._named(step["object"], Row)

    def _bind(self, step, thing):
        if "as" in step and thing is not None:
            self._names[step["as"]] = thing
            if self._realm.transaction and not isinstance(thing, Scope):
                self._made_in_transaction.append(step["as"])

    def _decode(self, value):
        return extended_json.decode(value, self.resolve)

    # Writing

    def _write(self, step):
        self._realm.begin()
        outcomes = self.run(step["steps"])
        if step.get("cancel", False):
            self._realm.cancel()
            # Whatever they name, also what was there before: only a scope outlives the transaction.
            self._names.update(dict.fromkeys(self._made_in_transaction, INVALID))
        else:
            self._realm.commit()
        self._made_in_transaction.clear()
        return outcomes

    def _create(self, step):
        self._bind(step, self._editor.create(step["type"], self._decode(step["value"])))

    def _set(self, step):
        self._editor.assign(self._object(step), step["property"], self._decode(step["value"]))

    def _add(self, step):
        self._editor.add(self._object(step), step["property"], self._decode(step["value"]))

    def _put(self, step):
        place = step[one_of(step, "at", "key")]
        self._editor.put(self._object(step), step["property"], place, self._decode(step["value"]))

    def _remove(self, step):
        given = one_of(step, "at", "key", "value")
        if given == "value":
            self._editor.remove_value(self._object(step), step["property"], self._decode(step["value"]))
        else:
            self._editor.remove(self._object(step), step["property"], step[given])

    def _clear(self, step):
        self._editor.clear(self._object(step), step["property"])

    def _delete(self, step):
        self._editor.delete([self._object(step)])

    def _deleteAll(self, step):
        self._editor.delete(self._realm.table(step["type"]).all())

    # Reading

    def _get(self, step):
        row = self._realm.get(step["type"], self._decode(step["key"]))
        self._bind(step, row)
        return row is not None

    def _query(self, step):
        if one_of(step, "type", "in") == "type":
            source = AllObjects(self._realm.table(step["type"]))
        else:
            source = self._collection_named(step["in"])
        table = source.table
        matches = compile_filter(table.schema, step.get("where"), self._decode)
        ordered = compile_sort(table.schema, step.get("sort", []))
        only_null = "where" not in step and isinstance(source, Accessor) and source.holds_only_null()
        result = QueryResult(table, self._realm.query(table, source.rows(), matches, ordered, only_null))
        self._bind(step, result)
        return result.count()

    def _all(self, step):
        self._bind(step, AllObjects(self._realm.table(step["type"])))

    def _collection(self, step):
        self._bind(step, Accessor(self._realm, self._object(step), step["property"]))

    def _collection_named(self, name):
        return self._named(name, (AllObjects, QueryResult, Accessor))

    def _count(self, step):
        return self._collection_named(step["of"]).count()

    def _element(self, step):
        value, parent = self._collection_named(step["of"]).take(step.get("at"), step.get("key"))
        if not isinstance(value, Row):
            return extended_json.encode(value)
        self._realm.instantiate(value, parent)
        self._bind(step, value)

    def _follow(self, step):
        target = self._realm.follow(self._object(step), step["property"])
        self._bind(step, target)
        return target is not None

    def _value(self, step):
        row = self._object(step)
        type = self._realm.type_of(row, step["property"])
        if type.is_class:
            raise Refused("type-mismatch", f"{row.schema.name}.{step['property']} is a link")
        return extended_json.encode(row.values[step["property"]])

    # Recording

    @property
    def _recording(self):
        if self._recorder is None:
            raise Refused("events-not-enabled", "the realm was opened without an event configuration")
        return self._recorder

    def _scope(self, step):
        return self._named(step["scope"], Scope)

    def _beginScope(self, step):
        self._bind(step, self._recording.begin(step["activity"]))

    def _commitScope(self, step):
        self._recording.commit(self._scope(step))

    def _cancelScope(self, step):
        self._recording.cancel(self._scope(step))

    def _isActive(self, step):
        return self._recording.is_active(self._scope(step))

    def _dropScope(self, step):
        self._recording.release(self._scope(step))
        del self._names[step["scope"]]

    def _recordEvent(self, step):
        self._recording.record(step["activity"], step.get("eventType"), step.get("data"))

    def _updateMetadata(self, step):
        self._recording.update_metadata(step["metadata"])

    def _events(self, step):
        return self.documents(self._recorder.trail()) if self._recorder else []

    def _auditEventSchema(self, step):
        return collection_schema(self._recording.metadata_keys, self._recording.edition.activity_field)

    # The clock

    def _setClock(self, step):
        to = self._decode(step["to"])
        if not isinstance(to, Date):
            raise Malformed("setClock takes a date")
        self._clock.set(to.milliseconds)

    def _advanceClock(self, step):
        self._clock.advance(step["milliseconds"])


def one_of(step, *arguments):
    given = [argument for argument in arguments if argument in step]
    if len(given) != 1:
        raise Malformed(f"step {step['do']!r} takes one of {', '.join(arguments)}")
    return given[0]
