import ArchiveFormat
import Foundation
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// The writer of property lists, with its own reader and with Foundation's as witnesses.
@Suite struct PropertyListWriterTests {
  private static func write(
    _ tree: ListTree, _ writer: inout PropertyListWriter
  ) throws {
    switch tree {
    case .null: try writer.null()
    case .bool(let value): try writer.bool(value)
    case .integer(let value): try writer.integer(value)
    case .real(let bits): try writer.real(Double(bitPattern: bits))
    case .date(let bits): try writer.date(secondsSinceReferenceDate: Double(bitPattern: bits))
    case .reference(let number): try writer.reference(number)
    case .string(let utf8): try writer.string(String(decoding: utf8, as: UTF8.self))
    case .data(let data): try writer.data(data)
    case .array(let elements):
      try writer.beginArray()
      for element in elements { try write(element, &writer) }
      try writer.end()
    case .set(let elements):
      try writer.beginSet()
      for element in elements { try write(element, &writer) }
      try writer.end()
    case .dictionary(let entries):
      try writer.beginDictionary()
      for entry in entries {
        try writer.key(String(decoding: entry.key, as: UTF8.self))
        try write(entry.value, &writer)
      }
      try writer.end()
    }
  }

  private static func bytes(_ tree: ListTree, _ form: PropertyList.Form) throws -> [UInt8] {
    var writer = PropertyListWriter(form)
    try write(tree, &writer)
    return try writer.finish()
  }

  private static func tree(_ bytes: [UInt8]) throws -> ListTree {
    let list = try PropertyList(bytes)
    return try ListTree(list, list.root)
  }

  @Test(arguments: [PropertyList.Form.binary, .xml])
  func `random values are read as they were, by Foundation too, and copied to the other form`(
    form: PropertyList.Form
  ) throws {
    var random = SeededGenerator(seed: 34)
    for number in 0..<Rounds.of(320) {
      let (tree, value) = ListTree.random(&random, depth: 4)
      let bytes = try Self.bytes(tree, form)
      #expect(try Self.tree(bytes) == tree, "round \(number)")
      let found = try PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
      #expect(([found] as NSArray).isEqual([value] as NSArray), "round \(number)")
      for other in [PropertyList.Form.binary, .xml] {
        let copy = try PropertyList(bytes).bytes(other)
        #expect(try PropertyList(copy).form == other)
        #expect(try Self.tree(copy) == tree, "round \(number)")
      }
    }
  }

  @Test(arguments: [PropertyList.Form.binary, .xml])
  func `numbers, dates and texts at their limits are read as they were`(form: PropertyList.Form)
    throws
  {
    var trees: [ListTree] = [.bool(true), .bool(false), .reference(0), .reference(4_294_967_295)]
    for bits in 0..<127 {
      let power = Int128(1) << Int128(bits)
      trees += [power - 1, power, power + 1, -power, 1 - power, -power - 1].map { .integer($0) }
    }
    trees += [Int128.min, .max].map { .integer($0) }
    for real in [
      0, -0.0, 1, 0.1, 1e16, 1e17, 1e-5, 5e-324, 1.7976931348623157e308, .infinity, -.infinity,
      .nan,
    ] {
      trees.append(.real(real.bitPattern))
    }
    // Leap days, the years 1, 0 and −1, and the last year that has a text.
    for seconds in [
      0, -1, 86_399, 86_400, -63_114_076_800, -63_145_612_800, -63_145_612_801, -63_177_235_200,
      220_838_400, 31_556_888_854_473_596, -31_557_015_113_904_000,
    ] {
      trees.append(.date(Double(seconds).bitPattern))
    }
    for count in [0, 1, 14, 15, 16, 50, 51, 52, 53, 255, 256, 65_535, 65_536] {
      trees.append(.data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
      trees.append(.string(Array(repeating: 0x61, count: count)))
      trees.append(.string(Array(String(repeating: "ä", count: count).utf8)))
    }
    trees.append(
      .string(Array("<&>\"'\r\n\t\u{0}\u{1}\u{1F}\u{7F}]]>\u{FFFD}\u{FFFE}\u{10FFFF} ".utf8)))
    for tree in trees { #expect(try Self.tree(Self.bytes(tree, form)) == tree, "\(tree)") }
  }

  @Test(arguments: [1, 14, 15, 16, 253, 254, 255, 256, 257, 65_533, 65_534, 65_535, 65_536, 70_000])
  func `containers of any number of objects are read as they were`(count: Int) throws {
    let tree = ListTree.array((0..<count).map { .integer(Int128($0)) })
    // The form without numbers of objects has no such bounds.
    let forms = count < 1_000 || LongTests.areWanted ? [PropertyList.Form.binary, .xml] : [.binary]
    for form in forms {
      #expect(try Self.tree(Self.bytes(tree, form)) == tree)
    }
  }

  @Test func `equal leaves are one object, and others are not`() throws {
    let leaves: [ListTree] = [
      .integer(1), .bool(true), .real(1.0.bitPattern), .date(1.0.bitPattern), .string([0x31]),
      .data([0x31]), .reference(1), .null, .real((-0.0).bitPattern), .real(0), .string([]),
      .data([]),
    ]
    let bytes = try Self.bytes(.array(leaves + leaves), .binary)
    #expect(try PropertyList(bytes).nodeCount == leaves.count + 1)
    #expect(try Self.tree(bytes) == .array(leaves + leaves))
  }

  @Test func `what has no place or no form is refused`() throws {
    func code(
      _ form: PropertyList.Form = .binary, _ write: (inout PropertyListWriter) throws -> Void
    ) -> ArchiveError.Code? {
      var writer = PropertyListWriter(form)
      do {
        try write(&writer)
        _ = try writer.finish()
        return nil
      } catch { return (error as? ArchiveError)?.code }
    }
    for form in [PropertyList.Form.binary, .xml] {
      #expect(code(form) { _ in } == .invalidValue)
      #expect(code(form) { try $0.beginArray() } == .invalidValue)
      #expect(code(form) { try $0.end() } == .invalidValue)
      #expect(code(form) { try $0.key("a") } == .invalidValue)
      #expect(
        code(form) {
          try $0.bool(true)
          try $0.bool(true)
        } == .invalidValue)
      #expect(
        code(form) {
          try $0.beginDictionary()
          try $0.bool(true)
        } == .invalidValue)
      #expect(
        code(form) {
          try $0.beginDictionary()
          try $0.key("a")
          try $0.key("b")
        } == .invalidValue)
      #expect(
        code(form) {
          try $0.beginDictionary()
          try $0.key("a")
          try $0.end()
        } == .invalidValue)
      for count in [2, 17, 40] {
        #expect(
          code(form) {
            try $0.beginDictionary()
            for number in (0..<count - 1) + [0] {
              try $0.key("k\(number)")
              try $0.bool(true)
            }
            try $0.end()
          } == .duplicateKey)
      }
      #expect(code(form) { try $0.reference(4_294_967_295) } == nil)
      #expect(code(form) { try $0.reference(4_294_967_296) } == .invalidValue)
    }
    let refusals: [(inout PropertyListWriter) throws -> Void] = [
      { try $0.null() }, { try $0.beginSet() }, { try $0.date(secondsSinceReferenceDate: 0.5) },
      { try $0.date(secondsSinceReferenceDate: 31_556_888_854_473_600) },
      { try $0.string(utf16: [0xD800]) }, { try $0.real(Double(nan: 1, signaling: false)) },
      { try $0.real(Float(nan: 1, signaling: true)) },
    ]
    for refusal in refusals { #expect(code(.xml, refusal) == .invalidValue) }
  }

  @Test func `a real of 32 bits stays one, with its payload`() throws {
    for bits: UInt32 in [0, 0x8000_0000, 0x3EAA_AAAB, 0x7F80_0000, 0x7FC0_0000, 0xFF80_0001, 1] {
      var writer = PropertyListWriter(.binary)
      try writer.real(Float(bitPattern: bits))
      let bytes = try writer.finish()
      #expect(
        Array(bytes[8..<13]) == [0x22]
          + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * UInt32($0))) })
      #expect(try PropertyList(bytes).bytes(.binary) == bytes)
    }
  }

  @Test func `surrogates survive a binary list, paired ones as one character`() throws {
    var writer = PropertyListWriter(.binary)
    try writer.string(utf16: [0xD83D, 0x61, 0xDE00, 0xD83D, 0xDE00])
    let bytes = try writer.finish()
    #expect(
      try Self.tree(bytes)
        == .string([0xED, 0xA0, 0xBD, 0x61, 0xED, 0xB8, 0x80, 0xF0, 0x9F, 0x98, 0x80]))
    #expect(try PropertyList(bytes).bytes(.binary) == bytes)
    let xml = Array("<string>&#xD83D;<![CDATA[]]>&#xDE00;</string>".utf8)
    #expect(try Self.tree(xml) == .string(Array("\u{1F600}".utf8)))
    #expect(try Self.tree(try PropertyList(xml).bytes(.binary)) == .string(Array("\u{1F600}".utf8)))
  }

  @Test func `lists that hold themselves, are too deep or too large are refused`() throws {
    func code(_ objects: [[UInt8]], _ form: PropertyList.Form) throws -> ArchiveError.Code? {
      let list = try PropertyList(PropertyListTests.binary(objects, referenceSize: 2))
      do {
        _ = try list.bytes(form)
        return nil
      } catch { return error.code }
    }
    func nested(_ depth: Int) -> [[UInt8]] {
      (1..<depth).map { [0xA1, UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [[0xA0]]
    }
    for form in [PropertyList.Form.binary, .xml] {
      #expect(try code([[0xA1, 0, 0]], form) == .malformedPropertyList)
      #expect(try code(nested(511), form) == nil)
      #expect(try code(nested(512), form) == nil)
      #expect(try code(nested(513), form) == .limitExceeded)
      #expect(
        try code([[0xD2, 0, 1, 0, 1, 0, 2, 0, 2], [0x51, 0x61], [0x09]], form)
          == .malformedPropertyList)
      #expect(try code([[0xD1, 0, 1, 0, 1], [0x09]], form) == .malformedPropertyList)
    }
    // One text of 1,000 bytes, mentioned 64 × 64 times, and a limit of 2^20 and 16 for each byte.
    var limits = PropertyListLimits()
    limits.baseTextByteCount = 1 << 20
    let objects: [[UInt8]] = [
      [0xAF, 0x10, 64] + (0..<64).flatMap { _ in [UInt8(0), 1] },
      [0xAF, 0x10, 64] + (0..<64).flatMap { _ in [UInt8(0), 2] },
      [0x5F, 0x11, 0x03, 0xE8] + Array(repeating: 0x61, count: 1_000),
    ]
    let list = try PropertyList(
      PropertyListTests.binary(objects, referenceSize: 2), limits: limits)
    #expect(try list.bytes(.binary).count < 1_500)
    let error = #expect(throws: ArchiveError.self) { _ = try list.bytes(.xml) }
    #expect(error?.code == .limitExceeded)
  }
}
