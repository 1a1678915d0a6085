"""The forms of values, and the leaves among them (section 6).

A value is a pair (name, contents), the names being those of value-dump.md:
  null, absent None | bool bool | int … uint128 int | float32, float64, date the bits
  decimal (mantissa, exponent), None for not-a-number | number, string str | data, uuid bytes
  url [str] | record (shape number, type name, [(key, value)]) | array, set [value]
  map [(key, value)] | object (number, class name, body)
  reference, backReference, conditionalReference number | typed (type number, value)
  extension (name, value)"""

import re

from .kinds import (DATA, DATE, DECIMAL, FLOAT32, FLOAT64, INT, INT8, INT128, NUMBER, STRING, UINT, UINT8, UINT128,
                    URL, UUID)

NULL_VALUE, ABSENT = ("null", None), ("absent", None)
BOOLS = (("bool", False), ("bool", True))
# RFC 8259, section 6.
NUMBER_TEXT = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


class Leaves:
    """Reads the contents of leaves at a cursor."""

    def __init__(self, cursor):
        self.cursor = cursor

    def by_code(self):
        """By code: the name of a leaf and what reads its contents, or None."""
        cursor = self.cursor
        unsigned = cursor.unsigned

        def signed(size):
            return int.from_bytes(cursor.take(size, "a number"), "little", signed=True)

        leaves = {
            INT: ("int", cursor.zigzag),
            UINT: ("uint", cursor.varint),
            INT8: ("int8", lambda: signed(1)),
            UINT8: ("uint8", cursor.u8),
            INT128: ("int128", lambda: signed(16)),
            UINT128: ("uint128", lambda: unsigned(16)),
            FLOAT32: ("float32", lambda: unsigned(4)),
            FLOAT64: ("float64", lambda: unsigned(8)),
            DECIMAL: ("decimal", self._decimal),
            NUMBER: ("number", self._number),
            STRING: ("string", cursor.string),
            DATA: ("data", lambda: cursor.take(cursor.count())),
            DATE: ("date", lambda: unsigned(8)),
            UUID: ("uuid", lambda: cursor.take(16, "a UUID")),
            URL: ("url", self._url),
        }
        return [leaves.get(code) for code in range(0x20)]

    def _decimal(self):
        cursor = self.cursor
        at = cursor.pos
        exponent = cursor.zigzag()
        head = cursor.count()
        size = head >> 1
        if size > 16:
            raise cursor.malformed("a mantissa of %d bytes" % size, at)         # [K4]
        digits = cursor.take(size, "a mantissa")
        if size and digits[-1] == 0:
            raise cursor.malformed("a mantissa with a leading zero byte", at)   # [K4]
        if head == 1:
            if exponent:
                raise cursor.malformed("a negative zero", at)                   # [K4]
            return None
        mantissa = int.from_bytes(digits, "little")
        return (-mantissa if head & 1 else mantissa, exponent)

    def _number(self):
        size = self.cursor.count()
        at = self.cursor.pos
        text = self.cursor.text(size, "a number text")
        if not NUMBER_TEXT.fullmatch(text):
            raise self.cursor.malformed("not a number: %.40r" % text, at)       # [K4]
        return text

    def _url(self):
        at = self.cursor.pos
        count = self.cursor.count()
        if not 1 <= count <= 8:
            raise self.cursor.malformed("a URL of %d parts" % count, at)        # [K4]
        return [self.cursor.string("a part of a URL") for _ in range(count)]


def identity(value):
    """Something hashable that two values share if they are equal in kind and
    bytes ([A2]); objects are equal only to themselves."""
    name, contents = value
    if name == "reference":             # to an object is the object
        return (("object", contents, 0),)
    if name not in CHILDREN:
        return value
    flat, stack = [], [value]
    while stack:
        name, contents = stack.pop()
        children = CHILDREN.get(name)
        if name == "reference":
            flat.append(("object", contents, 0))
        elif children is None:
            flat.append((name, contents))
        else:
            extra, inside = children(contents)
            flat.append((name, extra, len(inside)))
            stack.extend(reversed(inside))
    return tuple(flat)


CHILDREN = {
    "record": lambda c: (c[0], [value for _, value in c[2]]),
    "array": lambda c: (None, c),
    "set": lambda c: (None, c),
    "map": lambda c: (None, [value for pair in c for value in pair]),
    "object": lambda c: (c[0], []),
    "typed": lambda c: (c[0], [c[1]]),
    "extension": lambda c: (c[0], [c[1]]),
    "url": lambda c: (tuple(c), []),
}
