#if Encryption
  #if canImport(CryptoKit)
    import CryptoKit
  #else
    import Crypto
  #endif
  import Foundation
  import SealedTransforms
  import TestSupport
  import Testing
  import ValueTransformers

  final class SealingTransformer: ValueTransformer {
    private let key: SymmetricKey

    init(key: SymmetricKey) {
      self.key = key
      super.init()
    }

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
      guard let text = value as? String else { return nil }
      return try? AES.GCM.seal(Data(text.utf8), using: key).combined
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
      guard let data = value as? Data, let box = try? AES.GCM.SealedBox(combined: data),
        let opened = try? AES.GCM.open(box, using: key)
      else { return nil }
      return String(decoding: opened, as: UTF8.self)
    }
  }

  /// The examples of the article on encrypted attributes. The code there is above.
  @Suite struct SealingGuideTests {
    struct Entry: Equatable, Sendable {
      var day: Int
      var text: String
    }

    @Test func `what a value transformer sealed is read, and sealed anew`() throws {
      let oldKey = Data(repeating: 5, count: 32)
      let secret = Data(repeating: 7, count: 32)
      let former = ClosureTransform<String, Data>(
        "text.combined", store: { _ in throw CocoaError(.featureUnsupported) },
        restore: { data in
          let box = try AES.GCM.SealedBox(combined: data)
          let opened = try AES.GCM.open(box, using: SymmetricKey(data: oldKey))
          return String(validating: opened, as: UTF8.self)
        })
      let sealed = UTF8Transform().then(SealedTransform()).stamped(reading: .unstamped(former))
      let journal = try Entity("Entry", restoring: Entry.init) {
        Field("day", \.day)
        Field("text", \.text, as: sealed)
      }

      var context = TransformContext()
      context.sealingKeys = try SealingKeys(current: SealingKey(id: "2026", bytes: secret))
      let values = try journal.store(
        Entry(day: 1, text: "rain"), recordKey: .integer(1), in: context)
      let entry = try journal.restore(values, recordKey: .integer(1), in: context)

      #expect(entry == Entry(day: 1, text: "rain"))
      let transformer = SealingTransformer(key: SymmetricKey(data: oldKey))
      let earlier = try #require(transformer.transformedValue("hail") as? Data)
      #expect(transformer.reverseTransformedValue(earlier) as? String == "hail")
      let read = try journal.restore(
        [.integer(2), .blob(earlier)], recordKey: .integer(2), in: context)
      #expect(read == Entry(day: 2, text: "hail"))
      let anew = try journal.store(read, recordKey: .integer(2), in: context)
      #expect(anew[1] != .blob(earlier))
      #expect(try journal.restore(anew, recordKey: .integer(2), in: context) == read)
      #expect(throws: TransformError.self) {
        try journal.restore(anew, recordKey: .integer(3), in: context)
      }
      #expect(try ReadmeExample.stands("class SealingTransformer", in: #filePath, inPieces: true))
      #expect(try ReadmeExample.stands("let former =", in: #filePath, inPieces: true))
    }
  }
#endif
