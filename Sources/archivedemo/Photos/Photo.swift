import Foundation
import KeyedArchives
import SealedTransforms
import StorageTransforms

/// A photo of the library. The type need not be Codable: its fields say how each property is stored.
struct Photo: Equatable, Sendable {
  enum Kind: String, Codable, Sendable { case landscape, portrait, other }

  var photoID: String
  var title: String
  var dateTaken: Date?
  var remoteURL: URL?
  var fileURL: URL
  var colour: Colour
  var kind: Kind
  var note: String

  /// What is stored of photos, and how.
  static func entity() throws -> Entity<Photo> {
    try Entity("Photo", restoring: Photo.init) {
      Field("photo_id", \.photoID)
      Field("title", \.title).default("untitled")
      Field("date_taken", \.dateTaken, as: .sortable(fractionDigits: 9)).indexed()
      Field("remote_url", \.remoteURL, as: ArchiveTransform<URL>())
      Field("file_url", \.fileURL, as: RelativeURLTransform()).unique()
      Field("colour", \.colour, as: ConvertibleTransform<Colour>().then(JSONTransform()))
      Field("kind", \.kind).fallback(to: .other)
      #if Encryption
        Field("note", \.note, as: UTF8Transform().then(SealedTransform()))
      #else
        Field("note", \.note)
      #endif
    }
  }
}

/// A colour, which is not Codable: it is stored through a model that is.
struct Colour: StorageConvertible, Equatable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  var storageModel: [Double] { [red, green, blue] }

  init(_ red: Double, _ green: Double, _ blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  init(storageModel: [Double]) throws {
    guard storageModel.count == 3 else {
      throw DemoFailure(.software, "A colour has three parts, and this \(storageModel.count).")
    }
    self.init(storageModel[0], storageModel[1], storageModel[2])
  }
}
