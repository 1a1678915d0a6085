import Foundation
import StorageTransforms
import Testing

@Suite("What transforms keep of the values")
struct KeepingTests {
  struct Mail: Equatable, Sendable {
    var id: Int
    var sent: Date
    var subject: String
    var tags: Set<String>
  }

  enum Size: String, Codable, Sendable { case small, large }

  /// A type that stores itself, and promises nothing.
  struct Version: StoredForm, Codable, Hashable {
    var text: String
    static var storedKinds: Set<StoredValue.Kind> { [.text] }
    func storedValue() -> StoredValue { .text(text) }
    init(text: String) { self.text = text }
    init(storedValue: StoredValue) throws(TransformError) {
      text = try String(storedValue: storedValue)
    }
  }

  @Test func `each transform of the shelf says what it keeps`() {
    #expect(IdentityTransform<String>().keeps == .order)
    #expect(RawValueTransform<Size>().keeps == .order)
    #expect(HexTransform().keeps == .order && UTF8Transform().keeps == .order)
    #expect(TextTransform().keeps == .order && Base64Transform().keeps == .equality)
    #expect(SingleCaseTransform(.upper).keeps == .equality)
    #expect(RelativeURLTransform().keeps == .equality)
    #expect(ISO8601Transform().keeps == .equality && RFC2822Transform().keeps == .equality)
    #expect(ISO8601Transform.sortable(fractionDigits: 3).keeps == .order)
    #expect(ZlibTransform().keeps == .nothing && JSONTransform<Int>().keeps == .nothing)
    #expect(PropertyListTransform<[Int]>().keeps == .nothing)
    #expect(ArchiveTransform<Int>().keeps == .nothing)
    #expect(ArchiveTransform<Int>.canonical.keeps == .equality)
    var packed = ArchiveTransform<Int>.canonical
    packed.archiver.compression = .zlib()
    #expect(packed.keeps == .nothing)
    #expect(CapitalizedTransform().keeps == .nothing)
  }

  @Test
  func `a chain keeps the least of its links, and what is around a transform no more than that`() {
    let dates = ISO8601Transform.sortable(fractionDigits: 9)
    #expect(dates.then(UTF8Transform()).keeps == .order)
    #expect(dates.then(UTF8Transform()).then(Base64Transform()).keeps == .equality)
    #expect(ISO8601Transform().then(UTF8Transform()).keeps == .equality)
    #expect(UTF8Transform().then(ZlibTransform()).keeps == .nothing)
    #expect(dates.optional.keeps == .order && UTF8Transform().stamped().keeps == .equality)
    #expect(UTF8Transform().stamped(reading: .unstamped(UTF8Transform())).keeps == .nothing)
    #expect(dates.fallback(to: Date()).keeps == .order)
    #expect(ErasedTransform(dates).keeps == .order)
    #expect(AnyStorageTransform(IdentityTransform<Version>()).keeps == .nothing)
    #expect(Version.keeps == .nothing && Int?.keeps == .order)
    let plain = ClosureTransform<Int, Int>("twice", store: { $0 * 2 }, restore: { $0 / 2 })
    let sworn = ClosureTransform<Int, Int>(
      "twice", keeps: .order, store: { $0 * 2 }, restore: { $0 / 2 })
    #expect(plain.keeps == .nothing && sworn.keeps == .order)
    let registry = TransformRegistry()
    let named = NamedTransform(TransformName<Date>("dates"), in: registry)
    #expect(named.keeps == .nothing)
    #expect(throws: Never.self) { try registry.register(dates, as: "dates") }
    #expect(named.keeps == .order)
  }

  private func refusal(
    _ field: Field<Mail, Set<String>, Set<String>>
  ) -> SchemaError? {
    #expect(throws: SchemaError.self) {
      try Entity(
        "Mail",
        restoring: { (tags: Set<String>) in
          Mail(id: 0, sent: .now, subject: "", tags: tags)
        }
      ) { field }
    }
  }

  @Test func `what keeps no equality is neither unique nor indexed`() throws {
    let unique = refusal(Field("tags", \Mail.tags).unique())
    #expect(
      unique?.description == """
        notComparable: 'tags' is unique, which needs equality, and its form “archive” keeps nothing, entity 'Mail'. Write:
          Field("tags", \\.…, as: ArchiveTransform.canonical)  // equal values, equal bytes
          Field("tags_digest", \\.…)  // a property with what DigestTransform stores of the value
        """)
    #expect(refusal(Field("tags", \Mail.tags).indexed())?.code == .notComparable)
    #expect(
      refusal(Field("tags", \Mail.tags, as: JSONTransform()).indexed())?.code == .notComparable)
    let packed = UTF8Transform().then(ZlibTransform())
    let zlib = #expect(throws: SchemaError.self) {
      try Entity("M", restoring: { Mail(id: 0, sent: .now, subject: $0, tags: []) }) {
        Field("subject", \.subject, as: packed).unique()
      }
    }
    #expect(zlib?.message.contains("“utf8 → zlib” keeps nothing") == true)
    let tags = try Entity("M", restoring: { Mail(id: 0, sent: .now, subject: "", tags: $0) }) {
      Field("tags", \.tags, as: ArchiveTransform.canonical).unique()
    }
    #expect(tags.keeps(at: 0) == .equality && tags.keeps(at: 1) == .nothing)
    #expect(tags.schema.attributes[0].form.description == "archive.canonical")
  }

  @Test func `a derived entity is held to the same`() throws {
    struct Note: Codable { var words: Set<String> }
    let error = #expect(throws: SchemaError.self) {
      try Entity(of: Note.self) { Field("words", \.words).unique() }
    }
    #expect(error?.code == .notComparable)
  }

  @Test func `former forms change nothing, since a store brings values into the present one`()
    throws
  {
    let mails = try Entity("M", restoring: { Mail(id: 0, sent: .now, subject: $0, tags: []) }) {
      Field("subject", \.subject, as: UTF8Transform()).formerly(as: JSONTransform()).indexed()
    }
    #expect(mails.keeps(at: 0) == .equality)
    let bare = try Entity("M", restoring: { Mail(id: 0, sent: .now, subject: $0, tags: []) }) {
      Field("subject", \.subject, as: UTF8Transform(), isStamped: false).indexed()
    }
    #expect(bare.keeps(at: 0) == .order)
  }

  @Test func `equal sets are the same canonical bytes, whatever their order`() throws {
    let words = (0..<40).map { "word \($0)" }
    let transform = ArchiveTransform<[String: Set<String>]>.canonical
    var all: Set<Data> = []
    for capacity in [0, 64, 1_000] {
      var set = Set<String>(minimumCapacity: capacity)
      for word in words.shuffled() { set.insert(word) }
      var dictionary = [String: Set<String>](minimumCapacity: capacity)
      for word in words.shuffled() { dictionary[word] = set }
      let bytes = try transform.store(dictionary)
      #expect(try transform.restore(bytes) == dictionary)
      #expect(try ArchiveTransform().restore(bytes) == dictionary)
      all.insert(bytes)
    }
    #expect(all.count == 1)
  }
}
