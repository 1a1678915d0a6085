import KeyedArchives
import Testing

private struct TwinVector: Codable, Equatable {
  var x: Float
  var y: Float
}

private struct TwinNode: Codable, Equatable {
  var name: String
  var isLeaf: Bool
  var children: [TwinNode]
  var weight: Double?
  var place: TwinVector
}

private struct TwinForest: Codable, Equatable {
  var trees: [TwinNode]
  var counts: [String: Int]
  var places: [TwinVector]
}

extension TwinVector: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(self.x)
    bits.add(self.y)
    writer.put(bits)
    writer.put(self.x, at: places[0])
    writer.put(self.y, at: places[1])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    x = try reader.take(Float.self, &bits, at: places[0])
    y = try reader.take(Float.self, &bits, at: places[1])
  }
}

extension TwinNode: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("name", \Self.name)
    fields.add("isLeaf", \Self.isLeaf)
    fields.add("children", \Self.children)
    fields.add("weight", \Self.weight)
    fields.add("place", \Self.place)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(self.name)
    bits.add(self.isLeaf)
    bits.add(self.children)
    bits.add(self.weight)
    bits.add(self.place)
    writer.put(bits)
    writer.put(self.name, at: places[0])
    writer.put(self.isLeaf, at: places[1])
    writer.put(self.children, at: places[2])
    writer.put(self.weight, at: places[3])
    writer.put(self.place, at: places[4])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    name = try reader.take(String.self, &bits, at: places[0])
    isLeaf = try reader.take(Bool.self, &bits, at: places[1])
    children = try reader.take([TwinNode].self, &bits, at: places[2])
    weight = try reader.take(Double?.self, &bits, at: places[3])
    place = try reader.take(TwinVector.self, &bits, at: places[4])
  }
}

extension TwinForest: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("trees", \Self.trees)
    fields.add("counts", \Self.counts)
    fields.add("places", \Self.places)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(self.trees)
    bits.add(self.counts)
    bits.add(self.places)
    writer.put(bits)
    writer.put(self.trees, at: places[0])
    writer.put(self.counts, at: places[1])
    writer.put(self.places, at: places[2])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    trees = try reader.take([TwinNode].self, &bits, at: places[0])
    counts = try reader.take([String: Int].self, &bits, at: places[1])
    self.places = try reader.take([TwinVector].self, &bits, at: places[2])
  }
}

extension TwinForest {
  fileprivate static var samples: [TwinForest] {
    let place = TwinVector(x: 1.5, y: -2)
    let leaf = TwinNode(name: "leaf", isLeaf: true, children: [], weight: 2, place: place)
    let tree = TwinNode(
      name: "tree", isLeaf: false, children: [leaf, leaf], weight: nil, place: place)
    return [
      TwinForest(trees: [], counts: [:], places: []),
      TwinForest(trees: [leaf, tree], counts: ["a": 1], places: [place, place]),
      TwinForest(trees: [tree, leaf, tree], counts: ["5": 1], places: [place]),
    ]
  }
}

/// Archives as straight-line code makes them.
enum GeneratedTwins {
  /// The archives of the samples, through the tape and directly.
  static func archives() throws -> [[UInt8]] {
    try TwinForest.samples.flatMap {
      let archiver = KeyedArchiver()
      let direct = try archiver.directly($0, { unsafe Array($0) }, { $0.array })
      return [try archiver.encodeThroughTape($0), try #require(direct)]
    }
  }

  /// Whether archives of the samples are read as what they are.
  static func areRead(from archives: [[UInt8]]) throws -> Bool {
    let values = try archives.map { try KeyedUnarchiver().decode(TwinForest.self, from: $0) }
    return values == TwinForest.samples.flatMap { [$0, $0] }
  }
}
