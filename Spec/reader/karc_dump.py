#!/usr/bin/env python3
"""Prints the value dump of an archive as JSON."""

import argparse
import sys
from pathlib import Path

from karc import ArchiveError, dump_archive, json_text, read_archive


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the archive")
    parser.add_argument("--dictionary", type=Path, help="the rows of the dictionary it was written against")
    options = parser.parse_args(arguments)
    try:
        data = options.file.read_bytes()
        rows = options.dictionary and options.dictionary.read_bytes()
    except OSError as error:
        print(error, file=sys.stderr)
        return 66
    try:
        dump = dump_archive(read_archive(data, dictionary=rows))
    except ArchiveError as error:
        print("%s: byte %d: %s" % (error.code, error.offset, error.message), file=sys.stderr)
        return 65
    print(json_text(dump))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
