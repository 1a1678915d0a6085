#!/usr/bin/env python3
"""Reads the vectors of Spec/vectors, and archives given to it, and compares.

  valid/NAME.hex       must be read, and its dump be that of NAME.json
  invalid/NAME.hex     must be refused as its line `# expect: CODE [OFFSET]` says
  equivalent/NAME.a.hex, NAME.b.hex    differ in bytes and hold the same values

In a hex file `#` starts a comment, to the end of the line; the rest is hex digits
and white space. The line `# dictionary: NAME` names dictionaries/NAME.hex, the rows
that the archive was written against."""

import argparse
import re
import sys
import traceback
from pathlib import Path

from check_json import difference, document_difference, load_document, load_json, values_difference
from karc import ArchiveError, dump_archive, read_archive

DICTIONARY = re.compile(r"#\s*dictionary:\s*(\S+)")
EXPECT = re.compile(r"#\s*expect:\s*(\w+)(?:[ \t]+([0-9]+))?")


def hex_bytes(text):
    return bytes.fromhex(" ".join(line.split("#", 1)[0] for line in text.splitlines()))


def read_hex(path):
    """The bytes of a hex file, the rows it needs or None, and the (code, offset) it expects or None."""
    text = path.read_text(encoding="utf-8")
    found = DICTIONARY.search(text)
    rows = found and hex_bytes((path.parent.parent / "dictionaries" / (found[1] + ".hex")).read_text(encoding="utf-8"))
    found = EXPECT.search(text)
    return hex_bytes(text), rows, found and (found[1], found[2] and int(found[2]))


def read_dump(data, rows=None):
    return dump_archive(read_archive(data, dictionary=rows))


# Checks: each returns None, or a sentence about what is wrong.

def check_valid(path):
    expected = path.with_suffix(".json")
    if not expected.exists():
        return "there is no " + expected.name
    data, rows, _ = read_hex(path)
    return difference(read_dump(data, rows), load_json(expected))


def check_invalid(path):
    data, rows, expected = read_hex(path)
    if not expected:
        return "no line says `# expect: CODE`"
    try:
        read_dump(data, rows)
    except ArchiveError as error:
        if error.code != expected[0] or expected[1] is not None and error.offset != expected[1]:
            return "%s, not %s" % (error, " ".join(str(e) for e in expected if e is not None))
        return None
    return "accepted, not %s" % expected[0]


def check_equivalent(path):
    other = path.with_name(path.name[:-len(".a.hex")] + ".b.hex")
    if not other.exists():
        return "there is no " + other.name
    (a, rows_a, _), (b, rows_b, _) = read_hex(path), read_hex(other)
    if a == b:
        return "the bytes are the same"
    return values_difference(read_dump(a, rows_a), read_dump(b, rows_b))


def check_archive(path):
    read_dump(Path(path).read_bytes())


def check_pair(pair):
    return difference(read_dump(Path(pair[0]).read_bytes()), load_json(pair[1]))


def check_document(pair):
    return document_difference(read_dump(Path(pair[0]).read_bytes()), load_document(pair[1]))


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def run(self, title, check, items):
        """Runs a check on each item and returns the number of items."""
        failed = 0
        for item in items:
            try:
                problem = check(item)
            except ArchiveError as error:
                problem = str(error)
            except Exception:           # a failure of the check, or of the reader
                problem = traceback.format_exc()
            if problem:
                failed += 1
                name = " ".join(item) if isinstance(item, list) else item
                print("FAILED %s %s: %s" % (title, name, problem))
        print("%s: %d, of which %d failed" % (title, len(items), failed))
        self.passed += len(items) - failed
        self.failed += failed
        return len(items)


def main(arguments):
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="Checks the reader of the specification against vectors and archives.")
    parser.add_argument("--vectors", type=Path, default=here.parent / "vectors", help="the folder of the vectors")
    parser.add_argument("--archives", nargs="+", action="extend", default=[], metavar="FILE", help="must be read")
    parser.add_argument("--pair", nargs=2, action="append", default=[], metavar=("ARCHIVE", "DUMP.json"),
                        help="an archive and its value dump")
    parser.add_argument("--json-pair", nargs=2, action="append", default=[], metavar=("ARCHIVE", "FILE.json"),
                        help="an archive and the JSON document it was imported from")
    options = parser.parse_args(arguments)
    sys.setrecursionlimit(20_000)       # for JSON: values may nest 512 deep

    vectors, tally = options.vectors, Tally()
    count = tally.run("valid", check_valid, sorted(vectors.glob("valid/*.hex")))
    count += tally.run("invalid", check_invalid, sorted(vectors.glob("invalid/*.hex")))
    count += tally.run("equivalent", check_equivalent, sorted(vectors.glob("equivalent/*.a.hex")))
    tally.run("archives", check_archive, options.archives)
    tally.run("pairs", check_pair, options.pair)
    tally.run("JSON pairs", check_document, options.json_pair)
    if not count:
        print("no vectors were found in %s" % vectors)
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    return 1 if tally.failed or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
