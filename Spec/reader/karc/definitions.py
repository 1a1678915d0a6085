"""Definitions (section 5): types, shapes and the names of extensions."""

import re
import unicodedata
from collections import namedtuple

from .kinds import BOOL, UNDETERMINED, read_kind
from .primitives import ArchiveError, LIMIT_EXCEEDED, NEEDS_FEATURE, TRUNCATED

REQUIRED, OPTIONAL, NULLABLE_FIELD, OPTIONAL_NULLABLE = range(4)     # modes of a field

Type = namedtuple("Type", "name is_class version arguments superclass")
Field = namedtuple("Field", "key mode kind")
Known = namedtuple("Known", "shape_count type_count extension_count")

EXTENSION_FLAG, MAX_EXTENSION_NAME = 16, 253
EXTENSION_NAME = re.compile(rb"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")
MAX_SPELLED_NAME = 1 << 20      # not in the specification


class Shape:
    """A type (or None) and its fields; never changed."""

    __slots__ = ("type", "fields", "bit_count")
    MODE_BITS = (0, 1, 1, 2)

    def __init__(self, type_number, fields):
        self.type = type_number
        self.fields = fields
        self.bit_count = sum(self.MODE_BITS[f.mode] or f.kind[0] == BOOL for f in fields)


class Definitions:
    """All rows of the `D` parts read so far, of a single-part archive, or of a dictionary."""

    def __init__(self, limits, is_dictionary=False):
        self.limits = limits
        self.is_dictionary = is_dictionary
        self.row_count = 0
        self.field_count = 0
        self.types = []
        self.shapes = []
        self.keys = []
        self.extensions = []
        self._known_keys = set()
        self._known_types = set()
        self._names = {}                # spelled with arguments, by type number

    def known(self):
        """What a scope that begins here may use."""
        return Known(len(self.shapes), len(self.types), len(self.extensions))

    def read(self, cursor):
        """Reads `definitions`, which go on from those before."""
        at = cursor.pos
        count = cursor.count()
        if count > cursor.remaining:
            raise cursor.error(TRUNCATED, "%d definition rows" % count)         # [V5]
        if self.row_count + count > self.limits.rows:
            raise cursor.error(LIMIT_EXCEEDED, "more than %d definition rows" % self.limits.rows, at)
        self.begin()
        self._room, self._earlier = count, (len(self.shapes), len(self.types))
        for _ in range(count):
            self.read_row(cursor)
        self.check_references(cursor)

    def begin(self):
        self._references = []           # (number, its rows, position), checked at the end

    def read_row(self, cursor):
        at = cursor.pos
        if self.is_dictionary:
            self._room, self._earlier = cursor.remaining, (len(self.shapes), len(self.types))
        head = cursor.count()
        argument = head >> 2
        row = head & 3
        if row == 0:
            self._read_type(cursor, at, argument)
        elif row == 1:
            self._read_shape(cursor, at, argument)
        elif row == 2:
            raise cursor.error(NEEDS_FEATURE, "a row of kind 2", at)           # [D6]
        else:
            self._read_derived(cursor, at, argument)
        self.row_count += 1

    def check_references(self, cursor):
        for number, rows, at in self._references:       # in the order in which they stand [D4]
            if number >= len(rows):
                raise cursor.malformed("no such shape or type: %d" % number, at)

    def _kind(self, cursor, code=None):
        def note(rows, earlier):
            def note_number(number, at):
                if number >= earlier + self._room:      # more than there can be rows
                    raise cursor.malformed("no such shape or type: %d" % number, at)
                self._references.append((number, rows, at))
            return note_number

        return read_kind(cursor, note(self.shapes, self._earlier[0]), note(self.types, self._earlier[1]), code)

    def _type_reference(self, cursor):
        at = cursor.pos
        number = cursor.count()
        if number >= len(self.types):
            raise cursor.malformed("type %d names no earlier row" % number, at)     # [D4]
        return number

    def _read_type(self, cursor, at, argument):
        size, flags = argument >> 1, 0
        if argument & 1:
            flags_at = cursor.pos
            flags = cursor.varint()
            if flags == 0:
                raise cursor.malformed("flags of a type, given as 0", flags_at)     # [D1]
            if flags >> 5:
                raise cursor.error(NEEDS_FEATURE, "reserved flags of a type", flags_at)     # [D1]
        name_at = cursor.pos
        cursor.need(size, "a type name")
        if flags & EXTENSION_FLAG:
            if flags != EXTENSION_FLAG:
                raise cursor.malformed("an extension with flags of a type", flags_at)       # [D3]
            self._read_extension(cursor, at, size)
            return
        if not 1 <= size <= 1024:
            raise cursor.malformed("a type name of %d bytes" % size, at)        # [D1]
        name = cursor.text(size, "a type name")
        if any(unicodedata.category(c) == "Cc" for c in name):
            raise cursor.malformed("a control character in a type name", name_at)
        version, arguments, superclass = 0, (), None
        if flags & 2:
            version_at = cursor.pos
            version = cursor.varint()
            if version == 0:
                raise cursor.malformed("a type version of 0", version_at)
        if flags & 4:
            count_at = cursor.pos
            count = cursor.count()
            if count == 0:
                raise cursor.malformed("an argument count of 0", count_at)
            cursor.need(count, "type arguments")
            arguments = tuple(self._type_reference(cursor) for _ in range(count))
        if flags & 8:
            superclass = self._type_reference(cursor)
        row = Type(name, bool(flags & 1), version, arguments, superclass)
        if row in self._known_types:
            raise cursor.malformed("type %s is defined twice" % name, at)       # [D1]
        self._known_types.add(row)
        self.types.append(row)

    def type_name(self, number):
        """`Box<Int, Array<String>>`, made when it is asked for: a chain of
        arguments can spell a name exponentially longer than its rows."""
        if number not in self._names:
            needed, pending = set(), [number]
            while pending:
                current = pending.pop()
                if current not in needed and current not in self._names:
                    needed.add(current)
                    pending.extend(self.types[current].arguments)
            for current in sorted(needed):      # arguments name earlier rows
                row = self.types[current]
                arguments = [self._names[a] for a in row.arguments]
                if sum(map(len, arguments)) > MAX_SPELLED_NAME:
                    raise ArchiveError(LIMIT_EXCEEDED, 0, "the arguments of type %s are too long" % row.name)
                self._names[current] = row.name + ("<%s>" % ", ".join(arguments) if arguments else "")
        return self._names[number]

    def _read_field(self, cursor):
        """A field's byte and the rest of its kind: (mode, kind)."""
        at = cursor.pos
        byte = cursor.u8()
        mode, kind = byte >> 6, self._kind(cursor, byte & 0x3F)
        if mode == REQUIRED and kind[0] == UNDETERMINED:
            raise cursor.malformed("a required field of undetermined kind", at)     # [D2]
        return mode, kind

    def _read_key(self, cursor):
        at = cursor.pos
        head = cursor.count()
        number = head >> 1
        if head & 1:
            if number >= len(self.keys):
                raise cursor.malformed("key %d does not exist" % number, at)    # [D4]
            return self.keys[number]
        if number > self.limits.key_bytes:
            raise cursor.error(LIMIT_EXCEEDED, "a key of %d bytes" % number, at)
        key = cursor.text(number, "a key")
        if key in self._known_keys:
            raise cursor.malformed("key %r is written in full twice" % key, at)     # [D2]
        self._known_keys.add(key)
        self.keys.append(key)
        return key

    def _read_shape(self, cursor, at, argument):
        if argument > len(self.types):
            raise cursor.malformed("type %d names no earlier row" % (argument - 1), at)
        count_at = cursor.pos
        count = cursor.count()
        if count > self.limits.fields:
            raise cursor.error(LIMIT_EXCEEDED, "%d fields" % count, count_at)
        cursor.need(count, "fields")
        self._count_fields(cursor, count, count_at)
        fields, seen = [], set()
        for _ in range(count):
            mode, kind = self._read_field(cursor)
            key_at = cursor.pos
            key = self._read_key(cursor)
            if key in seen:
                raise cursor.malformed("key %r twice in a shape" % key, key_at)     # [D2]
            seen.add(key)
            fields.append(Field(key, mode, kind))
        self.shapes.append(Shape(argument - 1 if argument else None, fields))

    def _count_fields(self, cursor, count, at):
        self.field_count += count
        if self.field_count > self.limits.all_fields:
            raise cursor.error(LIMIT_EXCEEDED, "more than %d fields" % self.limits.all_fields, at)

    def _shape(self, cursor, at, number):
        if number >= len(self.shapes):
            raise cursor.malformed("shape %d names no earlier row" % number, at)    # [D4]
        return self.shapes[number]

    def _read_extension(self, cursor, at, size):
        name = cursor.take(size)
        if size > MAX_EXTENSION_NAME or not EXTENSION_NAME.fullmatch(name):
            raise cursor.malformed("no name of an extension: %.40r" % name, at)     # [D3]
        name = name.decode()
        if name in self.extensions:
            raise cursor.malformed("extension %s is defined twice" % name, at)      # [D3]
        self.extensions.append(name)

    def _read_derived(self, cursor, at, number):
        base = self._shape(cursor, at, number)
        self._count_fields(cursor, len(base.fields), at)
        count_at = cursor.pos
        count = cursor.count()
        if not 0 < count <= len(base.fields):
            raise cursor.malformed("a derived shape with %d changes" % count, count_at)
        fields, last = list(base.fields), -1
        for _ in range(count):
            index_at = cursor.pos
            index = cursor.count()
            if index <= last or index >= len(fields):
                raise cursor.malformed("field index %d of a derived shape" % index, index_at)
            mode, kind = self._read_field(cursor)
            fields[index] = Field(fields[index].key, mode, kind)
            last = index
        self.shapes.append(Shape(base.type, fields))
