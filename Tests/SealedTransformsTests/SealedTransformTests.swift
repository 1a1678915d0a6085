#if Encryption
  import Foundation
  import SealedTransforms
  import TestSupport
  import Testing

  /// Attributes that are encrypted one by one.
  @Suite struct SealedTransformTests {
    private func key(
      _ id: String, _ byte: UInt8 = 7, _ algorithm: SealingKey.Algorithm = .aesGCM
    ) throws -> SealingKey {
      try SealingKey(id: id, bytes: Data(repeating: byte, count: 32), algorithm: algorithm)
    }

    private func fails(_ code: TransformError.Code, _ body: () throws -> Void) {
      let error = #expect(throws: TransformError.self, performing: body)
      #expect(error?.code == code)
    }

    private let context = TransformContext(
      entity: "User", attribute: "notes", recordKey: .integer(7))

    @Test(arguments: [SealingKey.Algorithm.aesGCM, .chaChaPoly])
    func `an attribute is encrypted, and opened in its place alone`(
      algorithm: SealingKey.Algorithm
    ) throws {
      let sealed = SealedTransform(keys: try SealingKeys(current: key("k1", 7, algorithm)))
      let transform = ArchiveTransform<[String]>().then(sealed).stamped()
      let value = ["secret", "words"]
      let stored = try transform.store(value, in: context)
      #expect(try transform.restore(stored, in: context) == value)
      #expect(stored.range(of: Data("secret".utf8)) == nil)
      #expect(try transform.store(value, in: context) != stored)
      for change in [
        { (context: inout TransformContext) in context.recordKey = .integer(8) },
        { $0.recordKey = .text("7") }, { $0.recordKey = .real(Double(bitPattern: 7)) },
        { $0.attribute = "note" }, { $0.entity = "Users" },
        {
          $0.entity = "Use"; $0.attribute = "rnotes"
        },
      ] as [(inout TransformContext) -> Void] {
        var other = context
        change(&other)
        fails(.authenticationFailed) { _ = try transform.restore(stored, in: other) }
      }
      // Renamed, with the same ids.
      let renamed = TransformContext(
        entity: .init("Person", id: "User"), attribute: .init("remarks", id: "notes"),
        recordKey: .integer(7))
      #expect(try transform.restore(stored, in: renamed) == value)
    }

    @Test func `a value is opened in the store that it is bound to`() throws {
      let keys = try SealingKeys(current: key("k1"))
      let here = SealedTransform(keys: keys, boundTo: "store-1")
      let stored = try here.store(Data("text".utf8), in: context)
      #expect(try here.restore(stored, in: context) == Data("text".utf8))
      #expect(here.form.description == "sealed.bound")
      for other in [
        SealedTransform(keys: keys), SealedTransform(keys: keys, boundTo: "store-2"),
        SealedTransform(keys: keys, boundTo: ""),
      ] {
        fails(.authenticationFailed) { _ = try other.restore(stored, in: context) }
        let foreign = try other.store(Data("text".utf8), in: context)
        fails(.authenticationFailed) { _ = try here.restore(foreign, in: context) }
      }
    }

    @Test func `keys are changed one after the other`() throws {
      let old = try SealedTransform(keys: SealingKeys(current: key("2025", 1)))
      let new = try SealedTransform(
        keys: SealingKeys(current: key("2026", 2, .chaChaPoly), older: [key("2025", 1)]))
      let stored = try old.store(Data("text".utf8), in: context)
      #expect(SealedTransform.keyID(of: stored) == "2025")
      #expect(try new.restore(stored, in: context) == Data("text".utf8))
      let again = try new.store(Data("text".utf8), in: context)
      #expect(SealedTransform.keyID(of: again) == "2026")
      fails(.unknownKey) { _ = try old.restore(again, in: context) }
      let wrong = try SealedTransform(keys: SealingKeys(current: key("2025", 9)))
      fails(.authenticationFailed) { _ = try wrong.restore(stored, in: context) }
      let other = try SealedTransform(keys: SealingKeys(current: key("2025", 1, .chaChaPoly)))
      fails(.authenticationFailed) { _ = try other.restore(stored, in: context) }
    }

    @Test func `what is needed has to be there`() throws {
      let transform = SealedTransform()
      fails(.missingContext) { _ = try transform.store(Data(), in: context) }
      var complete = context
      complete.sealingKeys = try SealingKeys(current: key("k"))
      #expect(try transform.restore(transform.store(Data(), in: complete), in: complete) == Data())
      for change in [
        { (context: inout TransformContext) in context.recordKey = nil }, { $0.recordKey = .null },
        { $0.entity = nil }, { $0.attribute = nil },
      ] as [(inout TransformContext) -> Void] {
        var other = complete
        change(&other)
        fails(.missingContext) { _ = try transform.store(Data(), in: other) }
      }
      fails(.invalidKey) { _ = try SealingKey(id: "", bytes: Data(count: 32)) }
      fails(.invalidKey) {
        _ = try SealingKey(id: String(repeating: "k", count: 256), bytes: Data(count: 32))
      }
      fails(.invalidKey) { _ = try SealingKey(id: "k", bytes: Data(count: 31)) }
      fails(.invalidKey) {
        _ = try SealingKey(id: "k", bytes: Data(count: 16), algorithm: .chaChaPoly)
      }
      fails(.invalidKey) { _ = try SealingKeys(current: key("k"), older: [key("k", 8)]) }
    }

    @Test(arguments: [SealingKey.Algorithm.aesGCM, .chaChaPoly])
    func `no changed or missing bit goes unnoticed`(algorithm: SealingKey.Algorithm) throws {
      let sealed = SealedTransform(keys: try SealingKeys(current: key("k1", 7, algorithm)))
      let stamped = JSONTransform<[Int]>().then(sealed).stamped()
      let (bare, whole) = (
        try sealed.store(Data([1, 2, 3]), in: context), try stamped.store([1, 2], in: context)
      )
      for bit in 0..<bare.count * 8 {
        var changed = bare
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(throws: TransformError.self) { try sealed.restore(changed, in: context) }
      }
      for bit in 0..<whole.count * 8 {
        var changed = whole
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(throws: TransformError.self) { try stamped.restore(changed, in: context) }
      }
      for count in 0..<bare.count {
        #expect(throws: TransformError.self) { try sealed.restore(bare.prefix(count), in: context) }
      }
    }

    /// Sealed by another program, from the text of the specification.
    @Test(arguments: [
      (
        SealingKey.Algorithm.aesGCM,
        "01026b31000102030405060708090a0b70e4851c7220b3c6901aabeb4e2258191112e3a5a5"
      ),
      (
        .chaChaPoly, "02026b31000102030405060708090a0b44109d4f0389692eee81570ec95dc7416413e68f8b"
      ),
    ])
    func `sealed bytes are those of the specification`(
      algorithm: SealingKey.Algorithm, text: String
    ) throws {
      let sealed = SealedTransform(keys: try SealingKeys(current: key("k1", 7, algorithm)))
      #expect(
        try sealed.restore(HexTransform().restore(text), in: context) == Data("hello".utf8))
    }

    @Test func `a digest is one-way`() throws {
      #expect(
        DigestTransform().store(Data("abc".utf8))
          == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      #expect(!(DigestTransform() as Any is any StorageTransform))
      // Those of FIPS 180-4 and RFC 1321 for “abc”.
      #expect(DigestTransform(.md5).store(Data("abc".utf8)) == "900150983cd24fb0d6963f7d28e17f72")
      #expect(
        DigestTransform(.sha1).store(Data("abc".utf8)) == "a9993e364706816aba3e25717850c26c9cd0d89d"
      )
      #expect(
        DigestTransform(.sha512).store(Data("abc".utf8)).hasPrefix("ddaf35a193617abacc417349"))
      #expect(
        DigestTransform(.sha512).keeps == .equality && DigestTransform(.sha1).keeps == .nothing)
      #expect(DigestTransform(.md5).form.description == "md5")
    }

    struct User: Codable, Equatable {
      @Stored<TransformChain<JSONTransform<[Int]>, SealedTransform>> var pins = [1, 2]
    }

    @Test func `a property is sealed in any coder`() throws {
      var context = TransformContext(entity: "User", recordKey: .text("ada"))
      context.sealingKeys = try SealingKeys(current: key("k"))
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      encoder.userInfo[.transformContext] = context
      decoder.userInfo[.transformContext] = context
      let json = try encoder.encode(User())
      #expect(try decoder.decode(User.self, from: json) == User())
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(User.self, from: json) }
    }
  }
#endif
