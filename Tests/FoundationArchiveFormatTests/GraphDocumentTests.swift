import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// Graphs become archives of our own, and come back with the same dump.
@Suite struct GraphDocumentTests {
  /// The dump of what comes back from an archive of ours, written and read.
  private static func dumpThroughArchive(
    _ graph: FoundationGraph, _ form: PropertyList.Form = .binary
  ) throws -> [UInt8] {
    let archive = try ArchiveAssembler(ArchiveLayout()).assemble(
      try graph.archiveTape(), maximumDepth: ArchiveLimits.untrusted.maximumDepth)
    let document = try #require(try ArchiveInspector(archive).documents.first)
    return try FoundationGraph.canonicalDump(
      of: try FoundationGraph.bytes(ofDocument: document, form))
  }

  @Test(arguments: [false, true])
  func `random graphs have the same dump when they were archives of ours`(isForXML: Bool) throws {
    var acceptedCount = 0
    for seed in 5_000..<5_000 + UInt64(Rounds.of(1_200)) {
      var random = SeededGenerator(seed: seed)
      let bytes = try GraphComposer.archive(&random, isForXML: isForXML)
      guard let dump = try? FoundationGraph.canonicalDump(of: bytes) else { continue }
      acceptedCount += 1
      let graph = try FoundationGraph(bytes)
      #expect(
        try Self.dumpThroughArchive(graph, isForXML ? .xml : .binary) == dump, "seed \(seed)")
      let direct = try FoundationGraph.bytes(ofDocument: try graph.archivedDocument())
      #expect(try FoundationGraph.canonicalDump(of: direct) == dump, "seed \(seed)")
      if graph.roots.count == 1, let value = try graph.archivedValue(),
        graph.list.string(graph.archiver) == "NSKeyedArchiver"
      {
        let back = try FoundationGraph.bytes(of: value)
        #expect(try FoundationGraph.canonicalDump(of: back) == dump, "seed \(seed)")
      }
      let archive = try ArchiveAssembler(ArchiveLayout()).assemble(
        try graph.archiveTape(), maximumDepth: 512)
      let findings = ArchiveVerification(of: archive, requiresCanonicalForm: false).findings
      #expect(findings.isEmpty, "seed \(seed): \(findings)")
    }
    #expect(acceptedCount > Rounds.of(1_000))
  }

  // MARK: What becomes what

  /// An archive of entries, of which the first is the root. Each is a function that writes it.
  private static func graph(
    _ entries: [(inout PropertyListWriter) throws -> Void]
  ) throws -> FoundationGraph {
    var writer = PropertyListWriter(.binary)
    try writer.beginDictionary()
    try writer.key("$archiver")
    try writer.string("NSKeyedArchiver")
    try writer.key("$version")
    try writer.integer(100_000)
    try writer.key("$top")
    try writer.beginDictionary()
    try writer.key("root")
    try writer.reference(1)
    try writer.end()
    try writer.key("$objects")
    try writer.beginArray()
    try writer.string("$null")
    for entry in entries { try entry(&writer) }
    try writer.end()
    try writer.end()
    return try FoundationGraph(try writer.finish())
  }

  private static func object(
    _ number: UInt64, _ fields: @escaping (inout PropertyListWriter) throws -> Void
  ) -> (inout PropertyListWriter) throws -> Void {
    { writer in
      try writer.beginDictionary()
      try fields(&writer)
      try writer.key("$class")
      try writer.reference(number)
      try writer.end()
    }
  }

  private static func named(_ chain: String...) -> (inout PropertyListWriter) throws -> Void {
    { writer in
      try writer.beginDictionary()
      try writer.key("$classname")
      try writer.string(chain[0])
      try writer.key("$classes")
      try writer.beginArray()
      for name in chain { try writer.string(name) }
      try writer.end()
      try writer.end()
    }
  }

  private static func references(_ writer: inout PropertyListWriter, _ numbers: [UInt64]) throws {
    try writer.beginArray()
    for number in numbers { try writer.reference(number) }
    try writer.end()
  }

  @Test
  func `known classes are native values, others are records, and a cycle is a back reference`()
    throws
  {
    let graph = try Self.graph([
      Self.object(2) { writer in
        try writer.key("name")
        try writer.reference(3)
        try writer.key("age")
        try writer.integer(7)
        try writer.key("friends")
        try writer.reference(4)
        try writer.key("born")
        try writer.reference(6)
        try writer.key("$$x")
        try writer.real(Float(0.5))
      },
      Self.named("Student", "Person", "NSObject"),
      { try $0.string("Ada") },
      Self.object(5) { writer in
        try writer.key("NS.objects")
        try Self.references(&writer, [1, 3])
      },
      Self.named("NSMutableArray", "NSArray", "NSObject"),
      Self.object(7) { writer in
        try writer.key("NS.time")
        try writer.real(1.5)
      },
      Self.named("NSDate", "NSObject"),
    ])
    let root = try #require(try graph.archivedValue())
    #expect(root.kind == .object && root.typeName == "Student" && root.body?.kind == .record)
    let fields = try #require(root.body?.fields)
    #expect(fields.map(\.key) == ["name", "age", "friends", "born", "$x"])
    #expect(
      fields.map(\.value.kind) == [.string, .int, .object, .date, .float32])
    let friends = fields[2].value
    #expect(friends.typeName == "NSMutableArray" && friends.body?.kind == .array)
    #expect(friends.body?[0]?.kind == .backReference && friends.body?[0]?.objectNumber == 0)
    #expect(friends.body?[1]?.stringValue == "Ada")
    #expect(try graph.archivedValue(ofRoot: "other") == nil)
  }

  @Test func `a chain of objects that is longer than any reader goes deep comes through`() throws {
    let count: UInt64 = 3_000
    var entries = (1...count).map { number in
      Self.object(count + 1) { writer in
        try writer.key("next")
        try writer.reference(number < count ? number + 1 : 1)
        try writer.key("inline")
        try writer.beginArray()
        try writer.end()
      }
    }
    entries.append(Self.named("Node", "NSObject"))
    let graph = try Self.graph(entries)
    let dump = try FoundationGraph.canonicalDump(of: graph.list.bytes)
    #expect(try Self.dumpThroughArchive(graph) == dump)
    #expect(try graph.archivedDocument().tail.isEmpty == false)
    // Containers of a property list, as deep as a graph may have them.
    let deep = try Self.graph([
      { writer in
        for depth in 0..<512 {
          if depth > 0, depth % 2 == 1 { try writer.key("k") }
          if depth % 2 == 0 { try writer.beginDictionary() } else { try writer.beginArray() }
        }
        for _ in 0..<512 { try writer.end() }
      }
    ])
    #expect(
      try Self.dumpThroughArchive(deep) == FoundationGraph.canonicalDump(of: deep.list.bytes))
  }

  private static func unlabelled(_ value: ArchivedValue?) -> ArchivedValue? {
    value?.kind == .extension ? value?.body : value
  }

  @Test
  func `what no record, chain or URL of ours can be comes through in the form that needs nothing`()
    throws
  {
    let long = String(repeating: "x", count: 1_025)
    func text(_ count: Int) -> (inout PropertyListWriter) throws -> Void {
      { try $0.string(String(repeating: "u", count: count)) }
    }
    func chain(_ count: Int) -> (inout PropertyListWriter) throws -> Void {
      { writer in
        try writer.beginDictionary()
        try writer.key("$classname")
        try writer.string("C0")
        try writer.key("$classes")
        try writer.beginArray()
        for number in 0..<count { try writer.string("C\(number)") }
        try writer.end()
        try writer.end()
      }
    }
    func fields(_ count: Int, _ key: String = "f") -> (inout PropertyListWriter) throws -> Void {
      { writer in
        for number in 0..<count {
          try writer.key("\(key)\(number)")
          try writer.integer(1)
        }
      }
    }
    let url = Self.named("NSURL", "NSObject")
    /// Each relative to the next: entries from 3 on, and one text that all share.
    func urls(_ count: UInt64, _ byteCount: Int) -> [(inout PropertyListWriter) throws -> Void] {
      [{ try Self.references(&$0, [3]) }, url]
        + (0..<count).map { number in
          Self.object(2) { writer in
            try writer.key("NS.base")
            try writer.reference(number + 1 < count ? number + 4 : 0)
            try writer.key("NS.relative")
            try writer.reference(count + 3)
          }
        } + [text(byteCount)]
    }
    let person = Self.named("Person", "NSObject")
    let cases:
      [(form: ArchivedValue.Kind, name: String?, [(inout PropertyListWriter) throws -> Void])] = [
        (.object, "C0", [Self.object(2, fields(1)), chain(62)]),
        (.object, "C0", [Self.object(2, fields(1)), chain(63)]),
        (.object, "$object", [Self.object(2, fields(1)), chain(64)]),
        (.object, "Person", [Self.object(2, fields(4_096)), person]),
        (.object, "$object", [Self.object(2, fields(4_097)), person]),
        (.object, "Person", [Self.object(2, fields(1, String(long.dropLast(2)))), person]),
        (.object, "$object", [Self.object(2, fields(1, String(long.dropLast(1)))), person]),
        (
          .object, String(long.dropLast()),
          [Self.object(2, fields(1)), Self.named(String(long.dropLast()), "NSObject")]
        ),
        (.object, "$object", [Self.object(2, fields(1)), Self.named(long, "NSObject")]),
        (.object, "$object", [Self.object(2, fields(1, "$a")), person]),
        (.object, "Person", [Self.object(2, fields(1, "$")), person]),
      ]
    for (number, (kind, name, entries)) in cases.enumerated() {
      let graph = try Self.graph(entries)
      let root = try #require(try graph.archivedValue())
      #expect(root.kind == kind && root.typeName == name, "\(number): \(root.typeName ?? "")")
      #expect(
        try Self.dumpThroughArchive(graph) == FoundationGraph.canonicalDump(of: graph.list.bytes))
    }
    for (partCount, byteCount, kind) in [
      (8, 8, ArchivedValue.Kind.url), (9, 8, .object), (1, 4_096, .url), (1, 4_097, .object),
    ] as [(UInt64, Int, ArchivedValue.Kind)] {
      let graph = try Self.graph(urls(partCount, byteCount))
      let root = try #require(try graph.archivedValue())
      #expect(Self.unlabelled(root.body?[0])?.kind == kind, "\(partCount), \(byteCount)")
      #expect(
        try Self.dumpThroughArchive(graph) == FoundationGraph.canonicalDump(of: graph.list.bytes))
    }
    // A text that two references lead to.
    for (byteCount, kind) in [(63, ArchivedValue.Kind.string), (64, .string), (65, .object)] {
      let graph = try Self.graph([{ try Self.references(&$0, [2, 2]) }, text(byteCount)])
      let root = try #require(try graph.archivedValue())
      #expect(Self.unlabelled(root.body?[0])?.kind == kind, "\(byteCount)")
      #expect(
        try Self.dumpThroughArchive(graph) == FoundationGraph.canonicalDump(of: graph.list.bytes))
    }
  }

  @Test func `documents without labels become archives that Foundation reads`() throws {
    let json = Array(#"{"name":"Ada","n":[1,2.5,true,null,"$null"],"o":{"1":"x"},"e":{}}"#.utf8)
    for form in [PropertyList.Form.binary, .xml] {
      let document = try #require(
        try ArchiveInspector(try ArchivedValue(json: json).archived()).documents.first)
      let bytes = try FoundationGraph.bytes(ofDocument: document, form)
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
      unarchiver.requiresSecureCoding = false
      let found = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? NSDictionary
      let expected: NSDictionary = [
        "name": "Ada", "n": [1, 2.5, true, NSNull(), "$null"] as NSArray,
        "o": ["1": "x"] as NSDictionary,
        "e": [:] as NSDictionary,
      ]
      #expect(found?.isEqual(expected) == true)
    }
  }
}
