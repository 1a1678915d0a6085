import Foundation

/// What is measured of a store of photos.
protocol PhotoStore: Sendable {
  /// Stores photos in one durable transaction.
  func insert(_ photos: [BenchPhoto]) throws
  /// Stores photos in the place of those with their keys, in one durable transaction.
  func update(_ photos: [BenchPhoto]) throws
  /// The photo with a key.
  func fetch(_ id: String) throws -> BenchPhoto?
  /// Hands over all photos, in the order of their keys.
  func scan(_ body: (BenchPhoto) -> Void) throws
  /// The photos of a span of time, in order.
  func range(_ first: Date, _ end: Date) throws -> [BenchPhoto]
  /// Gives back the room of what was overwritten. Nothing but ``finish()`` may follow.
  func compact() throws
  /// Removes what a server keeps.
  func finish() throws
}

extension PhotoStore {
  func finish() throws {}
}
