"""Errors, limits and the primitives of section 2."""

import bisect
import zlib

NOT_AN_ARCHIVE = "notAnArchive"
TEXT_DAMAGE = "textDamage"
TRUNCATED = "truncated"
MALFORMED = "malformed"
CHECKSUM_MISMATCH = "checksumMismatch"
NEEDS_FEATURE = "needsFeature"
LIMIT_EXCEEDED = "limitExceeded"
NEEDS_DICTIONARY = "needsDictionary"
WRONG_DICTIONARY = "wrongDictionary"


class ArchiveError(Exception):
    """What is wrong with a file. `offset` is a byte offset in the file; for
    packed bytes it is that of the stored bytes, and `raw` the offset in what
    they inflate to."""

    def __init__(self, code, offset, message, raw=None):
        super().__init__("%s at byte %d%s: %s" % (code, offset, "" if raw is None else ", raw %d" % raw, message))
        self.code = code
        self.offset = offset
        self.raw = raw
        self.message = message


class Limits:
    """The limits of section 12 (those for untrusted bytes) that concern a
    reader without user code: no visits, no materialised bytes."""

    depth = 512
    values = bitless_values = objects = 1 << 60
    inflated_bytes = 1 << 30
    inflate_ratio = 250
    inflate_ratio_from = 1 << 20
    block_bytes = 16 << 20
    rows = 65_536
    fields = 4_096
    all_fields = 1_000_000
    key_bytes = 65_536

    def __init__(self, **settings):
        for name, value in settings.items():
            if not hasattr(type(self), name):
                raise TypeError("no limit is named " + name)
            setattr(self, name, value)

    def for_input(self, byte_count):
        """These limits, with what the budget allows for an input of so many bytes."""
        most = 1_000_000 + 32 * byte_count
        lowered = {name: min(getattr(self, name), most) for name in ("values", "bitless_values", "objects")}
        return Limits(**{**vars(self), **lowered})


# Number of trailing zero bits of a byte, 8 for zero.
TRAILING_ZEROS = bytes([8] + [(b & -b).bit_length() - 1 for b in range(1, 256)])


def varint(value):
    """The canonical varint of a value."""
    size = max((value.bit_length() + 6) // 7, 1)
    if size > 8:
        return b"\0" + value.to_bytes(8, "little")
    return (value << size | 1 << size - 1).to_bytes(size, "little")


class Cursor:
    """A position in raw bytes, which knows where they stand in the file.

    `segments` is a list of (raw offset, file offset, packed), ascending."""

    def __init__(self, data, start=0, end=None, segments=None):
        self.data = data
        self.pos = start
        self.end = len(data) if end is None else end
        self.segments = segments or [(0, 0, False)]

    def place(self, pos):
        """The file offset of a byte, and its raw offset in a packed part or None."""
        index = bisect.bisect_right([segment[0] for segment in self.segments], pos) - 1
        raw, offset, packed = self.segments[max(index, 0)]
        return (offset, pos - raw) if packed else (offset + pos - raw, None)

    def error(self, code, message, pos=None):
        offset, raw = self.place(self.pos if pos is None else pos)
        return ArchiveError(code, offset, message, raw)

    def malformed(self, message, pos=None):
        return self.error(MALFORMED, message, pos)

    @property
    def remaining(self):
        return self.end - self.pos

    def need(self, count, what):
        """[V5]: checked before anything is reserved."""
        if count > self.end - self.pos:
            raise self.error(TRUNCATED, "%d bytes of %s where %d remain" % (count, what, self.remaining))

    def u8(self):
        pos = self.pos
        if pos >= self.end:
            raise self.error(TRUNCATED, "a byte is missing")
        self.pos = pos + 1
        return self.data[pos]

    def take(self, count, what="data"):
        pos = self.pos
        if count > self.end - pos:
            self.need(count, what)
        self.pos = pos + count
        return self.data[pos:pos + count]

    def unsigned(self, size):
        return int.from_bytes(self.take(size, "a number"), "little")

    def varint(self):
        pos = self.pos
        if pos >= self.end:
            raise self.error(TRUNCATED, "a varint is missing")                  # [V2]
        first = self.data[pos]
        if first & 1:
            self.pos = pos + 1
            return first >> 1
        more = TRAILING_ZEROS[first]
        stop = pos + 1 + more
        if stop > self.end:
            raise self.error(TRUNCATED, "a varint is cut off")                  # [V2]
        if more == 8:
            value = int.from_bytes(self.data[pos + 1:stop], "little")
        else:
            value = int.from_bytes(self.data[pos:stop], "little") >> (more + 1)
        if value >> (7 * more) == 0:
            raise self.malformed("a varint is not in its shortest form")        # [V1]
        self.pos = stop
        return value

    def count(self):
        """A varint that is a count, a length or the number of a thing."""
        pos = self.pos
        value = self.varint()
        if value >> 61:
            raise self.malformed("a count of %d" % value, pos)                  # [V5]
        return value

    def zigzag(self):
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def text(self, count, what="a string"):
        pos = self.pos
        try:
            return str(self.take(count, what), "utf-8")     # strict: as [V3] asks
        except UnicodeDecodeError as error:
            raise self.malformed("%s is not well-formed UTF-8" % what, pos + error.start)

    def string(self, what="a string"):
        return self.text(self.count(), what)

    def bits(self, count, what="a bit row"):
        """The bits of a row, as a list of 0 and 1."""
        size = (count + 7) // 8
        row = self.take(size, what)
        if count % 8 and row[-1] >> (count % 8):
            raise self.malformed("bits past the end of %s" % what, self.pos - 1)   # [V4]
        bits = [byte >> i & 1 for byte in row for i in range(8)]
        del bits[count:]
        return bits


class Inflater:
    """Inflates zlib streams within the limits of section 12."""

    def __init__(self, limits):
        self.limits = limits
        self.total = 0

    def inflate(self, stored, raw_count, offset):
        limits = self.limits
        self.total += raw_count
        if self.total > limits.inflated_bytes:
            raise ArchiveError(LIMIT_EXCEEDED, offset, "more than %d inflated bytes" % limits.inflated_bytes)
        if raw_count > limits.inflate_ratio_from and raw_count > limits.inflate_ratio * len(stored):
            raise ArchiveError(LIMIT_EXCEEDED, offset, "an inflation ratio over %d" % limits.inflate_ratio)
        stream = zlib.decompressobj()
        try:
            raw = stream.decompress(stored, raw_count + 1)      # max_length 0 would mean: no limit
        except zlib.error as error:
            raise ArchiveError(MALFORMED, offset, "not a zlib stream: %s" % error)
        if len(raw) != raw_count:
            raise ArchiveError(MALFORMED, offset, "the zlib stream does not inflate to %d bytes" % raw_count)
        if not stream.eof or stream.unused_data or stream.unconsumed_tail:
            raise ArchiveError(MALFORMED, offset, "the zlib stream does not end with its stored bytes")
        return raw
