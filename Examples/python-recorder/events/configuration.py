"""How recording is set up, and which settings are refused (Spec/configuration.md)."""

from dataclasses import dataclass, field

from realm.errors import Malformed, Refused, Unsupported

from .edition import EDITION_2023, Edition


@dataclass
class EventConfiguration:
    """The options of a recorded realm. Who syncs the events, and who hears of errors, changes no event."""

    metadata: dict = field(default_factory=dict)
    partition_prefix: str = "events"
    sync_user: str | None = None  # None: the user of the recorded realm
    app: str | None = None
    max_partition_bytes: int = 256 << 20
    error_handler: bool = False
    edition: Edition = EDITION_2023


def parse_event_configuration(source, sync, edition):
    """The options of a case, or None where recording is not switched on."""
    if source is None:
        return None
    if not isinstance(source, dict):
        raise Malformed("the event configuration is not an object")
    for key in source:
        if key not in ("metadata", "partitionPrefix", "syncUser", "errorHandler", "app", "maxPartitionBytes"):
            raise Unsupported(f"event configuration key {key!r}")
    prefix = source.get("partitionPrefix", "events")
    if not isinstance(prefix, str):
        raise Malformed("the partition prefix is not a string")
    if not prefix:
        raise Refused("invalid-partition-prefix", "Audit partition prefix must not be empty")
    if "/" in prefix or "\\" in prefix:
        raise Refused("invalid-partition-prefix", f"Invalid audit partition prefix '{prefix}': prefix must not contain slashes")
    metadata = check_metadata(source.get("metadata", {}), edition)
    if sync == "flexible" and source.get("syncUser") is None:
        raise Refused(
            "flexible-sync-needs-event-user",
            "Auditing a flexible sync realm requires setting the audit user to a user associated with a "
            "partition-based sync app.",
        )
    handled = source.get("errorHandler", False) or edition.handler_of_the_realm
    maximum = source.get("maxPartitionBytes", 256 << 20)
    return EventConfiguration(metadata, prefix, source.get("syncUser"), source.get("app"), maximum, handled, edition)


def check_metadata(source, edition):
    """The metadata as a dictionary, given as an object or as an array of pairs."""
    pairs = list(source.items()) if isinstance(source, dict) else source
    if not isinstance(pairs, list) or not all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        for pair in pairs
    ):
        raise Malformed("metadata is an object of strings, or an array of pairs of strings")
    metadata = {}
    for key, value in pairs:
        invalid = f"Invalid audit metadata key '{key}'"
        if not 1 <= len(key.encode()) <= 63:
            raise Refused("invalid-metadata-key", f"{invalid}: keys must be 1-63 characters long")
        if key in edition.reserved_keys:
            raise Refused("invalid-metadata-key", f"{invalid}: metadata keys cannot overlap with the audit event properties")
        if key in metadata:
            raise Refused("duplicate-metadata-key", f"Duplicate audit metadata key '{key}'")
        metadata[key] = value
    return metadata
