"""Which states of blocks are true (section 4, M9).

A frame is a tuple of what it says in the file, its code first."""

import math

ROOT_FRAME, RECORD_FRAME, ELEMENTS_FRAME, OBJECT_FRAME = range(4)
IN_ARRAY, IN_SET, IN_KEYS, IN_VALUES = range(4)     # roles of elements; that of keys is in no state
NO_FRAME = None         # of what cannot be open where a state is true: a nullable run, an extension, the tail


class Moments:
    """The part of Walker that compares states with what it has come to."""

    def watch(self, blocks):
        """`blocks` are those of the scope, in order."""
        self.frames = []                # of the open containers around the one that is being read
        self.true = set()               # the file offsets of states that were met
        self.stated = iter([(block.raw_offset, block.state) for block in blocks if block.state])
        self._watch_next()

    def _watch_next(self):
        self.watched, self.state = next(self.stated, (math.inf, None))

    def meet(self, row):
        """To be called before an element is read, unless the cursor is before the watched offset;
        `row` is the frame of the elements."""
        while self.watched < self.cursor.pos:
            self._watch_next()
        while self.watched == self.cursor.pos and self.state.frames[-1] == row \
                and self.state.frames[:-1] == self.frames:
            self.true.add(self.state.offset)
            self._watch_next()

    def is_true(self, state):
        return state.offset in self.true
