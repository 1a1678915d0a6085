import Foundation
import RecordLog
import RecordStorage
import Synchronization
import Testing

/// Rule W9 of Spec/record-log.md, on the file system of this machine.
@Suite("Who may read and write the files of a store", .serialized)
struct FilePermissionTests {
  private static let names = ["a.krec", "a.krec.lock", "a.krec.hint"]

  @Test("files are their owner's alone, from the moment they are made")
  func ownerOnly() throws {
    try StoreFolder.with { folder in
      let seen = Mutex<[String: Int]>([:])
      let hooked = HookedFolder(base: folder.files) { call in
        guard call.hasPrefix("write ") else { return }
        let name = String(call.dropFirst(6))
        // The handle still uses the name from before the rename.
        guard let mode = try? folder.permissions(name) else { return }
        seen.withLock { $0[name, default: 0] |= mode }
      }
      let file = try FileBackEnd("a.krec", in: hooked)
      try RecordStore(file).write { try $0.define(FileBackEndTests.table) }
      try file.compact()
      file.close()
      for name in Self.names { #expect(try folder.permissions(name) == 0o600) }
      #expect(
        seen.withLock { $0 } == ["a.krec.new": 0o600, "a.krec.hint.new": 0o600])
    }
  }

  @Test("permissions are those that were asked for", arguments: [0o640, 0o666, 0o600] as [UInt16])
  func asked(_ mode: UInt16) throws {
    try StoreFolder.with { folder in
      let file = try FileBackEnd(path: folder.log, permissions: mode)
      try RecordStore(file).write { try $0.define(FileBackEndTests.table) }
      #expect(try folder.permissions("a.krec") == Int(mode))
      try file.compact()
      file.close()
      for name in Self.names { #expect(try folder.permissions(name) == Int(mode)) }
    }
  }

  @Test("files beside a log have its permissions, also when these were changed")
  func changed() throws {
    try StoreFolder.with { folder in
      try folder.make()
      #expect(chmod(folder.log, 0o660) == 0)
      #expect(try folder.keys() == [.integer(1)])
      for name in Self.names { #expect(try folder.permissions(name) == 0o660) }
      #expect(chmod(folder.log, 0o600) == 0)
      let file = try FileBackEnd(path: folder.log)
      #expect(try folder.permissions("a.krec.lock") == 0o600)
      try file.compact()
      file.close()
      for name in Self.names { #expect(try folder.permissions(name) == 0o600) }
    }
  }

  @Test("a lock file with a second name, or a link to one, is not used")
  func foreignLock() throws {
    try StoreFolder.with { folder in
      try folder.make()
      let lock = folder.log + ".lock"
      #expect(rename(lock, folder.path("other")) == 0)
      #expect(chmod(folder.path("other"), 0o400) == 0)
      for make in [{ link($0, $1) }, { symlink($0, $1) }] as [(String, String) -> Int32] {
        #expect(make(folder.path("other"), lock) == 0)
        #expect(StoreFolder.code { _ = try FileBackEnd(path: folder.log) } == .inputOutput)
        #expect(try folder.permissions("other") == 0o400)
        #expect(unlink(lock) == 0)
      }
      #expect(try folder.keys() == [.integer(1)])
    }
  }

  @Test(
    "a lock file of another user is not used, unless the log is that user's",
    .enabled(if: geteuid() == 0, "needs root, to give files to another user"))
  func foreignOwner() throws {
    try StoreFolder.with { folder in
      let lock = folder.log + ".lock"
      try Data().write(to: URL(filePath: lock))
      #expect(chown(lock, 65_534, 65_534) == 0)
      #expect(StoreFolder.code { _ = try FileBackEnd(path: folder.log) } == .inputOutput)
      #expect(unlink(lock) == 0)
      try folder.make()
      #expect(chown(lock, 65_534, 65_534) == 0)
      #expect(StoreFolder.code { _ = try FileBackEnd(path: folder.log) } == .inputOutput)
      #expect(chown(folder.log, 65_534, 65_534) == 0)
      let file = try FileBackEnd(path: folder.log)
      try file.compact()
      file.close()
      for name in Self.names {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == 65_534)
      }
    }
  }

  @Test("what has the name of a file that is made is removed, and never written to")
  func planted() throws {
    try StoreFolder.with { folder in
      try folder.make()
      let other = folder.path("other")
      try Data([1, 2, 3]).write(to: URL(filePath: other))
      for make in [{ link($0, $1) }, { symlink($0, $1) }] as [(String, String) -> Int32] {
        let file = try FileBackEnd(path: folder.log)
        for name in ["a.krec.new", "a.krec.hint.new"] {
          #expect(make(other, folder.path(name)) == 0)
        }
        try file.compact()
        file.close()
        #expect(try folder.bytes("other") == Data([1, 2, 3]))
        #expect(try folder.keys() == [.integer(1)])
      }
    }
  }

  @Test("what takes the name again before a file is made stops a compaction, and gets no byte")
  func plantedAgain() throws {
    try StoreFolder.with { folder in
      try folder.make()
      let isArmed = Mutex(false)
      let path = folder.log + ".new"
      let hooked = HookedFolder(base: folder.files) { call in
        guard call == "removed a.krec.new", isArmed.withLock({ $0 }) else { return }
        isArmed.withLock { $0 = false }
        _ = FileManager.default.createFile(atPath: path, contents: Data([7]))
      }
      let file = try FileBackEnd("a.krec", in: hooked)
      isArmed.withLock { $0 = true }
      #expect(StoreFolder.code { try file.compact() } == .inputOutput)
      #expect(try folder.bytes("a.krec.new") == Data([7]))
      try StoreFolder.insert(2, file)
      try file.compact()
      file.close()
      #expect(try folder.keys() == [.integer(1), .integer(2)])
    }
  }
}
