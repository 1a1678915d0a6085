import Foundation
import StorageTransforms
import Testing

/// Where null, defaults, fallbacks, stamps and contexts meet.
@Suite struct FieldEdgeTests {
  private func code(_ body: () throws -> Void) -> TransformError.Code? {
    let error = #expect(throws: TransformError.self, performing: body)
    return error?.code
  }

  /// Zero is null.
  struct Sparse: ContextFreeTransform {
    func store(_ value: Int) -> Int? { value == 0 ? nil : value }
    func restore(_ stored: Int?) -> Int { stored ?? 0 }
  }

  struct Count: Equatable, Sendable { var value: Int }
  struct Maybe: Equatable, Sendable { var value: Int? }

  @Test func `a value whose stored form is null comes back, or is refused`() throws {
    let plain = try Entity("C", restoring: Count.init) { Field("value", \.value, as: Sparse()) }
    #expect(try plain.restore(plain.store(Count(value: 0))) == Count(value: 0))
    // Null would come back as the default, or as nil.
    let filled = try Entity("C", restoring: Count.init) {
      Field("value", \.value, as: Sparse()).default(5)
    }
    #expect(code { _ = try filled.store(Count(value: 0)) } == .notStorable)
    #expect(try filled.restore([.null]) == Count(value: 5))
    let maybe = try Entity("C", restoring: Maybe.init) { Field("value", \.value, as: Sparse()) }
    #expect(code { _ = try maybe.store(Maybe(value: 0)) } == .notStorable)
    #expect(try maybe.store(Maybe()) == [.null])
    // What was null before is what it was.
    let later = try Entity("C", version: 2, restoring: Count.init) {
      Field("value", \.value).formerly(as: Sparse()).default(9)
    }
    let plan = try later.plan(for: plain.schema)
    #expect(try plan.restore([.null]) == Count(value: 0))
    #expect(try plan.migrate([.null]) == [.integer(0)])
    #expect(try later.restore([.null]) == Count(value: 9))
  }

  @Test func `what is required, defaulted or added agrees in every way of reading`() throws {
    struct Old: Codable, Sendable { var note: String? }
    struct New: Codable, Equatable, Sendable { var note: String }
    let old = try Entity("N", restoring: Old.init) { Field("note", \.note) }
    let new = try Entity("N", version: 2, restoring: New.init) {
      Field("note", \.note).added(default: "none")
    }
    let plan = try new.plan(for: old.schema)
    #expect(try plan.restore([.null]) == New(note: "none"))
    #expect(try plan.migrate([.null]) == [.text("none")])
    let derived = try Entity(of: Old.self) { Field("note", \.note).required() }
    #expect(code { _ = try derived.restore([.null]) } == .missingValue)
    #expect(code { _ = try derived.store(Old()) } == .missingValue)
    // The last one counts.
    let strict = try Entity("N", restoring: New.init) {
      Field("note", \.note).default("d").required()
    }
    #expect(code { _ = try strict.restore([.null]) } == .missingValue)
    let lenient = try Entity("N", restoring: New.init) {
      Field("note", \.note).required().default("d")
    }
    #expect(try lenient.restore([.null]) == New(note: "d"))
  }

  @Test func `nothing stands in for what the program lacks`() throws {
    struct Clip: Sendable { var file: URL }
    let clips = try Entity("Clip", restoring: Clip.init) {
      Field("file", \.file, as: RelativeURLTransform()).fallback(to: URL(filePath: "/none"))
    }
    #expect(code { _ = try clips.restore([.text("a.png")]) } == .missingContext)
    var context = TransformContext()
    context.baseURL = URL(filePath: "/app/", directoryHint: .isDirectory)
    #expect(try clips.restore([.text("../x")], in: context).file.path == "/none")
    let scores = try Entity("Score", restoring: Count.init) {
      Field("value", \.value, as: NamedTransform("points", in: TransformRegistry())).fallback(to: 9)
    }
    #expect(code { _ = try scores.restore([.integer(1)]) } == .missingTransform)
    #expect(code { _ = try scores.restore([.null]) } == .missingValue)
    let chained = RawValueTransform<Kind>().fallback(to: .other)
    #expect(code { _ = try chained.restore(.null, in: context) } == .typeMismatch)
  }

  enum Kind: Int, Codable, Sendable { case other, photo }

  struct Numbers: Codable, Equatable, Sendable { var list: [Int] }

  @Test func `bytes have a stamp whatever stands around their transform`() throws {
    let registry = TransformRegistry()
    let named = NamedTransform<[Int]>("numbers", in: registry)
    let before = try Entity("N", restoring: Numbers.init) { Field("list", \.list, as: named) }
    try registry.register(JSONTransform<[Int]>(), as: "numbers")
    let after = try Entity("N", restoring: Numbers.init) { Field("list", \.list, as: named) }
    // The form of a name is the name, whenever somebody asks.
    #expect(before.schema == after.schema)
    let fallback = try Entity("N", restoring: Numbers.init) {
      Field("list", \.list, as: JSONTransform().fallback(to: []))
    }
    let optional = try Entity(of: Optionals.self)
    for values in [
      try before.store(Numbers(list: [1])), try fallback.store(Numbers(list: [1])),
      try optional.store(Optionals(list: [1])),
    ] {
      guard case .blob(let bytes) = values[0] else {
        Issue.record("no bytes")
        continue
      }
      #expect(bytes.first == 0xC1 && bytes.suffix(3) == Data("[1]".utf8))
    }
    #expect(try before.restore(after.store(Numbers(list: [1, 2]))) == Numbers(list: [1, 2]))
    #expect(try fallback.restore(fallback.store(Numbers(list: [3]))) == Numbers(list: [3]))
    #expect(try optional.restore(optional.store(Optionals(list: nil))) == Optionals(list: nil))
    #expect(try optional.restore(optional.store(Optionals(list: [4]))) == Optionals(list: [4]))
    for schema in [before.schema, fallback.schema, optional.schema] {
      #expect(!schema.attributes.contains { !$0.isStamped })
    }
    // Archives and bytes as they are need none.
    let bare = try Entity(of: Bare.self)
    #expect(bare.schema.attributes.map(\.isStamped) == [false, false])
    let value = Bare(archive: Data([1]), native: Data([2]))
    #expect(try bare.store(value)[1] == .blob(Data([2])))
    #expect(try bare.restore(bare.store(value)) == value)
  }

  struct Optionals: Codable, Equatable {
    @Stored<OptionalTransform<JSONTransform<[Int]>>> var list: [Int]?
  }

  struct Bare: Codable, Equatable {
    @Stored<OptionalTransform<ArchiveTransform<Data>>> var archive: Data?
    @Stored<OptionalTransform<IdentityTransform<Data>>> var native: Data?
  }

  /// A model that is Codable, and no stored form.
  struct Pair: Codable, Equatable {
    @Stored<OptionalTransform<PairTransform>> var pair: Sides?
    @Stored<EmptyTransform> var word: String?
  }

  struct Sides: Equatable { var width: Double }
  struct PairTransform: AttributeTransform, ContextFreeTransform {
    func store(_ sides: Sides) -> [Double] { [sides.width] }
    func restore(_ stored: [Double]) -> Sides { Sides(width: stored.first ?? 0) }
  }

  /// Nil is empty text.
  struct EmptyTransform: AttributeTransform, ContextFreeTransform {
    func store(_ word: String?) -> String { word ?? "" }
    func restore(_ stored: String) -> String? { stored.isEmpty ? nil : stored }
  }

  @Test func `stored properties may be nil, whatever nil is stored as`() throws {
    let pairs = try Entity(of: Pair.self)
    for pair in [Pair(pair: nil, word: nil), Pair(pair: Sides(width: 2), word: "a")] {
      #expect(try pairs.restore(pairs.store(pair)) == pair)
    }
    #expect(try pairs.store(Pair(pair: nil, word: nil))[1] == .text(""))
  }

  struct Cover: Codable, Equatable, Sendable {
    @Stored<RelativeURLTransform> var file: URL
  }
  struct Album: Codable, Equatable, Sendable { var cover: Cover }

  @Test
  func `what the caller hands over reaches values inside of archives, JSON and property lists`()
    throws
  {
    var context = TransformContext()
    context.baseURL = URL(filePath: "/app/", directoryHint: .isDirectory)
    let album = Album(cover: Cover(file: URL(filePath: "/app/a.png")))
    let albums = [
      try Entity(of: Album.self),
      try Entity(of: Album.self) { Field("cover", \.cover, as: JSONTransform()) },
      try Entity(of: Album.self) { Field("cover", \.cover, as: PropertyListTransform()) },
    ]
    for entity in albums {
      let stored = try entity.store(album, in: context)
      #expect(try entity.restore(stored, in: context) == album)
      var moved = context
      moved.baseURL = URL(filePath: "/new/", directoryHint: .isDirectory)
      #expect(try entity.restore(stored, in: moved).cover.file.path == "/new/a.png")
      #expect(code { _ = try entity.store(album) } == .missingContext)
    }
  }

  struct Zip: Equatable, Sendable { var code: String }
  struct OldZip: Sendable { var code: Int }

  @Test func `a column of another type is declared by what stored it`() throws {
    let old = try Entity("Z", restoring: OldZip.init) { Field("code", \.code) }
    let new = try Entity("Z", version: 2, restoring: Zip.init) {
      Field("code", \.code)
        .formerly(
          as: ClosureTransform<String, Int>("native", store: { _ in 0 }, restore: { "\($0)" }))
    }
    let plan = try new.plan(for: old.schema)
    #expect(plan.steps == [.convert(from: old.schema.attributes[0], to: new.schema.attributes[0])])
    #expect(try plan.restore([.integer(123)]) == Zip(code: "123"))
    #expect(try plan.migrate([.integer(123)]) == [.text("123")])
    let undeclared = try Entity("Z", version: 2, restoring: Zip.init) { Field("code", \.code) }
    let error = #expect(throws: SchemaError.self) { try undeclared.plan(for: old.schema) }
    #expect(error?.lines.first?.contains(".formerly(as: …)") == true)
  }

  @Test func `a newer schema whose columns mean something else is not read`() throws {
    struct At: Sendable { var when: Date }
    struct Time: Sendable { var when: Double }
    let newer = try Entity("E", version: 2, restoring: Time.init) { Field("when", \.when) }
    let reader = try Entity("E", restoring: At.init) { Field("when", \.when) }
    let error = #expect(throws: SchemaError.self) {
      try reader.plan(for: newer.schema, allowing: .readOnly)
    }
    #expect(error?.code == .newerSchema)
  }

  @Test func `errors of whole records are told too`() async throws {
    struct Refused: Error {}
    let counts = try Entity("C", restoring: { (value: Int) throws -> Count in throw Refused() }) {
      Field("value", \.value)
    }
    let watched = counts.errors.subscribe()
    #expect(throws: TransformError.self) { try counts.restore([.integer(1)]) }
    #expect(throws: TransformError.self) { try counts.restore([]) }
    #expect(throws: TransformError.self) { try counts.restore([.text("x")]) }
    var iterator = watched.makeAsyncIterator()
    #expect(await iterator.next()?.cause.underlying is Refused)
    #expect(await iterator.next()?.cause.message.contains("0 values") == true)
    let third = await iterator.next()
    #expect(third?.cause.context?.attribute?.name == "value")
    #expect(watched.droppedCount == 0)
  }

  struct Name: Equatable, Sendable {
    var first: String
    var last: String
  }

  @Test func `fields that changed places are found by a value`() throws {
    let right = try Entity("N", restoring: Name.init) {
      Field("first", \.first)
      Field("last", \.last)
    }
    let name = Name(first: "Ada", last: "Lovelace")
    try right.verify(name)
    let wrong = try Entity("N", restoring: Name.init) {
      Field("last", \.last)
      Field("first", \.first)
    }
    let error = #expect(throws: SchemaError.self) { try wrong.verify(name) }
    #expect(error?.message == "'last', 'first': what is restored is not what was stored")
    let list = FieldList.list(of: Name.self) {
      Field("first", \.first)
      Field("last", \.last)
    }
    let listed = try Entity("N", fields: list, restoring: Name.init)
    try listed.verify(name)
    #expect(listed.schema == right.schema)
  }
}
