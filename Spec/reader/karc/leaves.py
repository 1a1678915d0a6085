"""The forms of values, and the leaves among them (section 6).

A value is a pair (name, contents), the names being those of value-dump.md:
  null, absent None | bool bool | int … uint128 int | float32, float64, date the bits
  decimal (mantissa, exponent), None for not-a-number | number, string str | data, uuid bytes
  url [str] | record (shape number, type name, [(key, value)]) | array, set [value]
  map [(key, value)] | object (number, class name, body)
  reference, backReference, conditionalReference number | typed (type number, value)
  extension (name, [base value] or [base value, argument])"""

import re
from collections import Counter

from .kinds import (DATA, DATE, DECIMAL, FLOAT32, FLOAT64, INT, INT8, INT128, NUMBER, STRING, UINT, UINT8, UINT128,
                    URL, UUID)

NULL_VALUE, ABSENT = ("null", None), ("absent", None)
BOOLS = (("bool", False), ("bool", True))
MAX_MANTISSA_BYTES = 16
EXPONENTS = range(-32_768, 32_768)
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
        if exponent not in EXPONENTS:
            raise cursor.malformed("an exponent of %d" % exponent, at)          # [K4]
        head = cursor.count()
        size = head >> 1
        if size > MAX_MANTISSA_BYTES:
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
        if is_decimal(text):
            raise self.cursor.malformed("a decimal as text: %.40r" % text, at)      # [K4]
        return text

    def _url(self):
        at = self.cursor.pos
        count = self.cursor.count()
        if not 1 <= count <= 8:
            raise self.cursor.malformed("a URL of %d parts" % count, at)        # [K4]
        return [self.cursor.string("a part of a URL") for _ in range(count)]


def is_decimal(text):
    """Whether a decimal has the value of a number's text; none is -0."""
    sign, whole, fraction, exponent = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?", text).groups()
    digits = (whole + (fraction or "")).strip("0")
    if not digits:
        return not sign
    shift = len((whole + (fraction or "")).lstrip("0")) - len(digits) - len(fraction or "")
    if len(digits) > 39 or len((exponent or "").lstrip("+-0")) > 18:
        return False
    power, mantissa = int(exponent or "0") + shift, int(digits)
    if power >= EXPONENTS.stop and power < EXPONENTS.stop + 39:     # the mantissa may have zeros at its end
        mantissa, power = mantissa * 10 ** (power - EXPONENTS.stop + 1), EXPONENTS.stop - 1
    return mantissa < 1 << 8 * MAX_MANTISSA_BYTES and power in EXPONENTS


def identity(value, type_of):
    """Something hashable that two values share if they are equal ([A2]); `type_of` tells the type of a shape."""
    done, stack = [], [(value, None)]       # what was made of the values so far; values, or what is made of the last few
    while stack:
        (name, contents), made = stack.pop()
        children = CHILDREN.get(name)
        if name in ("reference", "object"):         # a reference to an object is the object
            done.append(("object", contents if name == "reference" else contents[0]))
        elif children is None:
            done.append((name, contents))
        elif made is None:
            extra, inside = children(contents, type_of)
            stack.append(((name, contents), (extra, len(inside))))
            stack.extend((child, None) for child in reversed(inside))
        else:
            extra, count = made
            parts = done[len(done) - count:]
            del done[len(done) - count:]
            if name == "set":
                parts = frozenset(Counter(parts).items())
            elif name == "map":
                parts = frozenset(Counter(zip(parts[::2], parts[1::2])).items())
            else:
                parts = tuple(parts)
            done.append((name, extra, parts))
    return done[0]


def _there(fields):
    return [(key, value) for key, value in fields if value is not ABSENT]


CHILDREN = {
    "record": lambda c, type_of: ((type_of(c[0]), tuple(key for key, _ in _there(c[2]))), [value for _, value in _there(c[2])]),
    "array": lambda c, _: (None, c),
    "set": lambda c, _: (None, c),
    "map": lambda c, _: (None, [value for pair in c for value in pair]),
    "typed": lambda c, _: (c[0], [c[1]]),
    "extension": lambda c, _: (c[0], c[1]),
    "url": lambda c, _: (tuple(c), []),
}
