import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Tails, where objects stand that only references lead to: in streams, and how deep they go.
@Suite(.serialized) struct ReferenceTailTests: ReferenceProbe {
  struct Item: Codable {
    var blob: BackReference<Blob>
    init(_ blob: Blob) { self.blob = BackReference(wrappedValue: blob) }
  }
  final class Blob: Codable {
    var data: Data
    init(_ data: Data) { self.data = data }
    func encode(to encoder: any Encoder) throws {
      if data.isEmpty { throw CocoaError(.coderInvalidValue) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(data, forKey: .data)
    }
  }

  @Test func `batches count what stands in their tails`() throws {
    let items = (0..<80).map { Item(Blob(Data(repeating: UInt8($0), count: 1 << 20))) }
    let bytes = try stream(items)
    let back = error { _ = try elements(Item.self, of: bytes) }
    #expect(back == nil)
    #expect(try ArchiveInspector(bytes).summary.partCount > 80)
  }

  @Test func `a value whose tail cannot be archived leaves the stream as it was`() throws {
    var bytes: [UInt8] = []
    let writer = ArchiveStreamWriter<Item>(to: ArchiveOutput { bytes += $0 })
    try writer.append(Item(Blob(Data([1]))))
    let first = error { try writer.append(Item(Blob(Data()))) }
    let second = error { try writer.append(Item(Blob(Data([3])))) }
    let end = error { try writer.finish() }
    #expect(first != nil)
    #expect(second == nil)
    #expect(end == nil)
    #expect((try? elements(Item.self, of: bytes).count) == 2)
  }

  struct Deep: Codable {
    var level: Int
    init(_ level: Int) { self.level = level }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if level > 0 { try container.encode(Deep(level - 1)) }
    }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      level = container.isAtEnd ? 0 : try container.decode(Deep.self).level + 1
    }
  }
  final class DeepObject: Codable {
    var deep: Deep
    init(_ level: Int) { deep = Deep(level) }
  }
  struct DeepRoot: Codable {
    var back: BackReference<DeepObject>
  }

  @Test func `the tail at the limit of depth`() throws {
    var refused = 0
    for level in 8..<16 {
      var archiver = KeyedArchiver()
      archiver.maximumDepth = 12
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.maximumDepth = 12
      let root = DeepRoot(back: BackReference(wrappedValue: DeepObject(level)))
      var bytes: [UInt8]?
      let failure = error { bytes = try archiver.encode(root) }
      if let bytes {
        let read = error { _ = try unarchiver.decode(DeepRoot.self, from: bytes) }
        #expect(read == nil, "\(level)")
      } else {
        refused += 1
        #expect(failure?.code == .limitExceeded)
      }
    }
    #expect(refused > 2 && refused < 8)
  }
}
