"""Walks the content of a scope: values (section 6) and objects (section 8).

Containers are generators, which yield the generators of what they contain: an
explicit stack runs them (section 12), so depth costs no recursion."""

import bisect

from .columns import Columns
from .definitions import NULLABLE_FIELD, OPTIONAL, OPTIONAL_NULLABLE
from .kinds import (ANY, ARRAY, BLOB, BOOL, CONDITIONAL, EXTENSION, INT, MAP, NULL, OBJECT, PLAIN_KINDS, RECORD,
                    RECORD_OF, RESERVED, SET, STRING, STRONG, TRUE, TYPED, UNDETERMINED, read_kind)
from .leaves import ABSENT, BOOLS, Leaves, NULL_VALUE
from .moments import Moments, NO_FRAME, OBJECT_FRAME, RECORD_FRAME, ROOT_FRAME
from .primitives import LIMIT_EXCEEDED, NEEDS_FEATURE

MENTIONED, OPEN, WHOLE = range(3)       # states of an object: it stands nowhere yet, is being read, was read


class Budget:
    """What the limits leave for a scope."""

    def __init__(self, limits):
        self.limits = limits
        self.values = limits.values
        self.bitless = limits.bitless_values
        self.objects = limits.objects


class Walker(Columns, Moments):
    """Reads the values of one scope; `known` tells which definitions are in force, `blocks` are those of the scope."""

    def __init__(self, cursor, definitions, known, budget, blocks):
        self.cursor = cursor
        self.definitions = definitions
        self.known = known
        self.budget = budget
        self.depth = 0
        self.mentions = []              # where each object was mentioned; its index is its number
        self.states = bytearray()       # of each object
        self.strong = []                # targets of strong edges that did not stand there yet, in byte order
        self.leaves = Leaves(cursor).by_code()
        self.leaves[STRONG] = ("backReference", self._strong)
        self.leaves[CONDITIONAL] = ("conditionalReference", self._edge)
        self.watch(blocks)

    def read_root(self, ordinal):
        self.frames = [(ROOT_FRAME, ordinal)]
        return self.read_value()

    def read_value(self):
        """A tagged value at the cursor."""
        value = self.tagged()
        if type(value) is tuple:
            return value
        stack, value = [value], None
        while stack:
            try:
                request = stack[-1].send(value)
            except StopIteration as done:
                stack.pop()
                value = done.value
            else:
                stack.append(request)
                value = None
        return value

    def read_tail(self):
        """The objects that strong edges made stored, after the roots (section 8)."""
        tail = []
        self.frames = [NO_FRAME]
        for number in self.strong:      # which grows by the edges of the tail
            if self.states[number] == MENTIONED:
                self._check_due(number)
                tail.append(self.read_value())
        return tail

    def _check_due(self, due):
        """Looks ahead: what comes is the object that is due [O4]."""
        cursor = self.cursor
        start = cursor.pos
        tag = cursor.u8()
        if tag in RESERVED:
            raise cursor.error(NEEDS_FEATURE, "the tag %02X" % tag, start)      # [K2]
        if tag != OBJECT:
            raise cursor.malformed("no object where object %d is due" % due, start)
        self.kind(False, 2)
        at = cursor.pos
        if cursor.count() != 2:
            raise cursor.malformed("an object without a number where object %d is due" % due, at)
        at = cursor.pos
        number = cursor.count()
        if number != due:
            raise cursor.malformed("object %d where object %d is due" % (number, due), at)
        cursor.pos = start

    def objects_before(self, raw_offset):
        return bisect.bisect_left(self.mentions, raw_offset)

    # Numbers of shapes and types

    def check_shape(self, number, at):
        if number >= self.known.shape_count:
            raise self.cursor.malformed("no such shape: %d" % number, at)       # [D4]

    def check_type(self, number, at):
        if number >= self.known.type_count:
            raise self.cursor.malformed("no such type: %d" % number, at)        # [D4]

    def kind(self, nullable, depth):
        return read_kind(self.cursor, self.check_shape, self.check_type, None, nullable, depth)

    # Limits

    def charge(self, count=1, at=None):
        self.budget.values -= count
        if self.budget.values < 0:
            raise self.cursor.error(LIMIT_EXCEEDED, "too many values", at)

    def enter(self, at):
        """Goes into a container that begins at `at`."""
        if self.depth >= self.budget.limits.depth:
            raise self.cursor.error(LIMIT_EXCEEDED, "values nest deeper than %d" % self.budget.limits.depth, at)
        self.charge(1, at)
        self.depth += 1

    # Values: each returns a value, or the generator of a container

    def tagged(self):
        """A tag and its payload."""
        cursor = self.cursor
        at = cursor.pos
        tag = cursor.u8()
        if 0x40 <= tag < 0x80:
            self.charge(1, at)
            return ("int", tag - 0x40)
        if 0x80 <= tag < 0xC0:
            self.charge(1, at)
            return ("string", cursor.text(tag - 0x80))
        if tag >= 0xC0:
            self.check_shape(tag - 0xC0, at)
            return self.payload((RECORD_OF, tag - 0xC0), at)
        if tag in (NULL, BOOL, TRUE):
            self.charge(1, at)
            return NULL_VALUE if tag == NULL else BOOLS[tag == TRUE]
        if tag in (ARRAY, SET):
            return self.payload((tag, self.kind(True, 2)), at)
        if tag == MAP:
            keys = self.kind(True, 2)
            return self.payload((MAP, keys, self.kind(True, 2)), at)
        if tag == OBJECT:
            return self.payload((OBJECT, self.kind(False, 2)), at)
        if tag == TYPED:
            type_at = cursor.pos
            number = cursor.count()
            self.check_type(number, type_at)
            return self.payload((TYPED, number, self.kind(False, 2)), at)
        if tag == RECORD:
            shape_at = cursor.pos
            number = cursor.count()
            if number < 64:
                raise cursor.malformed("a tag 14 for a shape with a tag of its own", at)     # [K3]
            self.check_shape(number, shape_at)
            return self.payload((RECORD_OF, number), at)
        if tag == BLOB:
            raise cursor.error(NEEDS_FEATURE, "an external blob", at)           # [K5]
        if tag in RESERVED:
            raise cursor.error(NEEDS_FEATURE, "the tag %02X" % tag, at)         # [K2]
        if tag not in PLAIN_KINDS or tag in (UNDETERMINED, ANY):
            raise cursor.malformed("%02X is no tag" % tag, at)
        value = self.payload(PLAIN_KINDS[tag], at)
        if tag == INT and 0 <= value[1] <= 63 or tag == STRING and cursor.pos - at <= 2 + 63:
            raise cursor.malformed("a tag %02X for what has a short form" % tag, at)    # [K3]
        return value

    def payload(self, kind, at=None):
        """The payload of a kind, outside bit rows; `at` is where its tag stands, if it has one."""
        code = kind[0]
        if at is None:
            at = self.cursor.pos
        leaf = self.leaves[code]
        if leaf is not None:
            self.charge(1, at)
            return (leaf[0], leaf[1]())
        if code == ANY:
            return self.tagged()
        if code == BOOL:
            self.charge(1, at)
            byte = self.cursor.u8()
            if byte > 1:
                raise self.cursor.malformed("a bool of %d" % byte, self.cursor.pos - 1)     # [K4]
            return BOOLS[byte]
        if code == UNDETERMINED:
            raise self.cursor.malformed("a value of undetermined kind")         # [R1]
        if code in (RECORD, RECORD_OF):
            return self._record(kind, at)
        if code == ARRAY:
            return self._array(kind[1], at)
        if code == SET:
            return self._set(kind[1], at)
        if code == MAP:
            return self._map(kind[1], kind[2], at)
        if code == OBJECT:
            return self._object(kind[1], at)
        if code == TYPED:
            return self._typed(kind[1], kind[2], at)
        assert code == EXTENSION, code
        return self._extension(at)

    # Mentions of objects

    def _mention(self, at):
        """The number of an object that was not mentioned before."""
        self.budget.objects -= 1
        if self.budget.objects < 0:
            raise self.cursor.error(LIMIT_EXCEEDED, "too many objects", at)
        self.mentions.append(at)
        self.states.append(MENTIONED)
        return len(self.mentions) - 1

    def _edge(self):
        """The target of an edge."""
        at = self.cursor.pos
        number = self.cursor.count() - 1
        if number < 0:
            return self._mention(at)
        if number >= len(self.mentions):
            raise self.cursor.malformed("an edge to object %d, which was not mentioned" % number, at)     # [O4]
        return number

    def _strong(self):
        number = self._edge()
        if self.states[number] == MENTIONED:
            self.strong.append(number)
        return number

    # Containers

    def _record(self, kind, value_at):
        cursor = self.cursor
        if kind[0] == RECORD:
            at = cursor.pos
            number = cursor.count()
            self.check_shape(number, at)
        else:
            number = kind[1]
        start = cursor.pos
        shape = self.definitions.shapes[number]
        states = self._states(shape, value_at)
        bits = cursor.data[start:cursor.pos]
        fields = []
        for field, state in zip(shape.fields, states):
            if state is None:
                at = cursor.pos
                value = self.payload(field.kind)
                if type(value) is not tuple:
                    self.frames.append((RECORD_FRAME, number, len(fields) + 1, bits))
                    value = yield value
                    self.frames.pop()
                elif value is NULL_VALUE:
                    raise cursor.malformed("field %r holds the tag null" % field.key, at)       # [R1]
            else:
                value = state
                self.charge(1, start)
            fields.append((field.key, value))
        if cursor.pos == value_at:
            self.budget.bitless -= 1
            if self.budget.bitless < 0:
                raise cursor.error(LIMIT_EXCEEDED, "too many values that occupy no bits")
        self.depth -= 1
        name = None if shape.type is None else self.definitions.type_name(shape.type)
        return ("record", (number, name, fields))

    def _states(self, shape, value_at):
        """Per field: its value if the bit row tells it, None if a payload follows."""
        cursor = self.cursor
        at = cursor.pos
        bits = iter(cursor.bits(shape.bit_count, "the state bits"))
        self.enter(value_at)
        states = []
        for key, mode, kind in shape.fields:
            state = None
            if mode == OPTIONAL:
                state = None if next(bits) else ABSENT
            elif mode == NULLABLE_FIELD:
                state = None if next(bits) else NULL_VALUE
            elif mode == OPTIONAL_NULLABLE:
                pair = next(bits), next(bits)
                if pair == (0, 1):
                    raise cursor.malformed("field %r is absent and has a value" % key, at)
                state = {(0, 0): ABSENT, (1, 0): NULL_VALUE, (1, 1): None}[pair]
            elif kind[0] == BOOL:
                state = BOOLS[next(bits)]
            if state is None and kind[0] == UNDETERMINED:
                raise cursor.malformed("field %r has a value of undetermined kind" % key, at)     # [R1]
            states.append(state)
        return states

    def _object(self, kind, value_at):
        cursor = self.cursor
        at = cursor.pos
        head = cursor.count()
        if head >= 3:
            number = head - 3
            if number >= len(self.mentions):
                raise cursor.malformed("object %d was not mentioned" % number, at)      # [O1]
            if self.states[number] != WHOLE:
                raise cursor.malformed("object %d does not stand before, or not whole" % number, at)      # [O1]
            self.charge(1, value_at)
            return ("reference", number)
        if head == 0 and kind[0] == UNDETERMINED:
            raise cursor.malformed("an object of undetermined kind", at)        # [O1]
        if head == 2:
            number_at = cursor.pos
            number = cursor.count()
            if number >= len(self.mentions):
                raise cursor.malformed("object %d was not mentioned" % number, number_at)       # [O1]
            if self.states[number] != MENTIONED:
                raise cursor.malformed("object %d stands twice" % number, number_at)    # [O1]
        else:
            number = self._mention(value_at)
        self.enter(value_at)
        self.states[number] = OPEN
        body = self.tagged() if head else self.payload(kind)
        if type(body) is not tuple:
            self.frames.append((OBJECT_FRAME, number))
            body = yield body
            self.frames.pop()
        self.states[number] = WHOLE
        self.depth -= 1
        name, contents = body
        type_number = None
        if name == "record":
            type_number = self.definitions.shapes[contents[0]].type
        elif name == "typed":
            type_number, body = contents
        if type_number is None or not self.definitions.types[type_number].is_class:
            raise cursor.malformed("object %d names no class" % number, value_at)     # [O2]
        return ("object", (number, self.definitions.type_name(type_number), body))

    def _typed(self, type_number, kind, at):
        self.enter(at)
        value = self.payload(kind)
        if type(value) is not tuple:
            value = yield value
        self.depth -= 1
        return ("typed", (type_number, value))

    def _extension(self, value_at):
        cursor = self.cursor
        at = cursor.pos
        size = cursor.count()
        cursor.need(size, "an extension")
        stop = cursor.pos + size
        number_at = cursor.pos
        number = cursor.count()
        if number >= self.known.extension_count:
            raise cursor.malformed("no such extension: %d" % number, number_at)     # [D4]
        self.enter(value_at)
        values = []
        while not values or cursor.pos < stop and len(values) < 2:      # its base value, and perhaps an argument
            value = self.tagged()
            if type(value) is not tuple:
                self.frames.append(NO_FRAME)
                value = yield value
                self.frames.pop()
            values.append(value)
        if cursor.pos != stop:
            raise cursor.malformed("an extension of another size than its byteCount", at)       # [K4]
        self.depth -= 1
        return ("extension", (self.definitions.extensions[number], values))
