"""In what the editions differ (Spec/editions.md)."""

import zlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """One consistent set of answers; the defaults are those of edition 2023."""

    name: str
    activity_field: str = "activity"  # META-22
    reserved_keys: frozenset = frozenset({"_id", "_partition", "timestamp", "activity", "event", "data"})
    one_scope: bool = False  # SCOPE-22
    compresses: bool = False  # META-23
    opens_at_once: bool = False  # REALM-3
    handler_of_the_realm: bool = False  # REALM-41
    # Whether values are written and compared, and changes are listed, as the discontinued implementation did it.
    as_observed: bool = False
    not_active: str = "the scope {} is not in progress: it has ended before"

    def packed(self, payload):
        """The payload of a read or a write as it is stored."""
        if not self.compresses:
            return payload
        compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return compressor.compress(payload.encode()) + compressor.flush()


EDITION_2023 = Edition("2023")

EDITION_2022 = Edition(
    "2022",
    activity_field="scope",
    reserved_keys=frozenset({"_id", "_partition", "timestamp", "scope", "event", "data"}),
    one_scope=True,
    compresses=True,
    opens_at_once=True,
    handler_of_the_realm=True,
    not_active="Cannot end audit scope: no audit in progress",
)

CORE = Edition(
    "core",
    reserved_keys=frozenset({"_id", "timestamp", "activity", "event", "data"}),
    as_observed=True,
    not_active="Cannot end event scope: scope '{}' not in progress. Scope may have already been ended?",
)

EDITIONS = {edition.name: edition for edition in (EDITION_2023, EDITION_2022, CORE)}
