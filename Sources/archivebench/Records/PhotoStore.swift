import Foundation

/// What is measured of a store of photos.
protocol PhotoStore: Sendable {
  /// What it is called in the table.
  var name: String { get }
  /// Stores photos in one durable transaction.
  func insert(_ photos: [BenchPhoto]) throws
  /// Stores a photo in the place of the one with its key, durably.
  func update(_ photo: BenchPhoto) throws
  /// The photo with a key.
  func fetch(_ id: String) throws -> BenchPhoto?
  /// The number of photos, by fetching all.
  func scan() throws -> Int
  /// The photos of a span of time, in order.
  func range(_ first: Date, _ end: Date) throws -> [BenchPhoto]
  /// Bytes on the disk.
  func byteCount() throws -> Int
}
