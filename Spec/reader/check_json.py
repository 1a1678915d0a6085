"""Comparisons that check.py makes: dumps, values, and values with JSON documents.

The comparisons return None or a sentence about the first difference."""

import json
import json.scanner
import re
from collections import namedtuple
from decimal import Decimal

from karc.dump import FLOATS, float_bits, json_text

NUMBER = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")


def load_json(path, **options):
    """A file of JSON, however deep: the scanner in C has a limit that cannot be set."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return json.loads(text, **options)
    except RecursionError:
        decoder = json.JSONDecoder(**options)
        decoder.scan_once = json.scanner.py_make_scanner(decoder)
        return decoder.decode(text)


def _is_float(node):
    return len(node) == 1 and next(iter(node)) in FLOATS and isinstance(next(iter(node.values())), str)


def difference(ours, theirs):
    """Of two dumps: floats by their bits, all else exactly."""
    stack = [(ours, theirs, "$")]
    while stack:
        a, b, path = stack.pop()
        if type(a) is not type(b):
            return "%s: %.60r is not %.60r" % (path, a, b)
        if isinstance(a, dict):
            if set(a) != set(b):
                return "%s: members %s are not %s" % (path, sorted(a), sorted(b))
            if _is_float(a):
                (name, ours_text), (_, theirs_text) = *a.items(), *b.items()
                try:
                    same = isinstance(theirs_text, str) and float_bits(name, ours_text) == float_bits(name, theirs_text)
                except ValueError:
                    same = False
                if not same:
                    return "%s: %s is not %.60r" % (path, ours_text, theirs_text)
            else:
                stack.extend((a[key], b[key], "%s.%s" % (path, key)) for key in a)
        elif isinstance(a, list):
            if len(a) != len(b):
                return "%s: %d elements are not %d" % (path, len(a), len(b))
            stack.extend((x, y, "%s[%d]" % (path, i)) for i, (x, y) in enumerate(zip(a, b)))
        elif a != b:
            return "%s: %.60r is not %.60r" % (path, a, b)
    return None


def values_difference(a, b):
    """Of two dumps without their framing, the members of sets in any order."""
    return difference(_sorted_sets(a["scopes"]), _sorted_sets(b["scopes"]))


def _sorted_sets(node):
    if isinstance(node, list):
        return [_sorted_sets(item) for item in node]
    if not isinstance(node, dict):
        return node
    node = {key: _sorted_sets(item) for key, item in node.items()}
    if len(node) == 1 and isinstance(node.get("set"), list):
        node["set"].sort(key=json_text)
    return node


# JSON documents

Number = namedtuple("Number", "sign digits exponent")


def number_from_text(text):
    """The exact value of a number of JSON, in a form that is unique."""
    sign, whole, fraction, exponent = NUMBER.fullmatch(text).groups()
    digits = (whole + (fraction or "")).lstrip("0")
    short = digits.rstrip("0")
    if not short:
        return Number("", "", 0)
    return Number(sign, short, int(exponent or 0) - len(fraction or "") + len(digits) - len(short))


def load_document(path):
    """A JSON document; objects become ("object", [(key, value)])."""
    return load_json(path, parse_int=number_from_text, parse_float=number_from_text,
                     object_pairs_hook=lambda pairs: ("object", pairs))


def document_difference(dump, document):
    """Whether the only root of an archive is a JSON document."""
    roots = [root for scope in dump["scopes"] for root in scope["roots"]]
    if len(roots) != 1:
        return "%d roots" % len(roots)
    stack = [(roots[0]["value"], document, "$")]
    while stack:
        value, expected, path = stack.pop()
        (name, contents), = value.items()
        if isinstance(expected, tuple) and expected[0] == "object" and not isinstance(expected, Number):
            members = _members(name, contents)
            if members is None:
                return "%s: %s stands for an object" % (path, name)
            if [key for key, _ in members] != [key for key, _ in expected[1]]:
                return "%s: keys %.200r are not %.200r" % (
                    path, [key for key, _ in members], [key for key, _ in expected[1]])
            stack.extend((a, b, "%s.%s" % (path, key)) for (key, a), (_, b) in zip(members, expected[1]))
        elif isinstance(expected, list):
            if name != "array" or len(contents) != len(expected):
                return "%s: %s of %s elements, not an array of %d" % (
                    path, name, len(contents) if name == "array" else "?", len(expected))
            stack.extend((a, b, "%s[%d]" % (path, i)) for i, (a, b) in enumerate(zip(contents, expected)))
        elif isinstance(expected, Number):
            if expected not in _numbers(name, contents):
                return "%s: %s %.60r is not %r" % (path, name, contents, expected)
        elif expected is None and name != "null" or isinstance(expected, bool) and value != {"bool": expected} \
                or isinstance(expected, str) and value != {"string": expected}:
            return "%s: %s %.60r is not %.60r" % (path, name, contents, expected)
    return None


def _members(name, contents):
    """What stands for an object of JSON: its keys and values, or None."""
    if name == "record":
        return [(key, value) for key, value in contents["fields"] if "absent" not in value]
    if name != "map" or any(set(key) - {"string", "int"} for key, _ in contents):
        return None
    return [(next(iter(key.values())), value) for key, value in contents]


def _numbers(name, contents):
    """The exact values that may stand in JSON for a number. A float64 stands
    for itself and for the shortest decimal that reads back to it."""
    if name in ("int", "uint", "int8", "uint8", "int128", "uint128", "number"):
        return [number_from_text(contents)]
    if name == "decimal" and contents != "nan":
        return [number_from_text(contents)]
    if name in ("float32", "float64") and contents.lstrip("-")[:3] not in ("inf", "nan"):
        return [number_from_text(contents), number_from_text(format(Decimal(float(contents)), "f"))]
    return []
