#!/usr/bin/env python3
"""karc_dump.py FILE: prints the value dump of an archive as JSON."""

import sys

from karc import ArchiveError, dump_archive, json_text, read_archive


def main(arguments):
    if len(arguments) != 1:
        print("usage: karc_dump.py FILE", file=sys.stderr)
        return 64
    try:
        with open(arguments[0], "rb") as file:
            data = file.read()
    except OSError as error:
        print(error, file=sys.stderr)
        return 66
    try:
        dump = dump_archive(read_archive(data))
    except ArchiveError as error:
        print("%s: byte %d: %s" % (error.code, error.offset, error.message), file=sys.stderr)
        return 65
    print(json_text(dump))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
