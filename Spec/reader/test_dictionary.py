"""Tests of shape dictionaries (section 9), on bytes spelled by hand from the specification."""

import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

import check
from karc import ArchiveError, Limits, read_archive
from test_support import (cat, definitions, derived_row, dump, new_key, old_key, record_of, root, roots,
                          shape_row, single, tag_record, type_row, varint, zigzag)

INT = {"int": "1"}


def fields(data, rows):
    return dict(root(data, rows)["record"]["fields"])


class Dictionaries(unittest.TestCase):
    A = shape_row(None, (0, "05", new_key("a")), (1, "00", new_key("b")))
    ROWS = [A, type_row("T"), shape_row(0, (0, "0F", old_key(0))), derived_row(0, (1, 1, "03")), derived_row(2, (0, 1, "05"))]

    def refused(self, code, data, rows=None):
        with self.assertRaises(ArchiveError) as caught:
            dump(data, rows)
        self.assertEqual(caught.exception.code, code, caught.exception)

    def test_prefixes(self):
        absent = {"absent": None}
        for rows in (self.ROWS[:1], self.ROWS[:3], self.ROWS):
            old = record_of(self.ROWS, 1, cat("01", tag_record(0), "00", zigzag(1)))
            self.assertEqual(fields(old, rows), {"a": INT, "b": absent})
        refined = record_of(self.ROWS, 4, cat("01", tag_record(2), "01", zigzag(1), "01"))
        self.assertEqual(fields(refined, self.ROWS), {"a": INT, "b": {"bool": True}})
        derived = record_of(self.ROWS, 5, cat("01", tag_record(3), "02 00"))
        self.assertEqual(fields(derived, self.ROWS), {"a": absent, "b": {"bool": False}})
        self.refused("wrongDictionary", derived, self.ROWS[:4])
        self.refused("needsDictionary", derived)
        self.assertEqual(root(record_of([], 0, cat("01 41")), []), INT)
        self.assertEqual(root(single(cat("01 41")), self.ROWS), INT)

    def test_later_rows_do_not_exist(self):
        self.refused("malformed", record_of(self.ROWS, 1, cat("01", tag_record(1), "81 61")), self.ROWS)
        self.refused("malformed", record_of(self.ROWS, 3, cat("01", tag_record(0), "01", zigzag(1), "01")), self.ROWS)
        self.refused("malformed", record_of(self.ROWS, 1, cat("01 1A", 0, "05", zigzag(1))), self.ROWS)

    def test_own_definitions(self):
        self.refused("malformed", record_of(self.ROWS, 5, definitions(type_row("U")) + b"\x41"), self.ROWS)

    def test_incomplete_prefix(self):
        rows = [shape_row(None, (1, "15 03", new_key("next")), (0, "1A 01 05", new_key("t"))), shape_row(None), type_row("T")]
        body = cat("01", tag_record(0), "00", zigzag(1))
        self.assertEqual(fields(record_of(rows, 3, body), rows)["t"], {"typed": {"type": "T", "value": INT}})
        for count in (1, 2):
            self.refused("malformed", record_of(rows, count, body), rows)
            self.refused("malformed", record_of(rows, 3, body), rows[:count])

    def test_many_rows(self):
        rows = [type_row("T%d" % i) for i in range(600)]
        for count in (0, 1, 255, 256, 257, 511, 512, 600):
            data = record_of(rows, count, cat("01 41"))
            self.assertEqual(root(data, rows), INT)
            self.assertEqual(root(data, rows[:count]), INT)
            if count:
                self.refused("wrongDictionary", data, rows[:count - 1])
        last = record_of(rows, 600, cat("01 1A", 599, "05", zigzag(1)))
        self.assertEqual(root(last, rows)["typed"]["type"], "T599")
        with self.assertRaises(ArchiveError) as caught:
            read_archive(last, Limits(rows=599), dictionary=b"".join(rows))
        self.assertEqual(caught.exception.code, "limitExceeded")

    def test_framing(self):
        content = cat("01 16 05", 99 << 1, zigzag(1) * 99)
        data = record_of(self.ROWS, 5, zlib.compress(content), 0xB3, varint(len(content) << 3 | 1))
        self.assertEqual(len(root(data, self.ROWS)["array"]), 99)
        data = record_of(self.ROWS, 5, cat("01", roots(("x", b"\x41"), ("y", b"\x41"))), 0xB5)
        self.assertEqual(len(dump(data, self.ROWS)["scopes"][0]["roots"]), 2)
        data = record_of(self.ROWS, 5, cat("01 41"), 0xB9, cat(1, 2, 0, 0))
        self.assertEqual(root(data, self.ROWS), INT)
        self.refused("truncated", b"\xB1\x01\x01\x41", self.ROWS)

    def test_types_that_change(self):
        for second, code in ((type_row("T", 1), None), (type_row("T", 2, cat(3)), None), (type_row("T"), "malformed")):
            rows = [type_row("T"), second]
            if code:
                self.refused(code, record_of(rows, 2, b"\x01\x41"), rows)
            else:
                self.assertEqual(root(record_of(rows, 2, b"\x01\x41"), rows), INT)

    def test_every_flip_is_found(self):
        data = record_of(self.ROWS, 5, cat("01", tag_record(0), "01", zigzag(1), "01"))
        rows = b"".join(self.ROWS)
        for bit in range(8 * len(data)):
            damaged = bytearray(data)
            damaged[bit // 8] ^= 1 << bit % 8
            with self.assertRaises(ArchiveError):
                read_archive(damaged, dictionary=rows)
        for bit in range(8 * len(rows)):
            damaged = bytearray(rows)
            damaged[bit // 8] ^= 1 << bit % 8
            with self.assertRaises(ArchiveError):
                read_archive(data, dictionary=damaged)

    def test_command(self):
        script = Path(check.__file__).parent / "karc_dump.py"
        with tempfile.TemporaryDirectory() as folder:
            rows, path = Path(folder) / "rows", Path(folder) / "a.karc"
            rows.write_bytes(b"".join(self.ROWS))
            path.write_bytes(record_of(self.ROWS, 5, b"\x01\x41"))
            done = subprocess.run([sys.executable, str(script), "--dictionary", str(rows), str(path)],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn('{"int":"1"}', done.stdout.replace(" ", ""))
            done = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr[:15]), (65, "needsDictionary"))


if __name__ == "__main__":
    unittest.main()
