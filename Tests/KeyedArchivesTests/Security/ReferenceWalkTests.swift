import ArchiveFormat
import KeyedArchives
import Testing

/// References that are walked through nested containers alone.
@Suite struct ReferenceWalkTests {
  /// Objects of class C, each an array of two references to the one before: 2^n paths.
  private func laughs(_ count: Int, references: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.bytes = hex("03 19 03 43 16 01")
    sink.varint(count << 1)
    for index in 0..<count {
      sink.bytes += hex("19 1A 01 16 01 01")
      let inner = index == 0 ? 0 : references
      sink.varint(inner << 1)
      for _ in 0..<inner {
        sink.bytes += hex("19 00")
        sink.varint(index - 1 + 3)
      }
    }
    return singlePart(sink.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  /// Reads whatever is in the last element through nested containers alone.
  private struct Walker: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let last = (container.count ?? 0) - 1
      while container.currentIndex < last { _ = try container.superDecoder() }
      try Self.walk(container)
    }

    private static func walk(_ container: any UnkeyedDecodingContainer) throws {
      var container = container
      while !container.isAtEnd { try walk(container.nestedUnkeyedContainer()) }
    }
  }

  @Test func `shared references walked through nested containers are counted`() throws {
    let error = #expect(throws: ArchiveError.self) {
      var limits = ArchiveLimits.untrusted
      limits.maximumVisitCount = 100_000
      return try KeyedUnarchiver(limits: limits).decode(
        Walker.self, from: laughs(40, references: 2))
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `a chain of references ends in an error, not in a crash`() throws {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Walker.self, from: laughs(60_000, references: 1))
    }
    #expect(error?.code == .limitExceeded || error?.code == .stackExhausted)
  }
}
