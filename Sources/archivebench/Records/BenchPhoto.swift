import Foundation
import StorageTransforms

/// The record that stores are measured with: text, a date, numbers, a URL, and a list.
struct BenchPhoto: Codable, Hashable, Sendable {
  var id: String
  var title: String
  var dateTaken: Date
  var width: Int
  var height: Int
  var rating: Double
  var remoteURL: URL
  var tags: [String]

  init(
    id: String, title: String, dateTaken: Date, width: Int, height: Int, rating: Double,
    remoteURL: URL, tags: [String]
  ) {
    self.id = id
    self.title = title
    self.dateTaken = dateTaken
    self.width = width
    self.height = height
    self.rating = rating
    self.remoteURL = remoteURL
    self.tags = tags
  }

  /// The photo with a number. Keys do not come in the order of the numbers.
  init(_ number: Int) throws {
    let scattered = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let id = Self.id(number)
    guard let url = URL(string: "https://photos.example.org/originals/\(id).jpeg") else {
      throw CocoaError(.coderInvalidValue)
    }
    self.init(
      id: id, title: "Photo \(number) of the harbour at dusk",
      dateTaken: Date(timeIntervalSinceReferenceDate: Double(scattered >> 34)), width: 4032,
      height: 3024, rating: Double(number % 50) / 10, remoteURL: url,
      tags: ["harbour", "dusk", "roll \(number % 97)"])
  }

  static func id(_ number: Int) -> String {
    let scattered = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    return String(scattered, radix: 36)
  }

  static func entity() throws -> Entity<BenchPhoto> {
    try Entity(
      "Photo",
      restoring: { id, title, dateTaken, width, height, rating, remoteURL, tags in
        BenchPhoto(
          id: id, title: title, dateTaken: dateTaken, width: width, height: height, rating: rating,
          remoteURL: remoteURL, tags: tags)
      },
      fields: {
        Field("id", \.id)
        Field("title", \.title)
        Field("dateTaken", \.dateTaken).indexed()
        Field("width", \.width)
        Field("height", \.height)
        Field("rating", \.rating)
        Field("remoteURL", \.remoteURL, as: RelativeURLTransform())
        Field("tags", \.tags)
      })
  }
}
