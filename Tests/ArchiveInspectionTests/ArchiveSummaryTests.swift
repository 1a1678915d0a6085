import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct ArchiveSummaryTests {
  @Test func `a single-part archive is summed up in one line`() throws {
    let summary = try ArchiveInspector(try SampleArchives.everything()).summary
    #expect(
      summary.description == """
        single-part, version 1, 1 root, 1 object, 31 values, 2 shapes, 332 bytes raw, \
        337 stored, checksums ok
        """)
    #expect(summary.framing == .single)
    #expect(summary.partCount == 0)
    #expect(summary.typeCount == 3)
  }

  @Test func `a multi-part archive is summed up with both sizes`() throws {
    let text = "[" + String(repeating: "\"abcabcabc\",", count: 1_000) + "1]"
    let bytes = try SampleArchives.json(
      text, ArchiveLayout(framing: .multiPart, packing: .zlib(level: 9)))
    let summary = try ArchiveInspector(bytes).summary
    #expect(summary.framing == .multi)
    #expect(summary.isPacked)
    #expect(summary.partCount == 3)
    #expect(summary.storedByteCount == bytes.count)
    #expect(summary.valueCount == 1_002)
    #expect(
      summary.description
        == "multi-part, version 1, 1 root, 0 objects, 1,002 values, 0 shapes, "
        + "\(summary.rawByteCount / 1_000),\(String(summary.rawByteCount).suffix(3)) bytes raw, "
        + "\(bytes.count) stored (zlib), checksums ok")
  }

  @Test func `packed elements and map entries count as values, columns do not`() throws {
    let bytes = try SampleArchives.archive { maker in
      maker.map(length: 2) {
        $0.int(1)
        $0.int(2)
      } values: {
        $0.double(1)
        $0.double(2)
      }
    }
    #expect(try ArchiveInspector(bytes).summary.valueCount == 5)
    #expect(try ArchiveInspector(SampleArchives.json("[[1,2,3],{}]")).summary.valueCount == 6)
  }
}
