public import RecordLog

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FileBackEnd {
  /// Writes all records that can be read of a file to a new one. For files that are ``StorageError/Code/damaged``: the state that comes out need
  /// not be one that the store ever had, since what missing commits did is not done.
  ///
  /// - A record of which the last commit is there is there as it was, whatever is missing.
  /// - A record that a missing commit changed or removed is there as it was before.
  /// - Unique attributes are unique: of two records with one value the one that got it last has it.
  /// - The schemas of tables are taken from the hint where the commits that defined them are missing.
  ///
  /// The damaged file is opened for reading only, and stays as it is. O(bytes), with memory for all keys and unique values.
  ///
  /// - Parameters:
  ///   - path: The path of the damaged file.
  ///   - newPath: The path of a file that is not there yet.
  /// - Returns: What is there, and what is missing.
  /// - Throws: ``StorageError``: ``StorageError/Code/damaged`` if not even the header of the file can be read;
  ///   ``StorageError/Code/readOnly`` for the file of a version that is not read here; ``StorageError/Code/inputOutput``, also if
  ///   there is no file, or one at the new path; ``StorageError/Code/noSpace``, ``StorageError/Code/locked``.
  public static func salvage(path: String, to newPath: String) throws -> SalvageReport {
    let (folder, name) = parts(of: URL(filePath: path).resolvingSymlinksInPath().path)
    let (newFolder, newName) = parts(of: URL(filePath: newPath).resolvingSymlinksInPath().path)
    return try salvage(
      name, in: FolderFileSystem(path: folder), to: newName, in: FolderFileSystem(path: newFolder))
  }

  /// Writes all records that can be read of a file of a folder to a new one.
  ///
  /// - Throws: As ``salvage(path:to:)``.
  public static func salvage(
    _ name: String, in folder: some LogFileSystem, to newName: String,
    in newFolder: some LogFileSystem
  ) throws -> SalvageReport {
    let archives = TableArchives()
    let hint = HintFile(of: name, in: folder, archives)
    let (file, found) = try StorageError.log { () throws(LogError) in
      guard let file = try folder.open(name, .read) else {
        throw LogError(.inputOutput, "there is no file '\(name)'")
      }
      var salvage = LogSalvage(file, archives)
      try salvage.read(hint)
      return (file, salvage)
    }
    var salvage = found
    let image = salvage.image()
    let made = try StorageError.log { () throws(LogError) in
      try LogReplacement(making: newName, in: newFolder)
    }
    do {
      _ = try LogCompaction(image, file, archives).write(to: made)
      try StorageError.log { () throws(LogError) in
        try made.prepare()
        try made.finish().releaseLock()
      }
    } catch {
      made.abandon()
      throw error
    }
    return salvage.report
  }
}
