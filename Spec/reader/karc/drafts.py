"""Drafts of the bytes, until they are final (archive-format.md, section 2)."""

import zlib

from .primitives import ArchiveError, NEEDS_FEATURE

DRAFT = 2


def require(found, at):
    """[V6]"""
    if found != DRAFT:
        raise ArchiveError(NEEDS_FEATURE, at, "draft %d, and this reads draft %d" % (found, DRAFT))


def fits(data, seed):
    """Whether the checksum at the end is that of the bytes before. One with the seed of another draft is an error that says so."""
    body, stored = data[:-4], int.from_bytes(data[-4:], "little")
    if zlib.crc32(body, seed ^ (DRAFT - 1) * 0x01010101) == stored:
        return True
    # What a seed changes does not depend on the bytes, so zeros show it; and changes add up bit by bit.
    plain = zlib.crc32(bytes(len(body)))
    bits = [zlib.crc32(bytes(len(body)), (1 << bit) * 0x01010101) ^ plain for bit in range(8)]
    difference = zlib.crc32(body, seed) ^ stored
    for less in range(256):
        effect = 0
        for bit in range(8):
            effect ^= bits[bit] if less >> bit & 1 else 0
        if effect == difference:
            require(less + 1, len(body))
    return False
