#if Encryption
  import Foundation
  import RecordStorage
  import SealedTransforms
  import TestSupport
  import Testing

  /// Encrypted attributes in a store.
  @Suite struct SealedStoreTests {
    struct Entry: Sendable {
      var day: Int
      var text: String
    }

    @Test func `a field of a store is encrypted`() throws {
      let store = RecordStore(MemoryBackEnd())
      let secret = Data(repeating: 7, count: 32)
      let diary = try Entity("Entry", restoring: Entry.init) {
        Field("day", \.day)
        Field("text", \.text, as: UTF8Transform().then(SealedTransform()))
      }
      var context = TransformContext()
      context.sealingKeys = try SealingKeys(current: SealingKey(id: "2026", bytes: secret))
      let entries = try store.records(of: diary, key: \.day, in: context)
      try entries.save(Entry(day: 1, text: "rain"))

      #expect(try entries.fetch(key: 1)?.text == "rain")
      let values = try #require(try store.read { try $0.values(of: 1, in: entries.id) })
      guard case .blob(let bytes) = values[1] else {
        Issue.record("no bytes")
        return
      }
      #expect(bytes.range(of: Data("rain".utf8)) == nil)
      let blind = try store.records(of: diary, key: \.day)
      #expect(throws: TransformError.self) { try blind.fetch(key: 1) }
      #expect(try ReadmeExample.stands("let diary =", in: #filePath, inPieces: true))
    }
  }
#endif
