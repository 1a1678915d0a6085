"""The state of a store that a record log tells (Spec/record-log.md, section 5)."""

import struct

from .archive import read_archive
from .dump import dump_archive
from .krec import Log, LogError, entries, record, revision
from .primitives import ArchiveError
from .schema import content, entity_schema
from .stored import StoredError

KINDS = {"integer": int, "text": str, "blob": bytes}
KEY_SIZE = 2000


class Table:
    def __init__(self, archive, place):
        try:
            fields = dict(content(dump_archive(read_archive(archive))["scopes"][0]["roots"][0]["value"], "record")["fields"])
            self.entity = entity_schema(fields["entity"])
            self.key_kind = KINDS[content(fields["keyKind"], "string")]
            key_attribute = fields.get("keyAttribute")
        except (ArchiveError, StoredError, KeyError, IndexError) as error:
            raise LogError("malformed", place, "the schema cannot be read: %s" % error) from error
        ids = [attribute["id"] for attribute in self.entity["attributes"]]
        self.count = len(ids)
        named = key_attribute.get("string") if key_attribute else None
        self.key_position = ids.index(named) if named in ids else None
        self.records = {}

    def values(self, key):
        place, data = self.records[key]
        found = record(data, place, self.count)
        if self.key_position is not None:
            found[self.key_position] = key
        return found


class State:
    """What a log says: its tables by their ids. Damage is an error."""

    def __init__(self, data):
        self.log = Log(data)
        if self.log.ending[0] == "damaged":
            raise LogError("damaged", self.log.ending[1], "a frame that was durable is not whole")
        self.tables, self.numbers, self.revisions = {}, {}, {}
        for frame in self.log.frames:
            for place, entry in entries(frame["payload"], frame["start"]):
                getattr(self, entry[0])(place, *entry[1:])
        self.rows = {id: [(key, table.values(key)) for key in sorted(table.records, key=order)]
                     for id, table in self.tables.items()}

    def schema(self, place, number, revision, attributes, archive):
        table = Table(archive, place)
        if table.count != attributes:
            raise LogError("malformed", place, "%d attributes, and not %d" % (table.count, attributes))
        id = table.entity["id"]
        if number in self.numbers:
            if self.numbers[number] != id or self.revisions[number] + 1 != revision:
                raise LogError("malformed", place, "revision %d of table %d" % (revision, number))
            table.records = self.tables[id].records
        self.numbers[number], self.revisions[number], self.tables[id] = id, revision, table

    def table(self, place, number):
        if number not in self.numbers:
            raise LogError("malformed", place, "there is no table %d" % number)
        return self.tables[self.numbers[number]]

    def checked(self, place, number, key):
        table = self.table(place, number)
        size = len(key.encode("utf-8")) if isinstance(key, str) else len(key) if isinstance(key, bytes) else 0
        if not isinstance(key, table.key_kind) or size > KEY_SIZE or isinstance(key, str) and "\0" in key:
            raise LogError("malformed", place, "no key of the table")
        return table

    def put(self, place, number, key, data):
        self.table(place, number)
        if revision(data, place) != self.revisions[number]:
            raise LogError("malformed", place, "not the latest revision")
        self.checked(place, number, key).records[key] = (place, data)

    def remove(self, place, number, key):
        self.checked(place, number, key).records.pop(key, None)

    def drop(self, place, number):
        self.table(place, number)
        del self.tables[self.numbers.pop(number)]

    def note(self, place, data):
        pass

    def dump(self):
        """The state as JSON, as the vectors have it."""
        return {"generation": self.log.generation, "ending": list(self.log.ending),
                "sequences": [frame["sequence"] for frame in self.log.frames],
                "groups": [frame["group"] for frame in self.log.frames],
                "tables": [{"id": id, "records": [{"key": plain(key), "values": [plain(value) for value in values]}
                                                  for key, values in rows]} for id, rows in sorted(self.rows.items())]}


def order(key):
    return key.encode("utf-8") if isinstance(key, str) else key


def plain(value):
    """Integers are numbers, text is a string; reals are their bits in hex, and blobs their bytes."""
    if isinstance(value, float):
        return {"real": struct.pack(">d", value).hex()}
    return {"blob": value.hex()} if isinstance(value, bytes) else value
