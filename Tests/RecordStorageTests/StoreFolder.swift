import Foundation
import RecordLog
import RecordStorage
import StorageTransforms

/// A temporary folder of the system's, with a store called `a.krec`.
struct StoreFolder {
  let files: FolderFileSystem
  private let folder: URL

  /// Calls a function with a folder that is there as long as it goes on.
  static func with(_ body: (StoreFolder) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(StoreFolder(files: FolderFileSystem(path: folder.path), folder: folder))
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }
  /// The path of the store.
  var log: String { path("a.krec") }

  static func record(_ key: Int64) -> StoredRecord {
    StoredRecord(key: .integer(key), values: [.integer(key), .null, .integer(0)])
  }

  /// Makes the store, with one record, and closes it.
  func make() throws {
    let file = try FileBackEnd(path: log)
    defer { file.close() }
    try RecordStore(file).write { try $0.define(FileBackEndTests.table) }
    try Self.insert(1, file)
  }

  /// Stores a record.
  static func insert(_ key: Int64, _ file: FileBackEnd) throws {
    try RecordStore(file).write { try $0.insert(record(key), into: "Photo") }
  }

  /// The keys of the records that a writer finds.
  func keys(_ name: String = "a.krec") throws -> [RecordKey] {
    let file = try FileBackEnd(path: path(name))
    defer { file.close() }
    return try Self.keys(file)
  }

  static func keys(_ backEnd: any StorageBackEnd) throws -> [RecordKey] {
    try RecordStore(backEnd).read { try $0.records(in: "Photo").map(\.key) }
  }

  func bytes(_ name: String = "a.krec") throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  /// The code of what a function throws; nil if it does not.
  static func code(_ body: () throws -> Void) -> StorageError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StorageError)?.code
    }
  }
}
