import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct DepthTests {
  /// 300 shapes, then `depth` objects in each other that must become maps.
  private static func document(depth: Int) -> [UInt8] {
    let shapes = (0..<300).map { "{\"k\($0)\":0}" }.joined(separator: ",")
    let opened = (0..<depth).map { "{\"z\($0)\":" }.joined()
    return Array("[\(shapes),\(opened)1\(String(repeating: "}", count: depth))]".utf8)
  }

  @Test func `what is written can be read, also where records become maps of two levels`() throws {
    let value = try ArchivedValue(json: Self.document(depth: 255))
    let archive = try value.archived()
    #expect(ArchiveVerification(of: archive).findings == [])
    #expect(try ArchiveInspector(archive).json() == Self.document(depth: 255))
    let deeper = try ArchivedValue(json: Self.document(depth: 256))
    let error = try #require(throws: ArchiveError.self) { try deeper.archived() }
    #expect(error.code == .limitExceeded)
  }

  @Test func `maps whose columns are packed rows can be written again`() throws {
    let archive = try SampleArchives.archive { maker in
      maker.map(length: 2) {
        $0.int(1)
        $0.int(2)
      } values: {
        $0.double(1)
        $0.double(2)
      }
    }
    let value = try #require(try ArchiveInspector(archive).roots.first).value
    #expect(try value.archived() == archive)
  }

  @Test func `a value in a value alone is dumped however deep it is`() throws {
    let depth = 100_000
    // The type T, then a value labelled with it, in which there is any value.
    let levels = Array(repeatElement([0x1A, 0x01, 0x01] as [UInt8], count: depth).joined())
    let bytes = SampleArchives.singlePart(lead: 0xB0, [0x03, 0x11, 0x54] + levels + [0x45])
    var limits = ArchiveLimits.trusted
    limits.maximumDepth = .max / 16
    let dump = try ArchiveInspector(bytes, limits: limits).dump()
    #expect(dump.count > depth * #"{"typed":{"type":"T","value":}}"#.utf8.count)
  }
}
