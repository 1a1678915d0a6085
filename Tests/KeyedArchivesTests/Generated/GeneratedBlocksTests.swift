import ArchiveCompression
import KeyedArchives
import Synchronization
import TestSupport
import TestTraits
import Testing
import Workloads

/// Generated code reads archives of several blocks from where the blocks stand.
@Suite struct GeneratedBlocksTests {
  /// A list of rows of every sort, each longer than a block.
  private struct Rows: Codable, Equatable, ArchivableRecord {
    var doubles: [Double]
    var numbers: [Int]
    var texts: [String]
    var flags: [Bool]
    var lists: [[UInt16]]
    var byName: [String: Int32]
    var corners: [HandWritten.Vector]

    init() {
      doubles = (0..<70_000).map { Double($0) / 7 }
      numbers = (0..<90_000).map { $0 * $0 }
      texts = (0..<40_000).map { "text \($0)" }
      flags = (0..<99).map { $0 % 3 == 0 }
      lists = (0..<60_000).map { $0 % 4 == 0 ? [] : [1, UInt16($0 % 999), 3] }
      byName = Dictionary(uniqueKeysWithValues: (0..<9_000).map { ("key \($0)", Int32($0)) })
      corners = (0..<50_000).map { HandWritten.Vector(x: Float($0), y: 1, z: 2) }
    }

    static func describeFields(_ fields: inout ArchiveFields) {
      fields.add("doubles", \Self.doubles)
      fields.add("numbers", \Self.numbers)
      fields.add("texts", \Self.texts)
      fields.add("flags", \Self.flags)
      fields.add("lists", \Self.lists)
      fields.add("byName", \Self.byName)
      fields.add("corners", \Self.corners)
    }

    func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      writer.put(ArchiveStateBits())
      writer.put(doubles, at: places[0])
      writer.put(numbers, at: places[1])
      writer.put(texts, at: places[2])
      writer.put(flags, at: places[3])
      writer.put(lists, at: places[4])
      writer.put(byName, at: places[5])
      writer.put(corners, at: places[6])
    }

    /// How often one was read by this.
    static let reads = Mutex(0)

    init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      var bits = try reader.takeBits(at: places)
      doubles = try reader.take([Double].self, &bits, at: places[0])
      numbers = try reader.take([Int].self, &bits, at: places[1])
      texts = try reader.take([String].self, &bits, at: places[2])
      flags = try reader.take([Bool].self, &bits, at: places[3])
      lists = try reader.take([[UInt16]].self, &bits, at: places[4])
      byName = try reader.take([String: Int32].self, &bits, at: places[5])
      corners = try reader.take([HandWritten.Vector].self, &bits, at: places[6])
      Self.reads.withLock { $0 += 1 }
    }
  }

  private func bytes(_ value: some Encodable) throws -> [UInt8] {
    try KeyedArchiver().encode(value)
  }

  private func blockCount(_ bytes: [UInt8]) throws -> Int {
    var opener = ArchiveOpener(bytes, limits: .trusted)
    return try opener.open().parts.count { $0.detail != nil }
  }

  /// Both ways give the same value.
  private func expectSame<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try bytes(value)
    #expect(try blockCount(bytes) > 1, sourceLocation: sourceLocation)
    let generated = try KeyedUnarchiver().decode(Value.self, from: bytes)
    #expect(generated == value, sourceLocation: sourceLocation)
    let general = try KeyedUnarchiver(usesGeneratedCode: false).decode(Value.self, from: bytes)
    #expect(general == value, sourceLocation: sourceLocation)
  }

  @Test(.long) func `rows go on in the next block`() throws {
    Rows.reads.withLock { $0 = 0 }
    let rows = Rows()
    try expectSame(rows)
    #expect(Rows.reads.withLock { $0 } == 1)
    // Bits are not cut between values, so a long row of them is put together before it is read.
    var long = rows
    long.flags = (0..<9_000_000).map { $0 % 5 == 0 }
    try expectSame(long)
  }

  @Test func `the workloads are read from their blocks`() throws {
    try expectSame(WebLog.generated(count: 8_000))
    try expectSame(TriangleMesh.generated(count: 20_000))
    try expectSame(PlayerSaves.generated(count: 500))
    try expectSame(GameUpdates.generated(count: 400))
  }

  @Test func `damage anywhere is refused as it is otherwise`() throws {
    let bytes = try bytes(TriangleMesh.generated(count: 12_000))
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    var places = Array(0..<200) + Array(bytes.count - 300..<bytes.count)
    places += (0..<200).map { _ in Int.random(in: 0..<bytes.count, using: &generator) }
    for place in places {
      var changed = bytes
      changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      func outcome(_ unarchiver: KeyedUnarchiver) -> String {
        do {
          _ = try unarchiver.decode(TriangleMesh.self, from: changed)
          return "decoded"
        } catch {
          return "\(error)"
        }
      }
      let generated = outcome(KeyedUnarchiver())
      if Differential.isWantedHere() {
        #expect(
          generated == outcome(KeyedUnarchiver(usesGeneratedCode: false)),
          "byte \(place), seed \(seed)")
      }
      #expect(generated != "decoded", "byte \(place), seed \(seed)")
    }
  }

  @Test func `an archive that was cut off is refused`() throws {
    let bytes = try bytes(TriangleMesh.generated(count: 12_000))
    for count in stride(from: 0, to: bytes.count, by: 9_973) {
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(TriangleMesh.self, from: Array(bytes[..<count]))
      }
    }
  }
}
