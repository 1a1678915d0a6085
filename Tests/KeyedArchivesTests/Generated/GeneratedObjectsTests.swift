import Foundation
import Synchronization
import TestTraits
import Testing

@testable import KeyedArchives

/// Class instances, written and read by straight-line code, with their identity.
@Suite(.serialized) struct GeneratedObjectsTests {
  typealias Person = HandWrittenObjects.Person
  typealias Vehicle = HandWrittenObjects.Vehicle
  typealias Garage = HandWrittenObjects.Garage

  static var unarchiver: KeyedUnarchiver {
    KeyedUnarchiver(
      allowedTypes: [HandWrittenObjects.Bus.self, Branch.self, Twig.self, Leaf.self])
  }

  /// With generated code, without, and from cells, a value is read alike; written alike it is too.
  ///
  /// - Parameter isDirect: Whether it is written in one pass; nil if it need not be.
  func check<Value: Codable>(
    _ value: Value, _ layout: Layout = Layout.all[0], isDirect: Bool? = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let wasDirect = try expectSameBytes(value, layout)
    #expect(isDirect == nil || wasDirect == isDirect, sourceLocation: sourceLocation)
    var containers = KeyedArchiver(compression: layout.compression, framing: layout.framing)
    containers.usesGeneratedCode = false
    let bytes = try layout.bytes(value)
    if Differential.isWantedHere() {
      #expect(try containers.encode(value) == bytes, sourceLocation: sourceLocation)
    }
    let ways = TwoWays(Value.self, bytes, Self.unarchiver)
    ways.expectSame(sourceLocation: sourceLocation)
    #expect(ways.direct == ObjectText.of(value), sourceLocation: sourceLocation)
    var general = KeyedUnarchiver(usesGeneratedCode: false)
    general.allowedTypes = Self.unarchiver.allowedTypes
    #expect(
      TwoWays(Value.self, bytes, general).direct == ObjectText.of(value),
      sourceLocation: sourceLocation)
  }

  @Test(arguments: Layout.all) func `graphs`(_ layout: Layout) throws {
    let people = HandWrittenObjects.people()
    try check(people, layout)
    try check(people[0], layout)
    try check(["a": people[3], "b": people[1]], layout, isDirect: true)
    try check([people, [], people], layout)
    try check(Vehicle(wheels: 3), layout)
    try check([Vehicle(wheels: 3), Vehicle(wheels: 5)], layout)
  }

  @Test(arguments: Layout.all)
  func `subclasses below a class that conforms apart go through containers`(_ layout: Layout) throws
  {
    try check(HandWrittenObjects.garage(), layout)
    try check([HandWrittenObjects.garage(), HandWrittenObjects.garage()], layout)
  }

  @Test func `generated code is used, once for each instance`() throws {
    let people = HandWrittenObjects.people()
    let bytes: [UInt8] = try KeyedArchiver().encode(people)
    HandWrittenObjects.reads.store(0, ordering: .relaxed)
    let read = try KeyedUnarchiver().decode([Person].self, from: bytes)
    #expect(HandWrittenObjects.reads.load(ordering: .relaxed) == 6)
    #expect(read[0].others[0] === read[1])
    #expect(read[0].friend === read[2])
    let garage: [UInt8] = try KeyedArchiver().encode(HandWrittenObjects.garage())
    HandWrittenObjects.reads.store(0, ordering: .relaxed)
    _ = try Self.unarchiver.decode(Garage.self, from: garage)
    // Two carts and the four people that the owner knows; the bus has fields of its own.
    #expect(HandWrittenObjects.reads.load(ordering: .relaxed) == 6)
  }

  @Test(.long) func `long chains and large graphs`() throws {
    var chain = Person("end")
    for number in 0..<70 { chain = Person("link \(number)", friend: chain) }
    try check(chain)
    let people = (0..<15_000).map { Person("person \($0 as Int)", age: $0) }
    for (number, person) in people.enumerated() where number > 0 {
      person.friend = people[number / 2]
    }
    try check(people)
    // Blocks begin between the objects.
    try check(people, Layout.all[2])
  }

  @Test func `an instance inside itself is an error`() {
    let person = Person("a")
    person.others = [Person("b", friend: person)]
    #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(person) as [UInt8] }
    person.others = []
  }

  @Test(.differential) func `changed archives are read as without generated code`() throws {
    let archiver = KeyedArchiver(framing: .singlePart)
    let people: [UInt8] = try archiver.encode(HandWrittenObjects.people())
    let garage: [UInt8] = try archiver.encode(HandWrittenObjects.garage())
    var unarchiver = Self.unarchiver
    unarchiver.verifiesChecksums = false
    var mutation = ArchiveMutation(seed: 78)
    var accepted = 0
    for number in 0..<Rounds.of(800) {
      let first = TwoWays([Person].self, mutation.changed(people), unarchiver)
      first.expectSame("people \(number)")
      let second = TwoWays(Garage.self, mutation.changed(garage), unarchiver)
      second.expectSame("garage \(number)")
      accepted += (first.isAccepted ? 1 : 0) + (second.isAccepted ? 1 : 0)
    }
    #expect(accepted > Rounds.of(800) / 12)
  }
}
