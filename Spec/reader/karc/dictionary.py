"""Shape dictionaries (section 9): rows that the records of a home share."""

import zlib

from . import drafts
from .definitions import Definitions
from .primitives import ArchiveError, Cursor, LIMIT_EXCEEDED, MALFORMED, WRONG_DICTIONARY


class Dictionary:
    """Rows, read and checked; `ends` holds the offset after each number of rows."""

    def __init__(self, rows, limits):
        self.rows = bytes(rows)
        self.limits = limits
        self.ends = [0]
        self._read(len(self.rows), self.ends)

    def _read(self, size, ends=None):
        """The definitions of the rows in the first bytes."""
        cursor = Cursor(self.rows[:size])
        definitions = Definitions(self.limits, is_dictionary=True)
        definitions.begin()
        while cursor.remaining:
            if definitions.row_count >= self.limits.rows:
                raise cursor.error(LIMIT_EXCEEDED, "more than %d definition rows" % self.limits.rows)
            definitions.read_row(cursor)
            if ends is not None:
                ends.append(cursor.pos)
        definitions.check_references(cursor)                                    # [H3]
        return definitions

    def definitions_of(self, record):
        """The definitions of a record, whose checksum is verified with them [H1]."""
        last = len(self.ends) - 1
        for count in range(last - (last - record[1]) % 256, -1, -256):
            seed = zlib.crc32(self.rows[:self.ends[count]])
            if drafts.fits(record, seed):
                try:
                    return self._read(self.ends[count])
                except ArchiveError:        # rows that name later ones, which are whole with these [H3]
                    raise ArchiveError(MALFORMED, 1, "the record's rows name shapes or types of later ones")
        raise ArchiveError(WRONG_DICTIONARY, len(record) - 4, "no rows of the dictionary fit the record")
