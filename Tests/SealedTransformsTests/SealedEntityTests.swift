#if Encryption
  import Foundation
  import SealedTransforms
  import Testing

  /// Encrypted attributes of entities.
  @Suite struct SealedEntityTests {
    struct User: Codable, Equatable, Sendable {
      var name: String
      var notes: [String]
    }

    private func keys(_ id: String, _ byte: UInt8) throws -> SealingKeys {
      try SealingKeys(current: SealingKey(id: id, bytes: Data(repeating: byte, count: 32)))
    }

    struct Account: Equatable, Sendable {
      var name: String
      var mail: String
      var mailDigest: String { DigestTransform().store(Data(mail.utf8)) }
    }

    @Test func `a sealed attribute is unique by its digest`() throws {
      let sealed = UTF8Transform().then(SealedTransform(keys: try keys("k1", 1)))
      #expect(sealed.keeps == .nothing && DigestTransform().keeps == .equality)
      let error = #expect(throws: SchemaError.self) {
        try Entity("Account", restoring: Account.init) {
          Field("name", \.name)
          Field("mail", \.mail, as: sealed).unique()
        }
      }
      #expect(
        error?.code == .notComparable && error?.description.contains("DigestTransform") == true)
      let accounts = try Entity(
        "Account",
        restoring: { (name: String, mail: String, _: String) in Account(name: name, mail: mail) }
      ) {
        Field("name", \.name)
        Field("mail", \.mail, as: sealed)
        Field("mail_digest", \.mailDigest).unique()
      }
      let values = try ["Ada", "Bob"].map {
        try accounts.store(Account(name: $0, mail: "a@b.c"), recordKey: .text($0))
      }
      #expect(values[0][1] != values[1][1] && values[0][2] == values[1][2])
      try accounts.verify(
        Account(name: "Ada", mail: "a@b.c"), Account(name: "Bob", mail: "d@e.f"),
        recordKey: .integer(1))
    }

    @Test func `one attribute encrypted`() throws {
      let sealed = ArchiveTransform<[String]>().then(SealedTransform(keys: try keys("k1", 1)))
      let users = try Entity("User", restoring: User.init) {
        Field("name", \.name)
        Field("notes", \.notes, as: sealed)
      }
      let user = User(name: "Ada", notes: ["secret"])
      let values = try users.store(user, recordKey: .integer(7))
      #expect(values[0] == .text("Ada"))
      guard case .blob(let bytes) = values[1] else {
        Issue.record("no bytes")
        return
      }
      #expect(bytes.first == 0xC1 && bytes.range(of: Data("secret".utf8)) == nil)
      #expect(try users.restore(values, recordKey: .integer(7)) == user)
      // It is bound to its record, and to a place that is known.
      let moved = #expect(throws: TransformError.self) {
        try users.restore(values, recordKey: .integer(8))
      }
      #expect(moved?.code == .authenticationFailed && moved?.context?.attribute?.name == "notes")
      let unplaced = #expect(throws: TransformError.self) { try users.store(user) }
      #expect(unplaced?.code == .missingContext)
      // It survives that entity and attribute are renamed, and the first key is kept.
      let people = try Entity(
        .init("Person", id: "User"), version: 2,
        restoring: { (remarks: [String], name: String) in User(name: name, notes: remarks) }
      ) {
        Field("remarks", \.notes, as: sealed).renamed(from: "notes")
        Field("name", \.name)
      }
      let plan = try people.plan(for: users.schema)
      let migrated = try plan.migrate(values, recordKey: .integer(7))
      #expect(migrated == [values[1], values[0]])
      #expect(try people.restore(migrated, recordKey: .integer(7)) == user)
      #expect(try plan.restore(values, recordKey: .integer(7)) == user)
    }

    @Test func `an attribute that was plain is sealed from now on`() throws {
      let plain = try Entity(of: User.self, named: "User")
      let sealed = ArchiveTransform<[String]>().then(SealedTransform(keys: try keys("k1", 1)))
      let users = try Entity(of: User.self, named: "User", version: 2) {
        Field("notes", \.notes, as: sealed).formerly(as: ArchiveTransform())
      }
      let user = User(name: "Ada", notes: ["secret"])
      let values = try plain.store(user)
      let plan = try users.plan(for: plain.schema)
      #expect(try plan.restore(values, recordKey: .integer(1)) == user)
      let migrated = try plan.migrate(values, recordKey: .integer(1))
      #expect(migrated[1] != values[1])
      #expect(try users.restore(migrated, recordKey: .integer(1)) == user)
      #expect(throws: TransformError.self) { try users.restore(migrated, recordKey: .integer(2)) }
    }

    struct Diary: Codable, Equatable, Sendable {
      @Stored<TransformChain<UTF8Transform, SealedTransform>> var page: String
    }

    @Test func `a stored property takes its keys from the context`() throws {
      let diaries = try Entity(of: Diary.self) {
        Field("page", \.page, as: UTF8Transform().then(SealedTransform())).example("")
      }
      var context = TransformContext()
      context.sealingKeys = try keys("k1", 1)
      let diary = Diary(page: "dear")
      let values = try diaries.store(diary, recordKey: .text("a"), in: context)
      #expect(try diaries.restore(values, recordKey: .text("a"), in: context) == diary)
      let keyless = #expect(throws: TransformError.self) {
        try diaries.restore(values, recordKey: .text("a"))
      }
      #expect(keyless?.code == .missingContext)
      // Without the field the same: text can be made up.
      #expect(try Entity(of: Diary.self).schema == diaries.schema)
    }
  }
#endif
