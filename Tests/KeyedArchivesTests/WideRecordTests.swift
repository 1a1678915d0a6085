import ArchiveFormat
import TestTraits
import Testing

@testable import KeyedArchives

/// Records with more state bits than the places of bits in slots tell apart.
@Suite struct WideRecordTests {
  private struct Wide: Decodable {
    enum CodingKeys: String, CodingKey { case low = "f1000" }
    let low: Int?
  }

  @Test(.long) func `the last bit of half a million is not taken for an earlier one`() throws {
    let fieldCount = 525_289
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead)
    // One shape, of integers that may be absent.
    sink.varint(1)
    sink.varint(1)
    sink.varint(fieldCount)
    for index in 0..<fieldCount {
      sink.byte(0x45)
      let key = Array("f\(index)".utf8)
      sink.varint(key.count << 1)
      sink.append(key[...])
    }
    // An array of two records of this shape: in each the last field alone is there. The number of its bit is 1,000 and 524,288.
    sink.append(hex("16 15")[...])
    sink.varint(0)
    sink.varint(2 << 1)
    for value in [7, 8] {
      sink.append([UInt8](repeating: 0, count: fieldCount / 8)[...])
      sink.append([0x01, UInt8(value << 2 | 1)][...])
    }
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    let wide = try KeyedUnarchiver(limits: .trusted).decode([Wide].self, from: sink.bytes)
    #expect(wide.map(\.low) == [nil, nil])
  }
}
