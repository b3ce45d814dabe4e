"""Filters and sort orders of queries, compiled once and then asked of one object after another."""

from .errors import Malformed, Refused, Unsupported
from .realm import property_type
from .values import Date, identity, is_nan, is_number

_ORDERS = {
    "$lt": lambda one, other: one < other,
    "$lte": lambda one, other: one <= other,
    "$gt": lambda one, other: one > other,
    "$gte": lambda one, other: one >= other,
}
_OPERATORS = {"$eq", "$ne", "$in", "$not", *_ORDERS}
_VALUES = {"$oid", "$uuid", "$date", "$binary", "$ref", "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal"}
_ORDERED = {"int", "float", "double", "date", "decimal128", "mixed"}
_SORTED = _ORDERED - {"mixed"} | {"string"}


def compile_filter(schema, where, decode):
    """A function from the values of an object to whether it matches; `decode` reads values of the filter."""
    if where is None:
        return lambda values: True
    if not isinstance(where, dict):
        raise Malformed("a filter is an object")
    conditions = []
    for field, condition in where.items():
        if field in ("$and", "$or"):
            if not isinstance(condition, list):
                raise Malformed(f"{field} takes an array")
            parts = [compile_filter(schema, part, decode) for part in condition]
            conditions.append(_all(parts) if field == "$and" else _any(parts))
        elif field.startswith("$"):
            raise Unsupported(f"filter operator {field}")
        else:
            type = property_type(schema, field)
            if type.shape != "single":
                raise Refused("type-mismatch", f"{schema.name}.{field} is a collection, and conditions take none")
            conditions.append(_on_field(field, _compile_condition(f"{schema.name}.{field}", type, condition, decode)))
    return _all(conditions)


def compile_sort(schema, sort):
    """A function that puts objects in order; objects that are equal by every key keep theirs."""
    if not isinstance(sort, list):
        raise Malformed("a sort order is an array")
    keys = []
    for entry in sort:
        if not isinstance(entry, list) or len(entry) != 2 or entry[1] not in ("ascending", "descending"):
            raise Malformed('a sort key is [property, "ascending" or "descending"]')
        type = property_type(schema, entry[0])
        if type.shape != "single" or type.element not in _SORTED:
            raise Refused("type-mismatch", f"{schema.name}.{entry[0]} has no order")
        keys.append((entry[0], entry[1] == "descending"))

    def ordered(rows):
        for field, descending in reversed(keys):
            rows = sorted(rows, key=lambda row: _rank(row.values[field]), reverse=descending)
        return rows

    return ordered


def _compile_condition(place, type, condition, decode):
    if not (isinstance(condition, dict) and any(key.startswith("$") and key not in _VALUES for key in condition)):
        return _equals(decode(condition))
    parts = []
    for operator, argument in condition.items():
        if operator not in _OPERATORS:
            raise Unsupported(f"filter operator {operator}")
        if operator == "$not":
            parts.append(_not(_compile_condition(place, type, argument, decode)))
        elif operator == "$in":
            if not isinstance(argument, list):
                raise Malformed("$in takes an array")
            parts.append(_any([_equals(decode(value)) for value in argument]))
        elif operator == "$eq":
            parts.append(_equals(decode(argument)))
        elif operator == "$ne":
            parts.append(_not(_equals(decode(argument))))
        else:
            if type.element not in _ORDERED:
                raise Refused("type-mismatch", f"{place} has no order")
            parts.append(_ordered(_ORDERS[operator], decode(argument)))
    return _all(parts)


def _all(parts):
    return lambda values: all(part(values) for part in parts)


def _any(parts):
    return lambda values: any(part(values) for part in parts)


def _not(part):
    return lambda value: not part(value)


def _on_field(field, condition):
    return lambda values: condition(values[field])


def _equals(expected):
    numeric = _has_order(expected)
    same = identity(expected)

    def matches(value):
        if numeric and _has_order(value):
            return value == expected  # exact across types, as Python compares numbers
        return identity(value) == same

    return matches


def _ordered(compare, bound):
    def matches(value):
        if isinstance(value, Date) and isinstance(bound, Date):
            return compare(value.milliseconds, bound.milliseconds)
        if value is None and bound is None:
            return compare(0, 0)
        return _has_order(value) and _has_order(bound) and compare(value, bound)

    return matches


def _has_order(value):
    return is_number(value) and not is_nan(value)


def _rank(value):
    """Null comes before everything, and a NaN before every other number."""
    if value is None:
        return (0, 0)
    if is_nan(value):
        return (1, 0)
    return (2, value.milliseconds if isinstance(value, Date) else value)
