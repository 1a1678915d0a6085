"""Arrays, sets and maps (section 7)."""

from .kinds import (BOOL, DATE, FLOAT32, FLOAT64, INT, INT8, INT128, NULLABLE, RECORD_OF, TYPED, UINT, UINT8,
                    UINT128, UNDETERMINED, UUID)
from .leaves import BOOLS, NULL_VALUE, identity
from .moments import ELEMENTS_FRAME, IN_ARRAY, IN_KEYS, IN_SET, IN_VALUES, NO_FRAME
from .primitives import TRUNCATED

# Kinds whose regular rows count as one value and no level (section 12), and the sizes of those that have one.
PACKED = {BOOL, INT, UINT, INT8, UINT8, FLOAT32, FLOAT64, DATE, UUID}
SIZES = {INT8: 1, UINT8: 1, FLOAT32: 4, FLOAT64: 8, DATE: 8, INT128: 16, UINT128: 16, UUID: 16}


class Columns:
    """The part of Walker that reads rows of elements."""

    def _array(self, kind, at, role=IN_ARRAY):
        header_at = self.cursor.pos
        header = self.cursor.count()
        elements = yield self._column(header >> 1, header & 1, kind, at, header_at, role)
        return ("array", elements)

    def _set(self, kind, at):
        _, elements = yield self._array(kind, at, IN_SET)
        self._distinct(elements, "member of a set", at)                         # [A2]
        return ("set", elements)

    def _map(self, key_kind, value_kind, at):
        header_at = self.cursor.pos
        header = self.cursor.count()
        count = header >> 2
        self.enter(at)
        keys = yield self._column(count, header & 1, key_kind, self.cursor.pos, header_at, IN_KEYS)
        values = yield self._column(count, header & 2, value_kind, self.cursor.pos, header_at, IN_VALUES)
        self._distinct(keys, "key of a map", at)                                # [A2]
        self.depth -= 1
        return ("map", list(zip(keys, values)))

    def _distinct(self, values, what, at):
        if len({identity(value, lambda shape: self.definitions.shapes[shape].type) for value in values}) != len(values):
            raise self.cursor.malformed("one %s twice" % what, at)

    def _column(self, count, irregular, kind, at, header_at, role):
        """column(K), which is also the inside of array(K); it begins at `at`."""
        cursor = self.cursor
        if not irregular:
            if kind[0] in PACKED:       # bare numbers and bools are no level
                self.charge(1, at)
                return (yield self._elements(count, kind, 0, role, True))
            self.enter(at)
            elements = yield self._elements(count, kind, 0, role)
            self.depth -= 1
            return elements
        if count == 0:
            raise cursor.malformed("irregular and empty", header_at)            # [A1]
        self.enter(at)
        elements = []
        while len(elements) < count:
            run_kind = self.kind(True, 1)
            at = cursor.pos
            run_count = cursor.count()
            left = count - len(elements)
            if run_count >= left:
                raise cursor.malformed("a run of %d where %d remain" % (run_count, left), at)     # [A1]
            run_count = run_count or left
            elements += yield self._elements(run_count, run_kind, left - run_count, role)
        self.depth -= 1
        return elements

    def _elements(self, count, kind, after, role, packed=False):
        """Elements of a run, after which as many follow in further runs."""
        cursor = self.cursor
        code = kind[0]
        if code == UNDETERMINED:
            if count:
                raise cursor.malformed("%d elements of undetermined kind" % count)
            return []
        if code == BOOL:
            bits = cursor.bits(count, "bools")
            if not packed:
                self.charge(count)
            return [BOOLS[bit] for bit in bits]
        if code == NULLABLE:
            states = cursor.bits(count, "states of elements")
            present = sum(states)
            self.charge(count - present)
            self.frames.append(NO_FRAME)
            values = iter((yield self._elements(present, kind[1], after, role)))
            self.frames.pop()
            return [next(values) if state else NULL_VALUE for state in states]
        if count * SIZES.get(code, 1) > cursor.remaining and self._occupies(kind):
            raise cursor.error(TRUNCATED, "%d elements in %d bytes" % (count, cursor.remaining))    # [V5]
        elements = []
        payload = self.payload
        if packed:
            name, read = self.leaves[code]
        for left in range(count, 0, -1):
            if cursor.pos >= self.watched:
                self.meet((ELEMENTS_FRAME, left, after, role, kind))
            value = (name, read()) if packed else payload(kind)
            if type(value) is not tuple:
                self.frames.append((ELEMENTS_FRAME, left - 1, after, role, kind))
                value = yield value
                self.frames.pop()
            elements.append(value)
        return elements

    def _occupies(self, kind):
        """Whether a value of the kind surely takes a byte or more."""
        while kind[0] == TYPED:
            kind = kind[2]
        if kind[0] == RECORD_OF:
            return self.definitions.shapes[kind[1]].bit_count > 0
        return True
