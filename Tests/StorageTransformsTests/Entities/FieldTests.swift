import Foundation
import StorageTransforms
import TestSupport
import Testing

/// The rules of single fields, and what fields store without a transform.
@Suite struct FieldTests {
  struct Widths: Hashable, Sendable {
    var small: Int8
    var short: Int16
    var medium: Int32
    var long: Int64
    var word: Int
    var byte: UInt8
    var large: UInt64
    var flag: Bool
    var single: Float
    var double: Double
    var text: String
    var bytes: Data
    var date: Date
    var id: UUID
  }

  private static func widths() throws -> Entity<Widths> {
    try Entity("Widths", restoring: Widths.init) {
      Field("small", \.small)
      Field("short", \.short)
      Field("medium", \.medium)
      Field("long", \.long)
      Field("word", \.word)
      Field("byte", \.byte)
      Field("large", \.large)
      Field("flag", \.flag)
      Field("single", \.single)
      Field("double", \.double)
      Field("text", \.text)
      Field("bytes", \.bytes)
      Field("date", \.date)
      Field("id", \.id)
    }
  }

  @Test func `numbers keep their widths, and what fits no column is no blob`() throws {
    let entity = try Self.widths()
    #expect(
      entity.schema.attributes.map(\.type) == [
        .int8, .int16, .int32, .int64, .int64, .uint8, .uint64, .boolean, .float, .double, .text,
        .blob, .date, .uuid,
      ])
    #expect(
      entity.schema.attributes.allSatisfy { $0.form.description == "native" && !$0.isStamped })
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let value = Widths(
        small: .random(in: .min ... .max, using: &random),
        short: .random(in: .min ... .max, using: &random),
        medium: .random(in: .min ... .max, using: &random),
        long: .random(in: .min ... .max, using: &random),
        word: .random(in: .min ... .max, using: &random),
        byte: .random(in: .min ... .max, using: &random),
        large: .random(in: 0...UInt64(Int64.max), using: &random),
        flag: .random(using: &random), single: Float.random(in: -9...9, using: &random),
        double: -Double.random(in: 0...1e300, using: &random),
        text: String(UInt64.random(in: 0 ... .max, using: &random)),
        bytes: Data((0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }),
        date: Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random)),
        id: UUID())
      #expect(try entity.restore(entity.store(value)) == value, "\(random)")
    }
  }

  @Test func `a number that fits no Int16 is an error of its attribute`() throws {
    let entity = try Self.widths()
    let value = Widths(
      small: 0, short: 0, medium: 0, long: 0, word: 0, byte: 0, large: .max, flag: true, single: 0,
      double: 0, text: "", bytes: Data(), date: Date(timeIntervalSinceReferenceDate: 0),
      id: UUID())
    var error = #expect(throws: TransformError.self) { try entity.store(value) }
    #expect(error?.code == .notStorable && error?.context?.attribute?.name == "large")
    var fitting = value
    fitting.large = 1
    var values = try entity.store(fitting)
    values[1] = .integer(40_000)
    error = #expect(throws: TransformError.self) {
      try entity.restore(values, recordKey: .text("k"))
    }
    #expect(
      error?.description
        == "unreadable: 40000 does not fit Int16, attribute 'short' of entity 'Widths', record “k”")
    for count in [0, 13, 15] {
      let wrong = Array(repeating: StoredValue.null, count: count)
      error = #expect(throws: TransformError.self) { try entity.restore(wrong) }
      #expect(error?.message.contains("\(count) values, and the entity 14 attributes") == true)
    }
  }

  struct Person: Hashable, Sendable {
    var name: String
    var mail: String?
    var age: Int?
  }

  @Test func `required, unique, indexed and validated`() throws {
    struct Refused: Error {}
    let people = try Entity(
      "Person", restoring: { (name, mail: String, age) in Person(name: name, mail: mail, age: age) }
    ) {
      Field("name", \.name).validated("a name is not empty") { !$0.isEmpty }.indexed()
      Field("mail", \.mail).required().unique()
      Field("age", \.age).validated("0 to 150") { age in
        if age == 13 { throw Refused() }
        return 0...150 ~= age
      }
    }
    let attributes = people.schema.attributes
    #expect(attributes.map(\.isRequired) == [true, true, false])
    #expect(attributes.map(\.isUnique) == [false, true, false])
    #expect(attributes.map(\.isIndexed) == [true, false, false])

    func refusal(_ person: Person) -> TransformError? {
      #expect(throws: TransformError.self) { try people.store(person) }
    }
    #expect(refusal(Person(name: "Ada"))?.code == .missingValue)
    let unnamed = refusal(Person(name: "", mail: "a@b"))
    #expect(unnamed?.code == .invalid && unnamed?.message == "a name is not empty")
    #expect(refusal(Person(name: "a", mail: "a@b", age: 200))?.message == "0 to 150")
    #expect(refusal(Person(name: "a", mail: "a@b", age: 13))?.underlying is Refused)
    let values = try people.store(Person(name: "Ada", mail: "a@b"))
    #expect(values == [.text("Ada"), .text("a@b"), .null])
    // Rules are for what is stored: what was stored before there were any is still read.
    #expect(try people.restore([.text(""), .text("x"), .integer(999)]).age == 999)
    let error = #expect(throws: TransformError.self) {
      try people.restore([.text("a"), .null, .null])
    }
    #expect(error?.code == .missingValue)
  }

  struct Choice: Hashable, Sendable {
    var flags: Flags
    var level: Level
    var letter: Character
  }

  struct Flags: OptionSet, Codable, Hashable, Sendable {
    let rawValue: UInt8
  }

  enum Level: String, Codable, Sendable { case low, high }

  @Test func `raw values are columns, other values archives`() throws {
    let choices = try Entity("Choice", restoring: Choice.init) {
      Field("flags", \.flags)
      Field("level", \.level)
      Field(
        "letter", \.letter,
        as: ClosureTransform("letter") {
          String($0)
        } restore: {
          $0.count == 1 ? $0.first : nil
        })
    }
    let choice = Choice(flags: Flags(rawValue: 5), level: .high, letter: "é")
    #expect(try choices.store(choice) == [.integer(5), .text("high"), .text("é")])
    #expect(try choices.restore(choices.store(choice)) == choice)
    #expect(choices.schema.attributes.map(\.form.description) == ["raw", "raw", "letter"])
    #expect(choices.schema.attributes.map(\.type) == [.uint8, .text, .text])
  }

  enum Genre: String, Sendable { case other, portrait }
  struct Day64: RawRepresentable, Hashable, Sendable { let rawValue: Int64 }

  struct Picture: Equatable, Sendable {
    var genre: Genre
    var former: Genre?
    var level: Level?
    var day: Day64
  }

  @Test func `raw values are columns, whether the type is Codable or not`() throws {
    let pictures = try Entity("Picture", restoring: Picture.init) {
      Field("genre", \.genre).fallback(to: .other).indexed()
      Field("former", \.former)
      Field("level", \.level)
      Field("day", \.day)
    }
    let picture = Picture(genre: .portrait, former: nil, level: .low, day: Day64(rawValue: 1 << 40))
    let stored = try pictures.store(picture)
    #expect(stored == [.text("portrait"), .null, .text("low"), .integer(1 << 40)])
    #expect(try pictures.restore(stored) == picture)
    #expect(pictures.schema.attributes.map(\.form.description) == ["raw", "raw", "raw", "raw"])
    let newer = [.text("landscape"), .text("other"), .null, .integer(1)] as [StoredValue]
    #expect(try pictures.restore(newer).genre == .other)
    #expect(try pictures.restore(newer).former == .other)
  }

  struct Mood: Hashable, Sendable { var word: String? }

  /// Nothing is a mood too.
  struct MoodTransform: ContextFreeTransform {
    func store(_ mood: Mood) -> String? { mood.word }
    func restore(_ stored: String?) -> Mood { Mood(word: stored) }
  }

  struct Day: Hashable, Sendable {
    var mood: Mood
    var later: Mood?
  }

  @Test func `a transform that stores null for a value gets null back`() throws {
    let days = try Entity("Day", restoring: Day.init) {
      Field("mood", \.mood, as: MoodTransform())
      Field("later", \.later, as: MoodTransform())
    }
    #expect(days.schema.attributes.map(\.isRequired) == [false, false])
    let day = Day(mood: Mood(), later: Mood(word: "x"))
    #expect(try days.store(day) == [.null, .text("x")])
    #expect(try days.restore([.null, .text("x")]) == day)
    // In an optional property null is nil.
    #expect(try days.restore([.null, .null]).later == nil)
  }

  @Test func `names and ids are not used twice`() {
    func declare(_ first: Field<Person, String, String>, _ second: Field<Person, Int, Int?>)
      -> String?
    {
      let error = #expect(throws: SchemaError.self) {
        try Entity("Person", restoring: { Person(name: $0, mail: nil, age: $1) }) {
          first
          second
        }
      }
      #expect(error?.code == .duplicateAttribute)
      return error?.message
    }
    #expect(declare(Field("a", \.name), Field("a", \.age)) == "two attributes are called 'a'")
    #expect(
      declare(Field("Name", \.name), Field("name", \.age))
        == "'Name' and 'name' are one name where case does not count")
    #expect(
      declare(Field("a", \.name), Field("b", \.age).renamed(from: "a"))
        == "the attributes 'a' and 'b' have one id, 'a'")
  }

  @Test func `what a type refuses is an error with its entity and record`() throws {
    struct TooOld: Error {}
    let people = try Entity(
      "Person",
      restoring: { (name: String, age: Int) throws in
        if age > 99 { throw TooOld() }
        return Person(name: name, mail: nil, age: age)
      }
    ) {
      Field("name", \.name)
      Field("age", \.age).required()
    }
    let error = #expect(throws: TransformError.self) {
      try people.restore([.text("a"), .integer(100)], recordKey: .integer(8))
    }
    #expect(error?.underlying is TooOld && error?.context?.recordKey == .integer(8))
    #expect(error?.context?.entity?.name == "Person" && error?.context?.attribute == nil)
  }
}
