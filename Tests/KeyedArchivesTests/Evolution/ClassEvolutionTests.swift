import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Hierarchies of classes, each with a version of its own.
@Suite struct ClassEvolutionTests {
  /// As an older program wrote them.
  enum Old {
    class Person: Encodable, ArchiveNamed, ArchiveEvolving {
      class var archiveName: String { "Person" }
      class var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Person.self, version: 1) }
      var name = "Ada Lovelace"
      var friend: Person?
    }

    final class Employee: Person {
      override class var archiveName: String { "Employee" }
      var wage: String
      var boss: Person?

      init(wage: String) {
        self.wage = wage
        super.init()
      }
      enum CodingKeys: String, CodingKey { case wage, boss }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wage, forKey: .wage)
        try container.encodeIfPresent(boss, forKey: .boss)
        try super.encode(to: container.superEncoder())
      }
    }

    /// One that shares a container with its superclass.
    final class Guest: Person {
      override class var archiveName: String { "Guest" }
      var from = 3

      enum CodingKeys: String, CodingKey { case from }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try super.encode(to: encoder)
      }
    }
  }

  class Person: Codable, ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Person" }
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Person.self, version: 2)
        .step(from: 1) { fields in
          let words = try fields.decode(String.self, forKey: "name").split(separator: " ")
          fields.encode("\(words[0])", forKey: "given")
          fields.encode("\(words[1])", forKey: "family")
          fields.rename("friend", to: "contact")
        }
        .default(40, for: "age")
    }
    var given = ""
    var family = ""
    var contact: Person?
    var age = 0
  }

  class Employee: Person {
    override class var archiveName: String { "Employee" }
    override class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Employee.self, version: 1)
        .step(from: 0) { fields in
          // The object that it holds is the one that others hold.
          let boss = try fields.decodeIfPresent(Person.self, forKey: "boss")
          fields.encode(boss.map { [$0] } ?? [], forKey: "bosses")
          let wage = try fields.decode(String.self, forKey: "wage")
          fields.encode(Int8(wage) ?? -1, forKey: "pay")
        }
    }
    var pay: Int
    var bosses: [Person]

    enum CodingKeys: String, CodingKey { case pay, bosses }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pay = try container.decode(Int.self, forKey: .pay)
      bosses = try container.decode([Person].self, forKey: .bosses)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(pay, forKey: .pay)
      try container.encode(bosses, forKey: .bosses)
      try super.encode(to: container.superEncoder())
    }
  }

  final class Guest: Person {
    override class var archiveName: String { "Guest" }
    var from = 3

    enum CodingKeys: String, CodingKey { case from }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      from = try container.decode(Int.self, forKey: .from)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(from, forKey: .from)
      try super.encode(to: encoder)
    }
  }

  private static var unarchivers: [KeyedUnarchiver] {
    var list: TypeAllowList = [Person.self, Guest.self]
    list.allow(Employee.self, names: ["Worker"])
    var cells = KeyedUnarchiver(allowedTypes: list)
    cells.usesCells = true
    return [KeyedUnarchiver(allowedTypes: list), cells]
  }

  /// The fields of each class of a chain take the steps of that class, in a record of their own or in a common one,
  /// and shared objects stay shared.
  @Test func chains() throws {
    let boss = Old.Person()
    let worker = Old.Employee(wage: "77")
    let guest = Old.Guest()
    worker.boss = boss
    worker.friend = guest
    guest.friend = boss
    for archive in [
      try KeyedArchiver().encode([worker, boss, guest]) as [UInt8],
      try KeyedArchiver().encodeThroughTape([worker, boss, guest]),
    ] {
      for unarchiver in Self.unarchivers {
        let people = try unarchiver.decode([Person].self, from: archive)
        let employee = try #require(people[0] as? Employee)
        #expect(employee.pay == 77)
        #expect(employee.given == "Ada" && employee.family == "Lovelace" && employee.age == 40)
        #expect(employee.bosses.first === people[1])
        #expect(employee.contact === people[2])
        #expect(people[2].contact === people[1])
        #expect((people[2] as? Guest)?.given == "Ada" && people[2].age == 40)
        // Written again, they are in the present form.
        let again: [UInt8] = try KeyedArchiver().encode(people)
        if Differential.isWantedHere() {
          #expect(again == (try KeyedArchiver().encodeThroughTape(people)))
        }
        let present = try unarchiver.decode([Person].self, from: again)
        #expect((present[0] as? Employee)?.bosses.first === present[1])
        let types = try unarchiver.requirements(of: Data(again)).types
        #expect(types.first { $0.name == "Employee" }?.version == 1)
        #expect(types.first { $0.name == "Person" }?.version == 2)
        #expect(types.first { $0.name == "Guest" }?.version == 0)
      }
    }
  }

  /// A superclass of a later form is an error too.
  @Test func newerSuperclass() throws {
    class Base: Codable, ArchiveNamed {
      class var archiveName: String { "Person" }
    }
    final class Guest: Base {
      override class var archiveName: String { "Guest" }
    }
    let archive: Data = try KeyedArchiver().encode([Old.Guest()])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver(allowedTypes: [Guest.self])
      unarchiver.usesCells = usesCells
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Base].self, from: archive)
      }
      #expect(error?.code == .newerVersion)
      #expect(error?.message.contains("“Person”") == true)
    }
  }

  /// Under a former name on the list the versions are those of the class, and a subclass that declares nothing has
  /// no steps of its own.
  @Test func formerNames() throws {
    final class Worker: Encodable, ArchiveNamed {
      static let archiveName = "Worker"
      var wage = "5"
      var boss: Old.Person?
      enum CodingKeys: String, CodingKey { case wage, boss, `super` }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wage, forKey: .wage)
        try Old.Person().encode(to: container.superEncoder())
      }
    }
    let archive: Data = try KeyedArchiver().encode([Worker()])
    for unarchiver in Self.unarchivers {
      // Its superclass had no version there: it is taken for version 0, which has a step from 1.
      let employee = try #require(
        try unarchiver.decode([Person].self, from: archive).first as? Employee)
      #expect(employee.pay == 5 && employee.family == "Lovelace")
    }
  }
}
