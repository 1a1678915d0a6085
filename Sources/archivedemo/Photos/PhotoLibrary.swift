import Foundation
import RecordStorage
import SealedTransforms
import StorageTransforms

/// A folder with image files and a store of what is known of them.
struct PhotoLibrary {
  static let fileName = "photos.krec"

  let folder: URL
  let store: RecordStore
  let photos: RecordSet<Photo, String>
  let students: RecordSet<Student, Int>

  /// - Parameters:
  ///   - folder: The folder, under which the files of photos are.
  ///   - backEnd: What holds the records.
  init(_ folder: URL, _ backEnd: some StorageBackEnd) throws {
    self.folder = folder
    store = RecordStore(backEnd)
    var context = TransformContext()
    context.baseURL = folder
    #if Encryption
      // A program keeps its key where the system keeps secrets.
      let key = try SealingKey(id: "demo", bytes: Data(repeating: 7, count: 32))
      context.sealingKeys = try SealingKeys(current: key)
    #endif
    photos = try store.records(of: Photo.entity(), key: \.photoID, in: context)
    students = try store.records(of: Student.entity(), key: \.number, in: context)
  }

  /// Makes image files, and says what is known of them.
  static func samples(in folder: URL) throws -> [Photo] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let subjects: [(String, Colour, Photo.Kind, Int)] = [
      ("harbour", Colour(0.2, 0.4, 0.8), .landscape, 3),
      ("poppies", Colour(0.9, 0.2, 0.1), .landscape, 1),
      ("Ada", Colour(0.7, 0.6, 0.5), .portrait, 2), ("黄山", Colour(0.4, 0.6, 0.4), .landscape, 0),
    ]
    return try subjects.map { title, colour, kind, day in
      let file = folder.appending(path: "\(title).png")
      try PNGImage(width: 32, height: 24, colour: colour).bytes().write(to: file)
      return Photo(
        photoID: "p\(day)", title: title,
        dateTaken: Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(day) * 86_400),
        remoteURL: URL(string: "https://photos.example.org/\(day).png"), fileURL: file,
        colour: colour, kind: kind, note: "taken with the old camera, no. \(day)")
    }
  }

  static func students() throws -> [Student] {
    let avatar = try PNGImage(width: 8, height: 8, colour: Colour(0.5, 0.5, 0.9)).bytes()
    return [
      Student(
        number: 1, name: "王小明", courses: ["数学", "物理"], scores: ["数学": 92.5, "物理": 88],
        contact: Contact(mail: "xiaoming@example.org", phone: nil), avatar: avatar),
      Student(
        number: 2, name: "李丽", courses: ["英语"], scores: ["英语": 97],
        contact: Contact(mail: "lili@example.org", phone: "+86 10 0000"), avatar: avatar),
    ]
  }
}
