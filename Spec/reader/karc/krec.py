"""Record logs (Spec/record-log.md), read from the specification alone."""

import struct
import zlib

from .primitives import ArchiveError, Cursor

HEADER_SIZE, HEAD_SIZE = 64, 32
DRAFT = 3
SEQUENCE_LIMIT = (1 << 63) - 1
MAGIC = bytes.fromhex("894B5245430D0A1A")


class LogError(Exception):
    def __init__(self, code, offset, message):
        super().__init__(f"{code} at byte {offset}: {message}")
        self.code = code
        self.offset = offset


def checksum_changes():
    """For each highest bit: bits of a checksum that change together, and the bits of the offset that change them."""
    changes = {}
    for bit in range(32):
        change, bits = zlib.crc32(struct.pack("<Q", 1 << bit) + bytes(HEAD_SIZE - 4)) ^ zlib.crc32(bytes(HEAD_SIZE + 4)), 1 << bit
        while change and change.bit_length() in changes:
            other = changes[change.bit_length()]
            change, bits = change ^ other[0], bits ^ other[1]
        changes[change.bit_length()] = (change, bits)
    return changes


CHANGES = checksum_changes()
SHIFT_LIMIT = 1 << 31


def lower_half(change):
    """The lower half of an offset, by what it changes of a checksum."""
    offset = 0
    while change:
        step, bits = CHANGES[change.bit_length()]
        change, offset = change ^ step, offset ^ bits
    return offset


class Log:
    """The whole frames of a log, and what stands behind them."""

    def __init__(self, data, durable=0):
        self.data = data
        self.read_header()
        self.frames = []
        offset, sequence, group = HEADER_SIZE, self.first, 0
        link = self.check
        while (frame := self.whole(offset, sequence, group)) and frame["link"] == link:
            self.frames.append(frame)
            offset, sequence, group = frame["end"], sequence + 1, frame["group"]
            link = frame["own"]
        self.offset = offset
        self.ending = self.read_ending(offset, sequence, link, durable)

    def read_header(self):
        data = self.data
        if data[:8] != MAGIC[:len(data)]:
            raise LogError("notARecordLog", 0, "these are other bytes")
        if len(data) < HEADER_SIZE:
            raise LogError("truncated", len(data), "the file ends in its header")
        self.check = struct.unpack_from("<I", data, 60)[0]
        if self.check != zlib.crc32(data[:60]):
            raise LogError("checksumMismatch", 60, "the header was changed")
        self.salt = data[16:32]
        self.generation, self.first = struct.unpack_from("<QQ", data, 32)
        draft = struct.unpack_from("<H", data, 10)[0] + 1
        if draft != DRAFT:
            raise LogError("unsupportedVersion", 10, "draft %d, and this reads draft %d" % (draft, DRAFT))
        if data[8] > 1:
            raise LogError("unsupportedVersion", 8, "a newer version")
        for value, offset in ((data[8], 8), (data[9], 9), (self.generation, 32), (self.first, 40)):
            if value == 0 or offset == 40 and value >= SEQUENCE_LIMIT:
                raise LogError("malformed", offset, "no header that is written")

    def head(self, offset, shift=0):
        """The head of a frame whose checksum is right, wherever it stands; also of one that was moved."""
        head = self.data[offset:offset + HEAD_SIZE]
        if len(head) < HEAD_SIZE:
            return None
        count, check, sequence, group, link, own = struct.unpack("<IIQQII", head)
        if own != zlib.crc32(self.salt + struct.pack("<Q", offset - shift) + head[:-4]):
            return None
        if not 0 < count <= 1 << 30 or not 0 < group <= sequence < SEQUENCE_LIMIT:
            return None
        end = (offset - shift + HEAD_SIZE + count + 7) // 8 * 8 + shift
        return {"offset": offset, "count": count, "check": check, "sequence": sequence, "group": group, "end": end,
                "link": link, "own": own}

    def moved(self, offset):
        """The head of a frame that stands at any byte, and by how much it was moved."""
        head = self.data[offset:offset + HEAD_SIZE]
        if len(head) < HEAD_SIZE:
            return None, 0
        own = struct.unpack_from("<I", head, HEAD_SIZE - 4)[0]
        for upper in range(max(offset - SHIFT_LIMIT, 0) >> 32, (offset + SHIFT_LIMIT >> 32) + 1):
            base = upper << 32
            origin = base | lower_half(own ^ zlib.crc32(self.salt + struct.pack("<Q", base) + head[:-4]))
            if origin % 8 == 0 and origin >= HEADER_SIZE and abs(offset - origin) < SHIFT_LIMIT:
                return self.head(offset, offset - origin), offset - origin
        return None, 0

    def is_later(self, offset, sequence):
        """Rule T2: whether a frame stands at the byte that was written when the missing one was durable."""
        frame, shift = self.moved(offset)
        if not frame or frame["group"] <= sequence:
            return False
        if shift == 0:
            return True
        after = self.head(frame["end"], shift)
        if after and after["sequence"] == frame["sequence"] + 1 and after["group"] in (frame["group"], after["sequence"]):
            if after["link"] == frame["own"]:
                return True
        near = frame["sequence"] - sequence <= len(self.data) // 32
        return near and self.whole(offset, frame["sequence"], frame["group"], shift) is not None

    def whole(self, offset, sequence, group, shift=0):
        frame = self.head(offset, shift)
        if not frame or frame["end"] > len(self.data) or frame["sequence"] != sequence:
            return None
        if frame["group"] != sequence and (group == 0 or frame["group"] != group):
            return None
        start = offset + HEAD_SIZE
        payload = self.data[start:start + frame["count"]]
        if zlib.crc32(payload, sequence & 0xFFFFFFFF) != frame["check"]:
            return None
        if any(self.data[start + frame["count"]:frame["end"]]):
            return None
        frame["payload"], frame["start"] = payload, start
        return frame

    def read_ending(self, offset, sequence, link, durable):
        if durable >= sequence:
            return ("damaged", offset)
        if not any(self.data[offset:]):
            return ("complete", offset)
        # Whole, but for its link: the frame of a copy that went on separately.
        frame = self.head(offset)
        if frame and frame["link"] != link and self.whole(offset, sequence, frame["group"]):
            return ("damaged", offset)
        if any(self.is_later(place, sequence) for place in range(offset, len(self.data))):
            return ("damaged", offset)
        return ("torn", offset)


def little(cursor, count):
    return int.from_bytes(cursor.take(count), "little")


def value(cursor):
    start = cursor.pos
    lead = cursor.u8()
    kind, count = lead & 0xE0, lead & 0x1F
    if lead == 0:
        return None
    if kind == 0x20 and count <= 8:
        number = int.from_bytes(cursor.take(count), "little", signed=True)
        if count and number == 0 or count > 1 and -(1 << 8 * count - 9) <= number < 1 << 8 * count - 9:
            raise cursor.malformed("a longer form than needed", start)
        return number
    if kind == 0x40 and count in (0, 4, 8):
        return real(cursor, count, start)
    if kind in (0x60, 0x80) and count < 28:
        if count > 23:
            exponent = count - 24
            count = little(cursor, 1 << exponent)
            if count < (24, 1 << 8, 1 << 16, 1 << 32)[exponent]:
                raise cursor.malformed("a longer form than needed", start)
        return cursor.take(count) if kind == 0x80 else cursor.text(count)
    raise cursor.malformed("no value begins so", start)


def real(cursor, count, start):
    if count == 0:
        return 0.0
    data = cursor.take(count)
    if count == 4:
        number = struct.unpack("<f", data)[0]
        if number != number or data == bytes(4):
            raise cursor.malformed("a longer form than needed", start)
        return number
    number = struct.unpack("<d", data)[0]
    try:
        if number == number and struct.unpack("<f", struct.pack("<f", number))[0] == number:
            raise cursor.malformed("a longer form than needed", start)
    except OverflowError:
        pass
    return number


def key(cursor):
    start = cursor.pos
    found = value(cursor)
    if found is None or isinstance(found, float):
        raise cursor.malformed("no key", start)
    return found


def number(cursor):
    start = cursor.pos
    found = cursor.count()
    if not 0 < found <= 1 << 32:
        raise cursor.malformed("%d is no number" % found, start)
    return found


def entries(payload, offset=0):
    """The entries of a payload that stands at an offset of a file: pairs of a place in the file, and a tuple. The values of
    a put are bytes, see `record`."""
    cursor, found = Cursor(payload, segments=[(0, offset, False)]), []
    try:
        while cursor.pos < cursor.end:
            start = cursor.pos
            found.append((offset + start, entry(cursor)))
    except ArchiveError as error:
        raise LogError(error.code, error.offset, error.message) from error
    return found


def entry(cursor):
    start = cursor.pos
    tag = cursor.u8()
    if tag == 1:
        entity, revision, attributes = number(cursor), number(cursor), cursor.count()
        return "schema", entity, revision, attributes, cursor.take(cursor.count())
    if tag == 2:
        return "put", number(cursor), key(cursor), cursor.take(cursor.count())
    if tag == 3:
        return "remove", number(cursor), key(cursor)
    if tag == 4:
        return "drop", number(cursor)
    if tag == 5:
        return "note", cursor.take(cursor.count())
    raise cursor.malformed("no entry begins so", start)


def revision(data, place):
    """The revision that the values of a put begin with; the put stands at a place."""
    try:
        return Cursor(data).count()
    except ArchiveError as error:
        raise LogError(error.code, place, error.message) from error


def record(data, place, count):
    """The values of a put, as many as its table has attributes."""
    cursor, found = Cursor(data), []
    try:
        cursor.count()
        while cursor.pos < cursor.end and len(found) < count:
            found.append(value(cursor))
    except ArchiveError as error:
        raise LogError(error.code, place, error.message) from error
    if len(found) < count or cursor.pos < cursor.end:
        raise LogError("malformed", place, "not %d values" % count)
    return found
