"""The cases of the suite as requests: what an implementation is sent, without what is expected of it."""

import json
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
EDITIONS = ("2023", "2022", "core")
CLASSES = ("recording", "event-realm", "flexible-sync", "mobile-platform")
# What the recorder does not offer.
MISSING = {"recording", "realm-texts", "collection-rules", "field-permissions", "role-changes"}
EXPECTED = ("returns", "fails", "because")


def cases(suite=REPOSITORY):
    """Group, case and edition by name: the cases that the recorder can run, in the first edition that has them.

    Those that edition core has as well are there again, behind the name of that edition: it writes, compares and lists
    in its own way.
    """
    found = {}
    for path in sorted((suite / "Golden/cases").glob("*/*.json")):
        group = json.loads(path.read_text())
        if group["class"] in CLASSES:
            for case in group["cases"]:
                if MISSING.intersection(case.get("needs", [])):
                    continue
                name = f"{path.parent.name}/{path.stem}/{case['id']}"
                first, *others = (edition for edition in EDITIONS if edition in case.get("editions", EDITIONS))
                found[name] = (group, case, first)
                if "core" in others:
                    found[f"{name} (core)"] = (group, case, "core")
    return found


def request(group, case, edition):
    """The parameters of `runCase`, and the edition in which it is asked."""
    params = {
        "schema": group.get("schema", {}),
        "configuration": _written_out(group.get("configuration", {}) | case.get("configuration", {})),
        "given": _steps(group.get("given", [])),
        "steps": _steps(case["steps"]),
    }
    return params, edition


def _steps(steps):
    return [_without_expectation(step) for step in _written_out(steps)]


def _without_expectation(step):
    kept = {key: value for key, value in step.items() if key not in EXPECTED}
    if "steps" in step:
        kept["steps"] = [_without_expectation(nested) for nested in step["steps"]]
    return kept


def _written_out(value, index=None):
    """A value without `$repeat` and `$index`; see "Repetition" in Spec/cases.md."""
    if isinstance(value, list):
        return [made for element in value for made in _elements(element, index)]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"$repeat"}:
        return value["$repeat"]["text"] * value["$repeat"]["times"]
    if value.keys() == {"$index"} and index is not None:
        start = value["$index"]
        return start + index if isinstance(start, int) else start.replace("#", str(index))
    return {key: _written_out(member, index) for key, member in value.items()}


def _elements(element, index):
    repeat = element.get("$repeat") if isinstance(element, dict) and element.keys() == {"$repeat"} else None
    if repeat and "value" in repeat:
        return [_written_out(repeat["value"], number) for number in range(repeat["times"])]
    return [_written_out(element, index)]
