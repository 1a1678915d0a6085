import Foundation
import RecordLog
import RecordStorage
import RecordStorageSQLite
import StorageTransforms

/// Keeps a library of photos in a store, and shows what happens to it.
struct PhotoDemonstration {
  private let output: URL
  private var folder: URL { output.appending(path: "library", directoryHint: .isDirectory) }
  private var moved: URL { output.appending(path: "moved", directoryHint: .isDirectory) }

  /// - Parameter output: The folder in which the library is made.
  init(output: String) { self.output = URL(filePath: output, directoryHint: .isDirectory) }

  func run() async throws {
    for old in [folder, moved] where FileManager.default.fileExists(atPath: old.path) {
      try FileManager.default.removeItem(at: old)
    }
    try make()
    try list(folder, "Opened again, by date")
    try FileManager.default.moveItem(at: folder, to: moved)
    try list(moved, "The folder moved")
    try await meetUnknownKind()
    try refuseDuplicate()
    try killInCommit()
    try runOnSQLite()
  }

  private func open(_ folder: URL) throws -> (file: FileBackEnd, library: PhotoLibrary) {
    let file = try FileBackEnd(path: folder.appending(path: PhotoLibrary.fileName).path)
    return (file, try PhotoLibrary(folder, file))
  }

  private func make() throws {
    let samples = try PhotoLibrary.samples(in: folder)
    let (file, library) = try open(folder)
    try library.store.write(retrying: .conflicts(atMost: 5)) { session in
      for photo in samples { try library.photos.insert(photo, in: session) }
      for student in try PhotoLibrary.students() {
        try library.students.insert(student, in: session)
      }
    }
    file.close()
    print("Library  \(samples.count) photos and 2 students in \(PhotoLibrary.fileName), one commit")
  }

  private func list(_ folder: URL, _ title: String) throws {
    let (file, library) = try open(folder)
    defer { file.close() }
    print("\n\(title):")
    for photo in try library.photos.fetch(where: .ordered(by: \.dateTaken)) {
      let isThere = FileManager.default.fileExists(atPath: photo.fileURL.path)
      print(
        "  \(photo.dateTaken?.formatted(.iso8601) ?? "-")  \(photo.title)  \(photo.kind)  "
          + "\(isThere ? "file found" : "FILE MISSING")  note: \(photo.note)")
    }
    for student in try library.students.fetch(where: .ordered(by: \.name)) {
      let scores = student.scores.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      print(
        "  student \(student.number)  \(student.name)  \(student.courses.joined(separator: ", "))  "
          + "\(scores.joined(separator: ", "))  \(student.contact.mail)  \(student.avatar.count) bytes of PNG"
      )
    }
  }

  /// A later program stored a kind that this one does not know.
  private func meetUnknownKind() async throws {
    let (file, library) = try open(moved)
    defer { file.close() }
    try library.store.write(retrying: .conflicts(atMost: 5)) { session in
      guard var values = try session.values(of: "p1", in: "Photo"),
        let table = try session.table("Photo"),
        let position = table.entity.attributes.firstIndex(where: { $0.name == "kind" })
      else { throw DemoFailure(.software, "Photo p1 is not there.") }
      values[position] = .text("panorama")
      try session.update(StoredRecord(key: "p1", values: values), in: "Photo")
    }
    var errors = library.store.errors.subscribe().makeAsyncIterator()
    let photo = try library.photos.fetch(key: "p1")
    print(
      "\nA kind that this program does not know: “\(photo?.title ?? "")” is \(photo?.kind ?? .other)"
    )
    if let error = await errors.next() { print("  told: \(error.cause)") }
  }

  private func refuseDuplicate() throws {
    let (file, library) = try open(moved)
    defer { file.close() }
    guard var copy = try library.photos.fetch(key: "p0") else { return }
    copy.photoID = "p9"
    do {
      try library.photos.insert(copy)
      throw DemoFailure(.software, "Two photos have one file.")
    } catch let error as StorageError {
      print("\nA second photo of one file:\n  \(error)")
    }
  }

  /// A child process is killed in the middle of a commit.
  private func killInCommit() throws {
    let child = Process()
    child.executableURL = URL(filePath: CommandLine.arguments[0])
    child.arguments = ["photos", "--child", moved.path]
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let lines = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let acknowledged = lines.split(separator: "\n").count
    print(
      "\nA process is killed in the middle of its commit \(acknowledged + 1) (signal \(child.terminationStatus)):"
    )
    let (file, library) = try open(moved)
    defer { file.close() }
    if case .torn(let byteOffset, let byteCount) = file.ending {
      print("  found a torn tail of \(byteCount) bytes at byte \(byteOffset), and cut it off")
    }
    let count = try library.photos.count(where: .property(\.photoID, hasPrefix: "child"))
    print("  acknowledged \(acknowledged), there \(count); nothing else changed")
    guard count == acknowledged else { throw DemoFailure(.software, "A commit was lost.") }
    try library.store.write(retrying: .conflicts(atMost: 5)) { session in
      for photo in try library.photos.fetch(
        where: .property(\.photoID, hasPrefix: "child"), in: session)
      {
        try library.photos.delete(key: photo.photoID, in: session)
      }
    }
  }

  /// What the child process does: commits, until it is killed in the middle of a write.
  static func runChild(_ folder: String) throws {
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    let file = try FileBackEnd(
      PhotoLibrary.fileName, in: DyingFolder(path: folder, dyingAfter: 5))
    let library = try PhotoLibrary(url, file)
    guard let photo = try library.photos.fetch(key: "p0") else { return }
    for number in 0..<100 {
      var copy = photo
      copy.photoID = "child \(number)"
      copy.fileURL = url.appending(path: "child \(number).png")
      try library.photos.insert(copy)
      print("acknowledged \(number)")
      fflush(nil)
    }
  }

  private func runOnSQLite() throws {
    #if SQLite
      let path = moved.appending(path: "photos.sqlite").path
      let database = try SQLiteBackEnd(path: path)
      let library = try PhotoLibrary(moved, database)
      let (file, original) = try open(moved)
      defer { file.close() }
      try library.photos.save(contentsOf: original.photos.fetch(where: .all))
      let found = try library.photos.fetch(where: .ordered(by: \.dateTaken))
      guard try found == original.photos.fetch(where: .ordered(by: \.dateTaken)) else {
        throw DemoFailure(.software, "SQLite has other photos.")
      }
      print("\nThe same on SQLite: \(found.count) photos, equal to those of the file")
      try database.close()
      print("  sqlite3 \(path) 'SELECT title, date_taken FROM Photo ORDER BY date_taken'")
    #else
      print("\nWithout the trait SQLite there is nothing to compare with.")
    #endif
  }
}
