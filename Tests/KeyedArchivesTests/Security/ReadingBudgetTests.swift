import ArchiveCompression
import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// A few bytes cost their reader little, and readers with default settings read every archive that default settings write.
@Suite struct ReadingBudgetTests {
  struct Empty: Codable, Equatable {}

  struct Wide: Codable, Equatable {
    var numbers = Numbers()
    var others = Numbers()

    struct Numbers: Codable, Equatable {
      var (a, b, c, d, e, f, g, h) = (1, 2, 3, 4, 5, 6, 7, 8)
    }
  }

  struct Row: Codable, Equatable {
    var id = 7
    var name = "name"
    var flag = true
    var size: Double? = 1.5
  }

  /// A hundredth of the default budget for any input: what takes long with that does not with this.
  private static let small = {
    var budget = ReadingBudget()
    budget.baseByteCount /= 100
    budget.baseVisitCount /= 100
    return budget
  }()

  private static func archiver(
    _ compression: BlockPacking = .none, _ budget: ReadingBudget? = small
  ) -> KeyedArchiver {
    var archiver = KeyedArchiver(compression: compression)
    archiver.readingBudget = budget
    return archiver
  }

  private static func unarchiver(_ budget: ReadingBudget? = small) -> KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.budget = budget
    return unarchiver
  }

  /// Plain and packed.
  private func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, _ budget: ReadingBudget? = Self.small,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for compression in [BlockPacking.none, .zlib(level: 1)] {
      let data = try Self.archiver(compression, budget).encode(value) as Data
      #expect(
        try Self.unarchiver(budget).decode(Value.self, from: data) == value, "\(compression)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `rows of which a bit is a value are read with the limits that they are written with`()
    throws
  {
    try expectRoundTrip([Int?](repeating: nil, count: 50_000))
    try expectRoundTrip([Bool](repeating: true, count: 900_000))
    try expectRoundTrip([Row](repeating: Row(), count: 10_000))
    try expectRoundTrip([[Int]](repeating: [], count: 30_000))
  }

  @Test(.long) func `large rows of which a bit is a value`() throws {
    let budget = ReadingBudget()
    try expectRoundTrip([Bool](repeating: true, count: 160_000_000), budget)
    try expectRoundTrip([Int?](repeating: nil, count: 10_000_000), budget)
    try expectRoundTrip([Row](repeating: Row(), count: 2_000_000), budget)
  }

  @Test func `values without bytes are written as far as they are read`() throws {
    try expectRoundTrip([Empty](repeating: Empty(), count: 9_990))
    let many = [Empty](repeating: Empty(), count: 20_000)
    for compression in [BlockPacking.none, .zlib()] {
      let error = #expect(throws: ArchiveError.self) {
        try Self.archiver(compression).encode(many) as Data
      }
      #expect(error?.code == .limitExceeded)
      #expect(error?.message.contains("KeyedArchiver.readingBudget") == true)
      let data = try Self.archiver(compression, nil).encode(many) as Data
      let refusal = #expect(throws: ArchiveError.self) {
        try Self.unarchiver().decode([Empty].self, from: data)
      }
      #expect(refusal?.code == .limitExceeded)
      #expect(refusal?.message.contains("ArchiveLimits.budget") == true)
      #expect(try Self.unarchiver(nil).decode([Empty].self, from: data) == many)
    }
  }

  @Test(.long) func `999,000 records without fields`() throws {
    try expectRoundTrip([Empty](repeating: Empty(), count: 999_000), ReadingBudget())
  }

  @Test func `nulls in the place of large structs are written as far as they are read`() throws {
    try expectRoundTrip([Wide?](repeating: nil, count: 2_000))
    let many = [Wide?](repeating: nil, count: 4_000)
    #expect(throws: ArchiveError.self) { try Self.archiver().encode(many) as Data }
    let data = try Self.archiver(.none, nil).encode(many) as Data
    #expect(throws: ArchiveError.self) { try Self.unarchiver().decode([Wide?].self, from: data) }
  }

  @Test func `blocks are left unpacked where their packed bytes do not pay for reading them`()
    throws
  {
    let lists = [[Int]](repeating: [], count: 1_500_000)
    let paid = try Self.archiver(.zlib()).encode(lists) as Data
    let packed = try Self.archiver(.zlib(), nil).encode(lists) as Data
    #expect(packed.count < 20_000 && paid.count > packed.count)
    #expect(throws: ArchiveError.self) { try Self.unarchiver().decode([[Int]].self, from: packed) }
    // No more of them than need be: one block.
    let enough = ReadingCost(rawByteCount: lists.count, valueCount: ValueCount(cells: lists.count))
      .sufficientByteCount(Self.small)
    #expect((enough...enough + 2 * ArchiveFraming.blockByteCount).contains(paid.count))
  }

  final class Twice: Codable {
    var (left, right): (Twice?, Twice?)
    init(_ next: Twice?) { (left, right) = (next, next) }
  }

  struct Tree: Decodable {
    var (count, isOver) = (0, false)

    enum CodingKeys: CodingKey { case left, right }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      for key in [CodingKeys.left, .right] {
        count += try container.decodeIfPresent(Tree.self, forKey: key)?.count ?? 1
      }
    }
  }

  @Test func `a value that is reached twice at each level costs what its bytes pay for`() throws {
    let top = (0..<60).reduce(Twice(nil)) { next, _ in Twice(next) }
    let data = try KeyedArchiver().encode(top) as Data
    #expect(data.count < 400)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Tree.self, from: data)
    }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message
        == "more than \(ReadingBudget().visitCount(forInput: data.count)) visits: "
        + "ArchiveLimits.budget allows no more for \(data.count) bytes of input")
  }

  @Test func `a limit of the caller's own is named as such`() throws {
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumVisitCount = 1
    let data = try KeyedArchiver().encode(["a", "b"]) as Data
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([String].self, from: data)
    }
    #expect(error?.message == "more than 1 visits")
  }

  /// All values of a stream.
  private func values<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> [Value] {
    let reader = ArchiveStreamReader<Value>(ArchiveInput(Data(bytes)), Self.unarchiver())
    var values: [Value] = []
    while let value = try reader.next() { values.append(value) }
    return values
  }

  @Test func `the batches of a stream share what its bytes pay for`() throws {
    func stream(_ budget: ReadingBudget?) throws -> [UInt8] {
      var bytes: [UInt8] = []
      let writer = ArchiveStreamWriter<[Empty]>(
        Self.archiver(.none, budget), to: ArchiveOutput { bytes += $0 })
      for _ in 0..<4 {
        try writer.append([Empty](repeating: Empty(), count: 8_000))
        try writer.flush()
      }
      try writer.finish()
      return bytes
    }
    let error = #expect(throws: ArchiveError.self) { try stream(Self.small) }
    #expect(error?.code == .limitExceeded)
    let bytes = try stream(nil)
    let refusal = #expect(throws: ArchiveError.self) { try values([Empty].self, bytes) }
    #expect(refusal?.code == .limitExceeded)
  }

  @Test func `a packed stream is read with the limits that it is written with`() throws {
    func stream(_ budget: ReadingBudget?) throws -> [UInt8] {
      var bytes: [UInt8] = []
      let writer = ArchiveStreamWriter<Row>(
        Self.archiver(.zlib(), budget), to: ArchiveOutput { bytes += $0 })
      for count in 0..<60_000 {
        try writer.append(Row())
        if count % 10_000 == 0 { try writer.flush() }
      }
      try writer.finish()
      return bytes
    }
    #expect(try values(Row.self, stream(Self.small)).count == 60_000)
    let bytes = try stream(nil)
    #expect(throws: ArchiveError.self) { try values(Row.self, bytes) }
  }

  @Test func `thin rows in rows that are not thin are counted`() throws {
    try expectRoundTrip(
      [[Empty]](repeating: [Empty](repeating: Empty(), count: 100), count: 90))
    let many = [[Empty]](repeating: [Empty](repeating: Empty(), count: 1_000), count: 100)
    #expect(throws: ArchiveError.self) { try Self.archiver().encode(many) as Data }
  }

  @Test func `a batch of values without bytes is counted, also behind an archive`() throws {
    var bytes: [UInt8] = []
    let writer = ArchiveStreamWriter<Empty>(Self.archiver(), to: ArchiveOutput { bytes += $0 })
    let error = #expect(throws: ArchiveError.self) {
      for _ in 0..<20_000 { try writer.append(Empty()) }
      try writer.finish()
    }
    #expect(error?.code == .limitExceeded)
    // The values of an archive that is added to take what its bytes pay for.
    var whole: [UInt8] = []
    let first = ArchiveStreamWriter<[Empty]>(Self.archiver(), to: ArchiveOutput { whole += $0 })
    try first.append([Empty](repeating: Empty(), count: 5_000))
    try first.finish()
    let refusal = #expect(throws: ArchiveError.self) {
      let more = try ArchiveStreamWriter<[Empty]>(
        Self.archiver(), addingTo: ArchiveInput(Data(whole)), to: ArchiveOutput { whole += $0 })
      try more.append([Empty](repeating: Empty(), count: 9_000))
      try more.finish()
    }
    #expect(refusal?.code == .limitExceeded)
  }

  @Test func `a long stream is not bounded by what one call may visit`() throws {
    var bytes: [UInt8] = []
    let writer = ArchiveStreamWriter<Row>(Self.archiver(), to: ArchiveOutput { bytes += $0 })
    for count in 1...2_000 {
      try writer.append(Row())
      if count % 100 == 0 { try writer.flush() }
    }
    try writer.finish()
    var unarchiver = Self.unarchiver()
    unarchiver.limits.maximumVisitCount = 1_000
    let reader = ArchiveStreamReader<Row>(ArchiveInput(Data(bytes)), unarchiver)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 2_000)
  }

  @Test func `scopes share a budget, whatever the limits for one of them are`() throws {
    var bytes: [UInt8] = []
    let writer = ArchiveStreamWriter<[Empty]>(
      Self.archiver(.none, nil), to: ArchiveOutput { bytes += $0 })
    for _ in 0..<4 {
      try writer.append([Empty](repeating: Empty(), count: 8_000))
      try writer.flush()
    }
    try writer.finish()
    var limits = ArchiveLimits()
    limits.budget = Self.small
    limits.maximumValueCount = 9_000
    let archive = Data(bytes)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver(limits: limits).requirements(of: archive)
    }
    #expect(error?.code == .limitExceeded)
    limits.budget = nil
    #expect(throws: Never.self) { try KeyedUnarchiver(limits: limits).requirements(of: archive) }
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max])
  func `no budget and no limit that a caller sets traps`(number: Int) throws {
    let data = try KeyedArchiver().encode(["a", "b"]) as Data
    var budget = ReadingBudget()
    budget.baseByteCount = number
    budget.baseVisitCount = number
    budget.byteCountPerInputByte = number
    budget.visitCountPerInputByte = number
    _ = try? Self.unarchiver(budget).decode([String].self, from: data)
    _ = try? Self.archiver(.zlib(), budget).encode([[Int]](repeating: [], count: 9_000)) as Data
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumValueCount = number
    unarchiver.limits.maximumVisitCount = number
    unarchiver.limits.maximumMaterializedByteCount = number
    unarchiver.limits.maximumInflatedByteCount = number
    _ = try? unarchiver.decode([String].self, from: data)
    unarchiver.usesCells = true
    _ = try? unarchiver.decode([String].self, from: data)
  }
}
