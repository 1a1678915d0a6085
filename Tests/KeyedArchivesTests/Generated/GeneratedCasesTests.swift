import Foundation
import Synchronization
import TestTraits
import Testing

@testable import KeyedArchives

/// Enumerations with payloads, written and read by straight-line code.
@Suite struct GeneratedCasesTests {
  typealias Report = HandWrittenCases.Report
  typealias Term = HandWrittenCases.Term
  typealias Stamped = HandWrittenCases.Stamped

  struct Envelope: Codable, Equatable {
    var first: Report
    var second: Report?
    var all: [Report]
    var named: [String: Report]
    var term: Term
  }

  static let reports: [Report] = [
    .text("a"), .number(1), .flag(true, note: nil), .flag(false, note: "b"),
    .point(HandWritten.Vector(x: 1, y: 2, z: 3)), .rows([4, 5], named: ["c": 6]), .nothing,
    .inner(.text(7)), .inner(.number("d")), .inner(.none), .maybe(nil, code: nil),
    .maybe(.text(8), code: nil), .maybe(HandWrittenCases.Inner.none, code: 9),
    .node(HandWritten.Node(name: "e", children: [HandWritten.Node(name: "f")])), .text("g"),
    .number(-10), .rows([], named: [:]), .nothing,
  ]

  static let term = Term.sum(
    .negation(of: .constant(1)),
    .call("f", arguments: [.variable("x"), .sum(.constant(2), .variable("y")), .constant(3)]))

  static let envelope = Envelope(
    first: .number(1), second: .text("a"), all: reports, named: ["b": .nothing, "c": .number(2)],
    term: term)

  /// The three ways to write a value give one archive, and the three ways to read it give the value.
  private func check<Value: Codable & Equatable>(
    _ value: Value, _ layout: Layout = Layout.all[0],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try expectSameBytes(value, layout), sourceLocation: sourceLocation)
    var containers = KeyedArchiver(compression: layout.compression, framing: layout.framing)
    containers.usesGeneratedCode = false
    let bytes = try layout.bytes(value)
    if Differential.isWantedHere() {
      #expect(try containers.encode(value) == bytes, sourceLocation: sourceLocation)
    }
    ThreeWays(Value.self, bytes).expectSame(sourceLocation: sourceLocation)
    let decoded = try KeyedUnarchiver().decode(Value.self, from: bytes)
    #expect(decoded == value, sourceLocation: sourceLocation)
  }

  @Test(arguments: Layout.all)
  func `cases of every sort`(_ layout: Layout) throws {
    try check(Self.reports, layout)
    try check(Array(Self.reports.reversed()), layout)
    for report in Self.reports { try check(report, layout) }
    for report in Self.reports { try check([report, report], layout) }
    try check(["a": Self.reports[0], "b": Self.reports[6]], layout)
    try check([Self.reports, [], Self.reports], layout)
    try check(Self.envelope, layout)
  }

  @Test(arguments: Layout.all)
  func `a type that holds itself`(_ layout: Layout) throws {
    try check(Self.term, layout)
    try check([Self.term, .constant(1), Self.term], layout)
    try check(Term.sum(.sum(.sum(.constant(1), Self.term), Self.term), .variable("z")), layout)
  }

  @Test func `a payload that only its decoder reads`() throws {
    let stamped: [Stamped] = [.never, .at(Locale(identifier: "de_DE"), name: "x"), .never]
    try check(stamped)
    try check(stamped[1])
    try check(["k": stamped])
  }

  @Test func `generated code is used`() throws {
    for report in Self.reports + Self.reports {
      let bytes: [UInt8] = try KeyedArchiver().encode([report])
      #expect(try KeyedUnarchiver().decode([Report].self, from: bytes) == [report])
    }
    let counted: [HandWrittenCases.Counted] = [.value(1), .value(2), .none]
    let bytes: [UInt8] = try KeyedArchiver().encode(counted)
    HandWrittenCases.Counted.reads.store(0, ordering: .relaxed)
    #expect(try KeyedUnarchiver().decode([HandWrittenCases.Counted].self, from: bytes) == counted)
    #expect(HandWrittenCases.Counted.reads.load(ordering: .relaxed) == 3)
    for value in counted {
      let root: [UInt8] = try KeyedArchiver().encode(value)
      HandWrittenCases.Counted.reads.store(0, ordering: .relaxed)
      #expect(try KeyedUnarchiver().decode(HandWrittenCases.Counted.self, from: root) == value)
      #expect(HandWrittenCases.Counted.reads.load(ordering: .relaxed) == 1)
    }
  }

  @Test(.long) func `blocks begin between values`() throws {
    let reports = (0..<30_000).map { Self.reports[$0 % Self.reports.count] }
    try check(reports)
    try check(reports, Layout.all[3])
    let tree = Term.call("f", arguments: (0..<40_000).map { .constant(Double($0)) })
    // One as root is left to the general way: blocks count from behind its shape.
    try check([tree])
    try expectSameBytes(tree)
  }

  @Test func `deep values are left to the limit`() throws {
    var term = Term.constant(0)
    for _ in 0..<60 { term = .negation(of: term) }
    try check(term)
    for _ in 0..<400 { term = .negation(of: term) }
    #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(term) as [UInt8] }
    var archiver = KeyedArchiver()
    archiver.maximumDepth = 4_000
    let bytes: [UInt8] = try archiver.encode(term)
    ThreeWays(Term.self, bytes).expectSame()
    var limits = ArchiveLimits.untrusted
    limits.maximumDepth = 4_000
    ThreeWays(Term.self, bytes, limits: limits).expectSame()
  }

  @Test(.differential) func `changed archives are read as without generated code`() throws {
    let values = Self.reports.prefix(13)
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(Array(values))
    let tree: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(Self.term)
    var mutation = ArchiveMutation(seed: 77)
    var accepted = 0
    for _ in 0..<700 {
      let reports = ThreeWays([Report].self, mutation.changed(bytes), verifiesChecksums: false)
      reports.expectSame()
      let terms = ThreeWays(Term.self, mutation.changed(tree), verifiesChecksums: false)
      terms.expectSame()
      accepted += (reports.isAccepted ? 1 : 0) + (terms.isAccepted ? 1 : 0)
    }
    #expect(accepted > 70)
  }
}
