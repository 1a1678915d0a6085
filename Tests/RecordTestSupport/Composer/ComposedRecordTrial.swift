package import RecordStorage
internal import StorageTransforms
internal import TestSupport

/// Whatever a record set takes can be fetched, and is what it was: records of types put together at random.
package struct ComposedRecordTrial {
  /// A store that is opened, used and closed, and has its records when it is opened again.
  package struct Place {
    var name: String
    var open: (_ body: (any StorageBackEnd) throws -> Void) throws -> Void

    package init(
      _ name: String, open: @escaping (_ body: (any StorageBackEnd) throws -> Void) throws -> Void
    ) {
      self.name = name
      self.open = open
    }
  }

  private struct Item<Value: Composed> {
    var id: Int
    var value: Value
  }

  private struct Difference: Error {
    var place: String
    var value: String
    var found: String
  }

  private var composer: Composer
  private let seed: UInt64
  private var typeCount = 0
  private var storedCount = 0
  private var refusedCount = 0

  package init(seed: UInt64) {
    self.seed = seed
    composer = Composer(random: SeededGenerator(seed: seed))
  }

  /// The counts of the trial, for the output of a test.
  package var summary: String {
    "records: \(typeCount) types, \(storedCount) stored, \(refusedCount) refused, seed \(seed)"
  }

  /// Returns what is wrong. Four values of each type are stored in each place, which is opened again then, with shared shapes and without.
  package mutating func faults(typeCount: Int, in places: () -> [Place]) -> [String] {
    for number in 0..<typeCount {
      let type = composer.type(depth: 4)
      do {
        try check(type, places())
      } catch {
        return ["seed \(seed), type \(number), \(type): \(error)"]
      }
      self.typeCount += 1
    }
    return refusedCount * 20 < storedCount ? [] : ["too many are refused: \(summary)"]
  }

  private mutating func check<Value: Composed>(_ type: Value.Type, _ places: [Place]) throws {
    let entity = try Entity(
      "Item", restoring: { (id: Int, value: Value) in Item(id: id, value: value) }
    ) {
      Field("id", \.id)
      Field("value", \Item<Value>.value)
    }
    let values = (0..<4).map { _ in Value.make(&composer.random) }
    for sharesShapes in [true, false] {
      var all: [[Int]] = []
      for place in places {
        var ids: [Int] = []
        try place.open { backEnd in
          let store = RecordStore(backEnd, sharesShapes: sharesShapes)
          ids = try save(values, store.records(of: entity, key: \.id))
        }
        try place.open { backEnd in
          let store = RecordStore(backEnd)
          try Self.compare(place.name, values, ids, store.records(of: entity, key: \.id))
          try store.write { try $0.drop("Item") }
        }
        all.append(ids)
      }
      // Each back end takes the same values.
      for (place, ids) in zip(places, all) where ids != all[0] {
        throw Difference(place: place.name, value: "\(all[0])", found: "\(ids)")
      }
    }
  }

  /// - Returns: The numbers of the values that are stored. Columns refuse a null inside of an optional, NaN, and integers beyond `Int64.max`.
  private mutating func save<Value: Composed>(
    _ values: [Value], _ items: RecordSet<Item<Value>, Int>
  ) throws -> [Int] {
    var ids: [Int] = []
    for (id, value) in values.enumerated() {
      do {
        try items.save(Item(id: id, value: value))
        ids.append(id)
        storedCount += 1
      } catch let error as TransformError where error.code == .notStorable {
        if error.message.contains("could not be fetched") { throw error }
        refusedCount += 1
      } catch let error as StorageError where error.code == .notStorable {
        refusedCount += 1
      }
    }
    return ids
  }

  private static func compare<Value: Composed>(
    _ place: String, _ values: [Value], _ ids: [Int], _ items: RecordSet<Item<Value>, Int>
  ) throws {
    let found = try items.fetch(where: .all)
    guard found.map(\.id) == ids else {
      throw Difference(place: place, value: "\(ids)", found: "\(found.map(\.id))")
    }
    for item in found where item.value.form != values[item.id].form {
      throw Difference(place: place, value: "\(values[item.id])", found: "\(item.value)")
    }
  }
}
