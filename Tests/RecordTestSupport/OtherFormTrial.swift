package import RecordStorage
internal import StorageTransforms

/// A handle that knows one form of an entity, while another one defines another form: it must not touch a wrong column.
package enum OtherFormTrial {
  private struct First: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var fax: String?
  }

  private struct Second: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var tier: String?
  }

  private struct Pair: Codable, Equatable, Sendable {
    var id: Int
    var left: String
    var right: String
    var size: Int?
  }

  /// What is wrong. The stores are two handles of the same records.
  package static func faults(_ old: RecordStore, _ new: RecordStore) throws -> [String] {
    try replacedAttribute(old, new) + otherOrder(old, new) + steps(old, new)
      + otherUnit(old, new)
  }

  private static func replacedAttribute(_ old: RecordStore, _ new: RecordStore) throws -> [String] {
    var faults: [String] = []
    let first = try old.records(
      of: Entity("Customer", restoring: First.init) {
        Field("id", \.id)
        Field("name", \.name)
        Field("fax", \.fax)
      }, key: \.id)
    try first.save(First(id: 1, name: "Ann", fax: "FAX-1"))
    let second = try new.records(
      of: Entity("Customer", version: 2, removed: ["fax"], restoring: Second.init) {
        Field("id", \.id)
        Field("name", \.name)
        Field("tier", \.tier)
      }, key: \.id)
    try second.save(Second(id: 1, name: "Ann", tier: "basic"))

    /// Fails with a sentence that names both attributes, before anything is read or written.
    func refuse(_ what: String, _ body: () throws -> Void) {
      do {
        try body()
        faults.append("\(what): it went through")
      } catch let error as StorageError where error.code == .schemaChanged {
        for word in ["'fax' is gone", "'tier' is new", "records(of:"]
        where !"\(error)".contains(word) {
          faults.append("\(what): the error does not say \(word): \(error)")
        }
      } catch {
        faults.append("\(what): \(error)")
      }
    }
    let record = First(id: 1, name: "Ann", fax: "FAX-2")
    refuse("fetch") { _ = try first.fetch(key: 1) }
    refuse("fetch all") { _ = try first.fetch(where: .all) }
    refuse("forEach") { try first.forEach { _ in } }
    refuse("count") { _ = try first.count() }
    refuse("save") { try first.save(record) }
    refuse("insert") { try first.insert(First(id: 2, name: "B", fax: "F")) }
    refuse("update") { try first.update(record) }
    refuse("delete") { try first.delete(key: 1) }
    refuse("in a session") { try old.write { try first.save(record, in: $0) } }
    if try second.fetch(where: .all) != [Second(id: 1, name: "Ann", tier: "basic")] {
      faults.append("the records were changed: \(try second.fetch(where: .all))")
    }
    return faults
  }

  private struct Person: Equatable, Sendable {
    var id: Int
    var name: String
    var size: Int
  }

  private struct Named: Equatable, Sendable {
    var id: Int
    var first: String
    var last: String
    var size: String
  }

  /// An attribute that is split, and one whose values have another form: read without a change, then brought into the present form.
  private static func steps(_ old: RecordStore, _ new: RecordStore) throws -> [String] {
    var faults: [String] = []
    let first = try old.records(
      of: Entity("Person", restoring: Person.init) {
        Field("id", \.id)
        Field("name", \.name)
        Field("size", \.size)
      }, key: \.id)
    try first.save(contentsOf: (1...600).map { Person(id: $0, name: "A\($0) Hill", size: $0) })
    let entity = try Entity("Person", version: 2, removed: ["name"], restoring: Named.init) {
      Field("id", \.id)
      Field("first", \.first).unique()
      Field("last", \.last).indexed()
      Field("size", \.size)
    }.step(from: 1) { values in
      let words = (try values.value(String.self, of: "name") ?? "").split(separator: " ")
      try values.set(\.first, to: words.first.map(String.init) ?? "")
      try values.set(\.last, to: words.dropFirst().joined(separator: " "))
      try values.set(\.size, to: "\(try values.value(Int.self, of: "size") ?? 0) cm")
    }
    let expected = (1...600).map {
      Named(id: $0, first: "A\($0)", last: "Hill", size: "\($0) cm")
    }
    let reading = try new.records(of: entity, key: \.id, allowing: .readOnly)
    if try reading.fetch(where: .all) != expected { faults.append("read in the earlier form") }
    do {
      try reading.save(expected[0])
      faults.append("records of an earlier form were written by who only reads")
    } catch let error as StorageError where error.code == .readOnly {}
    if try first.fetch(where: .all).count != 600 { faults.append("reading changed the records") }
    let second = try new.records(of: entity, key: \.id)
    if try second.fetch(where: .all) != expected { faults.append("in the present form") }
    if try second.fetch(where: .property(\.first, equals: "A77")) != [expected[76]] {
      faults.append("by a value that a step made")
    }
    if try second.count(where: .property(\.last, equals: "Hill")) != 600 {
      faults.append("count by a value that a step made")
    }
    do {
      _ = try first.fetch(key: 1)
      faults.append("the earlier form was read in the present one")
    } catch let error as StorageError where error.code == .schemaChanged {
      for word in ["'name' is gone", "'first' is new", "'size' is stored in another form"]
      where !"\(error)".contains(word) {
        faults.append("the error does not say \(word): \(error)")
      }
    }
    return faults
  }

  private struct Price: Equatable, Sendable {
    var id: Int
    var amount: Int
  }

  /// A step changes values that keep their name, type and form: dollars become cents.
  private static func otherUnit(_ old: RecordStore, _ new: RecordStore) throws -> [String] {
    var faults: [String] = []
    func entity(version: Int) throws -> Entity<Price> {
      let entity = try Entity("Price", version: version, restoring: Price.init) {
        Field("id", \.id)
        Field("amount", \.amount).indexed()
      }
      return version == 1
        ? entity
        : try entity.step(from: 1) { values in
          try values.set(\.amount, to: 100 * (try values.value(Int.self, of: "amount") ?? 0))
        }
    }
    let dollars = try old.records(of: entity(version: 1), key: \.id)
    try dollars.save(Price(id: 1, amount: 5))
    let reading = try new.records(of: entity(version: 2), key: \.id, allowing: .readOnly)
    if try reading.fetch(key: 1)?.amount != 500 { faults.append("read through the step") }
    let cents = try new.records(of: entity(version: 2), key: \.id)
    for (name, body) in [
      ("read as version 1", { _ = try dollars.fetch(where: .all) }),
      ("written as version 1", { try dollars.save(Price(id: 2, amount: 7)) }),
      ("counted as version 1", { _ = try dollars.count(where: .property(\.amount, equals: 5)) }),
      ("the step taken twice", { _ = try reading.fetch(where: .all) }),
    ] as [(String, () throws -> Void)] {
      do {
        try body()
        faults.append(name)
      } catch let error as StorageError where error.code == .schemaChanged {
        if !error.message.contains("the version is 2, and was 1") { faults.append("\(error)") }
      }
    }
    if try cents.fetch(where: .all) != [Price(id: 1, amount: 500)] { faults.append("changed") }
    return faults
  }

  private static func otherOrder(_ old: RecordStore, _ new: RecordStore) throws -> [String] {
    var faults: [String] = []
    let first = try old.records(
      of: Entity("Pair", restoring: Pair.init) {
        Field("id", \.id)
        Field("left", \.left).indexed()
        Field("right", \.right).indexed()
        Field("size", \.size)
      }, key: \.id)
    try first.save(Pair(id: 1, left: "l1", right: "r1", size: 1))
    let second = try new.records(
      of: Entity("Pair", restoring: { Pair(id: $1, left: $3, right: $0, size: $2) }) {
        Field("right", \.right).indexed()
        Field("id", \.id)
        Field("size", \.size)
        Field("left", \.left).indexed()
      }, key: \.id)
    try second.save(Pair(id: 2, left: "l2", right: "r2", size: nil))
    try first.save(Pair(id: 3, left: "l3", right: "r3", size: 3))
    try first.update(Pair(id: 1, left: "l4", right: "r1", size: 1))
    let expected = [
      Pair(id: 1, left: "l4", right: "r1", size: 1),
      Pair(id: 2, left: "l2", right: "r2", size: nil),
      Pair(id: 3, left: "l3", right: "r3", size: 3),
    ]
    for (name, set) in [("first", first), ("second", second)] {
      if try set.fetch(where: .all) != expected {
        faults.append("\(name): \(try set.fetch(where: .all))")
      }
      if try set.fetch(key: 2) != expected[1] {
        faults.append("\(name): \(try set.fetch(key: 2), default: "-")")
      }
      let byLeft = try set.fetch(where: .property(\.left, equals: "l3"))
      if byLeft != [expected[2]] { faults.append("\(name), by left: \(byLeft)") }
      let byRight = try set.fetch(where: .property(\.right, from: "r2", through: "r3"))
      if byRight != Array(expected[1...]) { faults.append("\(name), by right: \(byRight)") }
      if try set.count(where: .property(\.right, equals: "l3")) != 0 {
        faults.append("\(name): count")
      }
    }
    return faults
  }
}
