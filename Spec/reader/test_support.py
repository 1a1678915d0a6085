"""A tiny writer: just enough to spell archives by hand, with right checksums."""

import struct
import zlib

from karc import dump_archive, read_archive
from karc.drafts import DRAFT

SEED = (DRAFT - 1) * 0x01010101


def cat(*parts):
    """Bytes of hex text, bytes, and ints, which are varints."""
    return b"".join(bytes.fromhex(p) if isinstance(p, str) else varint(p) if isinstance(p, int) else p for p in parts)


def varint(value):
    for more in range(8):
        if value < 1 << (7 * (more + 1)):
            return (value << (more + 1) | 1 << more).to_bytes(more + 1, "little")
    return b"\0" + value.to_bytes(8, "little")


def zigzag(value):
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def string(text):
    return cat(len(text.encode()), text.encode())


def tag_string(text):
    return bytes([0x80 + len(text.encode())]) + text.encode()


def tag_record(shape):
    return bytes([0xC0 + shape]) if shape < 64 else cat("14", shape)


def u32(value):
    return value.to_bytes(4, "little")


def new_key(text):
    return cat(len(text.encode()) << 1, text.encode())


def old_key(number):
    return varint(number << 1 | 1)


def definitions(*rows):
    return cat(len(rows), *rows)


def type_row(name, flags=0, rest=b""):
    text = name.encode()
    return cat((len(text) << 1 | (flags != 0)) << 2, varint(flags) if flags else b"", text, rest)


def shape_row(type_number, *fields):
    """Fields: (mode, kind as hex or bytes, key bytes)."""
    return cat(((0 if type_number is None else type_number + 1) << 2) | 1, len(fields), *map(field, fields))


def extension_row(name):
    return type_row(name, 16)


def derived_row(shape, *changes):
    """Changes: (field index, mode, kind)."""
    return cat(shape << 2 | 3, len(changes), *(cat(i, field((mode, kind, b""))) for i, mode, kind in changes))


def due_object(number, *body, kind="19 15 01"):
    """An object of the tail."""
    return cat(kind, 2, number, *body)


def field(parts):
    mode, kind, key = parts
    kind = bytes.fromhex(kind) if isinstance(kind, str) else kind
    return bytes([mode << 6 | kind[0]]) + kind[1:] + key


def single(content, lead=0xB0, before=b""):
    body = cat(bytes([lead]), before, content)
    return body + u32(zlib.crc32(body, SEED))


def record_of(rows, count, content, lead=0xB1, before=b""):
    """A record against the first `count` of a list of dictionary rows."""
    body = cat(bytes([lead, count % 256]), before, content)
    return body + u32(zlib.crc32(body, SEED ^ zlib.crc32(b"".join(rows[:count]))))


def packed_single(content, raw_count=None, stored=None, codec=1):
    stored = zlib.compress(content) if stored is None else stored
    return single(stored, 0xB2, varint((len(content) if raw_count is None else raw_count) << 3 | codec))


def value(*parts):
    """A single-part archive of a tagged value, without definitions."""
    return single(cat("01", *parts))


def state(*frames):
    """Of tuples: ("root", ordinal), ("record", shape, next field, bits), ("elements", left in the run, left after it,
    role, kind), ("object", number)."""
    return cat(len(frames), *map(frame, frames))


def frame(parts):
    name, *rest = parts
    if name == "elements":
        rest[2] = bytes([rest[2]])
    return cat(bytes([["root", "record", "elements", "object"].index(name)]), *rest)


class Multi:
    """A multi-part archive, part by part."""

    def __init__(self, read=1, write=1, reserved=DRAFT - 1, required=0, optional=0):
        head = bytes.fromhex("A54B41520D0A1A0A") + bytes([read, write]) + reserved.to_bytes(2, "little") \
            + u32(required) + u32(optional)
        self.data = head + u32(zlib.crc32(head))
        self.chain = self.data[20:24]
        self.scopes = self.roots = self.rows = 0
        self.ordinal = self.raw_offset = self.last_index = 0
        self.entries = []
        self.state_at = None            # where the state of the last block begins

    def part(self, letter, raw, detail=b"", last=False, packed=False, flags=None, raw_count=None, stored=None):
        stored = (zlib.compress(raw) if packed else raw) if stored is None else stored
        flags = (packed | last << 3) if flags is None else flags
        raw_count = len(raw) if raw_count is None else raw_count
        head = letter.encode() + bytes([flags]) + len(detail).to_bytes(2, "little") \
            + len(stored).to_bytes(8, "little") + u32(raw_count) + u32(zlib.crc32(stored))
        crc = u32(zlib.crc32(detail, zlib.crc32(head)))
        self.chain += crc
        self.data += head + crc + detail + stored
        return self

    def definitions(self, *rows, **options):
        self.rows += len(rows)
        return self.part("D", definitions(*rows), **options)

    def block(self, raw, next_object=0, last=True, roots=0, start=None, state=b"", numbers=None, **options):
        numbers = numbers or [self.scopes, self.ordinal, self.raw_offset, self.rows]
        start = (1 if self.ordinal else 0) if start is None else start
        before = cat(*numbers, next_object, bytes([start]))
        detail = before + state
        self.state_at = len(self.data) + 24 + len(before)
        self.entries.append(cat(len(self.data), len(raw), len(detail), detail))
        self.part("B", raw, detail, last, **options)
        self.ordinal += 1
        self.raw_offset += len(raw)
        if last:
            self.ordinal = self.raw_offset = 0
            self.scopes += 1
            self.roots += roots
        return self

    def index(self, previous=None, entries=None, **options):
        entries = self.entries if entries is None else entries
        previous = self.last_index if previous is None else previous
        self.last_index = len(self.data)
        self.entries = []
        return self.part("i", cat(previous, len(entries), *entries), **options)

    def end(self, reserved=0, chain=None, **numbers):
        found = dict(index=self.last_index, here=len(self.data), scopes=self.scopes, roots=self.roots)
        found.update(numbers)
        chain = zlib.crc32(self.chain) if chain is None else chain
        return self.part("E", struct.pack("<QQQQII", *found.values(), chain, reserved))


def roots(*pairs):
    return cat(*(cat(len(name.encode()) + 1, name.encode(), value) for name, value in pairs), "01")


def dump(data, rows=None):
    if isinstance(data, Multi):
        data = data.data
    return dump_archive(read_archive(data, dictionary=None if rows is None else b"".join(rows)))


def root(data, rows=None):
    """The value of the only root."""
    (scope,) = dump(data, rows)["scopes"]
    (only,) = scope["roots"]
    return only["value"]
