import Foundation
import RecordStorage
import StorageTransforms

/// Photos in one of our back ends.
struct RecordPhotoStore: PhotoStore {
  let name: String
  let photos: RecordSet<BenchPhoto, String>
  let bytes: @Sendable () throws -> Int

  init(
    _ name: String, _ backEnd: some StorageBackEnd, bytes: @escaping @Sendable () throws -> Int
  ) throws {
    self.name = name
    self.bytes = bytes
    var context = TransformContext()
    context.baseURL = URL(string: "https://photos.example.org/")
    photos = try RecordStore(backEnd).records(of: BenchPhoto.entity(), key: \.id, in: context)
  }

  func insert(_ values: [BenchPhoto]) throws {
    try photos.store.write { session in
      for value in values { try photos.insert(value, in: session) }
    }
  }

  func update(_ photo: BenchPhoto) throws { try photos.update(photo) }
  func fetch(_ id: String) throws -> BenchPhoto? { try photos.fetch(id) }

  func scan() throws -> Int {
    var count = 0
    try photos.forEach { _ in count += 1 }
    return count
  }

  func range(_ first: Date, _ end: Date) throws -> [BenchPhoto] {
    try photos.fetch(.where(\.dateTaken, from: first, upTo: end))
  }

  func byteCount() throws -> Int { try bytes() }
}
