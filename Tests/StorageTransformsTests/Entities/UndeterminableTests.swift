import Foundation
import StorageTransforms
import Testing

/// Types whose fields cannot be found out, and the line to write for each.
@Suite struct UndeterminableTests {
  private func refusal<Value: Codable & SendableMetatype>(
    _ type: Value.Type, _ part: String, line: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SchemaError.self, sourceLocation: sourceLocation) {
      try Entity(of: type, named: "E")
    }
    #expect(error?.code == .undeterminable, sourceLocation: sourceLocation)
    #expect(
      error?.message.contains(part) == true, "\(error?.message ?? "")",
      sourceLocation: sourceLocation)
    #expect(error?.lines == [line], sourceLocation: sourceLocation)
  }

  private func fields(_ name: String) -> String {
    "Entity(\"E\", restoring: …) { Field(\"\(name)\", \\.\(name)) … }  // a line for each property"
  }

  enum Colour: String, Codable, Sendable { case red, green }
  struct Car: Codable, Equatable {
    var wheels: Int
    var colour: Colour
  }

  @Test func `an enumeration of which no value can be made up`() throws {
    refusal(
      Car.self, "the property 'colour' of Car is of type Colour, and no Colour can be made up",
      line: #"Field("colour", \.colour).example(…)"#)
    let cars = try Entity(of: Car.self) { Field("colour", \.colour).example(.red) }
    let car = Car(wheels: 4, colour: .green)
    #expect(try cars.store(car) == [.integer(4), .text("green")])
    #expect(try cars.restore(cars.store(car)) == car)
    // What stands for a value is an example too.
    let other = try Entity(of: Car.self) { Field("colour", \.colour).fallback(to: .red) }
    #expect(try other.restore([.integer(3), .text("blue")]) == Car(wheels: 3, colour: .red))
  }

  struct Alphabet: Codable, Equatable { var letters: CharacterSet }

  @Test func `a type of Foundation that takes what it reads for true`() throws {
    refusal(
      Alphabet.self, "no CharacterSet can be made up",
      line: #"Field("letters", \.letters).example(…)"#)
    let alphabets = try Entity(of: Alphabet.self) {
      Field("letters", \.letters).example(CharacterSet(charactersIn: "ab"))
    }
    let alphabet = Alphabet(letters: .alphanumerics)
    #expect(try alphabets.restore(alphabets.store(alphabet)) == alphabet)
  }

  enum Shape: Codable { case circle(radius: Double) }
  struct Drawing: Codable { var shape: Shape }

  @Test func `an enumeration with payloads`() {
    refusal(
      Drawing.self, "no Shape can be made up", line: #"Field("shape", \.shape).example(…)"#)
  }

  struct Inner: Codable { var colour: Colour }
  struct Outer: Codable {
    var name: String
    var inner: Inner?
  }

  @Test func `a record inside of which no value can be made up`() {
    refusal(
      Outer.self, "the property 'inner' of Outer is of type Inner, and no Colour can be made up",
      line: #"Field("inner", \.inner).example(…)"#)
  }

  struct Rated: Codable, Equatable {
    var rating: Int
    enum CodingKeys: CodingKey { case rating }
    init(rating: Int) { self.rating = rating }
    init(from decoder: any Decoder) throws {
      rating = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .rating)
      guard 1...5 ~= rating else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "ratings are 1 to 5"))
      }
    }
  }

  @Test func `validation in init`() throws {
    refusal(Rated.self, "ratings are 1 to 5", line: #"Field("rating", \.rating).example(…)"#)
    let rated = try Entity(of: Rated.self) { Field("rating", \.rating).example(3) }
    #expect(try rated.restore([.integer(5)]) == Rated(rating: 5))
    #expect(throws: TransformError.self) { try rated.restore([.integer(6)]) }
  }

  struct Dynamic: Codable {
    var values: [String: Int]
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = [:]
      for key in container.allKeys {
        values[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
    }
  }

  @Test func `whatever keys there are`() {
    refusal(Dynamic.self, "whatever keys there are", line: fields("…"))
  }

  struct Flat: Codable {
    var x: Double
    enum CodingKeys: CodingKey { case point }
    enum PointKeys: CodingKey { case x }
    init(from decoder: any Decoder) throws {
      x = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: PointKeys.self, forKey: .point).decode(Double.self, forKey: .x)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var point = container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
      try point.encode(x, forKey: .x)
    }
  }

  @Test func `containers in containers`() {
    refusal(
      Flat.self, "'point' of Flat is read through a container of its own", line: fields("point"))
  }

  class Base: Codable { var id = 0 }
  final class Derived: Base {
    var name = ""
    enum CodingKeys: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `a subclass, an array, a single value`() {
    refusal(Derived.self, "it has a superclass", line: fields("…"))
    refusal([Int].self, "it is read as an array", line: fields("…"))
    refusal(Int.self, "it is read as a single value", line: fields("…"))
  }

  struct Versioned: Codable {
    var version: Int
    var note: String
    enum CodingKeys: CodingKey { case version, note }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      note = version > 0 ? try container.decode(String.self, forKey: .note) : ""
    }
  }

  @Test func `what is read depends on other values`() {
    refusal(
      Versioned.self, "'note' of Versioned is read or not depending on others",
      line: fields("note"))
  }

  struct Torn: Codable {
    var size: Int
    enum CodingKeys: CodingKey { case size, length }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let size = try? container.decode(Int.self, forKey: .size) {
        self.size = size
        _ = try container.decode(String.self, forKey: .size)
      } else {
        size = 0
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .size)
    }
  }

  struct Crossed: Codable {
    var size: Int
    enum CodingKeys: CodingKey { case size, length }
    init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .length)
    }
  }

  struct Spelled: Codable {
    var size: Int
    enum CodingKeys: CodingKey { case size }
    init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(String(size), forKey: .size)
    }
  }

  struct Forgetful: Codable {
    var size: Int
    enum CodingKeys: CodingKey { case size }
    init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
    }
    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: CodingKeys.self)
    }
  }

  @Test func `what is read is not what is written`() {
    refusal(Torn.self, "'size' of Torn is read as Int and as String", line: fields("size"))
    refusal(
      Crossed.self, "'length' of Crossed is written by encode(to:) and not read",
      line: fields("length"))
    refusal(
      Spelled.self, "'size' of Spelled is written as String and read as Int", line: fields("size"))
    refusal(
      Forgetful.self, "'size' of Forgetful is read by init(from:) and not written",
      line: fields("size"))
  }

  struct Ink: Equatable { var letters: String }
  struct InkTransform: AttributeTransform, ContextFreeTransform {
    var keeps: KeptRelation { .equality }
    func store(_ ink: Ink) -> String { ink.letters }
    func restore(_ stored: String) throws -> Ink {
      guard stored.count == 3 else { throw TransformError(.unreadable, "three letters") }
      return Ink(letters: stored)
    }
  }
  struct Pen: Codable, Equatable {
    @Stored<InkTransform> var ink: Ink
  }

  @Test func `a stored property of which no value can be made up`() throws {
    refusal(
      Pen.self, "no Ink can be made up",
      line: #"Field("ink", \.ink, as: InkTransform()).example(…)"#)
    let pens = try Entity(of: Pen.self) {
      Field("ink", \.ink, as: InkTransform()).example(Ink(letters: "abc")).unique()
    }
    let pen = Pen(ink: Ink(letters: "red"))
    #expect(try pens.store(pen) == [.text("red")])
    #expect(try pens.restore([.text("red")]) == pen)
    #expect(pens.schema.attributes[0].isUnique)
  }

  struct Student: Codable, Equatable {
    var number: Int
    var name: String
    var tutor: String?
  }

  @Test func `declared fields have to be those of the type`() throws {
    let unknown = #expect(throws: SchemaError.self) {
      try Entity(of: Student.self) { Field("nmae", \.name) }
    }
    #expect(unknown?.code == .wrongField && unknown?.message.contains("'nmae'") == true)
    let crossed = #expect(throws: SchemaError.self) {
      try Entity(of: Student.self) { Field("number", \.name) }
    }
    #expect(
      crossed?.message == "the field 'number' is of type String, and the property of type Int")
    let twice = #expect(throws: SchemaError.self) {
      try Entity(of: Student.self) {
        Field("name", \.name)
        Field("name", \.name).unique()
      }
    }
    #expect(twice?.code == .duplicateAttribute)
  }

  @Test func `a derived entity has rules, defaults and a history`() throws {
    let old = try Entity(of: Student.self)
    #expect(old.schema.name == "UndeterminableTests.Student")
    let new = try Entity(of: Student.self, version: 2) {
      Field("number", \.number).unique().validated("positive") { $0 > 0 }
      Field("name", \.name).default("nobody")
      Field("tutor", \.tutor, as: UTF8Transform().then(HexTransform()))
        .formerly(as: IdentityTransform()).indexed()
    }
    let plan = try new.plan(for: old.schema)
    #expect(plan.steps.count == 4)
    let student = Student(number: 7, name: "Ada", tutor: "Bob")
    let stored = try old.store(student)
    #expect(try plan.restore(stored) == student)
    #expect(try new.restore(plan.migrate(stored)) == student)
    #expect(try new.restore([.integer(1), .null, .null]).name == "nobody")
    let error = #expect(throws: TransformError.self) {
      try new.store(Student(number: 0, name: "", tutor: nil))
    }
    #expect(error?.code == .invalid && error?.context?.attribute?.name == "number")
    let missing = #expect(throws: TransformError.self) { try old.restore([.null, .null, .null]) }
    #expect(missing?.code == .missingValue && missing?.context?.attribute?.name == "number")
  }
}
