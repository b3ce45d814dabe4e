"""The documents of the collection `AuditEvent`, as an export shows them, and the schema they need."""

from base64 import b64encode

from .extended_json import encode_date


def document(event, activity_field):
    """A stored event. Fields that it does not have are left out."""
    data = event.data
    if isinstance(data, bytes):
        data = {"$binary": {"base64": b64encode(data).decode(), "subType": "00"}}
    fields = {
        "_id": {"$oid": str(event.id)},
        "_partition": event.partition,
        activity_field: event.activity,
        "event": event.type,
        "timestamp": encode_date(event.timestamp),
        "data": data,
        **event.metadata,
    }
    return {key: value for key, value in fields.items() if value is not None}


def collection_schema(metadata_keys, activity_field):
    """The JSON schema that the collection needs to take events with these metadata keys."""
    types = {
        "_id": "objectId",
        "_partition": "string",
        activity_field: "string",
        "data": "string",
        "event": "string",
        "timestamp": "date",
        **dict.fromkeys(metadata_keys, "string"),
    }
    return {
        "title": "AuditEvent",
        "bsonType": "object",
        "required": ["_id", "_partition", "timestamp", activity_field],
        "properties": {field: {"bsonType": type} for field, type in types.items()},
    }
