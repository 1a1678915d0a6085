import RecordStorage
import RecordStorageConformance
import StorageTransforms
import Synchronization

/// What back ends with a fault keep their records in: memory that outlives them.
final class FaultyMedium: Sendable {
  /// The records of a place, and what the fault has to know of them.
  final class Place: Sendable {
    struct Notes {
      var handleCount = 0
      var lastChange: (table: RecordTable, key: RecordKey)?
      /// Tables that were dropped, and are there.
      var hidden: Set<String> = []
    }

    let memory = MemoryBackEnd()
    let notes = Mutex(Notes())

    /// What is committed now. It stays as it is.
    func snapshot() throws -> any StorageReading {
      var found: (any StorageReading)?
      try memory.read { found = $0 }
      guard let found else { throw StorageError(.inputOutput, "no read") }
      return found
    }
  }

  private let fault: Fault?
  private let places = Mutex<[String: Place]>([:])

  init(_ fault: Fault?) { self.fault = fault }

  /// Back ends of this medium.
  var configuration: BackEndConfiguration {
    BackEndConfiguration(
      fault?.rawValue ?? "unharmed", open: { try self.open($0) },
      close: { ($0 as? FaultyBackEnd)?.place.notes.withLock { $0.handleCount -= 1 } },
      remove: { name in self.places.withLock { _ = $0.removeValue(forKey: name) } })
  }

  private func open(_ name: String) throws -> FaultyBackEnd {
    let (place, isThere) = places.withLock { places in
      if let place = places[name] { return (place, true) }
      let place = Place()
      places[name] = place
      return (place, false)
    }
    let isFirst = place.notes.withLock { notes in
      notes.handleCount += 1
      return notes.handleCount == 1
    }
    if isThere, isFirst { try forget(place) }
    return FaultyBackEnd(place, fault)
  }

  /// What a fault does to records that are opened again.
  private func forget(_ place: Place) throws {
    let last = place.notes.withLock { $0.lastChange }
    try place.memory.write(.written) { writing in
      for table in try writing.tables() {
        switch fault {
        case .reopensEmpty:
          let cursor = try writing.cursor(RecordQuery(), in: table)
          while let record = try cursor.next() { _ = try writing.delete(record.key, from: table) }
        case .reopeningLosesTables: try writing.drop(table)
        case .reopeningLosesTheLastChange:
          if let last, last.table.id == table.id {
            _ = try writing.delete(last.key, from: table)
          }
        default: break
        }
      }
    }
  }
}
