import KeyedArchives

/// A number in the places in which a record holds one: alone, where it may be missing, and in a row.
struct NumberBox<Value: Codable>: Codable, ArchivableRecord {
  var value: Value
  var maybe: Value?
  var values: [Value]

  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("value", \Self.value)
    fields.add("maybe", \Self.maybe)
    fields.add("values", \Self.values)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(value)
    bits.add(maybe)
    bits.add(values)
    writer.put(bits)
    writer.put(value, at: places[0])
    writer.put(maybe, at: places[1])
    writer.put(values, at: places[2])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    value = try reader.take(Value.self, &bits, at: places[0])
    maybe = try reader.take(Value?.self, &bits, at: places[1])
    values = try reader.take([Value].self, &bits, at: places[2])
  }
}
