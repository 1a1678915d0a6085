import Foundation
import KeyedArchives
import StorageTransforms
import Testing

/// Archives that transforms open inside of an archive share a budget, which the bytes of the outermost archive pay for. What the archiver
/// writes fits into the budget.
@Suite struct NestedBudgetTests {
  struct Cell: Codable, Equatable {
    @Stored<ArchiveTransform<[Bool?]>> var flags: [Bool?]
  }

  struct Inflated: Codable, Equatable {
    @Stored<ZlibTransform> var bytes: Data
  }

  struct InJSON: Codable, Equatable {
    @Stored<JSONTransform<[Cell]>> var cells: [Cell]
  }

  /// Cells in cells in cells.
  struct Deep: Codable, Equatable {
    @Stored<ArchiveTransform<[Middle]>> var middle: [Middle]
  }
  struct Middle: Codable, Equatable {
    @Stored<ArchiveTransform<[Cell]>> var cells: [Cell]
  }

  /// An archive of nils, which take a bit each, or next to nothing when they are compressed.
  private static let nils = Result {
    try bomb([Bool?](repeating: nil, count: 400_000))
  }

  /// What stands in an archive for a cell, and for the others.
  private struct StoredCell: Codable {
    var flags: Data
    init() throws { flags = try nils.get() }
  }
  private struct StoredCells: Codable {
    var cells: Data
  }
  private struct StoredMiddle: Codable {
    var middle: Data
  }

  private static let archivers = [
    KeyedArchiver(), KeyedArchiver(compression: .zlib()),
    KeyedArchiver(compression: .zlib(), framing: .multiPart), KeyedArchiver(framing: .multiPart),
  ]

  /// Encodes with any budget.
  private static func bomb(_ value: some Encodable) throws -> Data {
    var archiver = KeyedArchiver(compression: .zlib(level: 9))
    archiver.readingBudget = nil
    return try archiver.encode(value)
  }

  private func expectLimit(_ body: () throws -> Void) {
    #expect {
      try body()
    } throws: { error in
      "\(error)".contains("ArchiveLimits.budget")
    }
  }

  @Test func `many archives of nils cost no more than the bytes around them pay for`() throws {
    let archive = try Self.bomb((0..<200).map { _ in try StoredCell() })
    #expect(archive.count < 60_000)
    expectLimit { _ = try KeyedUnarchiver().decode([Cell].self, from: archive) }
    let few = try Self.bomb([StoredCell()])
    #expect(try KeyedUnarchiver().decode([Cell].self, from: few)[0].flags.count == 400_000)
    var trusting = KeyedUnarchiver()
    trusting.limits = .trusted
    let more = try Self.bomb((0..<4).map { _ in try StoredCell() })
    expectLimit { _ = try KeyedUnarchiver().decode([Cell].self, from: more) }
    #expect(try trusting.decode([Cell].self, from: more).count == 4)
  }

  @Test func `what user code catches costs the budget, too`() throws {
    struct Catching: Codable {
      var cells: [Cell] = []
      var failureCount = 0
      init() {}
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let cell = try? container.decode(Cell.self) {
            cells.append(cell)
          } else {
            failureCount += 1
            _ = try container.decode(ArchivedValue.self)
          }
        }
      }
    }
    let archive = try Self.bomb((0..<12).map { _ in try StoredCell() })
    // Else a value would be missing that is there.
    expectLimit { _ = try KeyedUnarchiver().decode(Catching.self, from: archive) }
    let few = try Self.bomb([StoredCell()])
    #expect(try KeyedUnarchiver().decode(Catching.self, from: few).cells.count == 1)
  }

  @Test func `what is no archive costs next to nothing, and may be read in another way`() throws {
    struct Old: Codable, Equatable {
      @Stored<ArchiveOrText> var text: String
    }
    struct StoredOld: Codable { var text: Data }
    let text = String(repeating: "text ", count: 200)
    var values = [StoredOld](repeating: StoredOld(text: Data(text.utf8)), count: 1_000)
    values.append(StoredOld(text: try KeyedArchiver().encode("new")))
    let found = try KeyedUnarchiver().decode(
      [Old].self, from: KeyedArchiver().encode(values) as Data)
    #expect(found.count == 1_001 && found[0].text == text && found[1_000].text == "new")
  }

  /// Texts that were stored as they are before they were archives.
  struct ArchiveOrText: AttributeTransform {
    private let archive = ArchiveTransform<String>()
    var form: TransformForm { TransformForm("archive-or-text") }
    func store(_ value: String, in context: TransformContext) throws -> Data {
      try archive.store(value, in: context)
    }
    func restore(_ stored: Data, in context: TransformContext) throws -> String {
      try (try? archive.restore(stored, in: context)) ?? UTF8Transform().restore(stored)
    }
  }

  @Test func `values without bytes in small archives are counted`() throws {
    struct Empty: Codable, Equatable {}
    struct Pair: Codable, Equatable {
      @Stored<ArchiveTransform<[Empty]>> var first: [Empty]
      @Stored<ArchiveTransform<[Int]>> var second: [Int]
    }
    var archiver = KeyedArchiver()
    var unarchiver = KeyedUnarchiver()
    archiver.readingBudget?.baseVisitCount = 10_000
    unarchiver.limits.budget?.baseVisitCount = 10_000
    for count in [100, 2_000, 4_000, 4_900, 6_000, 9_000] {
      let pair = Pair(first: .init(repeating: Empty(), count: count), second: [1])
      guard let archive = try? archiver.encode(pair) as Data else { continue }
      #expect(try unarchiver.decode(Pair.self, from: archive) == pair, "\(count)")
    }
  }

  @Test func `no budget traps`() throws {
    struct StoredText: Codable { var text: Data }
    struct Text: Codable { @Stored<ArchiveTransform<String>> var text: String }
    let archive: Data = try KeyedArchiver().encode(StoredText(text: Data("no archive".utf8)))
    for number in [0, 1, .max] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.budget?.baseByteCount = number
      unarchiver.limits.budget?.baseVisitCount = number
      #expect(throws: (any Error).self) { try unarchiver.decode(Text.self, from: archive) }
    }
  }

  @Test func `archives inside of JSON inside of an archive share the same budget`() throws {
    let cells = try JSONEncoder().encode((0..<10).map { _ in try StoredCell() })
    let archive = try Self.bomb((0..<20).map { _ in StoredCells(cells: cells) })
    expectLimit { _ = try KeyedUnarchiver().decode([InJSON].self, from: archive) }
  }

  @Test func `archives inside of archives inside of an archive share the same budget`() throws {
    let cells = try Self.bomb((0..<10).map { _ in try StoredCell() })
    let middle = try Self.bomb((0..<5).map { _ in StoredCells(cells: cells) })
    let archive = try Self.bomb((0..<5).map { _ in StoredMiddle(middle: middle) })
    expectLimit { _ = try KeyedUnarchiver().decode([Deep].self, from: archive) }
  }

  @Test func `bytes that transforms inflate are taken from the budget`() throws {
    let archive = try Self.bomb((0..<400).map { _ in Inflated(bytes: Data(count: 200_000)) })
    #expect {
      try KeyedUnarchiver().decode([Inflated].self, from: archive)
    } throws: { "\($0)".contains("limitExceeded") }
  }

  @Test func `the batches of a stream share the budget`() throws {
    var archiver = KeyedArchiver(compression: .zlib(level: 9))
    archiver.readingBudget = nil
    var bytes: [UInt8] = []
    let writer = ArchiveStreamWriter<StoredCell>(archiver, to: ArchiveOutput { bytes += $0 })
    for _ in 0..<20 {
      try writer.append(StoredCell())
      try writer.flush()
    }
    try writer.finish()
    let reader = ArchiveStreamReader<Cell>(ArchiveInput(Data(bytes)))
    expectLimit { while try reader.next() != nil {} }
  }

  @Test(arguments: archivers.indices)
  func `what is written can be read, whatever stands inside`(_ index: Int) throws {
    let archiver = Self.archivers[index]
    var written = 0
    for count in [1, 10, 40] {
      for valueCount in [10, 3_000] {
        let mixed = (0..<count).map { number in
          Cell(flags: (0..<valueCount).map { $0 % (number + 2) == 0 ? nil : $0 % 3 == 0 })
        }
        let same = [Cell](
          repeating: Cell(flags: .init(repeating: true, count: valueCount)), count: count)
        for cells in [mixed, same] {
          guard let archive = try? archiver.encode(cells) else { continue }
          written += 1
          #expect(try KeyedUnarchiver().decode([Cell].self, from: archive) == cells)
          guard let deep = try? archiver.encode(Deep(middle: [Middle(cells: cells)])) else {
            continue
          }
          #expect(
            try KeyedUnarchiver().decode(Deep.self, from: deep)
              == Deep(middle: [Middle(cells: cells)]))
        }
      }
    }
    #expect(written >= 12)
  }

  @Test func `parts are left as they are where packed ones would not pay for what stands inside`()
    throws
  {
    let cells = (0..<30).map { _ in Cell(flags: .init(repeating: true, count: 50_000)) }
    let archive: Data = try KeyedArchiver(compression: .zlib()).encode(cells)
    // 3 million visits less the first million, 32 a byte.
    #expect(archive.count > 62_500)
    #expect(try KeyedUnarchiver().decode([Cell].self, from: archive) == cells)
    var generous = KeyedArchiver(compression: .zlib())
    generous.readingBudget = nil
    let packed: Data = try generous.encode(cells)
    #expect(packed.count < 4_000)
    expectLimit { _ = try KeyedUnarchiver().decode([Cell].self, from: packed) }
  }

  @Test func `what readers would refuse is an error that names the setting`() throws {
    let values = (0..<20).map { _ in Packed(flags: .init(repeating: nil, count: 50_000)) }
    #expect {
      try KeyedArchiver().encode(values) as Data
    } throws: { "\($0)".contains("KeyedArchiver.readingBudget") }
  }

  struct Packed: Codable {
    @Stored<PackedFlags> var flags: [Bool?]
  }

  /// An archive that is compressed whatever stands around it.
  struct PackedFlags: AttributeTransform {
    private let archive = ArchiveTransform<[Bool?]>(archiver: KeyedArchiver(compression: .zlib()))
    var form: TransformForm { TransformForm("packed-flags") }
    func store(_ value: [Bool?], in context: TransformContext) throws -> Data {
      try archive.store(value, in: context)
    }
    func restore(_ stored: Data, in context: TransformContext) throws -> [Bool?] {
      try archive.restore(stored, in: context)
    }
  }
}
