#!/usr/bin/env python3
"""Reads the vectors of Spec/vectors, and archives given to it, and compares.

  valid/NAME.hex       must be read, and its dump be that of NAME.json
  invalid/NAME.hex     must be refused as its line `# expect: CODE` says, at the place that further lines
                       state: `# offset: N` a byte of the file; `# block: N` and `# raw: M` byte M of what
                       the packed bytes from byte N on inflate to; `# rows: N` a byte of the dictionary
  equivalent/NAME.a.hex, NAME.b.hex    differ in bytes and hold the same values
  logs/valid/NAME.hex, logs/invalid/NAME.hex    likewise record logs, and what they say in NAME.json

In a hex file `#` starts a comment, to the end of the line; the rest is hex digits
and white space. The line `# dictionary: NAME` names dictionaries/NAME.hex, the rows
that the archive was written against; `# limits: NAME=N ...` are limits other than those
for untrusted bytes, and the greatest with which the archive is refused at its place."""

import argparse
import json
import re
import sys
import traceback
from pathlib import Path

from check_json import difference, document_difference, load_document, load_json, values_difference
from karc import ArchiveError, Dictionary, Limits, dump_archive, read_archive
from karc.krec import LogError
from karc.krec_state import State

COMMENT = re.compile(r"^# (\w+): (.*)$", re.MULTILINE)
# The limits as vectors name them.
LIMITS = {"depth": "depth", "values": "values", "bitlessValues": "bitless_values", "objects": "objects",
          "inflatedBytes": "inflated_bytes", "inflationRatio": "inflate_ratio", "blockBytes": "block_bytes",
          "rows": "rows", "fields": "fields", "allFields": "all_fields", "keyBytes": "key_bytes"}
# There are at least so many vectors of the specification.
LEAST = {"valid": 300, "invalid": 500, "logs valid": 15, "logs invalid": 80}
VECTORS = Path(__file__).resolve().parent.parent / "vectors"


def hex_bytes(text):
    return bytes.fromhex(" ".join(line.split("#", 1)[0] for line in text.splitlines()))


def read_hex(path):
    """The bytes of a hex file, the rows it needs or None, and its comments by name."""
    text = path.read_text(encoding="utf-8")
    notes = dict(COMMENT.findall(text))
    home = notes.get("dictionary")
    rows = home and hex_bytes((path.parent.parent / "dictionaries" / (home + ".hex")).read_text(encoding="utf-8"))
    return hex_bytes(text), None if home is None else rows or b"", notes


def read_dump(data, rows=None, limits=None):
    return dump_archive(read_archive(data, limits, rows))


def limits_of(notes, raised=0):
    settings = (setting.split("=") for setting in notes.get("limits", "").split())
    return Limits(**{LIMITS[name]: int(value) + raised for name, value in settings})


def verdict(data, rows, limits):
    """The error of an archive as vectors state it: code and place; None if it is accepted."""
    try:
        dictionary = None if rows is None else Dictionary(rows, limits)
    except ArchiveError as error:
        return {"expect": error.code, "rows": error.offset}
    try:
        read_dump(data, dictionary, limits)
    except ArchiveError as error:
        if error.raw is None:
            return {"expect": error.code, "offset": error.offset}
        return {"expect": error.code, "block": error.offset, "raw": error.raw}
    return None


# Checks: each returns None, or a sentence about what is wrong.

def check_valid(path):
    expected = path.with_suffix(".json")
    if not expected.exists():
        return "there is no " + expected.name
    data, rows, _ = read_hex(path)
    return difference(read_dump(data, rows), load_json(expected))


def check_invalid(path):
    data, rows, notes = read_hex(path)
    if "expect" not in notes:
        return "no line says `# expect: CODE`"
    expected = {name: notes[name] if name == "expect" else int(notes[name])
                for name in ("expect", "offset", "block", "raw", "rows") if name in notes}
    if len(expected) < 2:
        return "no line states a place"
    found = verdict(data, rows, limits_of(notes))
    if found != expected:
        return "%s, not %s" % (found or "accepted", expected)
    if "limits" in notes and verdict(data, rows, limits_of(notes, raised=1)) == expected:
        return "refused likewise with limits of one more"
    return None


def check_equivalent(path):
    other = path.with_name(path.name[:-len(".a.hex")] + ".b.hex")
    if not other.exists():
        return "there is no " + other.name
    (a, rows_a, _), (b, rows_b, _) = read_hex(path), read_hex(other)
    if a == b:
        return "the bytes are the same"
    return values_difference(read_dump(a, rows_a), read_dump(b, rows_b))


def check_valid_log(path):
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = State(read_hex(path)[0]).dump()
    return None if found == expected else "%s, not %s" % (found, expected)


def check_invalid_log(path):
    data, _, notes = read_hex(path)
    expected = (notes["expect"], int(notes["offset"]))
    try:
        State(data)
    except LogError as error:
        found = (error.code, error.offset)
        return None if found == expected else "%s, not %s: %s" % (found, expected, error)
    return "accepted"


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
            except (ArchiveError, LogError) as error:
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
    parser = argparse.ArgumentParser(description="Checks the reader of the specification against vectors and archives.")
    parser.add_argument("--vectors", type=Path, default=VECTORS, help="the folder of the vectors")
    parser.add_argument("--archives", nargs="+", action="extend", default=[], metavar="FILE", help="must be read")
    parser.add_argument("--pair", nargs=2, action="append", default=[], metavar=("ARCHIVE", "DUMP.json"),
                        help="an archive and its value dump")
    parser.add_argument("--json-pair", nargs=2, action="append", default=[], metavar=("ARCHIVE", "FILE.json"),
                        help="an archive and the JSON document it was imported from")
    options = parser.parse_args(arguments)
    sys.setrecursionlimit(20_000)       # for JSON: values may nest 512 deep

    vectors, tally = options.vectors, Tally()
    counts = {"valid": tally.run("valid", check_valid, sorted(vectors.glob("valid/*.hex"))),
              "invalid": tally.run("invalid", check_invalid, sorted(vectors.glob("invalid/*.hex")))}
    tally.run("equivalent", check_equivalent, sorted(vectors.glob("equivalent/*.a.hex")))
    counts["logs valid"] = tally.run("logs valid", check_valid_log, sorted(vectors.glob("logs/valid/*.hex")))
    counts["logs invalid"] = tally.run("logs invalid", check_invalid_log, sorted(vectors.glob("logs/invalid/*.hex")))
    least = LEAST if vectors == VECTORS else {"valid": 1, "invalid": 1}
    missing = [name for name in least if counts[name] < least[name]]
    for name in missing:
        print("FAILED %s: %d vectors, fewer than %d" % (name, counts[name], least[name]))
    if counts["invalid"]:
        print("places: %d of invalid vectors compared" % (counts["invalid"] + counts["logs invalid"]))
    tally.run("archives", check_archive, options.archives)
    tally.run("pairs", check_pair, options.pair)
    tally.run("JSON pairs", check_document, options.json_pair)
    print("%d passed, %d failed" % (tally.passed, tally.failed))
    return 1 if tally.failed or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
