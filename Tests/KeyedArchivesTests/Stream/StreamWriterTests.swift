import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import Testing
import Workloads

/// The bytes of checksums, for tests that falsify parts.
enum ArchiveSample {
  static func bytes(_ bytes: [UInt8], from start: Int, count: Int) -> [UInt8] {
    Array(bytes[start..<start + count])
  }

  static func crc(_ bytes: [UInt8]) -> [UInt8] {
    var sink = ByteSink()
    sink.fixed(Checksum.crc32(0, bytes[...]))
    return sink.bytes
  }
}

/// What the writer of a stream does at its edges.
@Suite struct StreamWriterTests {
  private struct Failure: Error {}

  private struct Chain: Codable, Equatable {
    var next: [Chain] = []

    init(_ count: Int) { if count > 1 { next = [Chain(count - 1)] } }
  }

  @Test(arguments: [true, false])
  func `a stream is written where its reader with the same limit of levels takes it`(
    isDirect: Bool
  ) throws {
    for limit in 1...40 {
      for count in 1...24 {
        var archiver = KeyedArchiver()
        archiver.maximumDepth = limit
        var unarchiver = KeyedUnarchiver()
        unarchiver.limits.maximumDepth = limit
        var bytes: [UInt8] = []
        let writer = ArchiveStreamWriter<Chain>(
          archiver, to: ArchiveOutput { bytes += $0 }, maximumBatchCount: 10, isDirect: isDirect)
        do {
          try writer.append(Chain(count))
          try writer.finish()
        } catch let error as ArchiveError where error.code == .limitExceeded {
          continue
        }
        let reader = ArchiveStreamReader<Chain>(ArchiveInput(Data(bytes)), unarchiver)
        #expect(try reader.next() == Chain(count), "\(limit), \(count)")
      }
    }
  }

  /// A value that may refuse to be encoded.
  private struct Fragile: Codable, Equatable {
    var number: Int
    var name = "x"

    init(_ number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      if number < 0 { throw Failure() }
      try container.encode(name, forKey: .name)
    }
  }

  @Test func `a value that cannot be archived leaves no trace`() throws {
    for isDirect in [true, false] {
      let output = StreamBytes()
      let writer = ArchiveStreamWriter<Fragile>(
        KeyedArchiver(), to: output.output, maximumBatchCount: 3, isDirect: isDirect)
      for number in 0..<10 {
        try writer.append(Fragile(number))
        #expect(throws: Failure.self) { try writer.append(Fragile(-1)) }
      }
      try writer.finish()
      #expect(output.bytes == (try stream((0..<10).map { Fragile($0) }, batchCount: 3)))
    }
  }

  @Test func `values are added to an archive, whose bytes stay`() throws {
    let values = WebLog.generated(count: 60).entries
    let first = try stream(Array(values[..<30]), batchCount: 10)
    let added = StreamBytes()
    let writer = try ArchiveStreamWriter<WebLog.Entry>(
      addingTo: ArchiveInput(Data(first)), to: added.output)
    try writer.append(contentsOf: values[30...])
    try writer.finish()
    #expect(try elements(WebLog.Entry.self, of: first + added.bytes) == values)
    let findings = ArchiveVerification(of: first + added.bytes).findings
    #expect(findings.allSatisfy { $0.code == .notCanonical })
    let shapes = try ArchiveInspector(first).summary.shapeCount
    #expect(try ArchiveInspector(first + added.bytes).summary.shapeCount == shapes)
  }

  @Test func `nothing is added where nothing is appended`() throws {
    let added = StreamBytes()
    let writer = try ArchiveStreamWriter<Int>(
      addingTo: ArchiveInput(Data(stream([1]))), to: added.output)
    try writer.finish()
    #expect(added.bytes.isEmpty)
  }

  @Test func `nothing can be added to a single part, and to a torn file`() throws {
    let single: [UInt8] = try KeyedArchiver().encode([1, 2])
    #expect(throws: ArchiveError.self) {
      try ArchiveStreamWriter<Int>(addingTo: ArchiveInput(Data(single)), to: StreamBytes().output)
    }
    let torn = try stream([1]).dropLast()
    #expect(throws: ArchiveError.self) {
      try ArchiveStreamWriter<Int>(addingTo: ArchiveInput(Data(torn)), to: StreamBytes().output)
    }
  }

  @Test func `a type with the name of another one in an earlier batch is refused`() throws {
    func other() -> any Encodable {
      struct Twin: Codable { var b = 2 }
      return Twin()
    }
    struct Box: Encodable {
      var value: any Encodable
      enum Key: CodingKey { case value }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
      }
    }
    func local() -> any Encodable {
      struct Twin: Codable { var a = 1 }
      return Twin()
    }
    for isDirect in [true, false] {
      let writer = ArchiveStreamWriter<Box>(
        KeyedArchiver(), to: StreamBytes().output, maximumBatchCount: 1, isDirect: isDirect)
      try writer.append(Box(value: local()))
      let error = #expect(throws: ArchiveError.self) {
        try writer.append(Box(value: other()))
        try writer.finish()
      }
      #expect(error?.code == .ambiguousTypeName)
    }
  }

  @Test func `what the output throws ends the stream`() throws {
    var isBroken = false
    let writer = ArchiveStreamWriter<Int>(
      KeyedArchiver(), to: ArchiveOutput { _ in if isBroken { throw Failure() } },
      maximumBatchCount: 1)
    try writer.append(1)
    isBroken = true
    #expect(throws: Failure.self) { try writer.append(2) }
    isBroken = false
    #expect(throws: Failure.self) { try writer.append(3) }
    #expect(throws: Failure.self) { try writer.finish() }
  }

  @Test func `a finished stream takes nothing`() throws {
    let writer = ArchiveStreamWriter<Int>(to: StreamBytes().output)
    try writer.finish()
    #expect(throws: ArchiveError.self) { try writer.append(1) }
  }

  @Test func `descriptors are written and read`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).karc")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let file = try FileHandle(forUpdating: url)
    let writer = ArchiveStreamWriter<Int>(
      KeyedArchiver(), to: ArchiveOutput(descriptor: file.fileDescriptor), maximumBatchCount: 5)
    try writer.append(contentsOf: 0..<20)
    try writer.finish()
    try file.seek(toOffset: 0)
    let reader = ArchiveStreamReader<Int>(ArchiveInput(descriptor: file.fileDescriptor))
    #expect(try reader.nextBatch() == [0, 1, 2, 3, 4])
    #expect(try reader.next() == 5)
    #expect(try reader.nextBatch() == [6, 7, 8, 9])
    var rest: [Int] = []
    while let number = try reader.next() { rest.append(number) }
    #expect(rest == Array(10..<20))
    #expect(try reader.next() == nil)
    try file.close()
    let closed = #expect(throws: ArchiveError.self) {
      try ArchiveStreamReader<Int>(ArchiveInput(descriptor: -1)).next()
    }
    #expect(closed?.code == .inputOutput)
    let unwritable = #expect(throws: ArchiveError.self) {
      try ArchiveStreamWriter<Int>(to: ArchiveOutput(descriptor: -1)).finish()
    }
    #expect(unwritable?.code == .inputOutput)
  }

  @Test func `a batch or part beyond the limit is refused before it is held`() throws {
    let bytes = try stream([String(repeating: "x", count: 300_000)])
    let reader = ArchiveStreamReader<String>(
      ArchiveInput(Data(bytes)), maximumBatchByteCount: 299_999)
    #expect(throws: ArchiveError.self) { try reader.next() }
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumBlockByteCount = 100_000
    let limited = ArchiveStreamReader<String>(ArchiveInput(Data(bytes)), unarchiver)
    let error = #expect(throws: ArchiveError.self) { try limited.next() }
    #expect(error?.code == .limitExceeded)
  }
}
