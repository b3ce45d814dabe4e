"""Links to objects that a device does not have: it does not show them, and what is changed beside them must not lose them."""

from .documents import Link, same


def with_hidden(full, before, after, is_set):
    """What a property holds at the server after the shown part of it was changed; `before` is what was shown of `full`."""
    if same(before, after):
        return full
    if isinstance(full, dict) and isinstance(after, dict):
        return {key: full[key] if value is None and before.get(key, full) is None else value for key, value in after.items()}
    if isinstance(full, list) and isinstance(after, list):
        if is_set:
            # What is out of view may be added all the same, by its key.
            return after + [element for element in full if isinstance(element, Link) and element not in before + after]
        return _inserted(full, before, after)
    return after


def _inserted(full, before, after):
    """Each hidden element stays behind as many shown ones as before."""
    made, shown, rest = [], 0, list(after)
    for element in full:
        if shown < len(before) and same(element, before[shown]):
            shown += 1
            continue
        while len(after) - len(rest) < shown and rest:
            made.append(rest.pop(0))
        made.append(element)
    return made + rest
