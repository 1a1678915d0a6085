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
    try replacedAttribute(old, new) + otherOrder(old, new)
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
