internal import ArchiveCompression
public import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension KeyedUnarchiver {
  /// One value inside of an archive, without reading what it does not need.
  ///
  /// ```swift
  /// let data = try Data(contentsOf: url)
  /// let entry = try unarchiver.decode(
  ///   Entry.self, at: ArchivePath([.key("entries"), .index(500_000)]), from: data)
  /// ```
  ///
  /// Of a multi-part archive all part headers are read, all definitions, and the blocks that lead to
  /// the value: few, where they begin between elements of the arrays on the way. Checksums of what is
  /// read are verified, and by the chain of headers that no part is missing. What is not read may be
  /// damaged; ``ArchiveLimits`` hold for what is read. A single part is read whole.
  ///
  /// O(parts) for the headers, and the bytes of some blocks: usually one, two or three.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - path: Keys of records and of maps with string or integer keys, indices of arrays and sets, and
  ///     first the name of a root if it has one. The last scope of the archive is meant.
  ///   - data: The archive. Data that is mapped from a file is read page by page. But if another process truncates the file
  ///     meanwhile, the system kills the reader: map only files that nobody changes.
  /// - Throws: As ``decode(_:from:)-(_,Data)``; ``ArchiveError/Code/keyNotFound`` if
  ///   nothing stands at the path; ``ArchiveError/Code/objectElsewhere`` if the value, or
  ///   one on the way to it, is or holds a reference to an object that stands outside of it: then the
  ///   archive has to be decoded whole.
  public func decode<Value: Decodable>(
    _ type: Value.Type, at path: ArchivePath, from data: Data
  ) throws -> Value {
    if path.isEmpty { return try decode(type, from: data) }
    if stackByteCount > 0 { return try onLargeStack { try $0.decode(type, at: path, from: data) } }
    let found: (value: FoundValue, map: OffsetMap)
    do {
      found = try find(path, in: data)
    } catch let error as ArchiveError where error.code != .keyNotFound {
      var error = error
      error.path.steps.insert(contentsOf: path.steps, at: 0)
      throw error
    }
    let limits = limits.forInput(byteCount: data.count)
    do {
      switch found.value {
      case .checked(let value):
        return try decode(type, value, found.map, limits, at: path)
      case .document(let document):
        guard document.cells.first?.kind != .absent else {
          throw ArchiveError(
            .keyNotFound, "nothing stands at this path: the record there has no such field",
            path: path)
        }
        let rest = limits.after(byteCount: document.byteCount)
        return try decodeUnnamedRoot(type, document, found.map, rest, at: path).value
      }
    } catch let error as ArchiveError {
      throw error.inRoot(of: path)
    }
  }

  /// One value inside of an archive, by a path as text: `users[3].address`, `$settings.theme`.
  ///
  /// - Throws: As the form that takes an `ArchivePath`; ``ArchiveError/Code/malformed`` for a text that is
  ///   no path.
  public func decode<Value: Decodable>(
    _ type: Value.Type, at path: String, from data: Data
  ) throws -> Value {
    try decode(type, at: ArchivePath(parsing: path), from: data)
  }

  private func find(
    _ path: ArchivePath, in data: Data
  ) throws -> (value: FoundValue, map: OffsetMap) {
    let limits = limits.forInput(byteCount: data.count)
    guard data.first == ArchiveFraming.magic[0] else {
      var opener = ArchiveOpener([UInt8](data), limits: limits)
      guard let scope = try opener.open().scopes.last else {
        throw ArchiveError(
          .keyNotFound, "nothing stands at this path: the archive is empty", path: path)
      }
      return try reader(path, limits).find(in: scope)
    }
    let directory = try BlockDirectory(byteCount: data.count, limits: limits) { range in
      [UInt8](data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound])
    }
    return try reader(path, limits).find(in: directory)
  }

  private func reader(_ path: ArchivePath, _ limits: ArchiveLimits) -> PartialReader {
    PartialReader(
      path, limits, keptCellCount: settings.needsCells ? .max : settings.values.shortListCount,
      passer: DirectPasser(settings: settings, limits: limits))
  }
}

extension ArchiveError {
  /// This error with the name of the root that a path begins with, which no coding key tells.
  fileprivate func inRoot(of path: ArchivePath) -> ArchiveError {
    var error = self
    if error.path.isEmpty { error.path = path }
    if case .root? = path.steps.first, error.path.steps.first != path.steps.first {
      error.path.steps.insert(path.steps[0], at: 0)
    }
    return error
  }
}
