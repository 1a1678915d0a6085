import Foundation
import RecordLog
import RecordStorage
import StorageTransforms
import TestSupport
import Testing

@Suite("What others do to the files of a store is seen before anything is lost")
struct CompanionFileTests {
  private func withFolder(_ body: (FolderFileSystem, @escaping (String) -> String) throws -> Void)
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(FolderFileSystem(path: folder.path)) { folder.appending(path: $0).path }
  }

  private func record(_ key: Int64) -> StoredRecord {
    StoredRecord(key: .integer(key), values: [.integer(key), .null, .integer(0)])
  }

  /// A store with one record, closed.
  private func make(_ path: String) throws {
    let file = try FileBackEnd(path: path)
    defer { file.close() }
    let store = RecordStore(file)
    try store.write { try $0.define(FileBackEndTests.table) }
    try store.write { try $0.insert(record(1), into: "Photo") }
  }

  private func keys(_ path: String) throws -> [RecordKey] {
    let file = try FileBackEnd(path: path)
    defer { file.close() }
    return try RecordStore(file).read { try $0.records(in: "Photo").map(\.key) }
  }

  private func permissions(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test(
    "a commit to a file that was taken away is not acknowledged",
    arguments: ["replaced", "removed", "lock removed"])
  func takenAway(_ way: String) throws {
    try withFolder { _, path in
      let log = path("a.krec")
      try make(log)
      try FileManager.default.copyItem(atPath: log, toPath: path("copy"))
      let file = try FileBackEnd(path: log)
      let store = RecordStore(file)
      try store.write { try $0.insert(record(2), into: "Photo") }
      switch way {
      case "replaced": #expect(rename(path("copy"), log) == 0)
      case "removed": #expect(unlink(log) == 0)
      default: #expect(unlink(log + ".lock") == 0)
      }
      // A log is looked at before anything is written.
      let first: StorageError.Code = way == "lock removed" ? .outcomeUnknown : .poisoned
      for (key, code) in [(3, first), (4, .poisoned)] as [(Int64, StorageError.Code)] {
        let error = #expect(throws: StorageError.self) {
          try store.write { try $0.insert(record(key), into: "Photo") }
        }
        #expect(
          error?.code == code && error?.description.contains("removed") == true,
          "\(String(describing: error))")
      }
      file.close()
      if way == "replaced" {
        #expect(try keys(log) == [.integer(1)])
      } else if way == "lock removed" {
        #expect(try keys(log) == [.integer(1), .integer(2), .integer(3)])
      }
    }
  }

  @Test("nothing takes the place of a file that another one was renamed over")
  func replacedWhileIdle() throws {
    try withFolder { _, path in
      let log = path("a.krec")
      try make(log)
      try FileManager.default.copyItem(atPath: log, toPath: path("copy"))
      let file = try FileBackEnd(path: log)
      try RecordStore(file).write { try $0.insert(record(2), into: "Photo") }
      #expect(rename(path("copy"), log) == 0 && unlink(log + ".hint") == 0)
      #expect(throws: StorageError.self) { try file.compact() }
      file.close()
      #expect(!FileManager.default.fileExists(atPath: log + ".hint"))
      #expect(try keys(log) == [.integer(1)])
    }
  }

  @Test("a pipe, a folder or a device in the place of a file is not waited for")
  func noRegularFiles() throws {
    try withFolder { folder, path in
      try make(path("a.krec"))
      #expect(unlink(path("a.krec.hint")) == 0 && mkfifo(path("a.krec.hint"), 0o600) == 0)
      #expect(try keys(path("a.krec")) == [.integer(1)])

      #expect(mkfifo(path("pipe"), 0o600) == 0 && mkdir(path("folder"), 0o700) == 0)
      for name in ["pipe", "folder"] {
        for call in [
          { _ = try FileBackEnd(name, in: folder) },
          { _ = try FileReaderBackEnd(path: path(name)).read { _ in } },
          { _ = try FileBackEnd.salvage(path: path(name), to: path("new.krec")) },
        ] as [() throws -> Void] {
          let error = #expect(throws: StorageError.self) { try call() }
          #expect(error?.code == .inputOutput)
        }
      }
      #expect(throws: LogError.self) { try FolderFileSystem(path: "/dev").open("null", .write) }
    }
  }

  @Test("names that the system would take for another file are refused")
  func namesWithNUL() throws {
    try withFolder { folder, path in
      try make(path("a.krec"))
      let bytes = try Data(contentsOf: URL(filePath: path("a.krec")))
      let error = #expect(throws: StorageError.self) { try FileBackEnd("a.krec\0", in: folder) }
      #expect(error?.code == .inputOutput)
      #expect(throws: LogError.self) { try folder.remove("a.krec\0.new") }
      #expect(try Data(contentsOf: URL(filePath: path("a.krec"))) == bytes)
    }
  }

  @Test(
    "what stands beside a store is no name for another one",
    arguments: [".new", ".lock", ".hint", ".hint.new", ".NEW", ".Hint"])
  func companions(_ suffix: String) throws {
    try withFolder { _, path in
      try make(path("a.krec"))
      let name = path("a.krec" + suffix)
      for call in [
        { _ = try FileBackEnd(path: name) },
        { _ = try FileBackEnd.salvage(path: path("a.krec"), to: name) },
      ] as [() throws -> Void] {
        let error = #expect(throws: StorageError.self) { try call() }
        #expect(error?.code == .inputOutput)
      }
      #expect(try keys(path("a.krec")) == [.integer(1)])
    }
  }

  @Test("an empty file beside a hint is damage, and without it a new store")
  func emptied() throws {
    try withFolder { _, path in
      try make(path("a.krec"))
      #expect(truncate(path("a.krec"), 0) == 0)
      let error = #expect(throws: StorageError.self) { try FileBackEnd(path: path("a.krec")) }
      #expect(error?.code == .damaged && error?.byteOffset == 0)
      #expect(unlink(path("a.krec.hint")) == 0)
      let file = try FileBackEnd(path: path("a.krec"))
      #expect(try RecordStore(file).read { try $0.table("Photo") } == nil)
    }
  }

  @Test("who may read a store may read what is made of it, and nobody else")
  func permissionsStay() throws {
    try withFolder { _, path in
      try make(path("a.krec"))
      #expect(unlink(path("a.krec.hint")) == 0)
      for mode in [0o600, 0o640] {
        #expect(chmod(path("a.krec"), mode_t(mode)) == 0)
        let file = try FileBackEnd(path: path("a.krec"))
        try RecordStore(file).write { try $0.upsert(record(1), in: "Photo") }
        try file.compact()
        #expect(try permissions(path("a.krec")) == mode)
        #expect(try permissions(path("a.krec.hint")) == mode)
        file.close()
        #expect(try permissions(path("a.krec.hint")) == mode)
      }
    }
  }

  @Test("a link in the place of a file that is made is not followed")
  func links() throws {
    try withFolder { folder, path in
      try Data([1, 2, 3]).write(to: URL(filePath: path("other")))
      #expect(symlink(path("other"), path("b.krec.lock")) == 0)
      #expect(throws: StorageError.self) { try FileBackEnd("b.krec", in: folder) }
      #expect(try Data(contentsOf: URL(filePath: path("other"))) == Data([1, 2, 3]))
    }
  }
}
