import ArchiveCompression
import Foundation
import RecordLog
import RecordTestSupport
import StorageTransforms
import Testing

@testable import RecordStorage

/// A place of a hint is believed of the record that it names, and of no other (Spec/record-log.md, rule N1).
@Suite struct HintPlaceTests {
  private static let name = "a.krec"

  private static func table(_ kind: RecordKey.Kind) -> RecordTable {
    RecordTable(
      EntitySchema(
        "Item", attributes: [AttributeSchema("text", type: .text, form: TransformForm("native"))]),
      keyKind: kind)
  }

  private func store(_ kind: RecordKey.Kind, _ records: [StoredRecord]) throws -> MemoryFolder {
    let folder = MemoryFolder()
    let file = try FileBackEnd(Self.name, in: folder)
    try RecordStore(file).write { session in
      try session.define(Self.table(kind))
      for record in records { try session.insert(record, into: "Item") }
    }
    file.close()
    return folder
  }

  /// Writes a hint with other places, as if it were of the log.
  private func rewriteHint(
    _ folder: MemoryFolder, _ change: (inout TreeTable<LogPlace>) throws -> Void
  ) throws {
    let archives = TableArchives()
    let hinted = try #require(HintFile(of: Self.name, in: folder, archives))
    var image = hinted.image
    try image.database.change("Item", change)
    let hint = HintFile.name(of: Self.name)
    try folder.remove(hint)
    try HintFile.write(
      hinted.hint, image, archives, to: #require(try folder.open(hint, .create)))
  }

  private func code(of key: RecordKey, _ folder: MemoryFolder) throws -> StorageError.Code? {
    let file = try FileBackEnd(Self.name, in: folder)
    defer { file.close() }
    do {
      _ = try RecordStore(file).read { try $0.values(of: key, in: "Item") }
      return nil
    } catch let error as StorageError {
      #expect(error.key == key && error.byteOffset != nil)
      return error.code
    }
  }

  /// The values of the two are the same, and so would be their checksum: the key tells.
  @Test(arguments: [
    (RecordKey.integer(1), RecordKey.integer(2)), (.text("a"), .text("b")),
    (.text(""), .text("a")), (.blob(Data([1])), .blob(Data([2]))), (.integer(0), .integer(300)),
  ])
  func `a place that is another record's is damage`(_ key: RecordKey, _ other: RecordKey) throws {
    let values = [StoredValue.text("the same")]
    let folder = try store(
      key.kind, [StoredRecord(key: key, values: values), StoredRecord(key: other, values: values)])
    #expect(try code(of: key, folder) == nil)
    try rewriteHint(folder) { table in
      let place = try #require(table.records[OrderedBytes.key(other)])
      table.setPlace(place, of: OrderedBytes.key(key))
    }
    #expect(try code(of: key, folder) == .damaged)
    #expect(try code(of: other, folder) == nil)
  }

  /// Other offsets and lengths, with the checksum of what stands there.
  @Test func `a place that is no put is damage`() throws {
    let key = RecordKey.integer(5)
    let folder = try store(
      .integer, [StoredRecord(key: key, values: [.text(String(repeating: "x", count: 40))])])
    let good = try #require(folder[HintFile.name(of: Self.name)])
    let bytes = try #require(folder[Self.name])
    var found = Set<StorageError.Code?>()
    for start in stride(from: 64, to: bytes.count - 3, by: 1) {
      folder[HintFile.name(of: Self.name)] = good
      try rewriteHint(folder) { table in
        let range = start..<min(start + 30, bytes.count)
        let place = LogPlace(
          byteOffset: UInt64(start), byteCount: UInt32(range.count),
          checksum: Checksum.crc32(0, bytes[range]))
        table.setPlace(place, of: OrderedBytes.key(key))
      }
      found.insert(try code(of: key, folder))
    }
    #expect(found == [.damaged])
  }

  @Test func `a hint takes at most twenty bytes a record beside the key`() throws {
    func byteCount(_ count: Int64) throws -> Int {
      let records = (0..<count).map {
        StoredRecord(key: .text("key number \(100_000 + $0)"), values: [.text("value \($0)")])
      }
      return try #require(try store(.text, records)[HintFile.name(of: Self.name)]).count
    }
    let (few, many) = (try byteCount(640), try byteCount(6_400))
    let perRecord = Double(many - few) / Double(6_400 - 640)
    #expect(perRecord <= 20 + Double("key number 100000".utf8.count), "\(perRecord)")
  }
}
