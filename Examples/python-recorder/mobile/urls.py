"""Which realm a URL names for a user."""

import re
from urllib.parse import unquote

from realm.errors import Refused
from wire.variant import OTHERWISE

MANAGEMENT = "__management"
_URL = re.compile(r"(?i:realms?)://[^/]+/(.+)", re.DOTALL)


def path_of(url, identity):
    """The path, with the identity in place of `~`."""
    match = _URL.fullmatch(url)
    segments = match[1].split("/") if match else [""]
    decoded = [unquote(segment) for segment in segments]
    if any(segment in ("", ".", "..") or "/" in segment or "%" in segment for segment in decoded) or "~" in decoded[1:]:
        raise Refused("invalid-realm-url", f"{url!r} names no realm")
    if OTHERWISE and decoded[-1].endswith((".realm", ".realm.lock", ".realm.management")):
        raise Refused("invalid-realm-url", f"{url!r} ends like a file of a realm")
    if segments[0] == "~":
        decoded[0] = identity
    return "/" + "/".join(decoded)


def owner(path):
    """The identity to whose home a path belongs."""
    return path.split("/")[1]


def management_path(identity):
    return f"/{identity}/{MANAGEMENT}"


def is_management(path):
    return path.split("/")[2:] == [MANAGEMENT]
