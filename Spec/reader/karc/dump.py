"""The value dump (value-dump.md)."""

import json
import struct
import uuid
from decimal import Decimal
from math import copysign, inf, nextafter

# Names whose contents are the bits of a float: size in bits, and of the exponent and fraction.
FLOATS = {"float32": ("<I", "<f", 0x7F800000), "float64": ("<Q", "<d", 0x7FF0000000000000)}
FLOATS["date"] = FLOATS["float64"]


def float_text(name, bits):
    """The shortest decimal that reads back to the same bits."""
    as_bits, as_float, infinity = FLOATS[name]
    if bits & infinity == infinity and bits & (infinity & -infinity) - 1:
        return "nan(0x%x)" % bits
    value = struct.unpack(as_float, struct.pack(as_bits, bits))[0]
    if as_float == "<d" or value in (inf, -inf):
        return repr(value)
    for digits in range(1, 10):
        text = "%.*g" % (digits, value)
        if float_bits(name, text) == bits:
            return text
    raise AssertionError(text)


def float_bits(name, text):
    """The bits that a dump's text stands for."""
    as_bits, as_float, infinity = FLOATS[name]
    if text.startswith("nan("):
        return int(text[4:-1], 16)
    value = float(text)
    if as_float == "<f" and value not in (inf, -inf, 0.0):
        # Rounded twice, decimal to binary64 to binary32, which is right if the
        # first rounding is to odd.
        exact, rounded = Decimal(text), Decimal(value)
        odd = struct.unpack("<Q", struct.pack("<d", value))[0] & 1
        if exact != rounded and not odd:
            value = nextafter(value, inf if exact > rounded else -inf)
    try:
        return struct.unpack(as_bits, struct.pack(as_float, value))[0]
    except OverflowError:
        return struct.unpack(as_bits, struct.pack(as_float, copysign(inf, value)))[0]


def _decimal_text(contents):
    return "nan" if contents is None else "%de%d" % contents


LEAVES = {
    "decimal": _decimal_text,
    "data": bytes.hex,
    "uuid": lambda contents: str(uuid.UUID(bytes=contents)).upper(),
    "float32": lambda bits: float_text("float32", bits),
    "float64": lambda bits: float_text("float64", bits),
    "date": lambda bits: float_text("date", bits),
}
for _name in ("int", "uint", "int8", "uint8", "int128", "uint128"):
    LEAVES[_name] = str
for _name in ("null", "absent", "bool", "number", "string", "url",
              "reference", "backReference", "conditionalReference"):
    LEAVES[_name] = lambda contents: contents


def dump_value(value, definitions):
    """A value as JSON; an explicit stack of (value, where its JSON goes)."""
    top = [None]
    stack = [(value, top, 0)]
    while stack:
        (name, contents), holder, slot = stack.pop()
        leaf = LEAVES.get(name)
        if leaf is not None:
            inside = leaf(contents)
        elif name == "record":
            _, type_name, fields = contents
            pairs = [[key, None] for key, _ in fields]
            inside = {"type": type_name, "fields": pairs}
            stack.extend((field[1], pair, 1) for field, pair in zip(fields, pairs))
        elif name in ("array", "set"):
            inside = [None] * len(contents)
            stack.extend((element, inside, i) for i, element in enumerate(contents))
        elif name == "map":
            inside = [[None, None] for _ in contents]
            for entry, pair in zip(contents, inside):
                stack.append((entry[0], pair, 0))
                stack.append((entry[1], pair, 1))
        elif name == "object":
            number, class_name, body = contents
            inside = {"number": number, "type": class_name, "body": None}
            stack.append((body, inside, "body"))
        elif name == "typed":
            inside = {"type": definitions.type_name(contents[0]), "value": None}
            stack.append((contents[1], inside, "value"))
        else:
            assert name == "extension", name
            inside = dict(zip(("name", "value", "argument"), (contents[0], *contents[1])))
            stack.extend((inside[key], inside, key) for key in list(inside)[1:])
        holder[slot] = {name: inside}
    return top[0]


def dump_archive(archive):
    return {"framing": archive.framing, "scopes": [_dump_scope(scope, archive.definitions) for scope in archive.scopes]}


def _dump_scope(scope, definitions):
    dumped = {"roots": [{"name": name, "value": dump_value(value, definitions)} for name, value in scope.roots]}
    if scope.tail:
        dumped["tail"] = [dump_value(value, definitions) for value in scope.tail]
    return dumped


def json_text(node):
    """JSON without recursion: `json` gives up on deep dumps in some versions of Python."""
    pieces, stack = [], [(False, node)]         # (whether it is text of JSON already, it)
    while stack:
        done, node = stack.pop()
        if done:
            pieces.append(node)
        elif isinstance(node, (dict, list)) and node:
            is_dict = isinstance(node, dict)
            todo, comma = [], "{" if is_dict else "["
            for item in node.items() if is_dict else node:
                todo.append((True, comma))
                if is_dict:
                    todo.append((True, json.dumps(item[0]) + ": "))
                    item = item[1]
                todo.append((False, item))
                comma = ", "
            todo.append((True, "}" if is_dict else "]"))
            stack.extend(reversed(todo))
        else:
            pieces.append(json.dumps(node))
    return "".join(pieces)
