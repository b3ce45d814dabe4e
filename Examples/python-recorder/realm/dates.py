"""Dates as text, for every year: Python's `datetime` ends at 9999 and begins at 1."""

import re

_DAY = 86_400_000
_TEXT = re.compile(
    r"([+-][0-9]{6}|[0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
    r"(Z|[+-][0-9]{2}:?[0-9]{2})",
    re.ASCII,
)


def format_date(milliseconds, plain_years=False):
    """`YYYY-MM-DDThh:mm:ss.mmmZ`; years beyond four digits take a sign and six, as ISO 8601 has it, or are `plain`."""
    days, rest = divmod(milliseconds, _DAY)
    year, month, day = _civil(days)
    seconds, fraction = divmod(rest, 1000)
    years = f"{year:04d}" if 0 <= year <= 9999 else str(year) if plain_years else f"{year:+07d}"
    return (
        f"{years}-{month:02d}-{day:02d}"
        f"T{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{fraction:03d}Z"
    )


def parse_date(text):
    """The milliseconds of an ISO 8601 text with a zone, or `ValueError`."""
    match = _TEXT.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not an ISO 8601 date with a zone")
    year, month, day, hour, minute = (int(part) for part in match.group(1, 2, 3, 4, 5))
    second = int(match[6] or 0)
    days = _days(year, month, day) if 1 <= month <= 12 else None
    if days is None or _civil(days) != (year, month, day) or hour > 23 or minute > 59 or second > 59:
        raise ValueError(f"{text!r} is not a date of the calendar")
    fraction = int((match[7] or "0").ljust(3, "0")[:3])
    zone = match[8]
    offset = 0
    if zone != "Z":
        digits = zone[1:].replace(":", "")
        offset = (int(digits[:2]) * 60 + int(digits[2:])) * (-1 if zone[0] == "-" else 1)
    return days * _DAY + ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction


def _days(year, month, day):
    """Days since 1970 in the Gregorian calendar, extended in both directions."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


def _civil(days):
    """The inverse of `_days`."""
    era, of_era = divmod(days + 719_468, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year + era * 400 + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1
