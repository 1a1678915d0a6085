import ArchiveFormat
import ArchiveInspection
import FoundationArchiveFormat
import PropertyListFormat
import TestTraits
import Testing

/// Many URLs that are relative to one object cost no more than their bytes.
@Suite struct SharedBaseTests {
  /// URLs relative to one object of a class, which has many fields.
  private static func archive(urls count: Int, fields: Int, of name: String) -> [UInt8] {
    let urls = (0..<count).map {
      SampleList.object(3, [("NS.base", .reference(2)), ("NS.relative", .string("\($0)"))])
    }
    return SampleList.archive(
      [
        .object(5, [("NS.objects", .array((0..<count).map { .reference($0 + 6) }))]),
        .object(
          4,
          [("NS.relative", .string("http://x/"))]
            + (0..<fields).map { ("f\($0)", SampleList.integer(1)) }),
        .named("NSURL", "NSObject"), .named(name, "NSObject"), .named("NSArray", "NSObject"),
      ] + urls
    ).binary
  }

  @Test func `many URLs relative to one object with many fields are shown`() throws {
    let bytes = Self.archive(urls: 2_000, fields: 2_000, of: "NSURL")
    let values = try InspectedFile(bytes, isTrusted: false).values()
    let url = try values.value(at: ValuePath(parsing: "$[1999]"))
    #expect(url.urlParts ?? [] == ["1999", "http://x/"])
  }

  @Test(.long, arguments: ["NSURL", "NSOrderedSet", "Other"])
  func `the time for them grows with their number, and not with its square`(name: String) throws {
    func time(_ count: Int) throws -> Duration {
      let graph = try FoundationGraph(Self.archive(urls: count, fields: count, of: name))
      // The best of some, since other tests and programs take their turns.
      return try (0..<4).map { _ in
        try ContinuousClock().measure {
          _ = try graph.archivedDocument()
          _ = try graph.plainDocument()
          _ = try graph.valuesDump()
          #expect(try graph.findings(atMost: 10).isEmpty)
        }
      }.min() ?? .zero
    }
    let (short, long) = (try time(500), try time(4_000))
    // Eight times as many; the square is 64.
    #expect(long < short * 24, "\(short), then \(long)")
  }
}
