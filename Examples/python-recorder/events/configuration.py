"""How recording is set up, and which settings are refused (Spec/configuration.md)."""

from dataclasses import dataclass, field

from realm.errors import Malformed, Refused, Unsupported

RESERVED = {"_id", "_partition", "timestamp", "activity", "event", "data"}


@dataclass
class EventConfiguration:
    """The options of a recorded realm. Who syncs the events, and who hears of errors, changes no event."""

    metadata: dict = field(default_factory=dict)
    partition_prefix: str = "events"


def parse_event_configuration(source, sync):
    """The options of a case, or None where recording is not switched on."""
    if source is None:
        return None
    if not isinstance(source, dict):
        raise Malformed("the event configuration is not an object")
    for key in source:
        if key not in ("metadata", "partitionPrefix", "syncUser", "errorHandler"):
            raise Unsupported(f"event configuration key {key!r}")
    prefix = source.get("partitionPrefix", "events")
    if not isinstance(prefix, str):
        raise Malformed("the partition prefix is not a string")
    if not prefix:
        raise Refused("invalid-partition-prefix", "the partition prefix must not be empty")
    if "/" in prefix or "\\" in prefix:
        raise Refused("invalid-partition-prefix", f"the partition prefix {prefix!r} must not contain slashes")
    metadata = check_metadata(source.get("metadata", {}))
    if sync == "flexible" and source.get("syncUser") is None:
        raise Refused(
            "flexible-sync-needs-event-user",
            "events need partition-based sync: name a syncUser whose app has it",
        )
    return EventConfiguration(metadata, prefix)


def check_metadata(source):
    """The metadata as a dictionary, given as an object or as an array of pairs."""
    pairs = list(source.items()) if isinstance(source, dict) else source
    if not isinstance(pairs, list) or not all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        for pair in pairs
    ):
        raise Malformed("metadata is an object of strings, or an array of pairs of strings")
    metadata = {}
    for key, value in pairs:
        if not 1 <= len(key.encode()) <= 63:
            raise Refused("invalid-metadata-key", f"the metadata key {key!r} has to have 1 to 63 bytes")
        if key in RESERVED:
            raise Refused("invalid-metadata-key", f"the metadata key {key!r} is a field of every event")
        if key in metadata:
            raise Refused("duplicate-metadata-key", f"the metadata key {key!r} is given twice")
        metadata[key] = value
    return metadata
