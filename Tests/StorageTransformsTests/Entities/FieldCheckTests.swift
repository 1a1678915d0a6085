import Foundation
import StorageTransforms
import Testing

@Suite("Fields are those of different properties")
struct FieldCheckTests {
  struct Frame: Codable, Equatable, Sendable {
    var width: Int
    var height: Int
    var isWide: Bool
    var isLit: Bool
    var note: String?
  }

  private let samples = [
    Frame(width: 3, height: 4, isWide: true, isLit: false, note: "a"),
    Frame(width: 5, height: 6, isWide: true, isLit: true, note: nil),
  ]

  private func entity() throws -> Entity<Frame> {
    try Entity("Frame", restoring: Frame.init) {
      Field("width", \.width)
      Field("height", \.height)
      Field("is_wide", \.isWide)
      Field("is_lit", \.isLit)
      Field("note", \.note)
    }
  }

  @Test func `two fields with one key path are refused`() throws {
    let error = #expect(throws: SchemaError.self) {
      try Entity("Frame", restoring: { Frame(width: $0, height: $1, isWide: false, isLit: false) })
      {
        Field("width", \.width)
        Field("height", \.width)
      }
    }
    #expect(
      error?.description
        == "duplicateProperty: the fields 'width' and 'height' have one key path: name the property of each, entity 'Frame'"
    )
    let derived = #expect(throws: SchemaError.self) {
      try Entity(of: Frame.self) {
        Field("width", \.width)
        Field("height", \.width)
      }
    }
    #expect(derived?.code == .duplicateProperty)
    let transformed = #expect(throws: SchemaError.self) {
      try Entity("Frame", restoring: { (note: String?, again: String?) in samples[0] }) {
        Field("note", \.note)
        Field("again", \.note, as: JSONTransform())
      }
    }
    #expect(transformed?.code == .duplicateProperty)
  }

  @Test func `samples that tell all fields apart verify them`() throws {
    try entity().verify(samples)
    try entity().verify(samples[0], samples[1])
    try Entity(of: Frame.self).verify(samples)
  }

  @Test func `fields that are equal in every sample are reported`() throws {
    let entity = try entity()
    let error = #expect(throws: SchemaError.self) { try entity.verify([samples[1]]) }
    #expect(error?.code == .wrongField)
    #expect(error?.message.hasPrefix("'is_wide' and 'is_lit' are equal in every sample") == true)
    let none = #expect(throws: SchemaError.self) { try entity.verify([]) }
    #expect(none?.code == .wrongField)
  }

  @Test func `fields that are restored in each other's places are found by one of the samples`()
    throws
  {
    let wrong = try Entity(
      "Frame",
      restoring: { (w: Int, h: Int, wide: Bool, lit: Bool, n: String?) in
        Frame(width: w, height: h, isWide: lit, isLit: wide, note: n)
      }
    ) {
      Field("width", \.width)
      Field("height", \.height)
      Field("is_wide", \.isWide)
      Field("is_lit", \.isLit)
      Field("note", \.note)
    }
    try wrong.verify(samples[1])
    let error = #expect(throws: SchemaError.self) { try wrong.verify(samples) }
    #expect(error?.message == "'is_wide', 'is_lit': what is restored is not what was stored")
  }

  @Test func `fields with each other's names or key paths are exchanged`() throws {
    let named = try Entity(
      "Frame",
      restoring: { (h: Int, w: Int) in
        Frame(width: w, height: h, isWide: false, isLit: false)
      }
    ) {
      Field("width", \.height)
      Field("height", \.width)
    }
    let plain = [3, 5].map { Frame(width: $0, height: $0 + 1, isWide: false, isLit: false) }
    try named.verify(plain[0])
    let error = #expect(throws: SchemaError.self) { try named.verify(plain) }
    #expect(
      error?.message == "'width' and 'height' are exchanged: each is of the other's property")
    let derived = try Entity(of: Frame.self) {
      Field("width", \.height)
      Field("height", \.width)
    }
    try derived.verify(samples[0])
    let crossed = #expect(throws: SchemaError.self) { try derived.verify(samples) }
    #expect(crossed?.message == error?.message)
  }
}
