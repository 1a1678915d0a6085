"""Arrays, sets and maps (section 7)."""

from .kinds import BOOL, NULLABLE, RECORD_OF, TYPED, UNDETERMINED
from .leaves import BOOLS, NULL_VALUE, identity
from .primitives import TRUNCATED


class Columns:
    """The part of Walker that reads rows of elements."""

    def _array(self, kind):
        self.enter()
        header = self.cursor.varint()
        elements = yield self._column(header >> 1, header & 1, kind)
        self.depth -= 1
        return ("array", elements)

    def _set(self, kind):
        at = self.cursor.pos
        _, elements = yield self._array(kind)
        self._distinct(elements, "member of a set", at)                         # [A2]
        return ("set", elements)

    def _map(self, key_kind, value_kind):
        self.enter()
        at = self.cursor.pos
        header = self.cursor.varint()
        count = header >> 2
        keys = yield self._column(count, header & 1, key_kind)
        if NULL_VALUE in keys:
            raise self.cursor.malformed("a key that is null", at)               # [A2]
        self._distinct(keys, "key of a map", at)
        values = yield self._column(count, header & 2, value_kind)
        self.depth -= 1
        return ("map", list(zip(keys, values)))

    def _distinct(self, values, what, at):
        if len(set(map(identity, values))) != len(values):
            raise self.cursor.malformed("one %s twice" % what, at)

    def _column(self, count, irregular, kind):
        """column(K), which is also the inside of array(K)."""
        if not irregular:
            return (yield self._elements(count, kind))
        cursor = self.cursor
        if count == 0:
            raise cursor.malformed("irregular and empty")                       # [A1]
        elements = []
        while len(elements) < count:
            run_kind = self.kind(True, 1)
            at = cursor.pos
            run_count = cursor.varint()
            left = count - len(elements)
            if run_count >= left:
                raise cursor.malformed("a run of %d where %d remain" % (run_count, left), at)     # [A1]
            elements += yield self._elements(run_count or left, run_kind)
        return elements

    def _elements(self, count, kind):
        cursor = self.cursor
        code = kind[0]
        if code == UNDETERMINED:
            if count:
                raise cursor.malformed("%d elements of undetermined kind" % count)
            return []
        if code == BOOL:
            bits = cursor.bits(count, "bools")
            self.charge(count)
            return [BOOLS[bit] for bit in bits]
        if code == NULLABLE:
            states = cursor.bits(count, "states of elements")
            present = sum(states)
            self.charge(count - present)
            values = iter((yield self._elements(present, kind[1])))
            return [next(values) if state else NULL_VALUE for state in states]
        if count > cursor.remaining and self._occupies(kind):
            raise cursor.error(TRUNCATED, "%d elements in %d bytes" % (count, cursor.remaining))    # [V5]
        elements = []
        payload = self.payload
        for _ in range(count):
            value = payload(kind)
            if type(value) is not tuple:
                value = yield value
            elements.append(value)
        return elements

    def _occupies(self, kind):
        """Whether a value of the kind surely takes a byte or more."""
        while kind[0] == TYPED:
            kind = kind[2]
        if kind[0] == RECORD_OF:
            shapes = self.known_here().shapes
            return kind[1] < len(shapes) and shapes[kind[1]].bit_count > 0
        return True
