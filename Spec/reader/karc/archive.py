"""Reads a whole archive: framing, then the roots and the tail of each scope (section 8)."""

from collections import namedtuple

from .dictionary import Dictionary
from .framing import read_layout
from .primitives import ArchiveError, Limits, MALFORMED
from .values import Budget, Walker

Contents = namedtuple("Contents", "roots tail")     # [(name, value)], [value]


class Archive:
    """framing: "single" or "multi"; scopes: the Contents of each."""

    def __init__(self, framing, definitions, scopes):
        self.framing = framing
        self.definitions = definitions
        self.scopes = scopes


def read_archive(data, limits=None, dictionary=None):
    """Reads and verifies the bytes of an archive, or raises ArchiveError;
    `dictionary` holds the rows it was written against, if it was."""
    limits = limits or Limits()
    if dictionary is not None and not isinstance(dictionary, Dictionary):
        dictionary = Dictionary(dictionary, limits)
    limits = limits.for_input(len(data) + (len(dictionary.rows) if dictionary else 0))
    layout = read_layout(bytes(data), limits, dictionary)
    scopes = [_read_scope(scope, layout.definitions, Budget(limits)) for scope in layout.scopes]
    for end in layout.ends:                                                     # [M5]
        roots = sum(len(scope.roots) for scope in scopes[:end.scope_count])
        if end.root_count != roots:
            raise ArchiveError(MALFORMED, end.offset, "end mark: %d roots, not %d" % (end.root_count, roots))
    return Archive(layout.framing, layout.definitions, scopes)


def _read_scope(scope, definitions, budget):
    cursor = scope.cursor
    walker = Walker(cursor, definitions, scope.known, budget, scope.blocks)
    if scope.has_roots:
        roots = _read_roots(cursor, walker)
    else:
        roots = [("", walker.read_root(0))]
    tail = walker.read_tail()
    if cursor.remaining:
        raise cursor.malformed("trailing bytes")                                # [S2]
    for block in scope.blocks:
        if not block.state:
            continue
        if block.next_object != walker.objects_before(block.raw_offset):        # [M3]
            raise ArchiveError(MALFORMED, block.next_object_offset, "nextObject of a block is %d" % block.next_object)
        if not walker.is_true(block.state):                                     # [M9]
            raise ArchiveError(MALFORMED, block.state.offset, "a state of a block that is not true")
    return Contents(roots, tail)


def _read_roots(cursor, walker):
    roots, names = [], set()
    while True:
        at = cursor.pos
        head = cursor.count()
        if head == 0:
            break
        name = cursor.text(head - 1, "a root name")
        if name in names:
            raise cursor.malformed("two roots named %r" % name, at)             # [O3]
        names.add(name)
        roots.append((name, walker.read_root(len(roots))))
    if not roots:
        raise cursor.malformed("a scope without a root", at)                    # [O3]
    return roots
