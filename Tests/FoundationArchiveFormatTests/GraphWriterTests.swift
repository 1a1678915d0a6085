import ArchiveFormat
import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// Graphs are written so that their dump stays the same.
@Suite struct GraphWriterTests {
  /// The dump of what was written of bytes in a form.
  private static func dump(_ bytes: [UInt8], writtenAs form: PropertyList.Form) throws -> [UInt8] {
    let written = try FoundationGraph(bytes).bytes(form)
    #expect(try PropertyList(written).form == form)
    return try FoundationGraph.canonicalDump(of: written)
  }

  @Test(arguments: [false, true])
  func `random graphs have the same dump when they were written`(isForXML: Bool) throws {
    var (acceptedCount, sharedCount) = (0, 0)
    for seed in 0..<UInt64(Rounds.of(1_200)) {
      var random = SeededGenerator(seed: seed)
      let bytes = try GraphComposer.archive(&random, isForXML: isForXML)
      guard let dump = try? FoundationGraph.canonicalDump(of: bytes) else { continue }
      acceptedCount += 1
      #expect(try Self.dump(bytes, writtenAs: .binary) == dump, "seed \(seed)")
      let xml: [UInt8]
      do throws(ArchiveError) {
        xml = try FoundationGraph(bytes).bytes(.xml)
      } catch {
        #expect(!isForXML && error.code == .invalidValue, "seed \(seed): \(error)")
        #expect(error.message.contains("XML") && !error.path.isEmpty, "seed \(seed): \(error)")
        continue
      }
      sharedCount += 1
      #expect(try FoundationGraph.canonicalDump(of: xml) == dump, "seed \(seed)")
      #expect(try Self.dump(xml, writtenAs: .binary) == dump, "seed \(seed)")
      #expect(try FoundationGraph(xml).bytes(.xml) == xml, "seed \(seed)")
    }
    #expect(acceptedCount > Rounds.of(1_000))
    #expect(isForXML ? sharedCount == acceptedCount : sharedCount > 0)
  }

  /// A binary file of an archiver `Other` with a root `r`.
  static func archive(
    top: (inout PropertyListWriter) throws -> Void = { try $0.reference(1) },
    _ objects: (inout PropertyListWriter) throws -> Void
  ) throws -> [UInt8] {
    var writer = PropertyListWriter(.binary)
    try writer.beginDictionary()
    try writer.key("$archiver")
    try writer.string("Other")
    try writer.key("$objects")
    try writer.beginArray()
    try writer.string("$null")
    try objects(&writer)
    try writer.end()
    try writer.key("$top")
    try writer.beginDictionary()
    try writer.key("r")
    try top(&writer)
    try writer.end()
    try writer.key("$version")
    try writer.integer(100_000)
    try writer.end()
    return try writer.finish()
  }

  private static func object(
    _ writer: inout PropertyListWriter, of number: UInt64, _ fields: [(String, UInt64)] = []
  ) throws {
    try writer.beginDictionary()
    for (key, number) in fields {
      try writer.key(key)
      try writer.reference(number)
    }
    try writer.key("$class")
    try writer.reference(number)
    try writer.end()
  }

  private static func named(_ writer: inout PropertyListWriter, _ name: String) throws {
    try writer.beginDictionary()
    try writer.key("$classname")
    try writer.string(name)
    try writer.key("$classes")
    try writer.beginArray()
    try writer.string(name)
    try writer.string("NSObject")
    try writer.end()
    try writer.end()
  }

  /// The classes and other entries of `$objects`, as Foundation reads the list.
  private static func entries(_ bytes: [UInt8]) throws -> [Any] {
    let list = try PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
    let archive = try #require(list as? [String: Any])
    #expect(Set(archive.keys) == ["$archiver", "$version", "$top", "$objects"])
    #expect(archive["$version"] as? Int == 100_000)
    return try #require(archive["$objects"] as? [Any])
  }

  @Test(arguments: [PropertyList.Form.binary, .xml])
  func `classes that are alike are one, objects never are, and what is not reached is left out`(
    form: PropertyList.Form
  ) throws {
    let bytes = try Self.archive { writer in
      try Self.object(&writer, of: 3, [("a", 2), ("b", 5), ("c", 6)])
      try Self.object(&writer, of: 4)
      for _ in 0..<2 { try Self.named(&writer, "A") }
      for _ in 0..<2 { try writer.string("x") }
      try writer.string("nobody's")
      try Self.named(&writer, "B")
    }
    let entries = try Self.entries(try FoundationGraph(bytes).bytes(form))
    #expect(entries.first as? String == "$null")
    #expect(entries.filter { $0 as? String == "x" }.count == 2)
    #expect(entries.filter { ($0 as? [String: Any])?["$classname"] != nil }.count == 1)
    #expect(entries.count == 6)
    #expect(
      try Self.dump(bytes, writtenAs: form) == FoundationGraph.canonicalDump(of: bytes))
  }

  @Test func `a class that a value refers to stays what it is`() throws {
    let bytes = try Self.archive { writer in
      try Self.object(&writer, of: 2, [("class", 2), ("other", 3)])
      try writer.beginDictionary()
      for (key, text) in [("own", "x"), ("$classname", "A")] {
        try writer.key(key)
        try writer.string(text)
      }
      try writer.end()
      try Self.object(&writer, of: 4)
      try Self.named(&writer, "A")
    }
    for form in [PropertyList.Form.binary, .xml] {
      #expect(
        try Self.dump(bytes, writtenAs: form) == FoundationGraph.canonicalDump(of: bytes))
    }
  }

  @Test func `what XML cannot hold is refused with its path`() throws {
    func error(_ value: (inout PropertyListWriter) throws -> Void) throws -> ArchiveError? {
      let bytes = try Self.archive { writer in
        try writer.beginArray()
        try writer.beginDictionary()
        try writer.key("k")
        try value(&writer)
        try writer.end()
        try writer.end()
      }
      #expect(
        try Self.dump(bytes, writtenAs: .binary) == FoundationGraph.canonicalDump(of: bytes))
      do throws(ArchiveError) {
        _ = try FoundationGraph(bytes).bytes(.xml)
        return nil
      } catch { return error }
    }
    func userReference(_ writer: inout PropertyListWriter, _ number: Int128) throws {
      try writer.beginDictionary()
      try writer.key("CF$UID")
      try writer.integer(number)
      try writer.end()
    }
    let refused: [(inout PropertyListWriter) throws -> Void] = [
      { try userReference(&$0, 0) }, { try userReference(&$0, .max) }, { try $0.null() },
      { writer in
        try writer.beginSet()
        try writer.end()
      },
      { try $0.string(utf16: [0xDC00]) }, { try $0.date(secondsSinceReferenceDate: 0.5) },
      { try $0.date(secondsSinceReferenceDate: .nan) },
      { try $0.date(secondsSinceReferenceDate: -0.0) },
      { try $0.real(Double(nan: 1, signaling: false)) }, { try $0.real(-Double.nan) },
    ]
    for (number, value) in refused.enumerated() {
      let found = try #require(try error(value), "\(number)")
      #expect(found.code == .invalidValue && found.byteOffset != nil, "\(number)")
      #expect("\(found.path)" == "$[\"$objects\"][1][0].k", "\(number): \(found.path)")
    }
    #expect(try error { try userReference(&$0, -1) } == nil)
    #expect(
      try error { writer in
        try writer.beginDictionary()
        for key in ["CF$UID", "b"] {
          try writer.key(key)
          try writer.integer(1)
        }
        try writer.end()
      } == nil)
    #expect(try error { try $0.real(Double.nan) } == nil)
    #expect(try error { try $0.string("\u{1}\u{0}\r") } == nil)
  }

  @Test func `a binary list that mentions one object often is written at its own size`() throws {
    // 18 arrays, each with two mentions of the next: 2^18 values.
    let bytes = try Self.archive { writer in
      for depth in 0..<18 {
        try writer.beginArray()
        for _ in 0..<2 { try writer.reference(UInt64(depth + 2)) }
        try writer.end()
      }
      try writer.bool(true)
    }
    let graph = try FoundationGraph(bytes)
    #expect(try graph.bytes(.binary).count <= bytes.count)
    var objects: [[UInt8]] = (0..<18).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
    objects.append([0x09])
    let list = try PropertyList(PropertyListTests.binary(objects))
    let copy = try list.bytes(.binary)
    #expect(copy.count < 200)
    #expect(try PropertyList(copy).bytes(.binary) == copy)
    #expect(try list.bytes(.xml).count > 1 << 18)
  }
}
