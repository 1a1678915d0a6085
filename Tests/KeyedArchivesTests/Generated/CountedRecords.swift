import KeyedArchives

/// Counts how values of counted types are read in a task.
final class ReadingCounts: Sendable {
  @TaskLocal static var current: ReadingCounts?
  /// Calls of `init(from:at:)`, of `init(from:inOrderOf:)` and of `init(from:)`.
  nonisolated(unsafe) var generated = 0
  nonisolated(unsafe) var ordered = 0
  nonisolated(unsafe) var general = 0

  /// What `body` makes of them.
  static func of(_ body: () throws -> Void) rethrows -> ReadingCounts {
    let counts = ReadingCounts()
    try $current.withValue(counts) { try body() }
    return counts
  }
}

/// A record that tells how it is read. Its `init(from:)` is what the compiler would make.
struct Counted: Codable, Hashable, Sendable {
  var id: Int
  var name: String
  var isOn: Bool
  var weight: Double?

  init(_ id: Int, _ name: String = "name", isOn: Bool = true, weight: Double? = nil) {
    self.id = id
    self.name = name
    self.isOn = isOn
    self.weight = weight
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    isOn = try container.decodeIfPresent(Bool.self, forKey: .isOn) ?? true
    weight = try container.decodeIfPresent(Double.self, forKey: .weight)
    ReadingCounts.current?.general += 1
  }
}

extension Counted: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("id", \Self.id)
    fields.add("name", \Self.name)
    fields.add("isOn", \Self.isOn)
    fields.add("weight", \Self.weight)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(id)
    bits.add(name)
    bits.add(isOn)
    bits.add(weight)
    writer.put(bits)
    writer.put(id, at: places[0])
    writer.put(name, at: places[1])
    writer.put(isOn, at: places[2])
    writer.put(weight, at: places[3])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    id = try reader.take(Int.self, &bits, at: places[0])
    name = try reader.take(String.self, &bits, at: places[1])
    isOn = try reader.take(Bool.self, &bits, at: places[2])
    weight = try reader.take(Double?.self, &bits, at: places[3])
    ReadingCounts.current?.generated += 1
  }
}
