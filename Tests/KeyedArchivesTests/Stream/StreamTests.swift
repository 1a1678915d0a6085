import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestTraits
import Testing
import Workloads

/// Streams: batches as scopes, definitions once (Spec, sections 4 and 13).
@Suite struct StreamTests {
  /// A record whose fields become known little by little.
  private struct Growing: Codable, Equatable {
    var number: Int
    var list: [Int] = []
    var name: String?
    var inner: Inner?
    var table: [String: [Double]] = [:]

    struct Inner: Codable, Equatable {
      var flags: [Bool] = []
      var next: [Inner] = []
    }

    static func values(_ count: Int) -> [Growing] {
      (0..<count).map { number in
        var value = Growing(number: number)
        if number % 7 == 3 { value.name = "name \(number)" }
        if number > 10 { value.list = Array(0..<number % 5) }
        if number > 20, number % 2 == 0 { value.inner = Inner() }
        if number > 30, number % 3 == 0 { value.inner = Inner(flags: [true], next: [Inner()]) }
        if number > 40 { value.table["\(number)"] = number % 2 == 0 ? [] : [1.5] }
        return value
      }
    }
  }

  /// A bool that encodes itself.
  private struct Plain: RawRepresentable, Codable, Equatable { var rawValue: Bool }

  private final class Node: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  private struct Holder: Codable {
    var first: Node
    var second: Node
  }

  /// Streams of both ways and back.
  ///
  /// - Parameter isGrowing: Whether later batches determine more, so that records follow other rows where they are encoded straight to bytes.
  private func check<Element: Codable & Equatable>(
    _ values: [Element], _ batchCounts: [Int] = [1, 2, 7, 50, .max], isGrowing: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for batchCount in batchCounts {
      let general = try stream(values, batchCount: batchCount, isDirect: false)
      let direct = try stream(values, batchCount: batchCount)
      if !isGrowing, Differential.isWantedHere() {
        #expect(direct == general, "\(batchCount)", sourceLocation: sourceLocation)
      }
      for archive in [general, direct] {
        #expect(
          try elements(Element.self, of: archive) == values, sourceLocation: sourceLocation)
        let findings = ArchiveVerification(of: archive).findings.filter { $0.code != .notCanonical }
        #expect(findings.isEmpty, sourceLocation: sourceLocation)
      }
      // A row is some ten bytes.
      #expect(direct.count < general.count * 5 / 4, sourceLocation: sourceLocation)
    }
  }

  @Test func `both ways of encoding give the same bytes, batch after batch`() throws {
    try check(Growing.values(100), isGrowing: true)
    try check(WebLog.generated(count: 60).entries)
    try check(TriangleMesh.generated(count: 60).triangles)
    try check(PlayerSaves.generated(count: 30).players)
    try check(GameUpdates.generated(count: 30).updates)
    try check(Array(0..<100))
    try check((0..<100).map { $0 % 3 == 0 })
    try check((0..<100).map { $0 % 3 == 0 ? nil : "\($0)" })
    try check((0..<100).map { $0 % 3 == 0 ? nil : $0 % 2 == 0 })
    try check((0..<100).map { Bool?.some($0 % 3 == 0) })
    try check((0..<100).map { HandWritten.Flag(rawValue: $0 % 3 == 0) })
    try check((0..<100).map { Plain(rawValue: $0 % 3 == 0) })
    try check((0..<40).map { Array(repeating: Double($0), count: $0 % 4) })
    try check((0..<40).map { ["\($0)": $0 % 3 == 0 ? [] : [$0]] })
  }

  @Test func `records of one shape are encoded directly throughout`() throws {
    let writer = ArchiveStreamWriter<WebLog.Entry>(
      KeyedArchiver(), to: StreamBytes().output, maximumBatchCount: 100)
    try writer.append(contentsOf: WebLog.generated(count: 1_000).entries)
    #expect(writer.isDirect)
  }

  @Test func `a batch that the direct encoder does not foresee goes on from the same definitions`()
    throws
  {
    struct Maybe: Codable, Equatable {
      var id: Int
      var value: ArchivedShape?
    }
    enum ArchivedShape: Codable, Equatable {
      case circle(radius: Double)
      case square(side: Double)
    }
    let values = (0..<60).map { number in
      Maybe(
        id: number,
        value: number < 20
          ? nil
          : number < 40 || number % 2 == 0
            ? .circle(radius: 1) : .square(side: Double(number)))
    }
    try check(values, isGrowing: true)
  }

  @Test
  func `definitions stand once, and more definite ones follow where later batches determine more`()
    throws
  {
    let values = Growing.values(100)
    let inspector = try ArchiveInspector(stream(values, batchCount: 10))
    #expect(inspector.summary.scopeCount == 10)
    // Two in the first batch, and one more for each thing that only a later one determines.
    #expect(inspector.summary.shapeCount == 7)
    #expect(try elements(Growing.self, of: stream(values, batchCount: 10)) == values)
  }

  @Test(arguments: [1, 3, 100]) func `batches are read from pieces of any size`(size: Int) throws {
    let values = WebLog.generated(count: 40).entries
    let bytes = try stream(values, batchCount: 9, KeyedArchiver(compression: .zlib()))
    #expect(try elements(WebLog.Entry.self, of: bytes, pieceByteCount: size) == values)
  }

  @Test func `batches end by size`() throws {
    let values = WebLog.generated(count: 10_000).entries
    for level in [nil, 1] {
      let archiver = KeyedArchiver(compression: level.map { .zlib(level: $0) } ?? .none)
      let bytes = try stream(values, archiver)
      let inspector = try ArchiveInspector(bytes)
      #expect((3...6).contains(inspector.summary.scopeCount))
      #expect(try elements(WebLog.Entry.self, of: bytes) == values)
    }
  }

  @Test func `an archive of one array is read as a stream`() throws {
    let values = WebLog.generated(count: 3_000).entries
    for layout in Layout.all {
      #expect(try elements(WebLog.Entry.self, of: layout.bytes(values)) == values)
    }
  }

  @Test func `a stream without values is one batch without values`() throws {
    #expect(try elements(Int.self, of: stream([Int]())) == [])
    if Differential.isWantedHere() {
      #expect(try stream([Int]()) == stream([Int](), isDirect: false))
    }
  }

  @Test func `objects keep their identity within a batch`() throws {
    let node = Node("shared")
    let bytes = try stream(
      [Holder](repeating: Holder(first: node, second: node), count: 4), batchCount: 2)
    let found = try elements(Holder.self, of: bytes)
    #expect(found[0].first === found[0].second && found[0].first === found[1].first)
    #expect(found[2].first === found[3].second)
    #expect(found[1].first !== found[2].first)
    #expect(found[3].first.name == "shared")
  }

  @Test func `rule M7: every prefix is an error but those that end at an end mark`() throws {
    let output = StreamBytes()
    let writer = ArchiveStreamWriter<Int>(to: output.output)
    var whole: [Int: [Int]] = [:]
    for number in 0..<6 {
      try writer.append(number)
      if number % 2 == 1 {
        try writer.flush()
        whole[output.bytes.count] = Array(0...number)
      }
    }
    try writer.finish()
    #expect(whole.count == 3 && whole[output.bytes.count] == Array(0..<6))
    for count in 0..<output.bytes.count {
      let prefix = Array(output.bytes[..<count])
      if let expected = whole[count] {
        #expect(try elements(Int.self, of: prefix) == expected)
      } else {
        let error = #expect(throws: ArchiveError.self, "\(count)") {
          try elements(Int.self, of: prefix)
        }
        #expect(error?.code == .truncated, "\(count)")
      }
    }
  }

  @Test func `rules M1, M3, M4 and M5: every changed byte is found, at its place in the file`()
    throws
  {
    let bytes = try stream(Growing.values(12), batchCount: 4)
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 0x20
      let error = #expect(throws: ArchiveError.self, "\(position)") {
        try elements(Growing.self, of: changed)
      }
      let whole = ArchiveVerification(of: changed).findings.first
      #expect(error?.code == whole?.code && error?.byteOffset == whole?.byteOffset, "\(position)")
    }
  }

  @Test func `an end mark with another number of roots is refused`() throws {
    var bytes = try stream([1, 2], batchCount: 1)
    // The count of roots and the two checksums after it.
    let mark = bytes.count - 40
    bytes[mark + 24] = 3
    var header = ArchiveSample.bytes(bytes, from: mark - 24, count: 20)
    header.replaceSubrange(16..<20, with: ArchiveSample.crc(Array(bytes[mark...])))
    bytes.replaceSubrange(mark - 24..<mark - 4, with: header)
    bytes.replaceSubrange(mark - 4..<mark, with: ArchiveSample.crc(header))
    let error = #expect(throws: ArchiveError.self) { try elements(Int.self, of: bytes) }
    #expect(error?.code == .malformed && error?.byteOffset == mark + 24)
  }
}
