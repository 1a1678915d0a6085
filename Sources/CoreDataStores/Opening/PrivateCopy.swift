#if SQLite
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import ArchiveFormat

  /// A copy of a database and of the file beside it, in a folder that only this user reads.
  ///
  /// SQLite writes when it takes over a write-ahead log or a rollback journal. Here it writes into the copy.
  struct PrivateCopy {
    private let folder: URL
    /// The path of the copied database.
    var path: String { folder.appending(path: "store").path }

    private static let attemptCount = 3

    /// Copies a database and the file that is pending beside it.
    ///
    /// - Throws: ``ArchiveError/Code/inputOutput``, also if a program writes the files meanwhile, or if a signal comes that ends the process.
    init(
      of file: DatabaseFile, _ pending: CoreDataStore.Pending, _ hold: SignalHold
    ) throws(ArchiveError) {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "core-data-\(UUID().uuidString)", directoryHint: .isDirectory)
      let isLog = pending == .writeAheadLog
      let sources = [file.path, isLog ? file.logPath : file.journalPath]
      let copies = [path, path + (isLog ? "-wal" : "-journal")]
      do {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
      } catch { throw Self.failure(error) }
      do {
        for _ in 0..<Self.attemptCount {
          let states = try sources.map(DatabaseFile.state)
          for (source, copy) in zip(sources, copies) {
            try? FileManager.default.removeItem(atPath: copy)
            try DatabaseFile.copy(source, to: copy) { !hold.isSignalWaiting }
          }
          if try sources.map(DatabaseFile.state) == states { return }
        }
      } catch {
        remove()
        throw Self.failure(error)
      }
      remove()
      throw ArchiveError(
        .inputOutput, "the store changes while it is copied: close the program that writes it")
    }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static func failure(_ error: any Error) -> ArchiveError {
      error as? ArchiveError
        ?? ArchiveError(.inputOutput, "the store could not be copied to be read: \(error)")
    }
  }
#endif
