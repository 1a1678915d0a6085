"""Tests of stored forms, on the vectors of Spec/stored-forms.md and on texts spelled by hand."""

import json
import re
import unittest
from pathlib import Path

from karc.archive import read_archive
from karc.dump import dump_archive
from karc.schema import entity_schema, schema
from karc.stored import StoredError, date, stamp, unstamped, url

TEXT = (Path(__file__).parent.parent / "stored-forms.md").read_text(encoding="utf-8")


class Stamps(unittest.TestCase):
    vectors = re.findall(r"^\| `([^`]+)` \| `([0-9A-F ]+)` \| `([0-9A-F ]+)` \|$", TEXT, re.MULTILINE)

    def test_vectors(self):
        self.assertEqual(len(self.vectors), 3)
        forms = [form for form, _, _ in self.vectors]
        for form, content, data in self.vectors:
            content, data = bytes.fromhex(content), bytes.fromhex(data)
            self.assertEqual(stamp(form, content) + content, data)
            self.assertEqual(unstamped(data, forms), (form, content))

    def test_every_bit_counts(self):
        forms = [form for form, _, _ in self.vectors]
        for _, _, data in self.vectors:
            data = bytes.fromhex(data)
            for bit in range(len(data) * 8):
                changed = bytearray(data)
                changed[bit // 8] ^= 1 << bit % 8
                with self.assertRaises(StoredError):
                    unstamped(bytes(changed), forms)
            for count in range(8):
                with self.assertRaises(StoredError):
                    unstamped(data[:count], forms)


class Dates(unittest.TestCase):
    def test_dates(self):
        for text, seconds in [
            ("2001-01-01T00:00:00Z", 0.0), ("2001-01-01T00:00:00.125Z", 0.125),
            ("2000-12-31T23:59:59.875Z", -0.125), ("0001-01-01T00:00:00Z", -63113904000.0),
            ("0000-01-01T00:00:00Z", -63145526400.0), ("9999-12-31T23:59:59Z", 252423993599.0),
            ("2001-01-01T00:00:00.1Z", 0.1), ("2001-01-01t01:00:00,5+01:00", 0.5),
            ("2000-02-29T23:59:59Z", -26438401.0), ("2000-12-31T18:30:00-0530", 0.0),
        ]:
            self.assertEqual(date(text), seconds, text)

    def test_no_dates(self):
        for text in ["", "2001", "2001-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2001-13-01T00:00:00Z",
                     "2001-01-01T24:00:00Z", "2001-01-01T00:00:60Z", "2001-01-01T00:00:00", "2001-01-01T00:00:00.Z",
                     "2001-01-01T00:00:00Z ", "2001-01-01T00:00:00+24:00"]:
            with self.assertRaises(StoredError):
                date(text)


class URLs(unittest.TestCase):
    def test_urls(self):
        for text, expected in [
            ("a/b.png", "file:///data/app/a/b.png"), ("./", "file:///data/app/"), (".", "file:///data/app"),
            ("./a:b", "file:///data/app/a:b"), ("./?q", "file:///data/app/?q"), ("a?q=/../x", "file:///data/app/a?q=/../x"),
            ("https://example.org/b.png", "https://example.org/b.png"), ("7:30.txt", "file:///data/app/7:30.txt"),
        ]:
            for base in ["file:///data/app/", "file:///data/app"]:
                self.assertEqual(url(text, base), expected)

    def test_no_urls(self):
        for text in ["", "/etc/passwd", "//host/x", "../x", "a/../../x", "a/%2E%2e/x", "./../x", "..", "./.", ".//x",
                     "%2e%2e%2fx", "..%2Fx", "a%5c..%5Cx", "..\\x"]:
            with self.assertRaises(StoredError):
                url(text, "file:///data/app/")


class Schemas(unittest.TestCase):
    data = bytes.fromhex(TEXT.split("### A schema in bytes")[1].split("```")[1])

    def test_vector(self):
        flags = {"isRequired": False, "isUnique": False, "isIndexed": False}
        self.assertEqual(schema(self.data), {
            "name": "Photo", "id": "Photo", "version": 2, "removed": ["size"],
            "attributes": [
                {"name": "caption", "id": "title", "type": "text", "form": ["native"], "kind": "text",
                 "isStamped": False, **flags, "isRequired": True, "isIndexed": True},
                {"name": "scores", "id": "scores", "type": "blob", "form": ["json", "zlib"], "kind": "blob",
                 "isStamped": True, **flags},
            ],
        })

    def test_no_schemas(self):
        root = dump_archive(read_archive(self.data))["scopes"][0]["roots"][0]["value"]
        text = json.dumps(root)
        self.assertEqual(entity_schema(json.loads(text))["name"], "Photo")
        for change in [("EntitySchema", "Entity"), ("AttributeSchema", "Attribute"), ('"scores"', '"CAPTION"'),
                       ('"size"', '"title"'), ('{"int": "2"}', '{"string": "2"}'), ('"isUnique"', '"unique"'),
                       ('{"string": "native"}', '{"int": "1"}')]:
            self.assertIn(change[0], text)
            with self.assertRaises(StoredError):
                entity_schema(json.loads(text.replace(*change)))


if __name__ == "__main__":
    unittest.main()
