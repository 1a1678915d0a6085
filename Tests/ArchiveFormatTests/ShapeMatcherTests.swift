import ArchiveFormat
import Testing

/// The writer's rules for shapes (Spec, section 13).
@Suite struct ShapeMatcherTests {
  /// The shapes that an array of records gets: keys with their modes, `a` required, `a?` optional,
  /// `a!` nullable.
  private func shapes(_ records: [[(String, Bool?)]]) throws -> [String] {
    var builder = ArchivedValueBuilder()
    builder.beginArray()
    for record in records {
      builder.beginRecord()
      for (key, value) in record {
        builder.key(key)
        if let value { builder.int(value ? 1 : 0) } else { builder.null() }
      }
      builder.end()
    }
    var matcher = ShapeMatcher(builder.finishTape())
    try matcher.match(maximumDepth: 512)
    let definitions = matcher.definitions
    return definitions.shapes.map { shape in
      shape.fields.map { field in
        definitions.keys[field.key] + (field.mode.contains(.optional) ? "?" : "")
          + (field.mode.contains(.nullable) ? "!" : "")
      }.joined(separator: " ")
    }
  }

  private func record(_ keys: String) -> [(String, Bool?)] {
    keys.split(separator: " ").map { key in
      key.hasSuffix("!") ? (String(key.dropLast()), nil) : (String(key), true)
    }
  }

  @Test func `equal keys share a shape`() throws {
    #expect(try shapes([record("a b"), record("a b")]) == ["a b"])
  }

  @Test func `a key that is left out derives a shape where it is optional`() throws {
    #expect(
      try shapes([record("a b c"), record("a c"), record("a b c"), record("a c")])
        == ["a b c", "a b? c"])
  }

  @Test func `a further key makes a shape where it is optional`() throws {
    #expect(
      try shapes([record("a c"), record("a b c"), record("a c")]) == ["a c", "a b? c"])
  }

  @Test func `a null derives a shape where the key is nullable`() throws {
    #expect(try shapes([record("a"), record("a!"), record("a")]) == ["a", "a!"])
  }

  @Test func `a record that lacks most of a shape's keys gets its own`() throws {
    #expect(try shapes([record("a b c d"), record("a")]) == ["a b c d", "a"])
  }

  @Test func `another order is another shape`() throws {
    #expect(try shapes([record("a b"), record("b a"), record("a b")]) == ["a b", "b a"])
  }

  @Test func `one type has at most 256 shapes`() throws {
    let records = (0..<2_000).map { record("k\($0)") }
    #expect(try shapes(records).count == 256)
  }

  @Test func `the newest shape that a record may widen is widened`() throws {
    #expect(
      try shapes([record("a b c"), record("a c d"), record("a c")])
        == ["a b c", "a c d", "a c d?"])
  }

  @Test func `the newest sixteen shapes with a first key are looked at`() throws {
    func count(_ otherCount: Int) throws -> Int {
      let others = (0..<otherCount).map { record("a k\($0)") }
      // The oldest of them again.
      return try shapes(others + [record("a k0")]).count
    }
    #expect(try count(16) == 16)
    #expect(try count(17) == 18)
  }

  @Test func `a shape is widened for a record with half of its keys, and not for one with fewer`()
    throws
  {
    #expect(try shapes([record("a b"), record("a")]) == ["a b", "a b?"])
    #expect(try shapes([record("a b c"), record("a")]) == ["a b c", "a"])
    #expect(try shapes([record("a b c d"), record("a b")]) == ["a b c d", "a b c? d?"])
  }

  @Test func `a shape is joined by a record with twice its keys, and by none with more`() throws {
    #expect(try shapes([record("a"), record("a b")]) == ["a", "a b?"])
    #expect(try shapes([record("a"), record("a b c")]) == ["a", "a b c"])
    #expect(try shapes([record("a b"), record("a c b d")]) == ["a b", "a c? b d?"])
  }

  @Test func `the row of a shape says what the record holds that needed another one`() throws {
    var builder = ArchivedValueBuilder()
    builder.beginArray()
    for (items, hasNote) in [([], true), ([5], false)] as [([Int64], Bool)] {
      builder.beginRecord()
      builder.key("items")
      builder.beginArray()
      for item in items { builder.int(item) }
      builder.end()
      if hasNote {
        builder.key("note")
        builder.int(1)
      }
      builder.end()
    }
    var matcher = ShapeMatcher(builder.finishTape())
    try matcher.match(maximumDepth: 512)
    var kinds = matcher.definitions.kinds
    let integers = kinds.container(.array, of: KindID(.int))
    #expect(matcher.definitions.shapes.map { $0.fields[0].kind } == [integers, integers])
    #expect(matcher.definitions.shapes.map { $0.fields[1].mode } == [.required, .optional])
  }
}
