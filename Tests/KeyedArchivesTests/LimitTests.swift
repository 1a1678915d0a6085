import ArchiveCompression
import ArchiveFormat
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Every limit at one below, exactly and one above what an archive needs.
@Suite struct LimitTests {
  private func check<Value: Codable>(
    _ value: Value, _ limit: WritableKeyPath<ArchiveLimits, Int>, needs need: Int,
    compression: BlockPacking = .none, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver(compression: compression).encode(value)
    for allowed in [need, need + 1] {
      var limits = ArchiveLimits.untrusted
      limits[keyPath: limit] = allowed
      #expect(throws: Never.self, "allowed \(allowed)", sourceLocation: sourceLocation) {
        try KeyedUnarchiver(limits: limits).decode(Value.self, from: bytes)
      }
    }
    var limits = ArchiveLimits.untrusted
    limits[keyPath: limit] = need - 1
    let error = #expect(throws: ArchiveError.self, sourceLocation: sourceLocation) {
      try KeyedUnarchiver(limits: limits).decode(Value.self, from: bytes)
    }
    #expect(error?.code == .limitExceeded, sourceLocation: sourceLocation)
    #expect(error?.byteOffset != nil, sourceLocation: sourceLocation)
  }

  @Test func `depth`() throws {
    try check([["a"], ["b"]], \.maximumDepth, needs: 2)
  }

  @Test func `values`() throws {
    try check(["a", "b", "c"], \.maximumValueCount, needs: 4)
  }

  @Test func `values that take no bytes`() throws {
    struct Empty: Codable {}
    try check([Empty(), Empty(), Empty()], \.maximumZeroWidthCount, needs: 3)
  }

  @Test func `objects`() throws {
    try check([Counter(1), Counter(2)], \.maximumObjectCount, needs: 2)
  }

  @Test func `visits`() throws {
    try check(["a", "b"], \.maximumVisitCount, needs: 3)
  }

  @Test func `materialised bytes`() throws {
    try check(
      [Double](repeating: 1, count: 1_000), \.maximumMaterializedByteCount, needs: 8_000)
  }

  @Test func `inflated bytes`() throws {
    let bytes = Data(repeating: 0, count: 5_000)
    try check(bytes, \.maximumInflatedByteCount, needs: 5_004, compression: .zlib())
  }

  @Test func `inflation ratio`() throws {
    let value = Data(repeating: 0, count: 3 << 20)
    // The archiver itself stores such data plain.
    let plain: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(value)
    let content = plain.dropFirst().dropLast(4)
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead | ArchiveFraming.LeadFlags.packed.rawValue)
    sink.varint(ArchiveCodec.zlib.packing(rawByteCount: content.count))
    sink.append(try Zlib.deflated(content, level: 9)[...])
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    let bytes = sink.bytes
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Data.self, from: bytes)
    }
    #expect(error?.code == .limitExceeded)
    #expect(try KeyedUnarchiver(limits: .trusted).decode(Data.self, from: bytes) == value)
  }

  @Test func `what compresses too well for readers is stored plain`() throws {
    let zeros = Data(count: 2_000_000)
    for framing in [ArchiveLayout.Framing.singlePart, .multiPart] {
      let bytes: [UInt8] = try KeyedArchiver(compression: .zlib(), framing: framing).encode(zeros)
      #expect(try KeyedUnarchiver().decode(Data.self, from: bytes) == zeros)
    }
  }

  @Test func `definitions, fields and key bytes`() throws {
    struct Two: Codable {
      var first = 1
      var second = 2
    }
    try check(Two(), \.maximumDefinitionCount, needs: 2)
    try check(Two(), \.maximumFieldCount, needs: 2)
    try check(Two(), \.maximumTotalFieldCount, needs: 2)
    try check(Two(), \.maximumKeyByteCount, needs: 6)
  }

  @Test func `derived shapes cannot multiply fields without end`() throws {
    var sink = ByteSink()
    sink.varint(4_001)
    sink.bytes += hex("03")
    sink.varint(1_000)
    for index in 0..<1_000 {
      sink.bytes += hex("05")
      sink.varint(8)
      sink.bytes += Array(String(10_000 + index).utf8.suffix(4))
    }
    for _ in 0..<4_000 { sink.bytes += hex("07 03 01 45") }
    sink.bytes += hex("45")
    let bytes = singlePart(
      sink.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Int.self, from: bytes)
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `block bytes`() throws {
    let value = Data(repeating: 1, count: 100_000)
    let bytes: [UInt8] = try KeyedArchiver(framing: .multiPart).encode(value)
    var limits = ArchiveLimits.untrusted
    limits.maximumBlockByteCount = 99_999
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver(limits: limits).decode(Data.self, from: bytes)
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `depth is limited while encoding too, and what is written can be read`() async throws {
    // Frames are several times as large where memory is watched.
    try await LargeStack.run(byteCount: 64 << 20) { () throws -> Void in
      var value = Mixed.int(1)
      for _ in 0..<512 { value = .list([value]) }
      #expect(try roundTrip(value) == value)
      let deeper = Mixed.list([value])
      let error = #expect(throws: ArchiveError.self) {
        let _: [UInt8] = try KeyedArchiver().encode(deeper)
      }
      #expect(error?.code == .limitExceeded)
    }
  }

  @Test func `a small stack ends in an error, not in a crash`() async throws {
    let codes = await withCheckedContinuation { continuation in
      let thread = Thread {
        // Made and taken apart here, level by level: to be released whole it would need more stack than there is.
        var value = Mixed.int(1)
        for _ in 0..<5_000 { value = .list([value]) }
        var archiver = KeyedArchiver()
        archiver.maximumDepth = 100_000
        var codes: [ArchiveError.Code?] = []
        do {
          let _: [UInt8] = try archiver.encode(value)
          codes.append(nil)
        } catch {
          codes.append((error as? ArchiveError)?.code)
        }
        while case .list(let inner) = value { value = inner[0] }
        continuation.resume(returning: codes)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(codes == [.stackExhausted])
  }

  /// On a thread of 512 KiB the default limit, or the stack, refuses what a larger stack takes.
  @Test func `deep values are taken on a stack that is large enough`() throws {
    final class Node: Codable {
      var number: Int
      var next: Node?
      init(_ number: Int, _ next: Node?) { (self.number, self.next) = (number, next) }

      func takeApart() -> Int {
        var (count, next) = (0, self as Node?)
        while let node = next {
          next = node.next
          node.next = nil
          count += 1
        }
        return count
      }
    }
    let count = Sanitizer.isThread ? 2_000 : 20_000
    func list() -> Node { (0..<count).reduce(Node(-1, nil)) { Node($1, $0) } }
    var archiver = KeyedArchiver()
    archiver.stackByteCount = 512 << 20
    let first = list()
    #expect(throws: ArchiveError.self) { try archiver.encode(first) as [UInt8] }
    archiver.maximumDepth = .max / 4
    let bytes: [UInt8] = try archiver.encode(first)
    #expect(first.takeApart() == count + 1)
    var unarchiver = KeyedUnarchiver(limits: .trusted)
    unarchiver.limits.maximumDepth = .max / 16
    unarchiver.stackByteCount = 512 << 10
    let exhausted = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(Node.self, from: bytes)
    }
    #expect(exhausted?.code == .stackExhausted)
    unarchiver.stackByteCount = 512 << 20
    for usesCells in [false, true] {
      unarchiver.usesCells = usesCells
      #expect(try unarchiver.decode(Node.self, from: bytes).takeApart() == count + 1)
    }
    // Errors come back from there too, and what user code throws.
    unarchiver.limits.maximumDepth = 100
    let refused = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(Node.self, from: bytes)
    }
    #expect(refused?.code == .limitExceeded)
    unarchiver.stackByteCount = .max / 2
    #expect(throws: ArchiveError.self) { try unarchiver.decode(Node.self, from: bytes) }
  }
}
