"""Tests of record logs, on the example of Spec/record-log.md and on bytes spelled by hand; check.py reads the vectors."""

import struct
import unittest
import zlib
from pathlib import Path

from karc.krec import Log, LogError, entries, record
from karc.primitives import ArchiveError, Cursor
from karc import krec
from karc.krec_state import State

TEXT = (Path(__file__).parent.parent / "record-log.md").read_text(encoding="utf-8")
VECTOR = bytes.fromhex(TEXT.split("## 10. A log in bytes")[1].split("```")[1])


def header(first, generation):
    data = VECTOR[:32] + struct.pack("<QQ", generation, first) + bytes(12)
    return data + struct.pack("<I", zlib.crc32(data))


def frame(data, sequence, group=None, note=0):
    """A frame behind the whole frames of some bytes, with a note of 13 bytes."""
    log = Log(data)
    payload = bytes([5, 27]) + bytes([note or sequence & 0x7F] * 13)
    head = struct.pack("<IIQQ", len(payload), zlib.crc32(payload, sequence & 0xFFFFFFFF), sequence, group or sequence)
    head += struct.pack("<I", log.frames[-1]["own"] if log.frames else log.check)
    check = zlib.crc32(data[16:32] + struct.pack("<Q", len(data)) + head)
    made = head + struct.pack("<I", check) + payload
    return made + bytes(-len(made) % 8)


SAMPLE = header(1, 1)
for NUMBER, GROUP in ((1, 1), (2, 2), (3, 2)):
    SAMPLE += frame(SAMPLE, NUMBER, GROUP)


class Logs(unittest.TestCase):
    def test_example(self):
        log = Log(VECTOR)
        self.assertEqual((log.generation, log.salt, log.ending), (1, bytes(range(16)), ("complete", len(VECTOR))))
        self.assertEqual([frame["group"] for frame in log.frames], [1, 2, 2])
        found = [entries(frame["payload"], frame["start"]) for frame in log.frames]
        self.assertEqual([[entry[0] for _, entry in entries] for entries in found], [["schema", "put"], ["put"], ["remove", "note"]])
        self.assertEqual([place for place, _ in found[1] + found[2]][:2], [log.frames[1]["offset"] + 32, log.frames[2]["offset"] + 32])
        self.assertEqual([record(entry[3], place, 3) for place, entry in (found[0][1], found[1][0])],
                         [["sea", 0.5, None], ["é", 0.1, b"\x00\xff"]])
        self.assertEqual(found[2], [(log.frames[2]["start"], ("remove", 1, 7)), (log.frames[2]["start"] + 4, ("note", b"\xc0\xde"))])
        self.assertEqual(State(VECTOR).rows, {"Word": [(-300, ["é", 0.1, b"\x00\xff"])]})

    def test_every_cut_is_an_earlier_state(self):
        ends = [64] + [frame["end"] for frame in Log(SAMPLE).frames]
        for count in range(64, len(SAMPLE)):
            log = Log(SAMPLE[:count])
            whole = [end for end in ends if end <= count]
            self.assertEqual(len(log.frames), len(whole) - 1)
            self.assertEqual(log.ending, ("complete" if count in ends else "torn", whole[-1]))
            self.assertEqual(Log(SAMPLE[:count], durable=3).ending, ("damaged", whole[-1]))
        for count in range(64):
            with self.assertRaises(LogError):
                Log(SAMPLE[:count])

    def test_every_changed_bit_is_found(self):
        frames = Log(SAMPLE).frames
        for bit in range(64 * 8, len(SAMPLE) * 8):
            changed = bytearray(SAMPLE)
            changed[bit // 8] ^= 1 << bit % 8
            log = Log(bytes(changed))
            index = next(i for i, frame in enumerate(frames) if bit // 8 < frame["end"])
            self.assertEqual(len(log.frames), index)
            self.assertEqual(log.ending, ("damaged" if index == 0 else "torn", frames[index]["offset"]))

    def test_bytes_put_in_and_taken_out(self):
        data = header(1, 1)
        for number in range(1, 6):
            data += frame(data, number)
        starts = [entry["offset"] for entry in Log(data).frames]
        for place in range(64, len(data)):
            for changed in (data[:place] + b"\xff" + data[place:], data[:place] + data[place + 1:], data[:place] + data[place - 9:]):
                log = Log(changed)
                later = [n for n, start in enumerate(starts, 1) if n > len(log.frames) + 1 and start > place]
                if later:
                    self.assertEqual(log.ending[0], "damaged", place)
                else:
                    self.assertIn(log.ending[0], ("torn", "complete"), place)

    def test_copies_that_went_on_separately(self):
        common = header(1, 1)
        common += frame(common, 1)
        # Each with another second commit of the same length, and the same third one.
        own, other = (common + frame(common, 2, note=note) for note in (1, 2))
        own, other = own + frame(own, 3), other + frame(other, 3)
        place = Log(own).frames[2]["offset"]
        self.assertEqual(own[place:place + 24], other[place:place + 24])
        self.assertNotEqual(own[place:], other[place:])
        mixed = Log(own[:place] + other[place:])
        self.assertEqual(mixed.ending, ("damaged", place))
        self.assertEqual(len(mixed.frames), 2)

    def test_the_last_sequence(self):
        last = (1 << 63) - 2
        for first, generation, place in [(last + 1, 1, 40), (0, 1, 40), (1, 0, 32), (0, 0, 32)]:
            with self.assertRaises(LogError) as raised:
                Log(header(first, generation))
            self.assertEqual((raised.exception.code, raised.exception.offset), ("malformed", place))
        data = header(last, (1 << 64) - 1)
        data += frame(data, last)
        self.assertEqual((len(Log(data).frames), Log(data).ending), (1, ("complete", len(data))))
        self.assertEqual(Log(data + frame(data, last + 1)).ending, ("torn", len(data)))

    def test_drafts_and_versions(self):
        for offset, value in ((10, 0), (10, 1), (10, 3), (11, 1), (8, 2)):
            data = bytearray(header(1, 1))
            data[offset] = value
            data[60:64] = struct.pack("<I", zlib.crc32(data[:60]))
            with self.assertRaises(LogError) as raised:
                Log(bytes(data))
            self.assertEqual((raised.exception.code, raised.exception.offset), ("unsupportedVersion", min(offset, 10)))

    def test_values(self):
        for text, expected in [
            ("00", None), ("20", 0), ("2101", 1), ("21ff", -1), ("21 80", -128), ("22 80 00", 128), ("22 7f ff", -129),
            ("28 00 00 00 00 00 00 00 80", -2**63), ("40", 0.0), ("44 00 00 00 3f", 0.5), ("60", ""), ("61 61", "a"),
            ("78 18" + "61" * 24, "a" * 24), ("80", b""), ("82 00 ff", b"\x00\xff"),
        ]:
            cursor = Cursor(bytes.fromhex(text))
            self.assertEqual(krec.value(cursor), expected)
            self.assertEqual(cursor.pos, cursor.end)

    def test_no_values(self):
        for text in ["21 00", "22 01 00", "22 ff ff", "29", "44 00 00 00 00", "44 00 00 c0 7f", "41 00",
                     "48 00 00 00 00 00 00 e0 3f", "78 17" + "61" * 23, "79 ff 00", "61 ff", "7c", "9c", "01", "a0"]:
            with self.assertRaises(ArchiveError, msg=text):
                krec.value(Cursor(bytes.fromhex(text)))


if __name__ == "__main__":
    unittest.main()
