"""Framing: single-part (section 3) and multi-part (section 4) files.

Both come down to a `Layout`: definitions, and for each scope a cursor on its
raw content and the definitions in force."""

import zlib
from collections import namedtuple

from . import drafts
from .definitions import Definitions
from .kinds import BOOL, UNDETERMINED, read_kind
from .moments import ELEMENTS_FRAME, RECORD_FRAME
from .primitives import (ArchiveError, CHECKSUM_MISMATCH, Cursor, Inflater, LIMIT_EXCEEDED, MALFORMED,
                         NEEDS_DICTIONARY, NEEDS_FEATURE, NOT_AN_ARCHIVE, TEXT_DAMAGE, TRUNCATED, varint)

MAGIC = bytes.fromhex("A54B41520D0A1A0A")
# What conversions of line ends make of bytes 4 on: CR LF to LF, LF to CR LF, and the
# latter by a converter that leaves CR LF alone, and CR LF to CR.
DAMAGED = [bytes.fromhex(h) for h in ("0A1A0A", "0D0D0A1A0D0A", "0D0A1A0D0A", "0D1A0D")]
CODEC_BITS, ZLIB, LAST_BLOCK = 3, 1, 8     # of the flags of a part
KNOWN_FEATURES = 0          # none of those that section 11 assigns
HEADER_SIZE = PART_SIZE = 24
END_SIZE = 40

Layout = namedtuple("Layout", "framing definitions scopes ends")
Scope = namedtuple("Scope", "cursor known has_roots blocks")
Block = namedtuple("Block", "raw_offset next_object next_object_offset state")
State = namedtuple("State", "offset frames")    # where it stands in the file, and a tuple for each frame
End = namedtuple("End", "scope_count root_count offset")
Part = namedtuple("Part", "letter packed last detail_offset detail stored_offset stored raw_count offset skipped")


def read_layout(data, limits, dictionary=None):
    if not data:
        raise ArchiveError(TRUNCATED, 0, "an empty file")
    if data[0] & 0xF0 == 0xB0:
        return _single(data, limits, dictionary)
    if data[0] == MAGIC[0]:
        return _MultiPart(data, limits).read()
    raise ArchiveError(NOT_AN_ARCHIVE, 0, "no archive starts with %02X" % data[0])


def _check_versions(cursor, read, write, required, at):
    """`at` holds the offset of each of the three numbers."""
    if read > 1:
        raise cursor.error(NEEDS_FEATURE, "read version %d" % read, at[0])      # [V7]
    if read == 0:
        raise cursor.malformed("a read version of 0", at[0])
    if required & ~KNOWN_FEATURES:
        raise cursor.error(NEEDS_FEATURE, "required features %X" % required, at[2])     # [V7]
    if write == 0:
        raise cursor.malformed("a write version of 0", at[1])


def _single(data, limits, dictionary):
    cursor = Cursor(data)
    lead = cursor.u8()
    if len(data) < 7:
        raise ArchiveError(TRUNCATED, 0, "no room for a value and a checksum")
    cursor.end = len(data) - 4
    if lead & 1:
        if dictionary is None:
            raise ArchiveError(NEEDS_DICTIONARY, 0, "a shape dictionary is needed")     # [H1]
        definitions = dictionary.definitions_of(data)
        cursor.u8()
    else:
        definitions = Definitions(limits)
        if not drafts.fits(data, 0):
            raise ArchiveError(CHECKSUM_MISMATCH, cursor.end, "checksum of the archive")    # [S1]
    if lead & 8:
        first, numbers, at = cursor.pos, [1, 1, 0], []
        for number in range(3):
            at.append(cursor.pos)
            numbers[number] = cursor.varint()
            if number != 1:     # nothing is told of what follows a version that is not known
                _check_versions(cursor, numbers[0], 1, numbers[2], at)
        _check_versions(cursor, *numbers, at)
        if cursor.varint() == 0 and numbers == [1, 1, 0]:
            raise cursor.malformed("versions that are the default", first)      # [S3]
    if lead & 2:
        at = cursor.pos
        packing = cursor.varint()
        codec, raw_count = packing & (1 << CODEC_BITS) - 1, packing >> CODEC_BITS
        if codec == 0:
            raise cursor.malformed("packed content without a codec", at)        # [S3]
        if codec != ZLIB:
            raise cursor.error(NEEDS_FEATURE, "codec %d" % codec, at)           # [M2]
        start = cursor.pos
        content = Inflater(limits).inflate(data[start:cursor.end], raw_count, start)
        cursor = Cursor(content, segments=[(0, start, True)])
    if lead & 1:
        at = cursor.pos
        if cursor.u8() != 0x01:
            raise cursor.malformed("definitions of a record's own", at)         # [H2]
    else:
        definitions.read(cursor)
    scope = Scope(cursor, definitions.known(), bool(lead & 4), [])
    return Layout("single", definitions, [scope], [])


class _MultiPart:
    def __init__(self, data, limits):
        self.data = data
        self.limits = limits
        self.definitions = Definitions(limits)
        self.inflater = Inflater(limits)
        self.scopes = []
        self.ends = []
        self.blocks = None              # of the open scope: [(Block, raw bytes, packed, offset)]
        self.raw_offset = 0
        self.awaits_scope = False       # behind definitions
        self.unindexed = []             # (file offset, raw byte count, detail) since the last index
        self.last_index = 0

    def read(self):
        data = self.data
        self._header()
        self.chain = data[20:24]
        pos, whole = HEADER_SIZE, False
        handlers = {"D": self._definitions, "B": self._block, "i": self._index, "E": self._end}
        while pos < len(data):
            part = self._part(pos)
            handler = handlers.get(part.letter)
            if handler:
                handler(part)
            self.chain += data[pos + 20:pos + 24]
            whole = part.letter == "E"
            pos = part.stored_offset + len(part.stored)
        if not whole:
            raise ArchiveError(TRUNCATED, len(data), "the file does not end with an end mark")      # [M7]
        return Layout("multi", self.definitions, self.scopes, self.ends)

    def _header(self):
        data = self.data
        if data[:8] != MAGIC:
            if MAGIC.startswith(data):
                raise ArchiveError(TRUNCATED, 0, "the file header is cut off")
            if data[:4] == MAGIC[:4] and any(data[4:].startswith(d) for d in DAMAGED):
                raise ArchiveError(TEXT_DAMAGE, 4, "line ends were converted")
            raise ArchiveError(NOT_AN_ARCHIVE, 0, "another signature")
        if len(data) < HEADER_SIZE:
            raise ArchiveError(TRUNCATED, 0, "the file header is cut off")
        cursor = Cursor(data)
        if zlib.crc32(data[:20]) != int.from_bytes(data[20:24], "little"):
            raise ArchiveError(CHECKSUM_MISMATCH, 20, "checksum of the file header")    # [M1]
        drafts.require(int.from_bytes(data[10:12], "little") + 1, 10)               # [V6]
        _check_versions(cursor, data[8], data[9], int.from_bytes(data[12:16], "little"), (8, 9, 12))

    def _part(self, pos):
        data = self.data
        if len(data) - pos < PART_SIZE:
            raise ArchiveError(TRUNCATED, pos, "a part header is cut off")
        head = Cursor(data, pos)
        letter, flags, detail_count, stored_count, raw_count, stored_crc, head_crc = (
            head.unsigned(size) for size in (1, 1, 2, 8, 4, 4, 4))
        detail_at = pos + PART_SIZE
        stored_at = detail_at + detail_count
        if stored_at > len(data):
            raise ArchiveError(TRUNCATED, pos + 2, "the detail is cut off")
        detail = data[detail_at:stored_at]
        if zlib.crc32(detail, zlib.crc32(data[pos:pos + 20])) != head_crc:
            raise ArchiveError(CHECKSUM_MISMATCH, pos + 20, "checksum of a part header")    # [M1]
        letter = chr(letter)
        if not (letter.isascii() and letter.isalpha()):
            raise ArchiveError(MALFORMED, pos, "a part type that is no letter")
        if stored_count > len(data) - stored_at:
            raise ArchiveError(TRUNCATED, pos + 4, "the stored bytes are cut off")
        if letter.isupper() and letter not in "DBE":    # M, G, X among them
            raise ArchiveError(NEEDS_FEATURE, pos, "a part of type %s" % letter)
        packed = flags & (1 << CODEC_BITS) - 1 != 0
        known_flags = flags & ~LAST_BLOCK in (0, ZLIB)
        skipped = letter.islower() and (letter != "i" or not known_flags)
        if not skipped:
            if not known_flags:
                raise ArchiveError(NEEDS_FEATURE, pos + 1, "flags %02X" % flags)
            if flags & LAST_BLOCK and letter != "B" or flags and letter == "E":
                raise ArchiveError(MALFORMED, pos + 1, "flags %02X" % flags)    # [M3]
            if not packed and raw_count != stored_count:
                raise ArchiveError(MALFORMED, pos + 12, "rawByteCount of a part that is not packed")
        stored = data[stored_at:stored_at + stored_count]
        if zlib.crc32(stored) != stored_crc:
            raise ArchiveError(CHECKSUM_MISMATCH, pos + 16, "checksum of stored bytes")     # [M1]
        return Part(letter, packed, bool(flags & LAST_BLOCK), detail_at, detail, stored_at, stored, raw_count, pos, skipped)

    def _raw(self, part):
        if part.packed:
            return self.inflater.inflate(part.stored, part.raw_count, part.stored_offset)   # [M2]
        return part.stored

    def _cursor(self, part):
        return Cursor(self._raw(part), segments=[(0, part.stored_offset, part.packed)])

    def _no_detail(self, part):
        if part.detail:
            raise ArchiveError(MALFORMED, part.offset + 2, "a detail in a part of type " + part.letter)

    def _definitions(self, part):
        if self.blocks is not None:
            raise ArchiveError(MALFORMED, part.offset, "definitions inside a scope")    # [M10]
        self.awaits_scope = True
        self._no_detail(part)
        cursor = self._cursor(part)
        self.definitions.read(cursor)
        if cursor.remaining:
            raise cursor.malformed("bytes after the definitions")

    def _block(self, part):
        detail = Cursor(part.detail, segments=[(0, part.detail_offset, False)])
        self.awaits_scope = False
        if self.blocks is None:
            self.blocks, self.raw_offset = [], 0
        expected = (("scope", len(self.scopes)), ("ordinal", len(self.blocks)), ("rawOffset", self.raw_offset),
                    ("rowCount", self.definitions.row_count))
        for name, value in expected:                                            # [M3]
            at = detail.pos
            if detail.count() != value:
                raise detail.malformed("%s of a block is not %d" % (name, value), at)
        next_object_at = detail.pos
        next_object = detail.count()
        at = detail.pos
        start = detail.u8()
        if start != 2 and next_object:
            raise detail.malformed("nextObject without a state", next_object_at)    # [M3]
        if start > 2 or (start == 0) != (not self.blocks):
            raise detail.malformed("start %d" % start, at)
        state = self._state(detail) if start == 2 else None
        if detail.remaining:
            raise detail.malformed("bytes after the block detail")
        if part.raw_count > self.limits.block_bytes:
            raise ArchiveError(LIMIT_EXCEEDED, part.offset + 12, "a block of %d bytes" % part.raw_count)
        block = Block(self.raw_offset, next_object, detail.place(next_object_at)[0], state)
        self.blocks.append((block, self._raw(part), part.packed, part.stored_offset))
        self.unindexed.append((part.offset, part.raw_count, part.detail))
        self.raw_offset += part.raw_count
        if part.last:
            self._finish_scope()

    def _state(self, detail):
        """A start state, which has the form that it must have [M8]; the walker finds out whether it is true."""
        known = self.definitions.known()

        def check_shape(number, at):
            if number >= known.shape_count:
                raise detail.malformed("no such shape: %d" % number, at)        # [D4]

        def check_type(number, at):
            if number >= known.type_count:
                raise detail.malformed("no such type: %d" % number, at)         # [D4]

        start, depth, left = detail.pos, detail.count(), 0
        if depth < 2:
            raise detail.malformed("a state of depth %d" % depth, start)
        detail.need(depth, "frames")
        frames = []
        for level in range(depth):
            at, frame = detail.pos, detail.u8()
            left = 0
            if (frame == 0) != (level == 0) or frame > 3:
                raise detail.malformed("frame %d of a state at level %d" % (frame, level), at)
            number = detail.count()
            rest = ()
            if frame == RECORD_FRAME:
                next_field = detail.count()
                shapes = self.definitions.shapes
                if number >= known.shape_count or not 0 < next_field <= len(shapes[number].fields):
                    raise detail.malformed("a state in no field of its shape", at)
                bits_at = detail.pos
                detail.bits(shapes[number].bit_count, "the state bits")
                rest = (next_field, detail.data[bits_at:detail.pos])
            elif frame == ELEMENTS_FRAME:
                left, after, role = number, detail.count(), detail.u8()
                kind = read_kind(detail, check_shape, check_type, None, False, 1)
                if role not in (0, 1, 3) or kind[0] in (UNDETERMINED, BOOL):
                    raise detail.malformed("a state in elements of role %d" % role, at)
                rest = (after, role, kind)
            frames.append((frame, number, *rest))
        if not left:
            raise detail.malformed("a state that does not end in elements", at)
        return State(detail.place(start)[0], frames)

    def _finish_scope(self):
        segments = [(block.raw_offset, offset, packed) for block, _, packed, offset in self.blocks]
        content = Cursor(b"".join(raw for _, raw, _, _ in self.blocks), segments=segments)
        self.scopes.append(Scope(content, self.definitions.known(), True, [b[0] for b in self.blocks]))
        self.blocks = None

    def _index(self, part):
        if not part.skipped:
            self._check_index(part)
        self.unindexed = []
        self.last_index = part.offset

    def _check_index(self, part):
        self._no_detail(part)
        expected = varint(self.last_index) + varint(len(self.unindexed))
        for offset, raw_count, detail in self.unindexed:
            expected += varint(offset) + varint(raw_count) + varint(len(detail)) + detail
        cursor = self._cursor(part)
        if cursor.data != expected:                                             # [M4]
            differ = (at for at, (a, b) in enumerate(zip(cursor.data, expected)) if a != b)
            raise cursor.malformed("the index does not list the blocks before it",
                                   next(differ, min(len(cursor.data), len(expected))))

    def _end(self, part):
        self._no_detail(part)
        if len(part.stored) != END_SIZE:
            raise ArchiveError(MALFORMED, part.offset + 4, "an end mark that is not of %d bytes" % END_SIZE)
        if self.blocks is not None or self.awaits_scope or not self.scopes:
            raise ArchiveError(MALFORMED, part.offset, "an end mark inside a scope")    # [M6]
        at = part.stored_offset
        cursor = Cursor(self.data, at, at + END_SIZE)
        index, here, scopes, roots, chain, reserved = (cursor.unsigned(size) for size in (8, 8, 8, 8, 4, 4))
        if reserved:
            raise ArchiveError(NEEDS_FEATURE, at + 36, "end mark: a reserved field is %d" % reserved)
        if chain != zlib.crc32(self.chain):     # compared first: it tells what the numbers then are about
            raise ArchiveError(CHECKSUM_MISMATCH, at + 32, "chain checksum")    # [M5]
        for offset, found, expected, what in ((0, index, self.last_index, "index"), (8, here, part.offset, "offset"),
                                              (16, scopes, len(self.scopes), "scopes")):
            if found != expected:                                               # [M5]
                raise ArchiveError(MALFORMED, at + offset, "end mark: %s is %d, not %d" % (what, found, expected))
        self.ends.append(End(scopes, roots, at + 24))
