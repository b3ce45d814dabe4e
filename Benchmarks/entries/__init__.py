"""Everything that is measured, in the order of the table."""

from . import programs, recording, sync, trails, wire

ALL = recording.ENTRIES + wire.ENTRIES + programs.ENTRIES + sync.ENTRIES + trails.ENTRIES
