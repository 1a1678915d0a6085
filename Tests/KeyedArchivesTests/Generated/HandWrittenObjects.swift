import Foundation
import KeyedArchives
import Synchronization

/// Classes whose conformances are written by hand, as the macro writes them.
enum HandWrittenObjects {
  final class Person: Codable, @unchecked Sendable {
    var name: String
    var age: Int?
    var isActive = false
    var friend: Person?
    var others: [Person] = []
    var vector = HandWritten.Vector(x: 1, y: 2, z: 3)
    var report: HandWrittenCases.Report?
    var place: Locale?

    init(_ name: String, age: Int? = nil, friend: Person? = nil) {
      (self.name, self.age, self.friend) = (name, age, friend)
    }

    private init(from reader: inout ArchiveReader, at places: ArchivedPlaces, _: Void) throws {
      HandWrittenObjects.reads.add(1, ordering: .relaxed)
      var bits = try reader.takeBits(at: places)
      name = try reader.take(String.self, &bits, at: places[0])
      age = try reader.take(Int?.self, &bits, at: places[1])
      isActive = try reader.take(Bool.self, &bits, at: places[2])
      friend = try reader.take(Person?.self, &bits, at: places[3])
      others = try reader.take([Person].self, &bits, at: places[4])
      vector = try reader.take(HandWritten.Vector.self, &bits, at: places[5])
      report = try reader.take(HandWrittenCases.Report?.self, &bits, at: places[6])
      place = try reader.take(Locale?.self, &bits, at: places[7])
    }
  }

  /// One with subclasses: with and without code of their own.
  class Vehicle: Codable, @unchecked Sendable {
    var wheels = 4

    init(wheels: Int) { self.wheels = wheels }

    fileprivate init(from reader: inout ArchiveReader, at places: ArchivedPlaces, _: Void) throws {
      HandWrittenObjects.reads.add(1, ordering: .relaxed)
      var bits = try reader.takeBits(at: places)
      wheels = try reader.take(Int.self, &bits, at: places[0])
    }
  }

  final class Bus: Vehicle, @unchecked Sendable {
    var line = "1"

    private enum Keys: String, CodingKey { case line }

    override init(wheels: Int) { super.init(wheels: wheels) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      line = try container.decode(String.self, forKey: .line)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(line, forKey: .line)
      try super.encode(to: container.superEncoder())
    }
  }

  struct Garage: Codable {
    var first: Vehicle
    var all: [Vehicle]
    var owner: Person?
    var named: [String: Vehicle]
  }

  /// How often generated code began to read an instance.
  static let reads = Atomic(0)

  static func people() -> [Person] {
    let ada = Person("Ada", age: 36)
    let grace = Person("Grace", friend: ada)
    let alan = Person("Alan with a name of more than fifteen bytes", age: -1, friend: grace)
    alan.others = [ada, grace, ada, Person("Nobody")]
    alan.isActive = true
    alan.report = .text("a")
    grace.report = .nothing
    alan.place = Locale(identifier: "en_GB")
    return [alan, ada, grace, Person("Last", friend: Person("of", friend: alan))]
  }

  static func garage() -> Garage {
    let (bus, cart) = (Bus(wheels: 6), Vehicle(wheels: 2))
    return Garage(
      first: cart, all: [bus, cart, Vehicle(wheels: 3), bus], owner: people()[0],
      named: ["bus": bus])
  }
}

extension HandWrittenObjects.Person: ArchivableObject {
  static var archivedClass: AnyClass { HandWrittenObjects.Person.self }

  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("name", \HandWrittenObjects.Person.name)
    fields.add("age", \HandWrittenObjects.Person.age)
    fields.add("isActive", \HandWrittenObjects.Person.isActive)
    fields.add("friend", \HandWrittenObjects.Person.friend)
    fields.add("others", \HandWrittenObjects.Person.others)
    fields.add("vector", \HandWrittenObjects.Person.vector)
    fields.add("report", \HandWrittenObjects.Person.report)
    fields.add("place", \HandWrittenObjects.Person.place)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(name)
    bits.add(age)
    bits.add(isActive)
    bits.add(friend)
    bits.add(others)
    bits.add(vector)
    bits.add(report)
    bits.add(place)
    writer.put(bits)
    writer.put(name, at: places[0])
    writer.put(age, at: places[1])
    writer.put(isActive, at: places[2])
    writer.put(friend, at: places[3])
    writer.put(others, at: places[4])
    writer.put(vector, at: places[5])
    writer.put(report, at: places[6])
    writer.put(place, at: places[7])
  }

  static func readObject(
    from reader: inout ArchiveReader, at places: ArchivedPlaces
  ) throws -> AnyObject { try HandWrittenObjects.Person(from: &reader, at: places, ()) }
}

extension HandWrittenObjects.Vehicle: ArchivableObject {
  static var archivedClass: AnyClass { HandWrittenObjects.Vehicle.self }

  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("wheels", \HandWrittenObjects.Vehicle.wheels)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    writer.put(ArchiveStateBits())
    writer.put(wheels, at: places[0])
  }

  static func readObject(
    from reader: inout ArchiveReader, at places: ArchivedPlaces
  ) throws -> AnyObject { try HandWrittenObjects.Vehicle(from: &reader, at: places, ()) }
}
