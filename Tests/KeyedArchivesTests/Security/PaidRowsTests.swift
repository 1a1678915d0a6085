import ArchiveCompression
import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Whatever is written is read with the same budget, however well it packs and however little of it is stored: the writer leaves as
/// much unpacked as pays for reading it, or says that it cannot.
@Suite struct PaidRowsTests {
  /// Reads and writes one value after the other.
  struct Looped<Element: Codable & Equatable>: Codable, Equatable {
    var elements: [Element]
    init(_ elements: [Element]) { self.elements = elements }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      elements = []
      while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    }
  }

  /// Large in memory, and small in archives.
  struct Large: Codable, Hashable {
    struct Room: Hashable { var (a, b, c, d, e, f, g, h) = (1, 2, 3, 4, 5, 6, 7, 8) }
    var number: Int8 = 0
    var rooms = [Room()]
    var room = Room()
    var other = Room()
    private enum CodingKeys: CodingKey { case number }
  }

  private let law = BudgetLaw(baseByteCount: 32 << 10)

  private func check<Value: Codable & Equatable>(
    _ value: Value, isPaid: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try law.check(value, isPaid: isPaid, sourceLocation: sourceLocation)
  }

  @Test func `bools and their optionals`() throws {
    try check([Bool](repeating: true, count: 3_000))
    try check([Bool?](repeating: true, count: 3_000))
    try check([Bool?](repeating: nil, count: 3_000))
    try check((0..<3_000).map { $0 == 2_999 ? nil : Optional(true) })
    try check([[Bool?]](repeating: .init(repeating: false, count: 100), count: 30))
    try check(["a": [Bool?](repeating: true, count: 3_000)])
  }

  @Test func `numbers and their optionals`() throws {
    try check([Int](repeating: 7, count: 3_000))
    try check([Int?](repeating: 7, count: 3_000))
    try check([Double?](repeating: 0, count: 3_000))
    try check((0..<3_000).map { $0 % 100 == 0 ? nil : UInt8(0) })
  }

  @Test func `values that user code writes one after the other`() throws {
    try check(Looped([Bool](repeating: true, count: 3_000)))
    try check(Looped([Int](repeating: 0, count: 3_000)))
    try check(Looped([Double?](repeating: 1, count: 3_000)))
  }

  @Test func `values that are large in memory alone`() throws {
    try check([Large](repeating: Large(), count: 900))
    try check([Large?](repeating: Large(), count: 900))
    try check([Large?](repeating: nil, count: 900), isPaid: false)
    try check([[Large]](repeating: [Large](repeating: Large(), count: 30), count: 30))
    try check(
      Dictionary(uniqueKeysWithValues: (0..<500).map { ("\($0 % 9)\($0)", Large()) }))
    try check(Dictionary(uniqueKeysWithValues: (0..<500).map { _ in (UUID(), Large()) }))
    try check(Set((0..<125).map { Large(number: Int8($0)) }))
  }

  final class Owner: Codable { var name = "owner" }

  struct Step: Codable {
    @BackReference var owner: Owner?
    init(_ owner: Owner) { self.owner = owner }
  }

  struct Steps: Codable {
    var owner = Owner()
    var steps: [Step] = []
  }

  @Test func `references and untyped values, of which a reader makes objects`() throws {
    var steps = Steps()
    for _ in 0..<2_000 { steps.steps.append(Step(steps.owner)) }
    for compression in [BlockPacking.none, .zlib(level: 9)] {
      for throughTape in [false, true] {
        let archiver = law.archiver(compression, throughTape: throughTape)
        let data: Data = try archiver.encode(steps)
        #expect(try law.unarchiver.decode(Steps.self, from: data).steps.count == 2_000)
        let value = try law.unarchiver.decode(
          ArchivedValue.self, from: try archiver.encode(["a": 1]) as Data)
        let values: Data = try archiver.encode([ArchivedValue](repeating: value, count: 2_000))
        #expect(try law.unarchiver.decode([ArchivedValue].self, from: values).count == 2_000)
      }
    }
  }

  @Test func `the elements of a batch`() throws {
    for compression in [BlockPacking.none, .zlib(level: 9)] {
      for throughTape in [false, true] {
        let archiver = law.archiver(compression, throughTape: throughTape)
        var bytes: [UInt8] = []
        let writer = ArchiveStreamWriter<Large>(archiver, to: ArchiveOutput { bytes += $0 })
        for _ in 0..<900 { try writer.append(Large()) }
        try writer.finish()
        let reader = ArchiveStreamReader<Large>(ArchiveInput(Data(bytes)), law.unarchiver)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 900)
      }
    }
  }

  @Test(.differential)
  func `blocks are left unpacked alike, whichever way values were written`() throws {
    func check<Value: Encodable>(_ value: Value) throws {
      let archiver = law.archiver(.zlib(level: 9), throughTape: false)
      let direct = try archiver.directly(value, { unsafe Array($0) }, { $0.array })
      let tape = try archiver.encodeThroughTape(value)
      #expect(direct == nil || direct == tape)
    }
    try check([Bool](repeating: true, count: 100_000))
    try check([Int](repeating: 7, count: 100_000))
    try check(["a": [Bool](repeating: true, count: 100_000)])
    try check([Large](repeating: Large(), count: 900))
  }
}
