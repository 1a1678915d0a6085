import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import Testing

@testable import KeyedArchives

/// The bytes of archives of Swift values, one by one (Spec, sections 4, 6 and 13), whichever way they are written.
@Suite struct WrittenValueTests {
  private struct Unused: Codable {}

  /// An archiver without a hook, and one with a hook, whose values go through a tape.
  private static var archivers: [KeyedArchiver] {
    var hooked = KeyedArchiver()
    hooked.hooks.store(Unused.self) { _ in 0 }
    return [KeyedArchiver(), hooked]
  }

  private struct Field<Value: Codable>: Codable {
    var value: Value
  }
  private struct Maybe<Value: Codable>: Codable {
    var value: Value?
  }

  /// The bytes behind the definitions and before the checksum, at most so many.
  private func expectEnd(
    _ value: some Encodable, _ end: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for archiver in Self.archivers {
      // The archiver encodes the second time with what it learned the first time.
      for _ in 0..<2 {
        let bytes: [UInt8] = try archiver.encode(value)
        #expect(bytes.dropLast(4).suffix(end.count) == end[...], sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `floating-point numbers keep every bit`() throws {
    let minusZero: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0x80]
    let odd: [UInt8] = [1, 0, 0, 0, 0, 0, 0xF8, 0x7F]
    let notANumber = Double(bitPattern: 0x7FF8_0000_0000_0001)
    try expectEnd(Field(value: -0.0), minusZero)
    try expectEnd(Maybe(value: -0.0), [1] + minusZero)
    try expectEnd(Field(value: notANumber), odd)
    try expectEnd(Field(value: [-0.0, notANumber]), minusZero + odd)
    try expectEnd(Field(value: Float(-0.0)), [0, 0, 0, 0x80])
    try expectEnd(Field(value: Float(bitPattern: 0x7FC0_0001)), [1, 0, 0xC0, 0x7F])
    try expectEnd(Maybe(value: Float(bitPattern: 0x7FC0_0001)), [1, 1, 0, 0xC0, 0x7F])
  }

  @Test func `numbers change their length where the format says`() throws {
    try expectEnd(Field(value: 63), [126 << 1 | 1])
    try expectEnd(Field(value: -64), [127 << 1 | 1])
    try expectEnd(Field(value: 64), [0x02, 0x02])
    try expectEnd(Field(value: 127 as UInt), [0xFF])
    try expectEnd(Field(value: 128 as UInt), [0x02, 0x02])
    try expectEnd(Field(value: UInt64(1) << 56), [0, 0, 0, 0, 0, 0, 0, 0, 1])
    try expectEnd(Field(value: UInt64.max), [0] + [UInt8](repeating: 0xFF, count: 8))
    let text = String(repeating: "a", count: 128)
    try expectEnd(Field(value: text), [0x02, 0x02] + Array(text.utf8))
  }

  private enum Message: Codable {
    case text(String)
    case number(Int)
  }

  /// Spec, section 13, matching: payloads of two cases are not compared with each other.
  @Test func `each case has a payload of its own shape`() throws {
    let messages = [Message.text("a"), .number(1), .text("b"), .number(2)]
    for archiver in Self.archivers {
      let bytes: [UInt8] = try archiver.encode(messages)
      var opener = ArchiveOpener(bytes, limits: .untrusted)
      let definitions = try #require(try opener.open().scopes.last).definitions
      let payloads = definitions.shapes.filter { $0.type == nil }
      #expect(payloads.count == 2)
      #expect(payloads.map { $0.fields[0].kind } == [KindID(.string), KindID(.int)])
    }
  }

  @Test func `a row of numbers is cut at the first element behind 256 KiB`() throws {
    let row = (0..<40_000).map { Double($0) }
    for archiver in Self.archivers {
      let bytes: [UInt8] = try archiver.encode(row)
      var opener = ArchiveOpener(bytes, limits: .trusted)
      let archive = try opener.open()
      let details = archive.parts.compactMap(\.detail)
      #expect(details.count == 2)
      // The list of roots takes a byte, the tag of the root two, the count of elements three.
      #expect(details[1].rawOffset == 1 + 2 + 3 + 32_768 * 8)
      var definitions = try #require(archive.scopes.last).definitions
      let state = try BlockState.frames(details[1].state, &definitions)
      #expect(
        state.frames == [
          .elements(leftInRun: 7_232, leftAfterRun: 0, .array, kind: KindID(.float64))
        ])
    }
  }

  private enum Mixed: Codable {
    case number(Int)
    case text(String)
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
    init(from decoder: any Decoder) throws { self = .number(0) }
    init(_ index: Int) { self = .number(index) }
    init(text index: Int) { self = .text("text number \(index)") }
  }

  private struct Row: Codable {
    var id: Int
    var texts: [String]
  }

  /// State bits before and behind what a block begins in.
  private struct Flagged: Codable {
    var isOn: Bool
    var maybe: Int?
    var texts = (0..<20_000).map { "text \($0)" }
    var isOff = false
    var none: Int?
    var note: String? = "note"
  }

  private final class Node: Codable {
    var name: String
    var others: [Node]
    init(_ name: String, _ others: [Node] = []) { (self.name, self.others) = (name, others) }
  }

  /// Rule M11. Verification goes on from each block by its state, and finds those that are false.
  @Test func `what blocks say of where they begin is true`() throws {
    func check(_ value: some Encodable, blocks: Int) throws {
      for archiver in Self.archivers {
        let bytes: [UInt8] = try archiver.encode(value)
        var opener = ArchiveOpener(bytes, limits: .trusted)
        let details = try opener.open().parts.compactMap(\.detail)
        #expect(details.count >= blocks)
        #expect(details.contains { $0.start == .state })
        #expect(ArchiveVerification(of: bytes).findings.filter { $0.code != .notCanonical } == [])
      }
    }
    try check((0..<30_000).map { "text number \($0)" }, blocks: 2)
    try check(
      (0..<3).map { id in Row(id: id, texts: (0..<20_000).map { "text \($0)" }) }, blocks: 2)
    let flagged = (0..<3).map { Flagged(isOn: $0 != 1, maybe: $0 == 0 ? nil : 5) }
    try check(flagged, blocks: 2)
    for archiver in Self.archivers {
      let data: Data = try archiver.encode(flagged)
      for index in 0..<3 {
        let path = try ArchivePath(parsing: "[\(index)].note")
        #expect(try KeyedUnarchiver().decode(String?.self, at: path, from: data) == "note")
      }
    }
    let rows = (0..<20_000).map { Row(id: $0, texts: ["a", "b", "text \($0)"]) }
    try check(["rows": rows], blocks: 2)
    let shared = Node("shared")
    try check((0..<20_000).map { Node("node number \($0)", [shared]) }, blocks: 2)
    let records = (0..<12_000).map { Row(id: $0, texts: ["some text of a row"]) }
    try check(
      [Either.rows(records), .maps((0..<12_000).map { ["key": "value \($0)"] })], blocks: 2)
    try check(Runs(count: 12_000), blocks: 2)
    for archiver in Self.archivers {
      let bytes: [UInt8] = try archiver.encode(Runs(count: 12_000))
      var opener = ArchiveOpener(bytes, limits: .trusted)
      let archive = try opener.open()
      let state = try #require(archive.parts.compactMap(\.detail).first { $0.start == .state })
        .state
      var definitions = try #require(archive.scopes.last).definitions
      let frame = try BlockState.frames(state, &definitions).frames.last
      // The second block begins in the first run, behind which the second run follows.
      guard case .elements(let left, let after, .array, _)? = frame else {
        Issue.record("\(String(describing: frame))")
        continue
      }
      #expect((1..<12_000).contains(left) && after == 12_000)
    }
  }

  private enum Either: Encodable {
    case rows([Row])
    case maps([[String: String]])
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .rows(let rows): try container.encode(rows)
      case .maps(let maps): try container.encode(maps)
      }
    }
  }

  /// Records of two types in one array: two runs.
  private struct Runs: Encodable {
    struct First: Encodable { var text: String }
    struct Second: Encodable { var number: Int, text: String }
    var count: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for index in 0..<count {
        try container.encode(First(text: "a text of the first run, number \(index)"))
      }
      for index in 0..<count { try container.encode(Second(number: index, text: "another text")) }
    }
  }
}
