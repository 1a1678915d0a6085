"""Stored forms (Spec/stored-forms.md, sections 2 to 4): stamps, dates and URLs."""

import re
import struct
import zlib
from fractions import Fraction

FIRST_BYTE = 0xC1
STAMP_SIZE = 8


class StoredError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def stamp(form, content):
    """The eight bytes in front of what a form stored."""
    seed = zlib.crc32(form.encode("utf-8"))
    return (bytes([FIRST_BYTE]) + struct.pack("<I", seed)[:3]
            + struct.pack("<I", zlib.crc32(content, seed)))


def unstamped(data, forms):
    """The form that bytes were stored as, and what stands behind their stamp."""
    if not data or data[0] != FIRST_BYTE:
        raise StoredError("wrongForm", "there is no stamp")
    if len(data) < STAMP_SIZE:
        raise StoredError("truncated", "the bytes end in their stamp")
    content = data[STAMP_SIZE:]
    for form in forms:
        expected = stamp(form, content)
        if data[1:4] == expected[1:4]:
            if data[:STAMP_SIZE] != expected:
                raise StoredError("checksumMismatch", "the bytes were changed")
            return form, content
    raise StoredError("wrongForm", "no form has this stamp")


DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)", re.ASCII)


def leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days(year, month, day):
    """Days from 2001-01-01, counted year by year and month by month."""
    lengths = [31, 29 if leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if not 1 <= month <= 12 or not 1 <= day <= lengths[month - 1]:
        raise StoredError("unreadable", "there is no such day")
    before = sum(366 if leap(y) else 365 for y in range(min(year, 2001), max(year, 2001)))
    return (before if year >= 2001 else -before) + sum(lengths[:month - 1]) + day - 1


def date(text):
    """Seconds since 2001 as the nearest float."""
    found = DATE.fullmatch(text)
    if not found:
        raise StoredError("unreadable", "this is no date")
    year, month, day, hour, minute, second = (int(found[i]) for i in range(1, 7))
    ahead = 0
    if found[8]:
        ahead = (int(found[9]) * 60 + int(found[10] or 0)) * (-60 if found[8] == "-" else 60)
    if hour > 23 or minute > 59 or second > 59 or int(found[9] or 0) > 23 or int(found[10] or 0) > 59:
        raise StoredError("unreadable", "there is no such time")
    seconds = days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - ahead
    digits = found[7] or ""
    return float(Fraction(seconds) + Fraction(int(digits or 0), 10 ** len(digits)))


SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
DOTS = {".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"}


def url(text, base):
    """The URL of a stored text, under a base."""
    base = base if base.endswith("/") else base + "/"
    if SCHEME.match(text):
        return text
    if text == ".":
        return base[:-1]
    tail = text[2:] if text.startswith("./") else text
    path = re.split("[?#]", tail, maxsplit=1)[0]
    if not text or tail.startswith("/") or any(part in DOTS for part in re.split(r"/|\\|%2f|%5c", path.lower())):
        raise StoredError("unreadable", "this is no URL under a base")
    return base + tail
