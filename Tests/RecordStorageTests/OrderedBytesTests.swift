import Foundation
import StorageTransforms
import Testing

@testable import RecordStorage

@Suite("Bytes are in the order of the values that they stand for")
struct OrderedBytesTests {
  private static let values: [StoredValue] =
    [.null] + ([.min, -65_536, -1, 0, 1, 255, 256, .max] as [Int64]).map { .integer($0) }
    + ([
      -.infinity, -1e300, -1, -Double.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1, 1e300,
      .infinity,
    ] as [Double]).map { .real($0) }
    + ["", "A", "a", "a!", "aa", "e\u{301}", "é", "\u{FFFD}", "😀"].map { .text($0) }
    + ([[], [0], [0, 0], [0, 255], [1], [1, 0], [255], [255, 255]] as [[UInt8]]).map {
      .blob(Data($0))
    }

  private static func bytes(_ value: StoredValue) -> [UInt8] {
    var bytes: [UInt8] = []
    OrderedBytes.append(value, to: &bytes)
    return bytes
  }

  @Test("values, and pairs of a value and a key")
  func order() throws {
    let keys = Self.values.compactMap(RecordKey.init)
    for (index, left) in Self.values.enumerated() {
      for (other, right) in Self.values.enumerated() {
        #expect(
          Self.bytes(left).lexicographicallyPrecedes(Self.bytes(right)) == (index < other),
          "\(left) and \(right)")
        #expect(StoredOrder.precedes(left, right) == (index < other))
        for key in keys {
          var entry = Self.bytes(left)
          OrderedBytes.append(key, to: &entry)
          #expect(entry.lexicographicallyPrecedes(Self.bytes(right)) == (index < other))
          #expect(OrderedBytes.valueByteCount(entry[...]) == Self.bytes(left).count)
        }
      }
    }
    for (index, key) in keys.enumerated() {
      #expect(OrderedBytes.key(in: OrderedBytes.key(key)[...]) == key)
      for (other, second) in keys.enumerated() {
        #expect(
          OrderedBytes.key(key).lexicographicallyPrecedes(OrderedBytes.key(second))
            == (index < other))
      }
    }
  }

  @Test("what no table takes for a key is none")
  func keys() {
    func isKey(_ text: [UInt8], _ kind: RecordKey.Kind = .text) -> Bool {
      // A text without bytes is the tag alone.
      OrderedBytes.isKey((OrderedBytes.key(.text("")) + text)[...], of: kind)
    }
    #expect(isKey(Array("é".utf8)))
    #expect(isKey([]))
    #expect(!isKey(Array("é".utf8), .blob))
    #expect(!isKey(Array("a\u{0}b".utf8)))
    #expect(!isKey([0xC3]))
    #expect(isKey([UInt8](repeating: 0x61, count: TableRules.maximumKeyByteCount)))
    #expect(!isKey([UInt8](repeating: 0x61, count: TableRules.maximumKeyByteCount + 1)))
  }

  @Test("a prefix's range holds what begins with it, and nothing else")
  func prefixes() {
    let texts = [
      "", "a", "ab", "a\u{10FFFF}", "a\u{10FFFF}b", "b", "\u{D7FF}", "\u{D7FF}x", "\u{E000}",
      "\u{10FFFF}",
    ]
    for prefix in texts {
      let query = RecordQuery.prefix(.text(prefix))
      for text in texts {
        #expect(
          query.finds(.text(text)) == text.utf8.starts(with: prefix.utf8), "\(prefix) in \(text)")
      }
    }
    let blobs: [[UInt8]] = [[], [0], [1, 255], [1, 255, 3], [2], [255], [255, 255], [255, 1]]
    for prefix in blobs {
      let query = RecordQuery.prefix(.blob(Data(prefix)))
      for blob in blobs {
        #expect(query.finds(.blob(Data(blob))) == blob.starts(with: prefix))
      }
    }
  }
}
