import Foundation

/// What all stores have to do, the same for each.
struct PhotoWork: Sendable {
  struct Span: Sendable {
    let first: Date
    let end: Date
    let photoCount: Int
  }

  /// How many photos are stored in batches.
  let count: Int
  /// How many commits a step makes in which each photo is one.
  let durableCount: Int
  /// The photos, behind those of the batches those of the two steps.
  let photos: [BenchPhoto]
  /// Numbers of photos in random order.
  let order: [Int]
  let spans: [Span]

  static let batchCount = 1_000
  static let threadCount = 8
  static let spanCount = 20
  /// Which part of the photos a span has.
  static let spanShare = 100

  init(count: Int, durableCount: Int) throws {
    self.count = count
    self.durableCount = durableCount
    let photos = try (0..<count + 2 * durableCount).map { try BenchPhoto($0) }
    self.photos = photos
    var generator = SeededGenerator(seed: 1)
    order = (0..<count / 5).map { _ in Int.random(in: 0..<photos.count, using: &generator) }
    let dates = photos.map(\.dateTaken).sorted()
    spans = (0..<Self.spanCount).map { _ in
      let start = Int.random(in: 0..<dates.count - count / Self.spanShare, using: &generator)
      let (first, end) = (dates[start], dates[start + count / Self.spanShare])
      return Span(
        first: first, end: end, photoCount: dates.count { first <= $0 && $0 < end })
    }
  }

  /// All steps, each of which finds what those before it have left.
  var steps: [PhotoStep] { inserting + reading + updating }

  /// Stores all photos at once, for a step that is done alone.
  func fill(_ store: some PhotoStore) throws {
    for start in stride(from: 0, to: photos.count, by: Self.batchCount) {
      try store.insert(Array(photos[start..<min(start + Self.batchCount, photos.count)]))
    }
  }

  /// Compares photos with what the store has, whole, which is not measured.
  ///
  /// - Parameter updateCount: How many of the steps were done that update.
  func verify(_ store: some PhotoStore, updateCount: Int) throws {
    for number in order.prefix(durableCount) {
      var photo = photos[number]
      for _ in 0..<updateCount { photo.rating += 1 }
      guard try store.fetch(photo.id) == photo else { throw WrongResult() }
    }
  }
}
