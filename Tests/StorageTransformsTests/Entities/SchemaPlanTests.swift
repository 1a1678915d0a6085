import Foundation
import StorageTransforms
import Testing

/// What happens to records when the entity that stored them changes.
@Suite struct SchemaPlanTests {
  struct Photo: Hashable, Sendable {
    var title: String
    var taken: Date
    var size: Int32
  }

  struct Later: Hashable, Sendable {
    var caption: String
    var taken: Date
    var size: Int64
    var rating: Int
    var note: String?
  }

  private let day = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func first() throws -> Entity<Photo> {
    try Entity("Photo", restoring: Photo.init) {
      Field("title", \.title)
      Field("taken", \.taken, as: RFC2822Transform())
      Field("size", \.size)
    }
  }

  private func second() throws -> Entity<Later> {
    try Entity(
      .init("Picture", id: "Photo"), version: 2,
      restoring: { note, caption, taken, size, rating in
        Later(caption: caption, taken: taken, size: size, rating: rating, note: note)
      }
    ) {
      Field("note", \.note)
      Field("caption", \.caption).renamed(from: "title").indexed()
      Field("taken", \.taken, as: ISO8601Transform()).formerly(as: RFC2822Transform())
      Field("size", \.size)
      Field("rating", \.rating).added(default: 3)
    }
  }

  @Test func `what is declared is a plan`() throws {
    let (old, new) = (try first(), try second())
    let plan = try new.plan(for: old.schema)
    let (before, after) = (old.schema.attributes, new.schema.attributes)
    #expect(
      plan.steps == [
        .renameEntity(from: "Photo", to: "Picture"), .add(after[0]),
        .rename(from: "title", to: "caption"), .constrain(from: before[0], to: after[1]),
        .convert(from: before[1], to: after[2]), .widen(from: before[2], to: after[3]),
        .add(after[4]),
      ])
    let stored = try old.store(Photo(title: "sea", taken: day, size: 7))
    let later = Later(caption: "sea", taken: day, size: 7, rating: 3, note: nil)
    #expect(try plan.restore(stored) == later)
    let migrated = try plan.migrate(stored)
    #expect(
      migrated == [
        .null, .text("sea"), .text("2026-05-09T06:13:20Z"), .integer(7), .integer(3),
      ])
    #expect(try new.restore(migrated) == later)
    // Nothing to do for its own.
    #expect(try new.plan(for: new.schema).steps.isEmpty)
    #expect(try new.plan(for: new.schema).restore(migrated) == later)
  }

  @Test func `an older program meets a newer schema`() throws {
    let (old, new) = (try first(), try second())
    let error = #expect(throws: SchemaError.self) { try old.plan(for: new.schema) }
    #expect(error?.code == .newerSchema)
    #expect(
      error?.message == "the records are of version 2, and this program knows 1")
    // It cannot read the dates either.
    let closed = #expect(throws: SchemaError.self) {
      try old.plan(for: new.schema, allowing: .readOnly)
    }
    #expect(closed?.code == .newerSchema && closed?.lines.isEmpty == true)
    let reader = try Entity("Photo", restoring: Photo.init) {
      Field("title", \.title)
      Field("taken", \.taken, as: ISO8601Transform())
      Field("size", \.size)
    }
    let plan = try reader.plan(for: new.schema, allowing: .readOnly)
    #expect(plan.isReadOnly && plan.steps.isEmpty)
    let stored = try new.store(
      Later(caption: "sea", taken: day, size: 7, rating: 5, note: "n"))
    #expect(try plan.restore(stored) == Photo(title: "sea", taken: day, size: 7))
    let refusal = #expect(throws: TransformError.self) { try plan.migrate(stored) }
    #expect(refusal?.code == .readOnly)
  }

  @Test func `an undeclared difference lists the lines to write`() throws {
    let old = try first()
    let careless = try Entity("Photo", version: 2, restoring: Later.init) {
      Field("caption", \.caption)
      Field("taken", \.taken, as: ISO8601Transform())
      Field("bytes", \.size)
      Field("rating", \.rating)
      Field("note", \.note)
    }
    let error = #expect(throws: SchemaError.self) { try careless.plan(for: old.schema) }
    #expect(
      error?.description == """
        undeclaredDifference: 'taken' was stored as “rfc2822”, and is “iso8601”; \
        'title' is stored and not declared, and 'caption' is not stored; \
        'size' is stored and not declared; 'bytes' is not stored; 'rating' is not stored, \
        entity 'Photo'. Write:
          Field("taken", …).formerly(as: …)  // what stored “rfc2822”
          Field("caption", …).renamed(from: "title")  // if it is the same; else .added(default: …), and removed: ["title"]
          Field("bytes", …).added(default: …)
          Field("rating", …).added(default: …)
          removed: ["size"]
        """)
    // With the same version even what explains itself is none.
    let same = try Entity("Photo", restoring: Photo.init) {
      Field("title", \.title).unique()
      Field("taken", \.taken, as: RFC2822Transform())
      Field("size", \.size)
    }
    #expect(throws: SchemaError.self) { try same.plan(for: old.schema) }
    let line = #expect(throws: SchemaError.self) { try same.plan(for: old.schema) }
    #expect(line?.lines == ["version: 2"])
    let narrow = try Entity(
      "Photo", version: 2, restoring: { Photo(title: $0, taken: $1, size: Int32($2)) }
    ) {
      Field("title", \.title)
      Field("taken", \.taken, as: RFC2822Transform())
      Field(
        "size", \.size,
        as: ClosureTransform("native") {
          Int16(truncatingIfNeeded: $0)
        } restore: {
          Int32($0)
        })
    }
    let narrowed = #expect(throws: SchemaError.self) { try narrow.plan(for: old.schema) }
    #expect(
      narrowed?.message == "'size' was of type int32, of which int16 does not hold every value")
  }

  @Test func `an attribute that was removed does not come back`() throws {
    struct Little: Hashable, Sendable { var title: String }
    let old = try first()
    let little = try Entity(
      "Photo", version: 2, removed: ["size", "taken"], restoring: Little.init
    ) {
      Field("title", \.title)
    }
    let plan = try little.plan(for: old.schema)
    #expect(plan.steps == [.remove(old.schema.attributes[1]), .remove(old.schema.attributes[2])])
    let stored = try old.store(Photo(title: "sea", taken: day, size: 7))
    #expect(try plan.restore(stored) == Little(title: "sea"))
    #expect(try plan.migrate(stored) == [.text("sea")])
    let again = try Entity("Photo", version: 3, restoring: Photo.init) {
      Field("title", \.title)
      Field("taken", \.taken).added(default: day)
      Field("size", \.size).added(default: 0)
    }
    let error = #expect(throws: SchemaError.self) { try again.plan(for: little.schema) }
    #expect(
      error?.message == """
        'taken' has the id 'taken' of an attribute that was removed; \
        'size' has the id 'size' of an attribute that was removed
        """)
    let duplicate = #expect(throws: SchemaError.self) {
      try Entity("Photo", removed: ["title"], restoring: Little.init) { Field("title", \.title) }
    }
    #expect(duplicate?.code == .duplicateAttribute)
    // Neither are removals forgotten.
    let forgetful = try Entity("Photo", version: 3, removed: ["size"], restoring: Little.init) {
      Field("title", \.title)
    }
    let forgotten = #expect(throws: SchemaError.self) { try forgetful.plan(for: little.schema) }
    #expect(forgotten?.lines == [#"removed: ["size", "taken"]"#])
  }

  struct Note: Codable, Hashable, Sendable { var text: String }
  struct Page: Hashable, Sendable { var note: Note }

  @Test func `blobs in former forms are read by their stamps`() throws {
    let bare = try Entity("Page", restoring: Page.init) {
      Field("note", \.note, as: JSONTransform(), isStamped: false)
    }
    let stamped = try Entity("Page", version: 2, restoring: Page.init) {
      Field("note", \.note, as: JSONTransform().then(ZlibTransform()))
        .formerly(as: JSONTransform(), isStamped: false)
    }
    let archived = try Entity("Page", version: 3, restoring: Page.init) {
      Field("note", \.note)
        .formerly(as: JSONTransform(), isStamped: false)
        .formerly(as: JSONTransform().then(ZlibTransform()))
    }
    let page = Page(note: Note(text: "long ago"))
    for (old, new) in [(bare, stamped), (bare, archived), (stamped, archived)] {
      let stored = try old.store(page)
      let plan = try new.plan(for: old.schema)
      #expect(plan.steps.count == 1)
      #expect(try plan.restore(stored) == page)
      // Also where a store did not migrate them.
      #expect(try new.restore(stored) == page)
      let migrated = try plan.migrate(stored)
      #expect(migrated != stored)
      #expect(try new.restore(migrated) == page)
    }
    // What cannot be read is not lost by migrating.
    let broken = [StoredValue.blob(Data("{".utf8))]
    let plan = try stamped.plan(for: bare.schema)
    #expect(throws: TransformError.self) { try plan.migrate(broken) }
    #expect(throws: TransformError.self) { try plan.restore(broken) }
    let undeclared = #expect(throws: SchemaError.self) { try bare.plan(for: archived.schema) }
    #expect(undeclared?.code == .newerSchema)
  }

  @Test func `a schema is a value that is stored and compared`() throws {
    let schema = try second().schema
    let archive: Data = try KeyedArchiver().encode(schema)
    #expect(try KeyedUnarchiver().decode(EntitySchema.self, from: archive) == schema)
    let json = try JSONEncoder().encode(schema)
    #expect(try JSONDecoder().decode(EntitySchema.self, from: json) == schema)
    #expect(try first().schema != schema)
    #expect(try first().schema == first().schema)
    #expect(schema.attribute(named: "caption")?.id == "title")
    let other = try Entity("Film", restoring: Photo.init) {
      Field("title", \.title)
      Field("taken", \.taken)
      Field("size", \.size)
    }
    let error = #expect(throws: SchemaError.self) { try other.plan(for: schema) }
    #expect(error?.code == .wrongEntity)
  }

  @Test func `null where there has to be a value from now on gets the default`() throws {
    struct Old: Hashable, Sendable { var note: String? }
    struct New: Hashable, Sendable { var note: String }
    let old = try Entity("N", restoring: Old.init) { Field("note", \.note) }
    let new = try Entity("N", version: 2, restoring: New.init) {
      Field("note", \.note).added(default: "none")
    }
    let plan = try new.plan(for: old.schema)
    #expect(try plan.migrate([.null]) == [.text("none")])
    #expect(try plan.migrate([.text("x")]) == [.text("x")])
    let strict = try Entity("N", version: 2, restoring: New.init) { Field("note", \.note) }
    let error = #expect(throws: TransformError.self) {
      try strict.plan(for: old.schema).migrate([.null])
    }
    #expect(error?.code == .missingValue)
  }
}
