import Foundation
import Synchronization
import Testing

@testable import KeyedArchives

/// User code that finds out the class of an object by asking for one after another.
@Suite struct ClassTrialTests {
  /// How many initializers ran that nobody should reach.
  private static let strayCount = Mutex(0)

  final class Dog: Codable, Equatable {
    var bark = 1
    init() {}
    init(from decoder: any Decoder) throws {
      bark = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .bark)
    }
    enum CodingKeys: CodingKey { case bark }
    static func == (left: Dog, right: Dog) -> Bool { left.bark == right.bark }
  }

  final class Cat: Codable, Equatable {
    var meow = 2
    static func == (left: Cat, right: Cat) -> Bool { left.meow == right.meow }
  }

  /// A class that is never asked for.
  final class Eel: Codable {
    var volts = 3
    init() {}
    init(from decoder: any Decoder) throws { ClassTrialTests.strayCount.withLock { $0 += 1 } }
  }

  enum Pet: Codable, Equatable {
    case dog(Dog)
    case cat(Cat)
    /// Whatever it is, the error is swallowed.
    case unknown

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let dog = try? container.decode(Dog.self) {
        self = .dog(dog)
      } else if let cat = try? container.decode(Cat.self) {
        self = .cat(cat)
      } else {
        self = .unknown
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .dog(let dog): try container.encode(dog)
      case .cat(let cat): try container.encode(cat)
      case .unknown: try container.encode(Eel())
      }
    }
  }

  struct Home<Value: Codable & Equatable>: Codable, Equatable {
    var first: Value
    var maybe: Value?
    var all: [Value]
    var holes: [Value?]
    var named: [String: Value]
    var last: Value

    init(_ first: Value, _ second: Value) {
      (self.first, maybe, all, holes) = (first, second, [first, second, first], [nil, second])
      (named, last) = (["a": second], first)
    }
  }

  /// Asks for its fields from a container, without a type that does it, and in another order.
  struct Keyed: Codable, Equatable {
    var pet: Pet
    var rest = 1
    init(_ pet: Pet) { self.pet = pet }
    enum CodingKeys: CodingKey { case pet, rest }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      rest = try container.decode(Int.self, forKey: .rest)
      if let dog = try? container.decode(Dog.self, forKey: .pet) {
        pet = .dog(dog)
      } else {
        pet = .cat(try container.decode(Cat.self, forKey: .pet))
      }
    }
  }

  /// The same from an unkeyed container.
  struct Row: Codable, Equatable {
    var pets: [Pet]
    init(_ pets: [Pet]) { self.pets = pets }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for pet in pets { try container.encode(pet) }
    }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      pets = []
      while !container.isAtEnd {
        if let dog = try? container.decode(Dog.self) {
          pets.append(.dog(dog))
        } else {
          pets.append(.cat(try container.decode(Cat.self)))
        }
      }
    }
  }

  private static var unarchivers: [KeyedUnarchiver] {
    let plain = KeyedUnarchiver()
    var cells = plain
    cells.usesCells = true
    var observed = plain
    observed.typeObserver = { _ in }
    return [plain, cells, observed].flatMap {
      var listed = $0
      listed.allowedTypes = [Dog.self, Cat.self]
      return [$0, listed]
    }
  }

  private func expect<Value: Codable & Equatable>(_ value: Value) throws {
    let data: Data = try KeyedArchiver().encode(value)
    for unarchiver in Self.unarchivers {
      #expect(try unarchiver.decode(Value.self, from: data) == value)
    }
  }

  @Test func `an object is found out by one class after another, wherever it stands`() throws {
    let (dog, cat) = (Pet.dog(Dog()), Pet.cat(Cat()))
    try expect(cat)
    try expect(dog)
    try expect([dog, cat, cat])
    try expect(Home(dog, cat))
    try expect(Home(cat, dog))
    try expect(Home(Home(dog, cat), Home(cat, dog)))
    try expect([Keyed(dog), Keyed(cat)])
    try expect(Row([cat, dog, cat]))
    try expect(["a": [cat], "b": [dog]])
  }

  @Test func `references are found out like objects, and keep identity`() throws {
    let cat = Cat()
    let data: Data = try KeyedArchiver().encode([Pet.cat(cat), .cat(cat), .dog(Dog()), .cat(cat)])
    for unarchiver in Self.unarchivers {
      let pets = try unarchiver.decode([Pet].self, from: data)
      guard case .cat(let first) = pets[0], case .cat(let last) = pets[3] else {
        Issue.record("other pets: \(pets)")
        continue
      }
      #expect(first === last)
    }
  }

  /// Many places are open, one inside the other or one after the other.
  @Test func `as many objects as there are may be found out`() throws {
    try expect((0..<1_000).map { $0.isMultiple(of: 3) ? Pet.cat(Cat()) : .dog(Dog()) })
  }

  private func expectRefused<Value: Codable>(_ value: Value) throws {
    let data: Data = try KeyedArchiver().encode(value)
    for unarchiver in Self.unarchivers {
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(Value.self, from: data)
      }
      #expect(error?.code == .typeNotAllowed)
      #expect(error?.message.contains("Eel") == true)
      #expect(error?.byteOffset != nil)
    }
    #expect(Self.strayCount.withLock { $0 } == 0)
  }

  @Test func `a class that was asked for nowhere ends the decode, whatever was caught`() throws {
    let (dog, cat) = (Pet.dog(Dog()), Pet.cat(Cat()))
    try expectRefused(Pet.unknown)
    try expectRefused([dog, .unknown, cat])
    try expectRefused(Home(dog, .unknown))
    try expectRefused(Home(.unknown, cat))
    try expectRefused(Home(Home(dog, .unknown), Home(cat, dog)))
    try expectRefused(["a": [cat], "b": [.unknown]])
  }

  /// Takes a cat for no dog, and forgets about it.
  struct Careless: Codable {
    var cat: Cat
    enum CodingKeys: CodingKey { case dog, cat }
    init(_ cat: Cat) { self.cat = cat }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(cat, forKey: .dog)
      try container.encode(cat, forKey: .cat)
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try? container.decode(Dog.self, forKey: .dog)
      cat = try container.decode(Cat.self, forKey: .cat)
    }
  }

  @Test func `an object that is accepted elsewhere stays refused where it was`() throws {
    let data: Data = try KeyedArchiver().encode(Careless(Cat()))
    for unarchiver in Self.unarchivers {
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(Careless.self, from: data)
      }
      #expect(error?.code == .typeNotAllowed)
      #expect(error?.path.description == "$.dog")
    }
  }

  /// A chain of objects, each found out while those around it are.
  final class Box: Codable, Equatable {
    var inner: Choice?
    init(_ inner: Choice?) { self.inner = inner }
    static func == (left: Box, right: Box) -> Bool { left.inner == right.inner }
  }

  enum Choice: Codable, Equatable {
    case dog(Dog)
    case box(Box)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let dog = try? container.decode(Dog.self) {
        self = .dog(dog)
      } else {
        self = .box(try container.decode(Box.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .dog(let dog): try container.encode(dog)
      case .box(let box): try container.encode(box)
      }
    }
  }

  @Test func `objects in objects are found out`() throws {
    try expect((0..<100).reduce(Choice.dog(Dog())) { inner, _ in .box(Box(inner)) })
  }

  /// As an older program wrote it.
  private struct OldShelter: Encodable, ArchiveNamed {
    static let archiveName = "Shelter"
    var pets: [Pet]
  }

  /// Reads what a step made of the fields, which stands in no file.
  private struct Shelter: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Shelter"
    static let archiveEvolution = ArchiveEvolution(of: Shelter.self, version: 1)
      .step(from: 0) { fields in
        fields.encode(try fields.decode([ArchivedPlaceholder].self, forKey: "pets"), forKey: "pets")
      }
    var pets: [Pet]
  }

  @Test func `an object that a step passed on stays refused beside one that is accepted`() throws {
    func decode(_ pets: [Pet]) throws -> [Pet] {
      let data: Data = try KeyedArchiver().encode(OldShelter(pets: pets))
      return try KeyedUnarchiver().decode(Shelter.self, from: data).pets
    }
    #expect(try decode([.dog(Dog()), .cat(Cat())]) == [.dog(Dog()), .cat(Cat())])
    for pets in [[.unknown, .cat(Cat())], [.cat(Cat()), .unknown, .cat(Cat())]] as [[Pet]] {
      let error = #expect(throws: ArchiveError.self) { try decode(pets) }
      #expect(error?.code == .typeNotAllowed)
    }
  }

  @Test func `what was refused is not validated`() throws {
    let data: Data = try KeyedArchiver().encode([Pet.unknown])
    let validated = Mutex(false)
    var unarchiver = KeyedUnarchiver()
    unarchiver.hooks.validate([Pet].self) { _ in validated.withLock { $0 = true } }
    #expect(throws: ArchiveError.self) { try unarchiver.decode([Pet].self, from: data) }
    #expect(!validated.withLock { $0 })
  }

  @Test func `limits are no errors that trying takes back`() throws {
    let data: Data = try KeyedArchiver().encode([Pet.cat(Cat()), .dog(Dog()), .cat(Cat())])
    for unarchiver in Self.unarchivers {
      var unarchiver = unarchiver
      unarchiver.limits.maximumObjectCount = 2
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Pet].self, from: data)
      }
      #expect(error?.code == .limitExceeded)
    }
  }
}
