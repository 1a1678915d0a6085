internal import RecordStorage
internal import StorageTransforms
internal import Synchronization

/// A store on a new back end, and a model that goes through the same. Used by one thread; the store is used by any.
final class Testbed {
  private let configuration: BackEndConfiguration
  private let place: String
  private(set) var store: RecordStore
  /// What the store holds if it keeps the rules.
  var model = RecordModel()
  /// How many comparisons were made.
  private(set) var checkCount = 0

  private static let placeCount = Atomic<Int>(0)
  private static let process = UInt32.random(in: 0...(.max))

  init(_ configuration: BackEndConfiguration) throws {
    self.configuration = configuration
    let number = Self.placeCount.add(1, ordering: .relaxed).newValue
    place = "conformance_\(String(Self.process, radix: 16))_\(number)"
    store = RecordStore(try configuration.open(place))
  }

  /// Closes the back end, and removes what it kept.
  func end() throws {
    try configuration.close(store.backEnd)
    try configuration.remove(place)
  }

  /// Closes the back end, and opens the same records again.
  func reopen() throws {
    try configuration.close(store.backEnd)
    store = RecordStore(Closed())
    store = RecordStore(try configuration.open(place))
  }

  /// Calls a function with a further store of the same records.
  func withSecondStore(_ body: (RecordStore) throws -> Void) throws {
    let second = RecordStore(try configuration.open(place))
    do { try body(second) } catch {
      try? configuration.close(second.backEnd)
      throw error
    }
    try configuration.close(second.backEnd)
  }

  /// - Throws: ``ConformanceFailure`` unless something holds.
  func expect(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    checkCount += 1
    guard holds else { throw ConformanceFailure(message()) }
  }

  /// - Throws: ``ConformanceFailure`` unless two values are the same.
  func expect<Value: Equatable>(_ found: Value, is expected: Value, _ what: String) throws {
    try expect(found == expected, "\(what): \(found) instead of \(expected)")
  }

  /// - Returns: The error.
  /// - Throws: ``ConformanceFailure`` unless a function throws a ``StorageError`` with a code.
  @discardableResult
  func expect(
    _ code: StorageError.Code, _ what: @autoclosure () -> String, _ body: () throws -> Void
  ) throws -> StorageError {
    checkCount += 1
    do { try body() } catch let error as StorageError where error.code == code {
      return error
    } catch let failure as ConformanceFailure {
      throw failure
    } catch {
      throw ConformanceFailure("\(what()): \(error) instead of \(code.rawValue)")
    }
    throw ConformanceFailure("\(what()): no error instead of \(code.rawValue)")
  }
}

/// What stands in for a back end while that is closed, so that nothing holds it.
private struct Closed: StorageBackEnd {
  var capabilities: StorageCapabilities { [] }

  func read(_ body: (any StorageReading) throws -> Void) throws {
    throw StorageError(.sessionEnded, "the back end is closed")
  }

  func write(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws {
    throw StorageError(.sessionEnded, "the back end is closed")
  }
}
