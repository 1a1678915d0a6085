"""Schemas of entities (Spec/stored-forms.md, section 6)."""

from .archive import read_archive
from .dump import dump_archive
from .stored import StoredError

TYPES = {
    "boolean": "integer", "int8": "integer", "int16": "integer", "int32": "integer", "int64": "integer",
    "uint8": "integer", "uint16": "integer", "uint32": "integer", "uint64": "integer", "float": "real",
    "double": "real", "date": "real", "text": "text", "uuid": "text", "blob": "blob", "any": None,
}
ENTITY = {"name": "string", "id": "string", "version": "int", "attributes": "array", "removed": "array"}
ATTRIBUTE = {"name": "string", "id": "string", "type": "string", "form": "array", "isStamped": "bool",
             "isRequired": "bool", "isUnique": "bool", "isIndexed": "bool"}


def content(node, kind):
    if set(node) != {kind}:
        raise StoredError("unreadable", f"this is no {kind}")
    return node[kind]


def record(node, name, kinds):
    """The fields of a record of a type that the specification names; others are skipped."""
    body = content(node, "record")
    fields = dict(body["fields"])
    if body["type"] != name or not kinds.keys() <= fields.keys():
        raise StoredError("unreadable", f"this is no {name}")
    return {key: content(fields[key], kind) for key, kind in kinds.items()}


def strings(nodes):
    return [content(node, "string") for node in nodes]


def schema(data):
    """A schema by its archive: a dictionary with the keys of the specification."""
    return entity_schema(dump_archive(read_archive(data))["scopes"][0]["roots"][0]["value"])


def entity_schema(root):
    entity = record(root, "EntitySchema", ENTITY)
    entity["version"] = int(entity["version"])
    entity["removed"] = strings(entity["removed"])
    entity["attributes"] = [record(node, "AttributeSchema", ATTRIBUTE) for node in entity["attributes"]]
    names, ids = set(), set(entity["removed"])
    for attribute in entity["attributes"]:
        attribute["form"] = strings(attribute["form"])
        # What a type that is not known is stored as is not known either.
        attribute["kind"] = TYPES.get(attribute["type"])
        name = bytes(byte | 0x20 if 0x41 <= byte <= 0x5A else byte for byte in attribute["name"].encode("utf-8"))
        if name in names or attribute["id"] in ids:
            raise StoredError("unreadable", f"the attribute {attribute['name']} is there twice, or was removed")
        names.add(name)
        ids.add(attribute["id"])
    return entity
