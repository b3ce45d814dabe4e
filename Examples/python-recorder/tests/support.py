"""A small vocabulary for tests that go through whole cases."""

import json

from events.edition import EDITION_2023
from wire.case import run_case

PEOPLE = {
    "Person": {
        "primaryKey": "_id",
        "properties": {
            "_id": "int",
            "name": "string",
            "boss": "Person?",
            "team": "list<Person>",
            "home": "Address?",
        },
    },
    "Address": {"embedded": True, "properties": {"city": "string"}},
}
BOB_AND_ANN = [
    {
        "do": "write",
        "steps": [
            {"do": "create", "type": "Person", "value": {"_id": 2, "name": "Ann"}, "as": "ann"},
            {"do": "create", "type": "Person", "value": {"_id": 1, "name": "Bob"}, "as": "bob"},
            {"do": "set", "object": "bob", "property": "boss", "value": {"$ref": "ann"}},
        ],
    }
]


def run(*steps, given=BOB_AND_ANN, schema=PEOPLE, edition=EDITION_2023, **configuration):
    """The result of a case of these steps."""
    params = {"schema": schema, "configuration": configuration, "given": given, "steps": list(steps)}
    return run_case(params, edition)


def record(*steps, **how):
    """The payloads that a scope around the steps leaves, parsed."""
    begin = {"do": "beginScope", "activity": "test", "as": "scope"}
    commit = {"do": "commitScope", "scope": "scope"}
    result = run(begin, *steps, commit, **how)
    return [json.loads(event["data"]) for event in result["events"]]


def write(*steps, **how):
    return {"do": "write", "steps": list(steps), **how}


def change(object, property, value):
    return {"do": "set", "object": object, "property": property, "value": value}


def get(key):
    return {"do": "get", "type": "Person", "key": key}


def query(**where):
    return {"do": "query", "type": "Person", "where": where}


def follow(object, property):
    return {"do": "follow", "object": object, "property": property}


def names(payload):
    """The objects in a read event."""
    return [person["name"] for person in payload["value"]]
