import Foundation
import RecordStorage
import StorageTransforms

/// Photos in one of our back ends.
struct RecordPhotoStore: PhotoStore {
  private let photos: RecordSet<BenchPhoto, String>
  private let compaction: @Sendable () throws -> Void
  private let isOnServer: Bool

  /// - Parameter isOnServer: Whether records stay where no folder is removed.
  init(
    _ backEnd: some StorageBackEnd, isOnServer: Bool = false,
    compaction: @escaping @Sendable () throws -> Void = {}
  ) throws {
    self.compaction = compaction
    self.isOnServer = isOnServer
    var context = TransformContext()
    context.baseURL = URL(string: "https://photos.example.org/")
    photos = try RecordStore(backEnd).records(of: BenchPhoto.entity(), key: \.id, in: context)
  }

  func insert(_ values: [BenchPhoto]) throws {
    try untilCommitted {
      if values.count == 1 { return try photos.insert(values[0]) }
      try photos.store.write { session in
        for value in values { try photos.insert(value, in: session) }
      }
    }
  }

  func update(_ values: [BenchPhoto]) throws {
    try untilCommitted {
      if values.count == 1 {
        guard try photos.update(values[0]) else { throw WrongResult() }
        return
      }
      try photos.store.write { session in
        for value in values {
          guard try photos.update(value, in: session) else { throw WrongResult() }
        }
      }
    }
  }

  /// Runs a transaction again that the back end gave up for another one.
  private func untilCommitted(_ transaction: () throws -> Void) throws {
    while true {
      do {
        return try transaction()
      } catch let error as StorageError where error.code == .conflict {
        continue
      }
    }
  }

  func fetch(_ id: String) throws -> BenchPhoto? { try photos.fetch(key: id) }
  func scan(_ body: (BenchPhoto) -> Void) throws { try photos.forEach { body($0) } }

  func range(_ first: Date, _ end: Date) throws -> [BenchPhoto] {
    try photos.fetch(where: .property(\.dateTaken, from: first, upTo: end))
  }

  func compact() throws { try compaction() }

  func finish() throws {
    if isOnServer { try photos.store.write { try $0.drop(photos.id) } }
  }
}
