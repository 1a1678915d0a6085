"""Tests of the reader, on bytes spelled by hand from the specification."""

import json
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

import check
import check_json
from karc import ArchiveError, Limits, read_archive
from karc.dump import float_bits, float_text, json_text
from karc.primitives import Cursor
from test_support import (Multi, cat, definitions, derived_row, due_object, dump, new_key, old_key, packed_single,
                          record_of, extension_row, root, roots, shape_row, single, state, string, tag_record,
                          tag_string, type_row, u32, value, varint, zigzag)

INT = {"int": "1"}
NULL, ABSENT = {"null": None}, {"absent": None}


def ints(*numbers):
    return [{"int": str(n)} for n in numbers]


def record(type_name, *fields):
    return {"record": {"type": type_name, "fields": [list(f) for f in fields]}}


class Case(unittest.TestCase):
    def refused(self, code, data, offset=None):
        with self.assertRaises(ArchiveError) as caught:
            dump(data)
        self.assertEqual(caught.exception.code, code, caught.exception)
        if offset is not None:
            self.assertEqual(caught.exception.offset, offset, caught.exception)


class Primitives(Case):
    def read(self, hex_text):
        cursor = Cursor(bytes.fromhex(hex_text))
        number = cursor.varint()
        self.assertEqual(cursor.remaining, 0)
        return number

    def test_varints_of_the_table(self):
        for number, text in ((0, "01"), (63, "7F"), (128, "0202"), (16383, "FEFF"), (2**56 - 1, "80" + "FF" * 7),
                             (2**56, "00" * 8 + "01"), (2**64 - 1, "00" + "FF" * 8)):
            self.assertEqual(self.read(text), number)

    def test_varints_there_and_back(self):
        for bits in range(65):
            for number in {max((1 << bits) - 1, 0), min(1 << bits, 2**64 - 1)}:
                self.assertEqual(self.read(varint(number).hex()), number)

    def test_long_and_short_varints(self):
        for text in ("0200", "FE01", "040000", "00" + "FF" * 7 + "00", "80" + "FF" * 6 + "00"):
            with self.assertRaises(ArchiveError) as caught:
                self.read(text)
            self.assertEqual(caught.exception.code, "malformed", text)
        for text in ("", "02", "0000", "80"):
            with self.assertRaises(ArchiveError) as caught:
                self.read(text)
            self.assertEqual(caught.exception.code, "truncated", text)

    def test_crc(self):
        self.assertEqual(zlib.crc32(b"123456789"), 0xCBF43926)

    def test_utf8(self):
        for bad in ("ED A0 80", "C0 80", "F4 90 80 80", "80", "E2 82"):
            raw = bytes.fromhex(bad)
            self.refused("malformed", value(bytes([0x80 + len(raw)]), raw))


class Leaves(Case):
    def test_leaves(self):
        long_text = "é" * 32
        for parts, expected in (
                (["02"], NULL), (["03"], {"bool": False}), (["04"], {"bool": True}),
                (["40"], {"int": "0"}), (["7F"], {"int": "63"}),
                (["05", zigzag(64)], {"int": "64"}), (["05", zigzag(-1)], {"int": "-1"}),
                (["05", zigzag(-2**63)], {"int": str(-2**63)}), (["05", zigzag(2**63 - 1)], {"int": str(2**63 - 1)}),
                (["06", 5], {"uint": "5"}), (["06", 2**64 - 1], {"uint": str(2**64 - 1)}),
                (["07 FF"], {"int8": "-1"}), (["08 FF"], {"uint8": "255"}),
                (["09", b"\xFF" * 16], {"int128": "-1"}), (["0A", b"\xFF" * 16], {"uint128": str(2**128 - 1)}),
                (["0B", struct.pack("<f", 0.1)], {"float32": "0.1"}),
                (["0C", struct.pack("<d", 0.1)], {"float64": "0.1"}),
                (["0C", struct.pack("<d", float("-inf"))], {"float64": "-inf"}),
                (["0C", (0x7FF8000000000001).to_bytes(8, "little")], {"float64": "nan(0x7ff8000000000001)"}),
                (["0B", u32(0xFFC00000)], {"float32": "nan(0xffc00000)"}),
                (["0D", zigzag(-2), 3, b"\x7D"], {"decimal": "-125e-2"}), (["0D", zigzag(0), 1], {"decimal": "nan"}),
                (["0D", zigzag(0), 0], {"decimal": "0e0"}), (["0D", zigzag(7), 4, "00 01"], {"decimal": "256e7"}),
                (["0E", string("-1.50E+40000")], {"number": "-1.50E+40000"}), (["0E", string("-0")], {"number": "-0"}),
                (["0D", zigzag(32_767), 2, "07"], {"decimal": "7e32767"}), (["0D", zigzag(-32_768), 2, "07"], {"decimal": "7e-32768"}),
                (["80"], {"string": ""}), (["83 61 C3 A9"], {"string": "aé"}),
                (["0F", string(long_text)], {"string": long_text}),
                (["10", 2, "00 FF"], {"data": "00ff"}), (["11", struct.pack("<d", -0.5)], {"date": "-0.5"}),
                (["12", bytes(range(16))], {"uuid": "00010203-0405-0607-0809-0A0B0C0D0E0F"}),
                (["13", 2, string("a?b"), string("http://x/")], {"url": ["a?b", "http://x/"]})):
            self.assertEqual(root(value(*parts)), expected)

    def test_extensions(self):
        for parts, expected in (
                (["1D", 2, 0, "41"], {"name": "x.y", "value": INT}),
                (["1D", 3, 1, "41 42"], {"name": "a-b.c_D.9", "value": INT, "argument": {"int": "2"}}),
                (["1D", 6, 0, "1D", 2, 1, "41 42"],
                 {"name": "x.y", "value": {"extension": {"name": "a-b.c_D.9", "value": INT}}, "argument": {"int": "2"}})):
            self.assertEqual(root(self.extended(*parts)), {"extension": expected})
        for parts in (["1D", 2, 2, "41"], ["1D", 4, 0, "41 41 41"], ["1D", 1, 0, "41"], ["1D", 3, 0, "41 81 61"]):
            self.refused("malformed", self.extended(*parts))
        self.refused("truncated", self.extended("1D", 9, "41"))
        for name in ("", "x", ".x", "x.", "x..y", "x y.z", "é.x", "x." + "y" * 252):
            self.refused("malformed", single(cat(definitions(extension_row(name)), "41")), 2)
        self.refused("malformed", single(cat(definitions(extension_row("x.y"), extension_row("x.y")), "41")), 7)
        self.assertEqual(root(single(cat(definitions(extension_row("x." + "y" * 251)), "41"))), INT)

    @staticmethod
    def extended(*parts):
        return single(cat(definitions(extension_row("x.y"), extension_row("a-b.c_D.9")), *parts))

    def test_bad_leaves(self):
        for parts in (["05", zigzag(0)], ["05", zigzag(63)], ["0F", string("a" * 63)],      # K3
                      ["00"], ["01"], ["15 01"], ["1F 05"], ["C0"], ["FF"], ["14 81"],     # K2, D4
                      ["0D", zigzag(1), 1], ["0D", zigzag(0), 4, "01 00"], ["0D", zigzag(0), 34, b"\x01" * 17],
                      ["0D", zigzag(32_768), 2, "07"], ["0D", zigzag(-32_769), 2, "07"],
                      ["0E", string("01")], ["0E", string("1.")], ["0E", string("")], ["0E", string("1\n")],
                      ["0E", string("0")], ["0E", string("0.0e9")], ["0E", string("-1.50E+400")], ["0E", string("1" + "0" * 60)],
                      ["0E", string(str(2**128 - 1))], ["0E", string("1e32805")], ["0E", string("-1E-32768")],
                      ["13", 0], ["13", 9, string("") * 9]):
            self.refused("malformed", value(*parts))
        for parts in (["1E", 0], ["1E"]):                                                        # K5
            self.refused("needsFeature", value(*parts), 2)
        for text in (str(2**128), "1e32806", "1E-32769", "0." + "1" * 40, "1e" + "9" * 30, "-0.0"):
            self.assertEqual(root(value("0E", string(text))), {"number": text})
        for parts in ([], ["05"], ["82 61"], ["07"], ["0C 00"], ["10", 200, "00"], ["13", 1]):
            self.refused("truncated", value(*parts))

    def test_float_text(self):
        for bits in (0, 1, 0x80000000, 0x80000001, 0x7F7FFFFF, 0x00800000, 0x3DCCCCCD, 0x4B800001, 0x7F800000):
            self.assertEqual(float_bits("float32", float_text("float32", bits)), bits)
        # 1 + 2^-24 + a little: two roundings would lose the little.
        self.assertEqual(float_bits("float32", "1.000000059604644775390625000000000000001"), 0x3F800001)
        self.assertEqual(float_bits("float32", "1.000000059604644775390625"), 0x3F800000)
        self.assertEqual(float_text("float32", 1), "1e-45")
        for bits in (1, 0x8000000000000000, 0x7FEFFFFFFFFFFFFF, 0x3FF0000000000001):
            self.assertEqual(float_bits("float64", float_text("float64", bits)), bits)


class SinglePart(Case):
    def test_smallest_record(self):
        data = single(definitions(shape_row(None, (0, "05", new_key("a")))) + cat(tag_record(0), zigzag(1)))
        self.assertEqual(dump(data), {"framing": "single",
                                      "scopes": [{"roots": [{"name": "", "value": record(None, ("a", INT))}]}]})

    def test_roots(self):
        data = single(cat("01", roots(("", b"\x41"), ("é", b"\x02"))), 0xB4)
        self.assertEqual(dump(data)["scopes"][0]["roots"], [{"name": "", "value": INT}, {"name": "é", "value": NULL}])
        self.refused("malformed", single(cat("01", roots()), 0xB4))
        self.refused("malformed", single(cat("01", roots(("a", b"\x41"), ("a", b"\x41"))), 0xB4))
        self.refused("malformed", single(cat("01", 2, "FF", "41", "01"), 0xB4))
        self.refused("truncated", single(cat("01", 2, "61 41"), 0xB4))
        self.refused("malformed", single(cat("01", roots(("", b"\x41")), "41"), 0xB4), 5)

    def test_versions(self):
        for numbers, code in (((1, 2, 0, 0), None), ((1, 1, 0, 9), None), ((1, 1, 0, 0), "malformed"),
                              ((2, 2, 0, 0), "needsFeature"), ((0, 1, 0, 0), "malformed"), ((1, 0, 0, 0), "malformed"),
                              ((1, 1, 1, 0), "needsFeature"), ((1, 1, 2**40, 0), "needsFeature")):
            data = single(cat("01 41"), 0xB8, cat(*numbers))
            if code:
                self.refused(code, data)
            else:
                self.assertEqual(root(data), INT)

    def test_checksum_and_ends(self):
        good = value("41")
        self.assertEqual(len(good), 7)
        for i in range(1, len(good)):
            damaged = bytearray(good)
            damaged[i] ^= 0x10
            self.refused("checksumMismatch", bytes(damaged), 3)
        self.refused("malformed", value("41 41"), 3)
        self.refused("truncated", single(b""))
        for data, code in ((b"", "truncated"), (b"\xB0\0\0\0", "truncated"), (b"{}", "notAnArchive"),
                           (b"\xC0", "notAnArchive"), (b"\xB1" + good[1:], "needsDictionary")):
            self.refused(code, data)

    def test_packed(self):
        content = cat("01 16 05", 1000 << 1, zigzag(7) * 1000)
        self.assertEqual(root(packed_single(content)), {"array": ints(7) * 1000})
        stream = zlib.compress(content)
        for raw_count, stored in ((len(content) + 1, None), (len(content) - 1, None), (None, stream[:-1]),
                                  (None, stream + b"\0"), (None, b"\0" + stream), (None, b""),
                                  (None, stream[:-1] + bytes([stream[-1] ^ 1]))):
            self.refused("malformed", packed_single(content, raw_count, stored), 3)
        self.refused("malformed", packed_single(content, 0), 2)
        self.refused("malformed", packed_single(content + b"\0"), 3)

    def test_bombs(self):
        self.refused("limitExceeded", packed_single(b"\0" * (4 << 20)))
        self.refused("limitExceeded", packed_single(b"", (1 << 30) + 1))
        self.refused("limitExceeded", packed_single(b"", 2**61 - 1))


class Definitions(Case):
    def bad(self, *rows, code="malformed"):
        self.refused(code, single(definitions(*rows) + b"\x41"))

    def good(self, *rows):
        self.assertEqual(root(single(definitions(*rows) + b"\x41")), INT)

    def test_types(self):
        self.good(type_row("A"), type_row("B", 15, cat(3, 1, 0, 0)), type_row("B"))
        self.good(type_row("é" * 512))
        for flags in (32, 1 << 60, 1 << 63):
            self.bad(type_row("A", flags), code="needsFeature")
        for row in (type_row(""), type_row("a" * 1025), type_row("a\x7f"), type_row("\x85"),
                    type_row("A", 2, cat(0)), type_row("A", 4, cat(0)), type_row("A", 4, cat(1, 0)),
                    type_row("A", 8, cat(0))):
            self.bad(row)
        self.bad(type_row("A"), type_row("A"))
        self.bad(type_row("A", 8, cat(1)), type_row("B"))
        self.bad(cat(5 << 3, "FF" * 5))
        self.bad(cat(50 << 3, "41"), code="truncated")
        self.bad(cat(1 << 3 | 4, 0, "41"))
        for count, size in ((15, 16), (16, 18), (127, 129), (128, 130)):
            self.assertEqual(len(type_row("a" * count)), size)
            self.good(type_row("a" * count))

    def test_type_names(self):
        data = single(definitions(type_row("Int"), type_row("Array", 4, cat(1, 0)), type_row("Box", 4, cat(2, 0, 1)),
                                  shape_row(2)) + tag_record(0))
        self.assertEqual(root(data), record("Box<Int, Array<Int>>"))
        rows = [type_row("T")] + [type_row("T", 4, cat(2, i, i)) for i in range(200)]
        self.refused("limitExceeded", single(definitions(*rows, shape_row(200)) + tag_record(0)))

    def test_shapes(self):
        self.good(shape_row(None, (0, "15 03", new_key(""))), shape_row(None, (1, "00", old_key(0))))   # a later row
        self.good(shape_row(None, (0, "15 01", new_key("self"))))
        for row in (shape_row(0), shape_row(None, (0, "00", new_key("a"))), shape_row(None, (0, "05", old_key(0))),
                    shape_row(None, (0, "05", new_key("a")), (0, "05", old_key(0))),
                    shape_row(None, (0, "05", new_key("a")), (0, "05", new_key("a"))),
                    shape_row(None, (0, "15 03", new_key("a"))), shape_row(None, (0, "1A 01 05", new_key("a"))),
                    shape_row(None, (0, "02", new_key("a"))), shape_row(None, (0, "04", new_key("a"))),
                    shape_row(None, (0, "1F 05", new_key("a"))),
                    shape_row(None, (0, "05", cat(2, "FF")))):
            self.bad(row)
        for code in ("20", "3F", "16 20", "18 05 2A"):
            self.bad(shape_row(None, (0, code, new_key("a"))), code="needsFeature")
        self.bad(shape_row(None, (0, "05", new_key("a"))), shape_row(None, (0, "05", new_key("a"))))
        for kind in ("1B", "1C", "16 1B", "16 1F 1C", "17 1B", "18 0F 1F 1B", "18 1C 1C", "19 1B", "1A 01 1C", "18 1F 1C 05"):
            self.good(type_row("T"), shape_row(None, (0, kind, new_key("a"))))
        for kind in ("1F 1B", "16" * 8 + "1B"):
            self.bad(shape_row(None, (0, kind, new_key("a"))))
        for kind in ("1E", "16 1E"):
            self.bad(shape_row(None, (0, kind, new_key("a"))), code="needsFeature")
        self.bad(cat(1, 5000, b"\0" * 10000), code="limitExceeded")
        self.bad(cat(1, 4096), code="truncated")
        self.bad(shape_row(None, (0, "05", cat(65537 << 1, b"a" * 65537))), code="limitExceeded")
        self.refused("truncated", single(cat(70000, "41")))
        self.refused("limitExceeded", single(cat(70000, b"\x05\x01" * 70000, "41")))

    def test_kinds(self):
        for kind in ("16 1F 05", "17 1F 03", "18 0F 1F 05", "18 1F 0F 05", "16 1F 00", "19 00", "16" * 7 + "05", "16" * 6 + "1F 05"):
            self.good(shape_row(None, (0, kind, new_key("a"))))
        for kind in ("16 1F 1F 05", "16 1F 01", "18 1F 1F 05 05", "18 1F 01 05", "19 1F 05", "16 02", "16 40", "16" * 8 + "05",
                     "16" * 7 + "1F 05", "18 05" + "16" * 7 + "05"):
            self.bad(shape_row(None, (0, kind, new_key("a"))))

    def test_derived(self):
        base = shape_row(None, (0, "05", new_key("a")), (0, "0F", new_key("b")))
        data = single(definitions(base, derived_row(0, (1, 1, "0F"))) + cat(tag_record(1), "00", zigzag(1)))
        self.assertEqual(root(data), record(None, ("a", INT), ("b", ABSENT)))
        for row in (derived_row(0), derived_row(0, (2, 0, "05")), derived_row(0, (1, 0, "05"), (0, 0, "05")),
                    derived_row(0, (1, 0, "05"), (1, 0, "05")), derived_row(1, (0, 0, "05")), derived_row(0, (0, 0, "00"))):
            self.bad(base, row)


class Records(Case):
    def archive(self, fields, body):
        row = shape_row(None, *((mode, kind, new_key(chr(97 + i))) for i, (mode, kind) in enumerate(fields)))
        return single(definitions(row) + cat(tag_record(0), body))

    def values(self, fields, body):
        return [pair[1] for pair in root(self.archive(fields, body))["record"]["fields"]]

    def test_modes(self):
        fields = [(0, "03"), (1, "05"), (2, "03"), (3, "05"), (3, "03"), (2, "00"), (0, "0F")]
        # bits: a=1 | b present | c value | d 1 1 | e 1 0 | f null
        row = int("1 1 1 11 10 0".replace(" ", "")[::-1], 2).to_bytes(1, "little")
        self.assertEqual(self.values(fields, cat(row, zigzag(1), "01", zigzag(2), string("z"))),
                         [{"bool": True}, INT, {"bool": True}, {"int": "2"}, NULL, NULL, {"string": "z"}])
        row = int("0 0 0 00 11 0".replace(" ", "")[::-1], 2).to_bytes(1, "little")
        self.assertEqual(self.values(fields, cat(row, "01", string(""))),
                         [{"bool": False}, ABSENT, NULL, ABSENT, {"bool": True}, NULL, {"string": ""}])

    def test_bad_bits(self):
        self.refused("malformed", self.archive([(0, "03")], "02"), 8)       # V4
        self.refused("malformed", self.archive([(3, "05")], "02"))          # 0 1
        self.refused("malformed", self.archive([(1, "03")], "02"))          # V4: no bit for its value
        self.refused("malformed", self.archive([(1, "03")], "01 02"), 9)    # K4
        self.refused("truncated", self.archive([(2, "03")], "01"))
        self.refused("malformed", self.archive([(3, "03")], "00 01"))       # S2
        self.refused("malformed", self.archive([(1, "00")], "01"))          # R1
        self.refused("malformed", self.archive([(0, "01")], "02"))          # R1
        self.refused("truncated", self.archive([(1, "05")] * 9, "00"))
        self.refused("malformed", single(definitions(shape_row(None)) + tag_record(1)))

    def test_empty_and_nested(self):
        self.assertEqual(root(self.archive([], "")), record(None))
        data = single(definitions(shape_row(None, (0, "15 03", new_key("x"))), type_row("P"),
                                  shape_row(0, (0, "14", new_key("y")), (0, "01", old_key(0))), shape_row(None))
                      + cat(tag_record(0), 2, "03"))
        self.assertEqual(root(data), record(None, ("x", record("P", ("y", record(None)), ("x", {"bool": False})))))

    def test_tags(self):
        rows = definitions(*[shape_row(None)] * 63, shape_row(None, (0, "05", new_key("a"))), shape_row(None))
        data = single(rows + cat("16 01", 3 << 1, "C0 FF", zigzag(1), "14", 64))
        self.assertEqual(root(data), {"array": [record(None), record(None, ("a", INT)), record(None)]})
        for parts, offset in ((("14", 0), 135), (("14", 63, zigzag(1)), 135), (("14", 65), 136), (("15", 0), 135)):
            self.refused("malformed", single(rows + cat(*parts)), offset)       # K3, K3, D4, K2
        self.refused("truncated", single(rows + b"\xFF"))
        self.refused("malformed", value("C0"), 2)                               # D4

    def test_payload_bool(self):
        data = [definitions(type_row("Flag")), cat("1A", 0, "03")]
        self.assertEqual(root(single(cat(*data, "01"))), {"typed": {"type": "Flag", "value": {"bool": True}}})
        self.refused("malformed", single(cat(*data, "02")))
        self.refused("malformed", single(cat(data[0], "1A", 1, "05", zigzag(1))))
        self.refused("malformed", single(cat(data[0], "1A", 0, "00")))
        self.refused("malformed", single(cat(data[0], "1A", 0, "02")))


class ArraysSetsMaps(Case):
    def test_arrays(self):
        for parts, expected in (
                (["16 05", 2 << 1, zigzag(1), zigzag(2)], ints(1, 2)),
                (["16 00", 0], []),
                (["16 03", 9 << 1, "01 01"], [{"bool": i in (0, 8)} for i in range(9)]),
                (["16 01", 3 << 1, "41 02 81 61"], [INT, NULL, {"string": "a"}]),
                (["16 1F 05", 3 << 1, "05", zigzag(1), zigzag(2)], [INT, NULL, {"int": "2"}]),
                (["16 1F 03", 3 << 1, "06 01"], [NULL, {"bool": True}, {"bool": False}]),
                (["16 1F 00", 2 << 1, "00"], [NULL, NULL]),
                (["16 16 05", 2 << 1, 1 << 1, zigzag(1), 0], [{"array": [INT]}, {"array": []}]),
                (["16 0B", 1 << 1, struct.pack("<f", 1.5)], [{"float32": "1.5"}]),
                # Irregular: a run of two ints, then the rest, nullable strings.
                (["16 00", 4 << 1 | 1, "05", 2, zigzag(1), zigzag(2), "1F 0F", 0, "02", string("a")],
                 ints(1, 2) + [NULL, {"string": "a"}]),
                (["16 05", 1 << 1 | 1, "0F", 0, string("a")], [{"string": "a"}])):
            self.assertEqual(root(value(*parts)), {"array": expected})

    def test_bad_arrays(self):
        for parts in (["16 00", 1 << 1], ["16 05", 1], ["16 05", 1 << 1 | 1, "0F", 1, string("a")],
                      ["16 05", 2 << 1 | 1, "0F", 3, string("a"), string("b")], ["16 03", 1 << 1, "02"],
                      ["16 1F 05", 1 << 1, "03", zigzag(1)], ["16 1F 00", 1 << 1, "01"], ["16 02", 0],
                      ["16 05", 1 << 1 | 1, "02", 0], ["16" * 8 + "05", 0]):
            self.refused("malformed", value(*parts))
        self.assertEqual(root(value("16" * 7 + "05", 0)), {"array": []})
        for parts in (["16 05", 2**40, "01"], ["16 03", 2**60], ["16 1F 05", 2**60], ["16 0C", 2 << 1, b"\0" * 12]):
            self.refused("truncated", value(*parts))

    def test_values_without_bits(self):
        shape = definitions(shape_row(None))
        self.assertEqual(root(single(shape + cat("16 15 01", 3 << 1))), {"array": [record(None)] * 3})
        started = time.process_time()
        self.refused("limitExceeded", single(shape + cat("16 15 01", 2**60)))
        self.assertLess(time.process_time() - started, 20)

    def test_sets(self):
        self.assertEqual(root(value("17 05", 2 << 1, zigzag(2), zigzag(1))), {"set": ints(2, 1)})
        self.refused("malformed", value("17 05", 2 << 1, zigzag(1), zigzag(1)))
        self.refused("malformed", value("17 16 05", 2 << 1, 1 << 1, zigzag(1), 1 << 1, zigzag(1)))
        self.refused("malformed", value("17 1F 05", 2 << 1, "00"))
        # Equal numbers of two kinds, and equal bytes of two kinds, are distinct.
        self.assertEqual(root(value("17 01", 2 << 1, "41 06", 1)), {"set": [INT, {"uint": "1"}]})

    def test_maps(self):
        self.assertEqual(root(value("18 05 0F", 2 << 2, zigzag(-1), zigzag(0), string("a"), string("b"))),
                         {"map": [[{"int": "-1"}, {"string": "a"}], [{"int": "0"}, {"string": "b"}]]})
        self.assertEqual(root(value("18 00 00", 0)), {"map": []})
        self.assertEqual(root(value("18 0F 1F 05", 2 << 2, string("a"), string("b"), "02", zigzag(1))),
                         {"map": [[{"string": "a"}, NULL], [{"string": "b"}, INT]]})
        self.assertEqual(root(value("18 00 00", 2 << 2 | 3, "0F", 1, string("a"), "05", 0, zigzag(1), "03 03 01 01 01 41")),
                         {"map": [[{"string": "a"}, {"bool": True}], [INT, INT]]})
        self.assertEqual(root(value("18 0F 05", 1 << 2 | 2, string("a"), "03 01 01")),
                         {"map": [[{"string": "a"}, {"bool": True}]]})

        for kind, head, keys in (("18 01 05", 1 << 2, "02"), ("18 1F 0F 05", 1 << 2, "00"), ("18 00 05", 1 << 2 | 1, "1F 05 01 00")):
            self.assertEqual(root(value(kind, head, keys, zigzag(1))), {"map": [[NULL, INT]]})

    def test_bad_maps(self):
        for parts in (["18 0F 05", 2 << 2, string("a"), string("a"), zigzag(1), zigzag(1)],
                      ["18 1F 05 05", 2 << 2, "00", zigzag(1), zigzag(2)], ["18 0F 05", 1], ["18 0F 05", 2]):
            self.refused("malformed", value(*parts))
        self.refused("truncated", value("18 0F 05", 2**50))

    def test_depth(self):
        content = cat("16 01", 1 << 1) * 511 + cat("16 05", 0)
        node = root(value(content))
        for _ in range(511):
            (node,) = node["array"]
        self.assertEqual(node, {"array": []})
        self.assertEqual(len(dump(value(cat("16 01", 1 << 1) * 512, "16 05", 0))["scopes"]), 1)     # bare ints are no level
        self.refused("limitExceeded", value(cat("16 01", 1 << 1) * 512, "16 0F", 0))
        self.refused("limitExceeded", single(definitions(shape_row(None, (0, "15 01", new_key("a")))) + tag_record(0)))


class Objects(Case):
    ROWS = definitions(type_row("Node", 1), shape_row(0, (0, "05", new_key("n")), (2, "19 15 01", new_key("next"))),
                       type_row("Plain"), shape_row(1), type_row("List", 1))

    def archive(self, *parts):
        return single(self.ROWS + cat(*parts))

    def test_objects(self):
        # [Node 0 { 1, next: Node 1 { 2, nil } }, reference to 1]
        data = self.archive("16 19 15 01", 2 << 1, 0, "01", zigzag(1), 0, "00", zigzag(2), 4)
        inner = {"object": {"number": 1, "type": "Node", "body": record("Node", ("n", {"int": "2"}), ("next", NULL))}}
        outer = {"object": {"number": 0, "type": "Node", "body": record("Node", ("n", INT), ("next", inner))}}
        self.assertEqual(root(data), {"array": [outer, {"reference": 1}]})

    def test_other_bodies(self):
        data = self.archive("16 19 00", 3 << 1, 1, tag_record(0), "00", zigzag(1), 1, "1A", 2, "16 05", 1 << 1, zigzag(1),
                            3)
        node = {"object": {"number": 0, "type": "Node", "body": record("Node", ("n", INT), ("next", NULL))}}
        other = {"object": {"number": 1, "type": "List", "body": {"array": [INT]}}}
        self.assertEqual(root(data), {"array": [node, other, {"reference": 0}]})
        self.assertEqual(root(self.archive("19 1A", 2, "05", 0, zigzag(1))),
                         {"object": {"number": 0, "type": "List", "body": INT}})

    def test_bad_objects(self):
        self.refused("malformed", self.archive("19 00", 3))                         # not mentioned
        self.refused("malformed", self.archive("19 00", 0))                         # undetermined
        self.refused("malformed", self.archive("19 05", 0, zigzag(1)))              # no class
        self.refused("malformed", self.archive("19 00", 1, tag_record(1)))         # type without class flag
        self.refused("malformed", self.archive("19 00", 1, "1A", 1, "05", zigzag(1)))
        self.refused("malformed", self.archive("19 15 01", 0, "01", zigzag(1), 3))  # a cycle

    def test_equal_objects_in_a_set(self):
        self.assertEqual(len(root(self.archive("17 19 15 01", 2 << 1, cat(0, "00", zigzag(1)) * 2))["set"]), 2)
        self.refused("malformed", self.archive("16 01", 2 << 1, "19 15 01", 0, "00", zigzag(1), "17 19 00", 2 << 1, 3, 3))


def strong(number):
    return {"backReference": number}


def conditional(number):
    return {"conditionalReference": number}


def node(number, n, weak, to):
    return {"object": {"number": number, "type": "Node", "body": record("Node", ("n", {"int": str(n)}), ("weak", weak),
                                                                        ("to", to))}}


class Edges(Case):
    """Edges are written here as in the format: 0 for an object not mentioned before, else its number and 1."""

    FIELDS = (0, "05", new_key("n")), (2, "1C", new_key("weak")), (2, "1B", new_key("to"))
    ROWS = type_row("Node", 1), shape_row(0, *FIELDS), type_row("Plain"), shape_row(1)

    def archive(self, *parts, lead=0xB0):
        return single(cat(definitions(*self.ROWS), *parts), lead)

    def scope(self, *parts):
        (scope,) = dump(self.archive(*parts))["scopes"]
        (only,) = scope.pop("roots")
        return [only["value"], *scope.pop("tail", []), *scope]

    @staticmethod
    def body(n, weak=None, to=None):
        return cat(bytes([(weak is not None) | (to is not None) << 1]), zigzag(n), *(
            [] if weak is None else [weak]), *([] if to is None else [to]))

    def tagged(self, *arguments):
        return cat(tag_record(0), self.body(*arguments))

    def at(self, *parts):
        """The offset of what follows."""
        return len(self.archive(*parts)) - 4

    def test_conditional(self):
        self.assertEqual(self.scope("1C", 0), [conditional(0)])
        self.assertEqual(self.scope("16 01", 3 << 1, "1C", 0, "1C", 0, "1C", 1),
                         [{"array": [conditional(0), conditional(1), conditional(0)]}])
        self.assertEqual(self.scope("19 15 01", 0, self.body(1, 0)), [node(0, 1, conditional(1), NULL)])

    def test_after_its_target(self):
        self.assertEqual(self.scope("16 01", 3 << 1, "19 15 01", 0, self.body(1), "1B", 1, "1C", 1),
                         [{"array": [node(0, 1, NULL, NULL), strong(0), conditional(0)]}])

    def test_before_its_target(self):
        for tag, edge in (("1B", strong), ("1C", conditional)):
            for kind in ("19 15 01", "19 00", "19 05"):         # with a number, the body is a tagged value anyway
                self.assertEqual(self.scope("16 01", 3 << 1, tag, 0, kind, 2, 0, self.tagged(1), "19 00", 3),
                                 [{"array": [edge(0), node(0, 1, NULL, NULL), {"reference": 0}]}])

    def test_inside_of_its_target(self):
        self.assertEqual(self.scope("19 15 01", 0, self.body(1, 1, 1)), [node(0, 1, conditional(0), strong(0))])
        inner = cat(tag_record(0), self.body(1, 2, 1))
        self.assertEqual(self.scope("16 01", 3 << 1, "1C", 0, "1B", 0, "16 19 00", 2 << 1, 2, 1, inner, 2, 0, inner),
                         [{"array": [conditional(0), strong(1), {"array": [node(1, 1, conditional(1), strong(0)),
                                                                           node(0, 1, conditional(1), strong(0))]}]}])

    def test_tail(self):
        self.assertEqual(self.scope("1B", 0, due_object(0, self.tagged(1))), [strong(0), node(0, 1, NULL, NULL)])
        for kind in ("19 00", "19 01", "19 05"):
            self.assertEqual(self.scope("1B", 0, due_object(0, self.tagged(1, None, 1), kind=kind)),
                             [strong(0), node(0, 1, NULL, strong(0))])
        # An ordinary reference of the tail, to an object of the roots.
        typed = {"object": {"number": 1, "type": "Node", "body": {"reference": 0}}}
        self.assertEqual(self.scope("16 01", 2 << 1, "19 15 01", 0, self.body(1), "1B", 0,
                                    due_object(1, "1A", 0, "19 00", 3)),
                         [{"array": [node(0, 1, NULL, NULL), strong(1)]}, typed])

    def test_chain_in_the_tail(self):
        self.assertEqual(self.scope("19 15 01", 0, self.body(1, 0, 0), due_object(2, self.tagged(2, 2, 0)),
                                    due_object(3, self.tagged(3, 3, 0)), due_object(4, self.tagged(4, 0, 1))),
                         [node(0, 1, conditional(1), strong(2)), node(2, 2, conditional(1), strong(3)),
                          node(3, 3, conditional(2), strong(4)), node(4, 4, conditional(5), strong(0))])

    def test_order_of_the_tail(self):
        # Objects 0, 1 and 2 are mentioned in order, the strong edges are to 1, 0, 0, 2, 1.
        edges = cat("16 01", 8 << 1, "1C", 0, "1C", 0, "1C", 0, "1B", 2, "1B", 1, "1B", 1, "1B", 3, "1B", 2)
        tail = [due_object(i, self.tagged(i)) for i in range(3)]
        values = [node(i, i, NULL, NULL) for i in range(3)]
        self.assertEqual(self.scope(edges, tail[1], tail[0], tail[2])[1:], [values[1], values[0], values[2]])
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            self.refused("malformed", self.archive(edges, *(tail[i] for i in order)))

    def test_objects_inside_the_tail(self):
        # Object 1 is due after object 0, but stands in it.
        fields = (0, "1B", new_key("edge")), (0, "16 19 00", new_key("list"))
        box = definitions(type_row("Box", 1), shape_row(0, *fields))
        edges = cat("16 1B", 2 << 1, 0, 0)
        inner = cat("C0", 0, 0)
        data = single(box + cat(edges, due_object(0, "C0", 1, 1 << 1 | 1, "19 00", 0, 2, 1, inner),
                                due_object(2, "C0", 2, 0)))
        self.assertEqual([v["object"]["number"] for v in dump(data)["scopes"][0]["tail"]], [0, 2])
        self.refused("malformed", single(box + cat(edges, due_object(0, "C0", 1, 1 << 1 | 1, "19 00", 0, 2, 1, inner),
                                                   due_object(1, inner))))

    def test_conditional_then_strong(self):
        self.assertEqual(self.scope("16 01", 2 << 1, "1C", 0, "1B", 1, due_object(0, self.tagged(1))),
                         [{"array": [conditional(0), strong(0)]}, node(0, 1, NULL, NULL)])
        self.refused("truncated", self.archive("16 01", 2 << 1, "1C", 0, "1B", 1))
        self.assertEqual(self.scope("16 01", 3 << 1, "1C", 0, "1B", 1, "19 00", 2, 0, self.tagged(1)),
                         [{"array": [conditional(0), strong(0), node(0, 1, NULL, NULL)]}])

    def test_wherever_a_kind_may(self):
        for parts, expected in (
                (["16 1C", 3 << 1, 0, 0, 2], {"array": [conditional(0), conditional(1), conditional(1)]}),
                (["16 1F 1C", 3 << 1, "05", 0, 1], {"array": [conditional(0), NULL, conditional(0)]}),
                (["16 1F 1C", 2 << 1, "00"], {"array": [NULL, NULL]}),
                (["17 1C", 2 << 1, 0, 0], {"set": [conditional(0), conditional(1)]}),
                (["18 1C 1C", 1 << 2, 0, 0], {"map": [[conditional(0), conditional(1)]]}),
                (["18 0F 1F 1C", 2 << 2, string("a"), string("b"), "02", 0],
                 {"map": [[{"string": "a"}, NULL], [{"string": "b"}, conditional(0)]]}),
                (["16 00", 3 << 1 | 1, "1C", 2, 0, 1, "1F 1C", 0, "01", 1],
                 {"array": [conditional(0), conditional(0), conditional(0)]}),
                (["1A", 1, "1C", 0], {"typed": {"type": "Plain", "value": conditional(0)}})):
            self.assertEqual(self.scope(*parts), [expected])
        tail = due_object(0, self.tagged(1)), due_object(1, self.tagged(2))
        self.assertEqual(self.scope("16 1B", 3 << 1, 0, 0, 1, *tail),
                         [{"array": [strong(0), strong(1), strong(0)]}, node(0, 1, NULL, NULL), node(1, 2, NULL, NULL)])
        # The body of an object may hold an edge, if it names a class.
        self.assertEqual(self.scope("19 1A", 0, "1C", 0, 0),
                         [{"object": {"number": 0, "type": "Node", "body": conditional(1)}}])
        self.refused("malformed", self.archive("19 1C", 0, 0))                                      # O2
        self.refused("malformed", self.archive("17 1C", 2 << 1, 0, 1))                              # A2
        self.refused("truncated", self.archive("16 1C", 2**40, 0))                                  # V5
        self.refused("truncated", self.archive("1C"))

    def test_edges_that_name_nothing(self):
        for tag in ("1B", "1C"):
            self.refused("malformed", self.archive(tag, 1), self.at(tag))                           # O4
            # The next object is named by 0, not by its number.
            parts = "16 01", 2 << 1, "1C", 0, tag
            self.refused("malformed", self.archive(*parts, 2), self.at(*parts))
            self.refused("malformed", self.archive(tag, 2**64 - 1))

    def test_ordinary_references(self):
        for parts in (["16 01", 2 << 1, "1C", 0, "19 00"],                                          # merely mentioned
                      ["16 01", 2 << 1, "1C", 0, "19 1A", 0, "19 00", 2, 0, "1A", 0, "19 00"],      # still being read
                      ["16 01", 3 << 1, "1C", 0, "1C", 0, "19 00", 2, 1, "1A", 0, "19 00"]):
            self.refused("malformed", self.archive(*parts, 3), self.at(*parts))
        self.refused("malformed", self.archive("16 01", 2 << 1, "1B", 0, "19 00", 3, due_object(0, self.tagged(1))))

    def test_numbers_of_objects(self):
        for parts in (["19 00", 2],                                                                 # never given
                      ["16 01", 3 << 1, "1C", 0, "19 00", 2, 0, self.tagged(1), "19 00", 2],         # stood
                      ["16 01", 2 << 1, "19 15 01", 0, self.body(1), "19 00", 2],                   # stood
                      ["16 01", 2 << 1, "1C", 0, "19 00", 2, 0, "1A", 0, "19 00", 2]):              # stands around it
            self.refused("malformed", self.archive(*parts, 0, self.tagged(1)), self.at(*parts))
        self.refused("malformed", self.archive("16 01", 2 << 1, "1C", 0, "19 00", 2, 0, "41"))      # O2
        self.refused("malformed", self.archive("16 01", 2 << 1, "1C", 0, "19 00", 2, 0, tag_record(1)))
        self.refused("truncated", self.archive("16 01", 2 << 1, "1C", 0, "19 00", 2, 0))

    def test_bad_tails(self):
        edge = cat("16 01", 3 << 1, "1C", 0, "1B", 0, "19 15 01", 0, self.body(1))
        whole = due_object(1, self.tagged(1))
        self.assertEqual(len(self.scope(edge, whole)), 2)
        for parts, rest in (([edge, "19 15 01", 2], cat(0, self.tagged(1))),            # another object, nowhere yet
                            ([edge, "19 15 01", 2], cat(2, self.tagged(1))),            # another, which stands
                            ([edge, "19 15 01", 2], cat(3, self.tagged(1))),            # another, not mentioned
                            ([edge, "19 15 01"], cat(0, self.body(1))),                 # a new object
                            ([edge, "19 15 01"], cat(1, self.tagged(1))),
                            ([edge, "19 15 01"], cat(5)),                               # a reference
                            ([edge], self.tagged(1)), ([edge], b"\x41"), ([edge], b"\x02"),
                            ([edge, "19"], cat("02", 2, 1, self.tagged(1))),
                            ([edge, whole], whole), ([edge, whole], b"\x41"),           # bytes after the tail
                            (["1C", 0], due_object(0, self.tagged(1)))):                # nobody asked for it
            self.refused("malformed", self.archive(*parts, rest), self.at(*parts))
        for part in ("41", due_object(1, "1A", 1, "05", zigzag(1), kind="19 00")):
            self.refused("malformed", self.archive(edge, part))
        self.refused("malformed", self.archive(edge, due_object(1, "41")))              # O2
        for size in range(len(whole)):
            self.refused("truncated", self.archive(edge, whole[:size]), self.at(edge) if size == 0 else None)
        chained = due_object(1, self.tagged(1, None, 0))
        self.refused("truncated", self.archive(edge, chained), self.at(edge, chained))
        self.refused("malformed", self.archive(edge, chained, "41"), self.at(edge, chained))

    def test_roots(self):
        content = roots(("a", cat("1B", 0)), ("b", cat("16 1B", 2 << 1, 1, 0)))
        tail = due_object(0, self.tagged(1)), due_object(1, self.tagged(2))
        self.assertEqual(dump(self.archive(content, *tail, lead=0xB4))["scopes"], [{
            "roots": [{"name": "a", "value": strong(0)}, {"name": "b", "value": {"array": [strong(0), strong(1)]}}],
            "tail": [node(0, 1, NULL, NULL), node(1, 2, NULL, NULL)]}])
        self.refused("truncated", self.archive(content, lead=0xB4))
        self.refused("malformed", self.archive(content, *tail[::-1], lead=0xB4))
        self.refused("malformed", self.archive(content, *tail, "41", lead=0xB4), self.at(content, *tail))
        # The first root's target stands in the second.
        content = roots(("a", cat("1B", 0)), ("b", cat("19 00", 2, 0, self.tagged(1))))
        self.assertEqual(list(dump(self.archive(content, lead=0xB4))["scopes"][0]), ["roots"])

    def test_dictionary(self):
        rows = [type_row("Node", 1), shape_row(0, (0, "1B", new_key("to")))]
        data = record_of(rows, 2, cat("01", "19 15 01", 0, 0, due_object(1, "C0", 1)))
        (scope,) = dump(data, rows)["scopes"]
        self.assertEqual([v["object"]["number"] for v in scope["tail"]], [1])
        with self.assertRaises(ArchiveError) as caught:
            dump(record_of(rows, 2, cat("01", "19 15 01", 0, 0)), rows)
        self.assertEqual(caught.exception.code, "truncated")

    def test_blocks_cut_anywhere(self):
        content = cat(roots(("a", cat("16 01", 3 << 1, "1C", 0, "1B", 0, "19 15 01", 0, self.body(1, 1, 0))),
                            ("b", cat("1B", 4))),
                      due_object(1, self.tagged(2, 1, 0)), due_object(3, self.tagged(3, 0, 2)),
                      due_object(4, self.tagged(4, 1)))

        def multi(size, content=content):
            multi = Multi().definitions(*self.ROWS)
            for at in range(0, len(content), size):
                multi.block(content[at:at + size], last=at + size >= len(content), roots=2, packed=at % 2 == 1)
            return multi.index().end()

        whole = dump(multi(1000))
        (scope,) = whole["scopes"]
        self.assertEqual(scope["roots"][0]["value"], {"array": [conditional(0), strong(1),
                                                                node(2, 1, conditional(0), strong(3))]})
        self.assertEqual(scope["tail"], [node(1, 2, conditional(0), strong(4)), node(3, 3, conditional(5), strong(1)),
                                         node(4, 4, conditional(0), NULL)])
        for size in (1, 2, 3, 5, 7, 11):
            self.assertEqual(dump(multi(size)), whole)
            self.refused("malformed", multi(size, content + b"\x41"))
            self.refused("truncated", multi(size, content[:-1]))
        for size in range(1, len(content)):
            self.refused("truncated", multi(1000, content[:size]))
            self.assertEqual(dump(multi(size)), whole)

    def test_next_object_counts_mentions(self):
        for number, code in ((2, None), (1, "malformed"), (0, "malformed"), (3, "malformed")):
            content = roots(("", cat("16 1C", 3 << 1, 0, 0, 0)))
            state = cat(2, "00", 0, "02", 1, 0, "00 1C")
            multi = Multi().block(content[:6], last=False).block(content[6:], number, roots=1, start=2, state=state).end()
            if code:
                self.refused(code, multi)
            else:
                self.assertEqual(root(multi), {"array": [conditional(i) for i in range(3)]})

    def test_numbers_start_anew_in_a_scope(self):
        scope = roots(("", cat("1B", 0))) + due_object(0, "C0", self.body(1))
        multi = Multi().definitions(*self.ROWS)
        one, other = dump(multi.block(scope, roots=1).block(scope, roots=1).end())["scopes"]
        self.assertEqual(one, other)
        self.assertEqual(one["tail"], [node(0, 1, NULL, NULL)])

    def test_limits(self):
        for parts, limits in ((["16 1C", 5 << 1, cat(0) * 5], Limits(objects=4)),
                              (["16 1C", 5 << 1, 0, cat(1) * 4], Limits(values=5))):
            read_archive(self.archive(*parts))
            with self.assertRaises(ArchiveError) as caught:
                read_archive(self.archive(*parts), limits)
            self.assertEqual(caught.exception.code, "limitExceeded")

    def test_long_chain(self):
        count = 5_000
        tail = cat(*(due_object(i, self.tagged(i, None, 0 if i + 1 < count else 1)) for i in range(count)))
        self.assertEqual(len(self.scope("1B", 0, tail)), count + 1)


class MultiPart(Case):
    ROW = shape_row(None, (0, "05", new_key("a")))

    def test_one_scope(self):
        for packed in (False, True):
            multi = Multi().definitions(self.ROW, packed=packed)
            multi.block(roots(("r", cat(tag_record(0), zigzag(1)))), roots=1, packed=packed).index().end()
            self.assertEqual(dump(multi), {"framing": "multi", "scopes": [
                {"roots": [{"name": "r", "value": record(None, ("a", INT))}]}]})

    def test_blocks_cut_anywhere(self):
        content = roots(("r", cat("16 0F", 5 << 1, *(string("s" * 20) for _ in range(5)))), ("", cat("05", zigzag(300))))
        whole = None
        for size in (1, 3, 7, 1000):
            multi = Multi()
            for at in range(0, len(content), size):
                multi.block(content[at:at + size], last=at + size >= len(content), roots=2, packed=at % 2 == 1)
            multi.index().end()
            whole = whole or dump(multi)
            self.assertEqual(dump(multi), whole)

    def test_growth(self):
        multi = Multi().definitions(self.ROW).block(roots(("", cat(tag_record(0), zigzag(1)))), roots=1).index().end()
        first = multi.data
        multi.definitions(shape_row(None, (0, "15 01", new_key("b")), (0, "0F", old_key(0))))
        multi.part("z", b"to skip", b"detail").index()
        multi.block(roots(("x", cat(tag_record(1), zigzag(2), string(""))), ("y", b"\x41")), roots=2).index().end()
        scopes = dump(multi)["scopes"]
        self.assertEqual(len(scopes), 2)
        self.assertEqual(dump(first)["scopes"], scopes[:1])
        for size in range(len(multi.data)):
            if size != len(first):
                self.refused("truncated", multi.data[:size])

    def test_definitions_between_blocks(self):
        """[M10], [M6]"""
        content = roots(("", cat("16 05", 2 << 1, zigzag(1), zigzag(2))))
        for rows in ((), (extension_row("x.y"),)):
            multi = Multi().block(content[:6], last=False)
            at = len(multi.data)
            self.refused("malformed", multi.definitions(*rows).block(content[6:], roots=1).end(), at)
            multi = Multi().block(content, roots=1).definitions(*rows)
            self.refused("malformed", multi.end(), len(multi.data) - 64)

    def test_codecs(self):
        content, plain = roots(("", b"\x41")), cat("01", "41")
        self.assertEqual(root(packed_single(plain)), INT)
        self.refused("malformed", packed_single(plain, codec=0), 1)
        for codec in range(2, 8):
            self.refused("needsFeature", packed_single(plain, codec=codec), 1)
            self.refused("needsFeature", Multi().block(content, roots=1, flags=codec | 8).end(), 25)

    def test_shapes_of_later_parts(self):
        multi = Multi().block(roots(("", cat(tag_record(0), zigzag(1)))), roots=1).definitions(self.ROW).end()
        self.refused("malformed", multi)

    def test_objects_and_states(self):
        rows = type_row("C", 1), shape_row(0)
        content = roots(("", cat("16 19 15 01", 3 << 1, 0, 0, 3)))
        state = lambda left: cat(2, "00", 0, "02", left, 0, "00 19 15", 0)
        for number, start, code in ((1, 2, None), (0, 1, None), (1, 1, "malformed"), (0, 2, "malformed"), (2, 2, "malformed")):
            multi = Multi().definitions(*rows).block(content[:7], last=False)
            multi.block(content[7:8], number, start=start, state=state(2) if start == 2 else b"", last=False)
            multi.block(content[8:], 2, roots=1, start=2, state=state(1)).end()
            if code:
                self.refused(code, multi)
            else:
                self.assertEqual(root(multi)["array"][2], {"reference": 0})

    def test_drafts(self):
        """[V6]"""
        for content in (b"\x01\x45", b"\x01\x16\x05\x0D\x03\x05\x07"):
            body = b"\xB0" + content
            for draft in (1, 3, 129, 256):
                data = body + u32(zlib.crc32(body, (draft - 1) * 0x01010101))
                self.refused("needsFeature", data, len(body))
            for other in (0x00010101, 0x02010101, 0xFE010101):
                self.refused("checksumMismatch", body + u32(zlib.crc32(body, other)), len(body))

    def test_header(self):
        end = Multi().block(roots(("", b"\x41")), roots=1).end().data
        self.assertEqual(root(end), INT)
        for options, code, offset in ((dict(read=2), "needsFeature", 8), (dict(read=0), "malformed", 8),
                                      (dict(write=0), "malformed", 9), (dict(reserved=0), "needsFeature", 10), (dict(reserved=2), "needsFeature", 10), (dict(reserved=0, read=0), "needsFeature", 10),
                                      (dict(required=1), "needsFeature", 12), (dict(optional=1, write=9), None, None)):
            multi = Multi(**options).block(roots(("", b"\x41")), roots=1).end()
            if code:
                self.refused(code, multi, offset)
            else:
                self.assertEqual(root(multi), INT)
        self.refused("checksumMismatch", end[:12] + b"\1" + end[13:], 20)
        self.refused("textDamage", end.replace(b"\r\n", b"\n"))
        self.refused("textDamage", end.replace(b"\n", b"\r\n"))
        self.refused("notAnArchive", end[:4] + b"xxxx" + end[8:])
        self.refused("notAnArchive", end[:1] + b"x" + end[2:])
        for size in range(1, 24):
            self.refused("truncated", end[:size])

    def test_parts(self):
        block = roots(("", b"\x41"))

        def refused(code, make):
            multi = Multi()
            make(multi)
            self.refused(code, multi.block(block, roots=1).end())

        for letter in "MGXQ":
            refused("needsFeature", lambda m: m.part(letter, b""))
        refused("malformed", lambda m: m.part("1", b""))
        for flags, raw_count in ((4, 0), (2, 0), (0xFF, 9)):
            self.assertEqual(root(Multi().part("z", b"", flags=flags, raw_count=raw_count).block(block, roots=1).end()), INT)
        refused("needsFeature", lambda m: m.part("D", b"\x01", flags=4))
        refused("malformed", lambda m: m.part("D", b"\x01", b"x"))
        refused("malformed", lambda m: m.part("D", b"\x01\x01"))
        refused("malformed", lambda m: m.part("D", b"\x01", packed=True, raw_count=2))
        refused("malformed", lambda m: m.part("D", b"\x01", packed=True, stored=zlib.compress(b"\x01") + b"x"))
        refused("malformed", lambda m: m.block(block, last=False).end())
        refused("malformed", lambda m: m.block(block + b"x", roots=1))
        refused("truncated", lambda m: m.block(block[:-1], roots=1))
        for i in range(4):
            numbers = [0, 0, 0, 0]
            numbers[i] = 1
            refused("malformed", lambda m: m.block(block, roots=1, numbers=numbers))
        refused("malformed", lambda m: m.block(block, roots=1, start=1))
        refused("malformed", lambda m: m.block(block, roots=1, start=3))
        refused("malformed", lambda m: m.block(block, roots=1, state=b"x"))
        refused("malformed", lambda m: m.block(b"\x01"))
        refused("limitExceeded", lambda m: m.block(b"\x01" * ((16 << 20) + 1)))

    def test_damage_anywhere(self):
        multi = Multi().definitions(self.ROW, packed=True)
        multi.block(roots(("", cat(tag_record(0), zigzag(1)))), roots=1).index().end()
        for i in range(len(multi.data)):
            damaged = bytearray(multi.data)
            damaged[i] ^= 1
            with self.assertRaises(ArchiveError):
                dump(bytes(damaged))

    def test_index(self):
        def refused(**options):
            self.refused("malformed", Multi().block(roots(("", b"\x41")), roots=1).index(**options).end())

        refused(previous=1)
        refused(entries=[])
        refused(entries=[cat(24, 4, 6, b"xxxxxx")])
        refused(detail=b"x")

    def test_end_marks(self):
        def refused(code, **options):
            self.refused(code, Multi().block(roots(("", b"\x41")), roots=1).end(**options))

        for name in ("index", "here", "scopes", "roots"):
            refused("malformed", **{name: 7})
        refused("needsFeature", reserved=1)
        refused("needsFeature", reserved=1, index=1 << 63)
        refused("checksumMismatch", chain=1)
        self.refused("malformed", Multi().part("E", b"\0" * 41))
        self.refused("truncated", Multi())
        self.refused("malformed", Multi().end())
        whole = Multi().block(roots(("", b"\x41")), roots=1).end().data
        self.refused("truncated", whole + b"x")
        self.refused("truncated", Multi().block(roots(("", b"\x41")), roots=1).end().part("z", b""))


def row_of(kind, left, after=0, role=0):
    return ("elements", left, after, role, kind)


class BlockStates(Case):
    """Shapes 0 and 1 are alike, shape 2 is that of a class, shape 3 has no fields."""

    FIELDS = (1, "05", new_key("a")), (0, "03", new_key("b")), (0, "16 0F", new_key("list")), (0, "0F", new_key("z"))
    ROWS = (type_row("C", 1), shape_row(None, *FIELDS),
            shape_row(None, *((mode, kind, old_key(i)) for i, (mode, kind, _) in enumerate(FIELDS))),
            shape_row(0, (0, "05", new_key("n")), (0, "16 05", new_key("numbers"))), shape_row(None),
            extension_row("x.y"))
    A, B, C, D = map(string, "abcd")
    ZERO, ONE, TWO, THREE = map(zigzag, range(4))
    BODY, IN_BODY = [cat("03", ONE, 3 << 1, A), cat(B, C, D)], [("record", 0, 3, "03"), row_of("0F", 2)]
    CLASS, IN_CLASS = [cat(TWO, 3 << 1, ONE), cat(TWO, THREE)], [("record", 2, 2, ""), row_of("05", 2)]
    ROOT = ("root", 0)
    # What stands before the block, what in it, the number of the next object, the frames after that of the root.
    TRUE = {
        "array": (["16 0F", 3 << 1, A], [B, C], 0, [row_of("0F", 2)]),
        "last element": (["16 0F", 3 << 1, A, B], [C], 0, [row_of("0F", 1)]),
        "set": (["17 0F", 3 << 1, A], [B, C], 0, [row_of("0F", 2, role=1)]),
        "values": (["18 05 0F", 3 << 2, ZERO, ONE, TWO, A], [B, C], 0, [row_of("0F", 2, role=3)]),
        "ints": (["16 05", 4 << 1, ONE, zigzag(1000)], [zigzag(1000), TWO], 0, [row_of("05", 2)]),
        "bytes": (["16 08", 4 << 1, "01"], ["02 03 04"], 0, [row_of("08", 3)]),
        "floats in a set": (["17 0C", 3 << 1, b"\1" * 8], [b"\2" * 8, b"\3" * 8], 0, [row_of("0C", 2, role=1)]),
        "int values": (["18 05 05", 2 << 2, ZERO, ONE, TWO], [THREE], 0, [row_of("05", 1, role=3)]),
        "row of any": (["16 01", 4 << 1, "41 02"], ["03 81 61"], 0, [row_of("01", 2)]),
        "edges": (["16 1C", 3 << 1, 0, 0], [1], 2, [row_of("1C", 1)]),
        "nested": (["16 16 0F", 3 << 1, 1 << 1, A, 3 << 1, B], [C, D, 0], 0, [row_of("16 0F", 1), row_of("0F", 2)]),
        "in the last": (["16 16 05", 1 << 1, 3 << 1, ONE], [TWO, THREE], 0, [row_of("16 05", 0), row_of("05", 2)]),
        "after an inner one": (["16 16 05", 3 << 1, 1 << 1, ONE], [0, 0], 0, [row_of("16 05", 2)]),
        "run": (["16 00", 5 << 1 | 1, "0F", 3, A], [B, C, "05", 0, ONE, TWO], 0, [row_of("0F", 2, 2)]),
        "last run": (["16 00", 5 << 1 | 1, "0F", 2, A, B, "05", 0, ONE], [TWO, THREE], 0, [row_of("05", 2)]),
        "run before a nullable one": (["16 00", 4 << 1 | 1, "0F", 2, A], [B, "1F 0F", 0, "01", C], 0,
                                      [row_of("0F", 1, 2)]),
        "in the last of a run": (["16 00", 3 << 1 | 1, "16 0F", 1, 2 << 1, A], [B, "05", 0, ONE, TWO], 0,
                                 [row_of("16 0F", 0, 2), row_of("0F", 1)]),
        "run of values": (["18 05 00", 3 << 2 | 2, ZERO, ONE, TWO, "0F", 2, A], [B, "01 01 41"], 0,
                          [row_of("0F", 1, 1, 3)]),
        "map in a set": (["17 18 05 0F", 2 << 1, 2 << 2, ZERO, ONE, A], [B, 0], 0,
                         [row_of("18 05 0F", 1, role=1), row_of("0F", 1, role=3)]),
        "record": (["C0", BODY[0]], [BODY[1]], 0, IN_BODY),
        "between records": (["16 15", 0, 2 << 1, *BODY], BODY, 0, [row_of("15 01", 1)]),
        "record in an array": (["16 15", 0, 3 << 1, *BODY, BODY[0]], [BODY[1], *BODY], 0,
                               [row_of("15 01", 1), *IN_BODY]),
        "record of any shape": (["16 14", 2 << 1, 0, BODY[0]], [BODY[1], 1, *BODY], 0, [row_of("14", 1), *IN_BODY]),
        "record in a row of any": (["16 01", 3 << 1, "41 C0", BODY[0]], [BODY[1], "02"], 0,
                                   [row_of("01", 1), *IN_BODY]),
        "object": (["19 15", 2, 0, CLASS[0]], [CLASS[1]], 1, [("object", 0), *IN_CLASS]),
        "between objects": (["16 19 15", 2, 3 << 1, 0, *CLASS], [0, *CLASS, 3], 1, [row_of("19 15 05", 2)]),
        "object with a tag": (["16 01", 3 << 1, "1C", 0, "19 00", 1, "C2", CLASS[0]], [CLASS[1], "1C", 1], 2,
                              [row_of("01", 1), ("object", 1), *IN_CLASS]),
        "object with a number": (["16 01", 3 << 1, "1C", 0, "19 05", 2, 0, "C2", CLASS[0]], [CLASS[1], "19 00", 3], 1,
                                 [row_of("01", 1), ("object", 0), *IN_CLASS]),
        "object with a label": (["19 1A", 0, "16 05", 0, 3 << 1, ONE], [TWO, THREE], 1,
                                [("object", 0), row_of("05", 2)]),
        "labels": (["1A", 0, "16 1A", 0, "16 0F", 2 << 1, 2 << 1, A], [B, 0], 0,
                   [row_of("1A 01 16 0F", 1), row_of("0F", 1)]),
    }

    def archive(self, content, *cuts, count=1, second=False, packed=False):
        """Cuts: (offset, next object, frames). Returns the archive and where the states stand; `count`: of roots;
        `second`: in the second scope."""
        multi, places = Multi().definitions(*self.ROWS), []
        if second:
            multi.block(roots(("", b"\x41")), roots=1)
        stops = [at for at, _, _ in cuts] + [len(content)]
        multi.block(content[:stops[0]], last=not cuts, roots=count, packed=packed)
        for i, (at, number, frames) in enumerate(cuts):
            last = i == len(cuts) - 1
            multi.block(content[at:stops[i + 1]], number, last, count, 2, state(*frames), packed=packed)
            places.append(multi.state_at)
        return multi.index().end(), places

    def true(self, content, *cuts, count=1, **options):
        multi, _ = self.archive(content, *cuts, count=count, **options)
        self.assertEqual(dump(multi)["scopes"][-1], dump(self.archive(content, count=count)[0])["scopes"][0])

    def false(self, content, *cuts, which=0, **options):
        multi, places = self.archive(content, *cuts, **options)
        self.refused("malformed", multi, places[which])

    def cases(self):
        for name, (before, after, number, frames) in self.TRUE.items():
            yield name, cat(1, *before, *after, 0), len(cat(1, *before)), number, [self.ROOT, *frames]

    def test_true(self):
        for name, content, *cut in self.cases():
            with self.subTest(name):
                self.true(content, cut)
                self.true(content, cut, second=True, packed=True)

    @staticmethod
    def others(frame, is_last):
        """Frames that differ in one thing, and have the form that they must have."""
        name, *rest = frame
        numbers = {i: [n for n in (number - 1, number + 1, number + 9) if n >= 0] for i, number in enumerate(rest)
                   if isinstance(number, int)}
        if name == "record":
            numbers = {0: {0: [1]}.get(rest[0], []), 1: {3: [1, 2, 4], 2: [1]}[rest[1]],
                       2: ["00", "01", "02"] if rest[2] else []}
        elif name == "elements":
            kinds = {"01", "05", "0F", "14", "15 01", "16 00", "16 05", "16 0F", "17 0F", "19 00"}
            numbers = {0: [n for n in numbers[0] if n >= is_last], 1: numbers[1], 2: {0, 1, 3} - {rest[2]},
                       3: kinds - {rest[3]}}
        for i in numbers:
            for other in numbers[i]:
                yield (name, *rest[:i], other, *rest[i + 1:])

    def test_a_number_that_is_false(self):
        for name, content, at, number, frames in self.cases():
            for i, frame in enumerate(frames):
                for other in self.others(frame, i == len(frames) - 1):
                    with self.subTest(name, instead_of=frame, other=other):
                        self.false(content, (at, number, [*frames[:i], other, *frames[i + 1:]]))

    def test_frames_too_many_or_too_few(self):
        for name, content, at, number, frames in self.cases():
            states = [frames + frames[-1:]]
            for i in range(1, len(frames)):
                fewer = frames[:i] + frames[i + 1:]
                if fewer[-1][0] == "elements" and fewer[-1][1]:
                    states.append(fewer)
                for more in (frames[i], ("object", 0), row_of("01", 1), row_of("05", 0), ("record", 1, 1, "00")):
                    states.append(frames[:i] + [more] + frames[i:])
            for false in states:
                with self.subTest(name, frames=false):
                    self.false(content, (at, number, false))

    def test_at_another_byte(self):
        for name, content, at, number, frames in self.cases():
            for other in range(1, len(content)) if number == 0 else ():
                if other != at:
                    with self.subTest(name, at=other):
                        self.false(content, (other, 0, frames))

    def test_roots(self):
        content = cat(2, "61 16 0F", 2 << 1, self.A, self.B, 2, "62 16 0F", 2 << 1, self.A)
        rest = cat(self.B, 0)
        for ordinal in range(4):
            check = self.true if ordinal == 1 else self.false
            check(content + rest, (len(content), 0, [("root", ordinal), row_of("0F", 1)]), count=2)

    def test_before_the_first_element(self):
        for before, after, frame in ((["16 0F", 2 << 1], [self.A, self.B], row_of("0F", 2)),
                                     (["16 05", 2 << 1], [self.ONE, self.TWO], row_of("05", 2)),
                                     (["16 00", 3 << 1 | 1, "0F", 2], [self.A, self.B, "05", 0, self.ONE],
                                      row_of("0F", 2, 1))):
            self.true(cat(1, *before, *after, 0), (len(cat(1, *before)), 0, [self.ROOT, frame]))

    def test_elements_without_bytes(self):
        content = cat(1, "16 16 15", 3, 2 << 1, 3 << 1, 2 << 1, 0)          # [[{}, {}, {}], [{}, {}]]
        outer, inner = (lambda left: row_of("16 15 07", left)), (lambda left: row_of("15 07", left))
        true = [(7, outer(1), inner(left)) for left in (3, 2, 1)] + [(7, outer(1)), (8, outer(0), inner(2)),
                                                                      (8, outer(0), inner(1))]
        for at, *frames in true:
            self.true(content, (at, 0, [self.ROOT, *frames]))
        for at, *frames in ((7, outer(1), inner(4)), (7, outer(0), inner(2)), (7, outer(2)), (7, inner(1)),
                            (8, outer(0), inner(3)), (8, outer(1), inner(1)), (8, outer(1))):
            self.false(content, (at, 0, [self.ROOT, *frames]))
        # Blocks of no bytes, each of which begins at one of the moments.
        cuts = [(at, 0, [self.ROOT, *frames]) for at, *frames in true]
        self.true(content, *cuts)
        for i, (at, _, frames) in enumerate(cuts):
            self.false(content, *cuts[:i], (at, 0, frames + frames[-1:]), *cuts[i + 1:], which=i)

    def test_many_blocks(self):
        count = 50
        content = cat(1, "16 05", count << 1, *(zigzag(1000 + i) for i in range(count)), 0)
        cuts = [(4 + 2 * i, 0, [self.ROOT, row_of("05", count - i)]) for i in range(1, count)]
        self.assertEqual(content[4:6], zigzag(1000))
        self.true(content, *cuts)
        for i in (0, 20, count - 2):
            at, number, frames = cuts[i]
            self.false(content, *cuts[:i], (at, number, [self.ROOT, row_of("05", count)]), *cuts[i + 1:], which=i)
            self.false(content, *cuts[:i], (at + 1, number, frames), *cuts[i + 1:], which=i)

    def test_where_no_state_can_stand(self):
        a, b, one, two = self.A, self.B, self.ONE, self.TWO
        rows = [[row_of(kind, left, after, role)] for kind in ("05", "0F", "14") for left in (1, 2) for after in (0, 1)
                for role in (0, 1, 3)]
        nested = [[row_of("16 05", left, 0, role), row_of("05", 1)] for left in (0, 1) for role in (0, 1, 3)]
        for before, after in (
                (["16 1F 05", 3 << 1, "07", one], [two, two]), (["16 1F 05", 3 << 1, "05", one], [two]),
                (["18 05 1F 05", 2 << 2, one, two, "03", one], [two]),
                (["16 00", 3 << 1 | 1, "1F 05", 2, "03", one], [two, "0F", 0, a]),
                (["16 1F 16 05", 2 << 1, "03", 2 << 1, one], [two, 0]),             # in one of a nullable run
                (["18 0F 05", 2 << 2, a], [b, one, two]), (["18 05 05", 2 << 2, one], [two, one, two]),
                (["18 00 05", 3 << 2 | 1, "05", 2, one], [two, "0F", 0, a, one, two, one]),
                (["18 16 05 05", 2 << 2, 2 << 1, one], [two, 0, one, two]),         # in a key
                (["1D", 6, 0, "16 05", 2 << 1, one], [two]),
                (["16 01", 2 << 1, "1D", 6, 0, "16 05", 2 << 1, one], [two, "41"]),
                (["16 03", 16 << 1, "FF"], ["FF"]), (["83 61"], ["62 63"]), (["16 0F", 2 << 1, a, 2], ["62 63"])):
            content, at = cat(1, *before, *after, 0), len(cat(1, *before))
            for frames in rows + nested:
                with self.subTest(before=before, frames=frames):
                    self.false(content, (at, 0, [self.ROOT, *frames]))
        # After the last element, and after the roots.
        content = cat(1, "16 05", 1 << 1, one, 0)
        for at in (5, 6):
            self.false(content, (at, 0, [self.ROOT, row_of("05", 1)]))

    def test_tail(self):
        content = cat(1, "1B", 0, 0, due_object(0, "C2", self.CLASS[0], kind="19 00"))
        for ordinal in (0, 1):
            for frames in ([("object", 0), *self.IN_CLASS], self.IN_CLASS, self.IN_CLASS[1:]):
                self.false(content + self.CLASS[1], (len(content), 1, [("root", ordinal), *frames]))


class Runner(Case):
    def test_float_comparison(self):
        self.assertIsNone(check_json.difference({"float64": "0.5"}, {"float64": "5e-1"}))
        self.assertIsNotNone(check_json.difference({"float64": "0.0"}, {"float64": "-0.0"}))
        self.assertIsNotNone(check_json.difference({"int": "1"}, {"int": "01"}))
        self.assertIsNotNone(check_json.difference({"bool": True}, {"bool": 1}))
        self.assertIsNotNone(check_json.difference({"float64": "1"}, {"float64": "x"}))

    def test_json_text(self):
        for node in ([], {}, [1, [], {"a": [None, True, "\u00e9\n"], "b": {}}], "x", -1):
            self.assertEqual(json_text(node), json.dumps(node))

    def test_runner(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)

            def write(name, text):
                path = folder / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text if isinstance(text, str) else text.hex(" "))
                return str(path)

            regular = value("16 05", 1 << 1, zigzag(1))
            write("valid/a.hex", "# a comment\nB0 01 41 # more\n" + value("41")[3:].hex())
            write("valid/a.json", json.dumps(dump(value("41"))))
            write("invalid/b.hex", "# expect: malformed\n# offset: 3\n" + value("4141").hex())
            write("equivalent/c.a.hex", regular)
            write("equivalent/c.b.hex", packed_single(regular[1:-4]))
            archive = folder / "archive"
            archive.write_bytes(single(definitions(shape_row(None, (1, "05", new_key("x")), (0, "01", new_key("y")))) + cat(
                "18 05 01", 2 << 2, zigzag(1), zigzag(2), tag_record(0), "00", "16 01", 4 << 1, "0C", struct.pack("<d", 0.1),
                "0D", zigzag(-1), 2, "0F", "0E", string("1e99999"), "02", "40")))
            document = write("d.json", '{"1": {"y": [0.10, 1.50, 1e99999, null]}, "2": 0}')
            wrong = write("e.json", '{"2": 0, "1": {"y": [0.10, 1.50, 1e99999, null]}}')
            full_dump = write("f.json", json.dumps(dump(archive.read_bytes())))

            def run(*extra):
                done = subprocess.run([sys.executable, check.__file__, "--vectors", str(folder), *map(str, extra)],
                                      capture_output=True, text=True)
                return done.returncode, done.stdout.splitlines()[-1]

            self.assertEqual(run(), (0, "3 passed, 0 failed"))
            self.assertEqual(run("--pair", archive, full_dump, "--json-pair", archive, document, "--archives", archive),
                             (0, "6 passed, 0 failed"))
            self.assertEqual(run("--json-pair", archive, wrong, "--pair", archive, folder / "valid/a.json"),
                             (1, "3 passed, 2 failed"))
            write("invalid/b.hex", "# expect: malformed\n# offset: 4\n" + value("4141").hex())
            write("invalid/c.hex", "# expect: malformed\n# offset: 2\n" + value("41").hex())
            write("invalid/d.hex", "# expect: malformed\n" + value("4141").hex())
            write("valid/z.hex", value("41"))
            self.assertEqual(run(), (1, "2 passed, 4 failed"))
            self.assertEqual(run("--vectors", folder / "none")[0], 1)

    def test_dump_script(self):
        script = Path(check.__file__).with_name("karc_dump.py")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a"
            deep = single(definitions(type_row("N", 1), shape_row(0, (1, "19 15 01", new_key("n"))))
                          + cat("19 15 01", b"\x01\x01" * 255, "01 00"))
            path.write_bytes(deep)
            done = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout.count('"Node"') + done.stdout.count('"object"'), 256)
            dumped = Path(folder) / "dump.json"
            dumped.write_text(done.stdout)
            done = subprocess.run([sys.executable, check.__file__, "--pair", str(path), str(dumped)],
                                  capture_output=True, text=True)
            self.assertIn("pairs: 1, of which 0 failed", done.stdout.splitlines())
            path.write_bytes(deep[:-1])
            done = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr[:16]), (65, "", "checksumMismatch"))


class Speed(Case):
    def test_many_values(self):
        row = shape_row(None, (0, "05", new_key("id")), (0, "0F", new_key("name")), (1, "0C", new_key("x")),
                        (0, "03", new_key("on")), (0, "16 05", new_key("list")))
        count = 20_000
        content = roots(("", cat("16 15 01", count << 1, *(
            cat("03", zigzag(i), string("name of %d" % i), struct.pack("<d", i / 7), 3 << 1, zigzag(i) * 3)
            for i in range(count)))))
        multi = Multi().definitions(row)
        for at in range(0, len(content), 1 << 18):
            multi.block(content[at:at + (1 << 18)], last=at + (1 << 18) >= len(content), roots=1, packed=True)
        multi.index().end()
        started = time.process_time()
        dumped = root(multi)
        self.assertEqual(len(dumped["array"]), count)
        self.assertLess(time.process_time() - started, 10)

    def test_limits_are_settings(self):
        with self.assertRaises(ArchiveError) as caught:
            read_archive(value("16 01", 5 << 1, "41 41 41 41 41"), Limits(values=5))
        self.assertEqual(caught.exception.code, "limitExceeded")


if __name__ == "__main__":
    unittest.main()
