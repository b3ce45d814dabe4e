"""What the suite asks for, carried out on the store; the wire protocol is that of the Python skeleton."""


from lossless_json import parse
from recorder import Recorder
from store import Failed, Store
from values import INVALID, comparable, to_column, to_extended

IMPLEMENTATION = {"name": "relational-recorder", "version": "1.0", "language": "Python"}
EDITIONS = ["2023"]
CLASSES = ["recording"]
FEATURES = ["links", "drop-scope"]
GONE = "gone"


class StepFailed(Exception):
    """Opening failed."""

    def __init__(self, failed):
        super().__init__(str(failed))
        self.outcome = {"code": failed.code, "message": str(failed)}


class Unsupported(Exception):
    """Something that is not known here."""


class Case:
    """A store with its recorder, and what the steps have named."""

    def __init__(self, schema, configuration):
        self.store = Store(schema)
        settings = configuration.get("events", {})
        try:
            if configuration.get("sync") == "flexible" and settings is not None and "syncUser" not in settings:
                raise Failed("flexible-sync-needs-event-user")
            self.recorder = None if settings is None else Recorder(self.store, settings)
        except Failed as failed:
            raise StepFailed(failed) from None
        self.named = {}
        # The names that the open transaction gave: if it is cancelled, they stand for nothing.
        self.new_names = []

    def run(self, step):
        function = STEPS.get(step["do"])
        if function is None:
            return {"unsupported": f"step {step['do']!r}"}
        try:
            return {"ok": function(self, step)}
        except Failed as failed:
            return {"error": {"code": failed.code, "message": str(failed)}}
        except Unsupported as unsupported:
            return {"unsupported": str(unsupported)}

    give = run

    def trail(self):
        return self.recorder.events(parse) if self.recorder else []

    def recording(self):
        if self.recorder is None:
            raise Failed("events-not-enabled")
        return self.recorder

    def bind(self, step, thing):
        if "as" in step:
            self.named[step["as"]] = thing
            if self.store.is_writing:
                self.new_names.append(step["as"])

    def object(self, name):
        """The class and the row of a name, which must still be there."""
        thing = self.named[name]
        if thing == GONE or self.store.values(*thing) is None:
            raise Failed("object-invalidated")
        return thing

    def collection(self, name):
        """What a name of rows stands for."""
        if self.named[name] == GONE:
            raise Failed("object-invalidated")
        return self.named[name]

    def read(self, *arguments, **more):
        if self.recorder:
            self.recorder.read(*arguments, **more)

    def column_value(self, column, value):
        """A value of a step as its column holds it."""
        if value is None:
            result = None if column.is_optional else INVALID
        elif column.target:
            name = value.get("$ref") if isinstance(value, dict) else None
            target = self.object(name) if name is not None else (None, INVALID)
            result = target[1] if target[0] == column.target.name else INVALID
        else:
            result = to_column(value, column.kind)
        if result is INVALID:
            raise Failed("type-mismatch", column.name)
        return result


# Writing


def write(case, step):
    case.store.begin()
    outcomes = [case.run(nested) for nested in step["steps"]]
    is_cancelled = step.get("cancel", False)
    before = case.store.end(is_cancelled)
    if is_cancelled:
        for name in case.new_names:
            case.named[name] = GONE
    elif case.recorder:
        case.recorder.written(before)
    case.new_names = []
    return outcomes


def create(case, step):
    case.store.touch_check()
    table = case.store.table(step["type"])
    values = {name: case.column_value(table.column(name), value) for name, value in step["value"].items()}
    case.bind(step, (table.name, case.store.create(table, values)))


def set_property(case, step):
    case.store.touch_check()
    name, row = case.object(step["object"])
    table = case.store.tables[name]
    column = table.column(step["property"])
    case.store.set(table, row, column, case.column_value(column, step["value"]))


def delete(case, step):
    case.store.touch_check()
    name, row = case.object(step["object"])
    case.store.delete(case.store.tables[name], row)


def delete_all(case, step):
    case.store.touch_check()
    table = case.store.table(step["type"])
    for row in case.store.rows(table):
        case.store.delete(table, row)


# Reading


def get(case, step):
    table = case.store.table(step["type"])
    row = case.store.find(table, step["key"])
    if row is None:
        return False
    case.read(table.name, [row])
    case.bind(step, (table.name, row))
    return True


def query(case, step):
    # The only collections there are name all rows of a table.
    table = case.store.table(step["type"] if "type" in step else case.collection(step["in"])[1])
    check = condition(case, table, step.get("where", {}))
    rows = [row for row in case.store.rows(table) if check(case.store.values(table.name, row))]
    case.read(table.name, rows, is_query=True)
    for property, order in reversed(step.get("sort", [])):
        column = table.column(property)
        key = sort_key(case, table, column)
        rows.sort(key=key, reverse=order == "descending")
    case.bind(step, ("rows", table.name, rows))
    return len(rows)


def sort_key(case, table, column):
    def key(row):
        value = comparable(case.store.values(table.name, row)[column.name], column.kind)
        return (0,) if value is None else (1, value)

    return key


def condition(case, table, filter):
    """What tells whether the values of a row match a filter."""
    checks = []
    for field, wanted in filter.items():
        if field in ("$and", "$or"):
            inner = [condition(case, table, part) for part in wanted]
            every = all if field == "$and" else any
            checks.append(lambda values, inner=inner, every=every: every(check(values) for check in inner))
            continue
        column = table.column(field)
        is_operators = isinstance(wanted, dict) and wanted and next(iter(wanted)) in OPERATORS
        for operator, operand in (wanted if is_operators else {"$eq": wanted}).items():
            checks.append(comparison(case, column, operator, operand))
    return lambda values: all(check(values) for check in checks)


def comparison(case, column, operator, operand):
    if operator == "$not":
        inner = [comparison(case, column, *part) for part in operand.items()]
        return lambda values: not all(check(values) for check in inner)
    wanted = [operand_value(case, column, part) for part in (operand if operator == "$in" else [operand])]

    def check(values):
        value = values[column.name]
        value = value[0] if column.target and value else comparable(value, column.kind)
        if operator in ("$eq", "$in"):
            return value in wanted
        if operator == "$ne":
            return value not in wanted
        return ordered(value, wanted[0], operator)

    return check


def ordered(value, wanted, operator):
    if value is None or wanted is None or "NaN" in (value, wanted):
        return value is None and wanted is None and operator in ("$lte", "$gte")
    return {"$lt": value < wanted, "$lte": value <= wanted, "$gt": value > wanted, "$gte": value >= wanted}[operator]


def operand_value(case, column, operand):
    """A value of a filter; numbers of any type are compared with each other."""
    if operand is None:
        return None
    if column.target:
        return case.object(operand["$ref"])[1]
    kinds = [column.kind]
    if column.kind in ("int", "float", "double", "decimal128"):
        kinds = ["int", "double", "decimal128"]
    for kind in kinds:
        value = to_column(operand, kind)
        if value is not INVALID:
            return comparable(value, kind)
    raise Failed("type-mismatch", column.name)


OPERATORS = ("$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$not")


def all_rows(case, step):
    case.bind(step, ("all", case.store.table(step["type"]).name))


def members(case, name):
    """The class and the rows of a collection: all rows as they are now, or what a query found."""
    thing = case.collection(name)
    return thing[1], (case.store.rows(case.store.tables[thing[1]]) if thing[0] == "all" else thing[2])


def count(case, step):
    return len(members(case, step["of"])[1])


def element(case, step):
    name, rows = members(case, step["of"])
    if not 0 <= step["at"] < len(rows):
        raise Failed("index-out-of-range")
    row = rows[step["at"]]
    if case.store.values(name, row) is None:
        raise Failed("object-invalidated")
    case.read(name, [row])
    case.bind(step, (name, row))


def follow(case, step):
    name, row = case.object(step["object"])
    column = case.store.tables[name].column(step["property"])
    target = case.store.values(name, row)[column.name]
    if target is None:
        return False
    case.read(column.kind, [target[0]], follow=(name, row, column.name))
    case.bind(step, (column.kind, target[0]))
    return True


def value(case, step):
    name, row = case.object(step["object"])
    column = case.store.tables[name].column(step["property"])
    return to_extended(case.store.values(name, row)[column.name], column.kind)


# Recording


def begin_scope(case, step):
    case.named[step["as"]] = case.recording().begin(step["activity"])


def drop_scope(case, step):
    if is_active(case, step):
        case.recorder.cancel(case.named[step["scope"]])


def is_active(case, step):
    return case.named[step["scope"]] in case.recorder.scopes


STEPS = {
    "write": write, "create": create, "set": set_property, "delete": delete, "deleteAll": delete_all,
    "get": get, "query": query, "all": all_rows, "count": count, "element": element, "follow": follow, "value": value,
    "beginScope": begin_scope, "isActive": is_active, "dropScope": drop_scope,
    "commitScope": lambda case, step: case.recording().commit(case.named[step["scope"]]),
    "cancelScope": lambda case, step: case.recording().cancel(case.named[step["scope"]]),
    "recordEvent": lambda case, step: case.recording().record(step["activity"], step.get("eventType"), step.get("data")),
    "updateMetadata": lambda case, step: case.recording().update_metadata(step["metadata"]),
    "events": lambda case, step: case.trail(),
}
