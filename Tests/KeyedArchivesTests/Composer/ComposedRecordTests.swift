import Foundation
import RecordStorage
import RecordTestSupport
import StorageTransforms
import TestSupport
import TestTraits
import Testing

/// Whatever a record set takes can be fetched, and is what it was.
@Suite struct ComposedRecordTests {
  private struct Item<Value: Composed> {
    var id: Int
    var value: Value
  }

  /// Counts values that were stored, and those that were refused.
  private struct Counts {
    var stored = 0
    var refused = 0
  }

  private struct Difference: Error {
    var place: String
    var value: String
    var found: String
  }

  @Test func `values of types put together at random`() throws {
    try check(typeCount: 100, seed: 2_904_771_118_350_024_661)
  }

  @Test(.long) func `many values of types put together at random`() throws {
    try check(typeCount: 5_000, seed: .random(in: 0 ... .max))
  }

  private func check(typeCount: Int, seed: UInt64) throws {
    var composer = Composer(random: SeededGenerator(seed: seed))
    var counts = Counts()
    for number in 0..<typeCount {
      let type = composer.type(depth: 4)
      do {
        try check(type, &composer.random, &counts)
      } catch {
        Issue.record("seed \(seed), type \(number), \(type): \(error)")
        return
      }
    }
    print(
      "records: \(typeCount) types, \(counts.stored) stored, \(counts.refused) refused, seed \(seed)"
    )
    #expect(counts.refused * 20 < counts.stored)
  }

  /// Four values of a type, in memory and in a file that is opened again, with shared shapes and without.
  private func check<Value: Composed>(
    _ type: Value.Type, _ random: inout SeededGenerator, _ counts: inout Counts
  ) throws {
    let entity = try Entity(
      "Item", restoring: { (id: Int, value: Value) in Item(id: id, value: value) }
    ) {
      Field("id", \.id)
      Field("value", \Item<Value>.value)
    }
    let values = (0..<4).map { _ in Value.make(&random) }
    for sharesShapes in [true, false] {
      let memory = RecordStore(MemoryBackEnd(), sharesShapes: sharesShapes)
      let ids = try save(values, memory.records(of: entity, key: \.id), &counts)
      try compare("memory", values, ids, memory.records(of: entity, key: \.id))
      let folder = MemoryFolder()
      let file = try FileBackEnd("a.krec", in: folder)
      let store = RecordStore(file, sharesShapes: sharesShapes)
      let same = try save(values, store.records(of: entity, key: \.id), &counts)
      guard same == ids else {
        throw Difference(place: "file", value: "\(ids)", found: "\(same)")
      }
      file.close()
      let again = try FileBackEnd("a.krec", in: folder)
      defer { again.close() }
      try compare("file", values, ids, RecordStore(again).records(of: entity, key: \.id))
    }
  }

  /// - Returns: The numbers of the values that are stored. Columns refuse a null inside of an optional, NaN, and integers beyond `Int64.max`.
  private func save<Value: Composed>(
    _ values: [Value], _ items: RecordSet<Item<Value>, Int>, _ counts: inout Counts
  ) throws -> [Int] {
    var ids: [Int] = []
    for (id, value) in values.enumerated() {
      do {
        try items.save(Item(id: id, value: value))
        ids.append(id)
        counts.stored += 1
      } catch let error as TransformError where error.code == .notStorable {
        if error.message.contains("could not be fetched") { throw error }
        counts.refused += 1
      } catch let error as StorageError where error.code == .notStorable {
        counts.refused += 1
      }
    }
    return ids
  }

  private func compare<Value: Composed>(
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
