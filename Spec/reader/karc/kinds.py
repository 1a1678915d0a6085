"""Kinds (section 6): their codes and how they are read."""

from .primitives import NEEDS_FEATURE

UNDETERMINED, ANY, NULL, BOOL, TRUE = 0x00, 0x01, 0x02, 0x03, 0x04
INT, UINT, INT8, UINT8, INT128, UINT128 = 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A
FLOAT32, FLOAT64, DECIMAL, NUMBER, STRING, DATA = 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10
DATE, UUID, URL, RECORD, RECORD_OF, ARRAY, SET, MAP = 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18
OBJECT, TYPED, STRONG, CONDITIONAL, EXTENSION, BLOB, NULLABLE = 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F

# A kind is a tuple: its code, then what follows the code. These have a code only.
PLAIN_KINDS = {code: (code,) for code in range(0x20)
               if code not in {NULL, TRUE, RECORD_OF, ARRAY, SET, MAP, OBJECT, TYPED, BLOB, NULLABLE}}
RESERVED = range(0x20, 0x40)    # for later versions
MAX_KIND_CODES = 8


def read_kind(cursor, note_shape, note_type, code=None, nullable=False, depth=1):
    """Reads a kind; `code` when its code was read already; `nullable` where a
    nullable may stand; `depth` counts codes for [K1]. The notes are called with
    each shape or type number and its position."""
    if code is None:
        at = cursor.pos
        code = cursor.u8()
    else:
        at = cursor.pos - 1
    if depth > MAX_KIND_CODES:
        raise cursor.malformed("a kind of more than %d codes" % MAX_KIND_CODES, at)     # [K1]
    plain = PLAIN_KINDS.get(code)
    if plain is not None:
        return plain

    def inner(may_be_nullable):
        return read_kind(cursor, note_shape, note_type, None, may_be_nullable, depth + 1)

    if code == RECORD_OF:
        at = cursor.pos
        number = cursor.count()
        note_shape(number, at)
        return (RECORD_OF, number)
    if code in (ARRAY, SET):
        return (code, inner(True))
    if code == MAP:
        keys = inner(True)
        return (MAP, keys, inner(True))
    if code == OBJECT:
        return (OBJECT, inner(False))
    if code == TYPED:
        at = cursor.pos
        number = cursor.count()
        note_type(number, at)
        return (TYPED, number, inner(False))
    if code == NULLABLE and nullable:
        element = inner(False)          # not nullable again
        if element[0] == ANY:
            raise cursor.malformed("nullable any", at)                          # [K1]
        return (NULLABLE, element)
    if code == BLOB:
        raise cursor.error(NEEDS_FEATURE, "a kind of external blobs", at)       # [K5]
    if code in RESERVED:
        raise cursor.error(NEEDS_FEATURE, "the kind %02X" % code, at)           # [K2]
    raise cursor.malformed("%02X is no kind here" % code, at)                   # [K1]
