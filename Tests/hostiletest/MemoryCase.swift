import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import HostileInput
import KeyedArchives

/// An archive whose decoding is measured in a process of its own.
struct MemoryCase: Sendable {
  let name: String
  let bytes: @Sendable () throws -> [UInt8]
  var limits = ArchiveLimits.untrusted
  /// Bytes that may be held beside the result and twice the archive, beyond a mebibyte: what was built before an error
  /// was found, what is known of large definitions, and what was inflated.
  var allowance = 0
  /// Whether reading must fail.
  let isRefused: Bool
  /// Whether it must fail at the end of the archive only.
  var isRefusedAtEnd = false
  let read: @Sendable ([UInt8], ArchiveLimits) throws -> Any

  /// Bytes of what is known of a field of a shape: its kind, its place and its key.
  private static let fieldByteCount = 320

  private static func honest<Value: Codable & Sendable>(
    _ name: String, _ form: Int = 0, allowance: Int = 0, _ make: @escaping @Sendable () -> Value
  ) -> MemoryCase {
    MemoryCase(
      name: "\(name), \(ArchiveForm.all[form].name)",
      bytes: { try ArchiveForm.all[form].archiver.encode(make()) }, allowance: allowance,
      isRefused: false
    ) { bytes, limits in
      try KeyedUnarchiver(limits: limits).decode(Value.self, from: bytes)
    }
  }

  /// A value in a field that the type does not have.
  private static func unread<Value: Codable & Sendable>(
    _ name: String, _ make: @escaping @Sendable () -> Value
  ) -> MemoryCase {
    MemoryCase(
      name: "\(name) that are not asked for",
      bytes: { try KeyedArchiver().encode(Whole(more: make(), last: 1)) }, isRefused: false
    ) { bytes, limits in try KeyedUnarchiver(limits: limits).decode(Part.self, from: bytes) }
  }

  private static func hostile<Value: Codable & SendableMetatype>(
    _ name: String, as type: Value.Type, allowance: Int = 0, limits: ArchiveLimits = .untrusted,
    isRefused: Bool = true, atEnd: Bool = false,
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> MemoryCase {
    MemoryCase(
      name: name, bytes: bytes, limits: limits, allowance: allowance, isRefused: isRefused,
      isRefusedAtEnd: atEnd
    ) { bytes, limits in
      try KeyedUnarchiver(limits: limits).decode(type, from: bytes)
    }
  }

  private struct Empty: Codable {}
  private struct Whole<Value: Codable>: Codable {
    var first = 0
    var more: Value
    var last: Int
  }
  private struct Part: Codable {
    var first: Int
    var last: Int
  }
  private struct Named: Codable {
    var first: String
    var more: [String]
  }
  /// A list that reads and writes itself.
  private struct Unkeyed<Element: Codable & Sendable>: Codable, Sendable {
    var elements: [Element]

    init(_ elements: [Element]) { self.elements = elements }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      elements = []
      elements.reserveCapacity(container.count ?? 0)
      while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    }
  }
  private struct Point: Codable {
    var x = 1.5
    var y = 2
    var name = "a point of some name"
  }

  static let decoding = [
    honest("ints") { Array(0..<500_000) },
    honest("ints", 2) { Array(0..<500_000) },
    honest("reals") { (0..<500_000).map { Double($0) } },
    honest("bools") { (0..<4_000_000).map { $0 & 1 == 0 } },
    honest("small ints") { [Int8](repeating: 5, count: 4_000_000) },
    honest("short texts") { (0..<200_000).map { "t\($0)" } },
    honest("long texts") { (0..<20_000).map { "a text that is longer than that \($0)" } },
    honest("records") { (0..<50_000).map { _ in Point() } },
    honest("records", 2) { (0..<50_000).map { _ in Point() } },
    honest("dictionary") {
      Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key \($0)", $0) })
    },
    honest("set") { Set(0..<200_000) },
    honest("rows") { (0..<50_000).map { [$0, $0] } },
    honest("data") { Data(repeating: 7, count: 8_000_000) },
    honest("text") { String(repeating: "0123456789", count: 800_000) },
    honest("empty records") { [Empty](repeating: Empty(), count: 900_000) },
    honest("values of kind any") {
      LooseValue.list((0..<100_000).map { .list([.number($0), .text("t\($0)")]) })
    },
    honest("ranges") { (0..<100_000).map { $0..<($0 + 1) } },
    honest("an unkeyed container of texts") { Unkeyed((0..<200_000).map { "t\($0)" }) },
    honest("an unkeyed container of records") {
      Unkeyed([Point](repeating: Point(), count: 50_000))
    },
    honest("bools and nulls in an unkeyed container") {
      Unkeyed((0..<1_000_000).map { $0 % 3 == 0 ? nil : $0 & 1 == 0 })
    },
    unread("values of kind any") {
      LooseValue.list((0..<100_000).map { .list([.number($0), .text("t\($0)")]) })
    },
    hostile("texts as numbers", as: [Int].self) {
      try KeyedArchiver().encode((0..<200_000).map { "t\($0)" })
    },
    hostile("texts as one text", as: String.self) {
      try KeyedArchiver().encode((0..<200_000).map { "t\($0)" })
    },
    hostile("texts as an object", as: [String: String].self) {
      try KeyedArchiver().encode((0..<200_000).map { "t\($0)" })
    },
    hostile("a record with a field of another type before many texts", as: Part.self) {
      try KeyedArchiver().encode(Named(first: "one", more: (0..<200_000).map { "t\($0)" }))
    },
    unread("texts") { (0..<200_000).map { "t\($0)" } },
    unread("records") { (0..<50_000).map { _ in Point() } },
    unread("dictionary") {
      Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key \($0)", $0) })
    },
    hostile("a count of ints without the ints", as: [Int].self) { counted(.int, 1 << 40) },
    hostile("a count of bools without the bools", as: [Bool].self) { counted(.bool, 1 << 60) },
    hostile("a count of texts without the texts", as: [String].self) { counted(.string, 1 << 30) },
    hostile("a count of texts without the texts, untyped", as: ArchivedValue.self) {
      counted(.string, 1 << 30)
    },
    hostile("texts of which the last is cut off, untyped", as: ArchivedValue.self, atEnd: true) {
      lastCutOff(300_000)
    },
    hostile(
      "texts of which the last is cut off, as texts", as: [String].self,
      allowance: 300_000 * MemoryLayout<String>.stride, atEnd: true
    ) { lastCutOff(300_000) },
    hostile("texts of which the last is cut off, of kind any", as: LooseValue.self, atEnd: true) {
      lastCutOff(300_000)
    },
    hostile(
      "records in records, with many nulls", as: ArchivedValue.self,
      allowance: 4_096 * fieldByteCount, atEnd: true
    ) { nestedNulls(500) },
    hostile("bools and nulls before a text that is cut off", as: ArchivedValue.self, atEnd: true) {
      cutOffBehindBools(2_000_000)
    },
    hostile("a count of data without the data", as: Data.self) {
      var script = ArchiveScript()
      script.content.kind(.data)
      script.content.varint(1 << 40)
      script.content.bytes += [UInt8](repeating: 1, count: 1_000_000)
      return script.singlePart()
    },
    hostile("as many empty records as are allowed, and one more", as: [Empty].self) {
      // 14 bytes, whatever the count.
      empties(ReadingBudget().visitCount(forInput: 14) + 1)
    },
    hostile("empty records, 2^60 of them", as: [Empty].self) { empties(1 << 60) },
    hostile("empty records, 2^60 of them, untyped", as: ArchivedValue.self) { empties(1 << 60) },
    hostile(
      "ints as Double within a limit of 4 MiB", as: [Double].self, allowance: 4 << 20,
      limits: materializing(4 << 20)
    ) { try KeyedArchiver().encode([Int](repeating: 1, count: 2_000_000)) },
    hostile(
      "bools within a limit of 1 MiB", as: [Bool].self, allowance: 1 << 20,
      limits: materializing(1 << 20)
    ) { try KeyedArchiver().encode([Bool](repeating: true, count: 32_000_000)) },
    hostile(
      // An array that grows is in two places, one of which is twice as large.
      "texts within a limit of 4 MiB", as: [String].self, allowance: 3 * (4 << 20),
      limits: materializing(4 << 20)
    ) { try KeyedArchiver().encode([String](repeating: "", count: 2_000_000)) },
    hostile("many shapes", as: ArchivedValue.self) {
      GrowingArchive.all.first { $0.name == "many shapes" }?.bytes(65_537) ?? []
    },
    inspected("many scopes, many kinds at once, and each with one of its own", 4_000),
    inspected("many scopes, each with a shape of kinds of its own", 2_000, addsShapes: true),
  ]

  static let inflating = [
    bomb("1 KiB declared, 64 MiB there", declared: 1 << 10, limit: 1 << 30),
    bomb("1 GiB and more declared", declared: 1 << 30 | 1, limit: 1 << 30),
    bomb("64 MiB declared, 8 MiB allowed", declared: 64 << 20, limit: 8 << 20),
    bomb("64 MiB declared, a ratio of 1,000", declared: 64 << 20, limit: 1 << 30),
    bomb(
      "1 GiB declared, 64 MiB there, any ratio allowed", declared: 1 << 30, limit: 1 << 30,
      ratio: .max, held: 64 << 20),
    bomb(
      "8 MiB declared, 64 MiB there, any ratio allowed", declared: 8 << 20, limit: 1 << 30,
      ratio: .max, held: 8 << 20),
    bomb(
      "blocks of 1 MiB, 16 MiB allowed", isMultiPart: true, declared: 1 << 20, limit: 16 << 20,
      held: 16 << 20),
    bomb(
      "blocks of 1 MiB, 16 MiB allowed, any ratio", isMultiPart: true, declared: 1 << 20,
      limit: 16 << 20, ratio: .max, held: 16 << 20),
    bomb(
      "blocks of 1 MiB, 12 MiB allowed, any ratio", isMultiPart: true, declared: 1 << 20,
      limit: 12 << 20, ratio: .max, held: 12 << 20),
    bomb(
      "blocks of 1 KiB declared, 64 MiB there", isMultiPart: true, declared: 1 << 10,
      limit: 1 << 30),
  ]

  /// An archive of many scopes, all of which are held at once. Each scope is a handful of small allocations; where there are
  /// further shapes, what is known of all of them is made anew.
  private static func inspected(
    _ name: String, _ size: Int, addsShapes: Bool = false
  ) -> MemoryCase {
    MemoryCase(
      name: "inspected: \(name)",
      bytes: { GrowingArchive.all.first { $0.name == name }?.bytes(size) ?? [] },
      allowance: size * (8 << 10 + (addsShapes ? size * 32 : 0)), isRefused: false
    ) { bytes, limits in
      // The budget of so small an archive refuses a copy of its definitions for each scope.
      var limits = limits
      limits.budget = nil
      return try ArchiveInspector(bytes, limits: limits).roots.count
    }
  }

  /// An archive of zeros that is much smaller than what it says that it holds.
  private static func bomb(
    _ name: String, isMultiPart: Bool = false, declared: Int, limit: Int, ratio: Int = 250,
    held: Int = 0
  ) -> MemoryCase {
    var limits = ArchiveLimits.untrusted
    limits.maximumInflatedByteCount = limit
    limits.maximumInflationRatio = ratio
    let rawByteCount = isMultiPart && declared > 1 << 10 ? declared : 64 << 20
    return hostile(
      "bomb: \(name)", as: Data.self, allowance: min(held, limit), limits: limits
    ) {
      let packed = try Zlib.deflated([UInt8](repeating: 1, count: rawByteCount)[...], level: 9)
      guard isMultiPart else {
        var sink = ByteSink()
        sink.byte(ArchiveFraming.lead | ArchiveFraming.LeadFlags.packed.rawValue)
        sink.varint(ArchiveCodec.zlib.packing(rawByteCount: declared))
        sink.bytes += packed
        sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
        return sink.bytes
      }
      var file = PartScript()
      for ordinal in 0..<64 {
        file.block(
          [], isLast: ordinal == 63, ordinal: ordinal, rawOffset: ordinal * declared,
          packed: packed, rawByteCount: declared)
      }
      file.endMark()
      return file.bytes
    }
  }

  private static func counted(_ kind: ArchiveKind, _ count: Int) -> [UInt8] {
    var script = ArchiveScript()
    script.array(count, of: [kind.rawValue])
    script.content.bytes += [UInt8](repeating: 1, count: 100_000)
    return script.singlePart()
  }

  private static func lastCutOff(_ count: Int) -> [UInt8] {
    var script = ArchiveScript()
    script.array(count, of: [ArchiveKind.string.rawValue])
    for _ in 1..<count { script.content.varint(0) }
    script.content.varint(100)
    return script.singlePart()
  }

  /// Records one inside the other, each of which has many fields that are null, and no end.
  private static func nestedNulls(_ count: Int) -> [UInt8] {
    var script = ArchiveScript()
    let nulls = (0..<4_095).map {
      (key: "k\($0)", kind: [FieldMode.nullable.rawValue << 6 | ArchiveKind.int.rawValue])
    }
    let shape = script.shape(nulls + [("last", [ArchiveKind.any.rawValue])])
    for _ in 0..<count {
      script.recordTag(shape)
      script.content.bytes += [UInt8](repeating: 0, count: 512)
    }
    return script.singlePart()
  }

  /// An irregular array of a run of bools, every second of them null, and a text.
  private static func cutOffBehindBools(_ count: Int) -> [UInt8] {
    var script = ArchiveScript()
    script.content.kind(.array)
    script.content.kind(.any)
    script.content.varint((count + 1) << 1 | 1)
    script.content.kind(.nullable)
    script.content.kind(.bool)
    script.content.varint(UInt64(count))
    script.content.bytes += [UInt8](repeating: 0x55, count: count / 8)
    script.content.bytes += [UInt8](repeating: 0xFF, count: count / 16)
    script.content.kind(.string)
    script.content.varint(0)
    script.content.bytes += [0x7F]
    return script.singlePart()
  }

  private static func empties(_ count: Int) -> [UInt8] {
    var script = ArchiveScript()
    let shape = script.shape([])
    script.array(count, of: ArchiveScript.kind(.recordOfShape, shape))
    return script.singlePart()
  }

  private static func materializing(_ byteCount: Int) -> ArchiveLimits {
    var limits = ArchiveLimits.untrusted
    limits.maximumMaterializedByteCount = byteCount
    return limits
  }
}
