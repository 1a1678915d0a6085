@testable import KeyedArchives

/// Types whose forms changed by names and defaults alone, and what older programs wrote of them.
enum OlderForms {
  enum Old {
    struct Track: Codable, ArchiveNamed {
      static let archiveName = "Track"
      var name: String
      var seconds: Double
      var rating: Int?
      var parts: [String] = ["a", "b"]
    }
    final class Disc: Codable, ArchiveNamed {
      static let archiveName = "Disc"
      var label: String
      var tracks: [Track]
      var next: Disc?
      init(_ label: String, _ tracks: [Track]) { (self.label, self.tracks) = (label, tracks) }
    }
    class Person: Codable, ArchiveNamed {
      class var archiveName: String { "Person" }
      var name = "Ada"
      var contact: Person?
      init() {}
    }
    final class Employee: Person {
      override class var archiveName: String { "Employee" }
      var wage = 7
      enum CodingKeys: String, CodingKey { case wage }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        wage = try container.decode(Int.self, forKey: .wage)
        try super.init(from: container.superDecoder())
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wage, forKey: .wage)
        try super.encode(to: container.superEncoder())
      }
    }
    final class Guest: Person {
      override class var archiveName: String { "Guest" }
      var days = 3
      enum CodingKeys: String, CodingKey { case days }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws {
        days = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .days)
        try super.init(from: decoder)
      }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(days, forKey: .days)
        try super.encode(to: encoder)
      }
    }
  }

  /// A version without a step, two names, and three defaults.
  struct Track: Codable, Equatable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Track"
    var title: String
    var plays: Int
    var seconds: Double
    var stars: Int?
    var tags: [String]
    var parts: [String]
    var note: String?

    static let archiveEvolution = ArchiveEvolution(of: Track.self, version: 2)
      .alias("label", of: CodingKeys.title)
      .alias("name", of: CodingKeys.title)
      .alias("rating", of: CodingKeys.stars)
      .default(12, for: CodingKeys.plays)
      .default(["new"], for: CodingKeys.tags)
      .default("none", for: CodingKeys.note)
  }

  final class Disc: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Disc"
    var title: String
    var tracks: [Track]
    var next: Disc?
    var year: Int
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Disc.self)
        .alias("label", of: CodingKeys.title).default(1_959, for: CodingKeys.year)
    }
  }

  class Person: Codable, ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Person" }
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Person.self).alias("name", of: "given").default(40, for: "age")
    }
    var given: String
    var contact: Person?
    var age: Int
    var text: String { "\(given) \(age) \(contact?.text ?? "-")" }
  }

  final class Employee: Person {
    override class var archiveName: String { "Employee" }
    override class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Employee.self).alias("wage", of: CodingKeys.pay)
        .default(true, for: CodingKeys.isPaid)
    }
    var pay: Int
    var isPaid: Bool
    enum CodingKeys: String, CodingKey { case pay, isPaid }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      pay = try container.decode(Int.self, forKey: .pay)
      isPaid = try container.decode(Bool.self, forKey: .isPaid)
      try super.init(from: container.superDecoder())
    }
    override var text: String { "\(pay) \(isPaid) \(super.text)" }
  }

  final class Guest: Person {
    override class var archiveName: String { "Guest" }
    override class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Guest.self).alias("days", of: CodingKeys.nights)
    }
    var nights: Int
    enum CodingKeys: String, CodingKey { case nights }
    required init(from decoder: any Decoder) throws {
      nights = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .nights)
      try super.init(from: decoder)
    }
    override var text: String { "\(nights) \(super.text)" }
  }

  struct AnyStored: Encodable {
    let value: any Encodable
    init(_ value: any Encodable) { self.value = value }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// What reads archives from bytes where it can, and what never does.
  static func unarchivers(_ list: TypeAllowList = []) -> [KeyedUnarchiver] {
    var cells = KeyedUnarchiver(allowedTypes: list)
    cells.usesCells = true
    return [KeyedUnarchiver(allowedTypes: list), cells]
  }
}
