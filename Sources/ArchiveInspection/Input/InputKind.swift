internal import ArchiveCompression
internal import ArchiveFormat
internal import PropertyListFormat
internal import RecordLog

/// The kinds of files that a command takes, each recognised by its first bytes.
package enum InputKind: Sendable {
  /// An archive of this package, or a property list.
  case archive
  case recordLog
  case json
  case dictionaryRows
  /// A property list of Apple's binary or XML form, and nothing else.
  case propertyList

  /// Refuses bytes that no input of this kind begins with.
  ///
  /// - Parameters:
  ///   - beginning: The first bytes: ``WindowedInput/firstByteCount`` of them if the input has as many.
  ///   - limits: What reading them may cost.
  /// - Throws: The error that reading the whole input would throw; for a format of others, with a sentence that names the format.
  package func check(_ beginning: [UInt8], _ limits: ArchiveLimits) throws {
    switch self {
    case .archive: try Self.checkArchive(beginning)
    case .recordLog: _ = try LogHeader(Array(beginning.prefix(LogHeader.byteCount)))
    case .json: try Self.checkJSON(beginning)
    case .dictionaryRows: try Self.checkRows(beginning, limits)
    case .propertyList: try Self.checkList(beginning)
    }
  }

  /// Tells whether bytes begin as a property list does, and not as an archive of this package.
  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    do throws(ArchiveError) {
      try ArchiveOpener.check(beginning: bytes)
      return false
    } catch {
      return error.code == .notAnArchive && PropertyList.isLikely(bytes)
    }
  }

  /// Takes archives of this package, and property lists.
  private static func checkArchive(_ beginning: [UInt8]) throws(ArchiveError) {
    do throws(ArchiveError) {
      try ArchiveOpener.check(beginning: beginning)
    } catch {
      guard error.code == .notAnArchive else { throw error }
      if PropertyList.isLikely(beginning) { return }
      throw ArchiveError(
        .notAnArchive,
        ForeignFormat.sentence(beginning) ?? "this is no keyed archive, and no property list",
        byteOffset: 0)
    }
  }

  /// Names archives of this package, and Apple's other formats of archives, which are no property lists.
  private static func checkList(_ beginning: [UInt8]) throws {
    if PropertyList.isLikely(beginning) { return }
    throw ArchiveError(
      .notPropertyList,
      GraphConversion.isArchive(beginning)
        ? "this is an archive of this package: 'archivecat show' prints it"
        : ForeignFormat.sentence(beginning) ?? "this is no property list", byteOffset: 0)
  }

  /// Scans up to the first character that is no space, where that cannot begin a value.
  private static func checkJSON(_ beginning: [UInt8]) throws {
    guard let first = beginning.firstIndex(where: { !" \t\r\n".utf8.contains($0) }),
      !"{[\"-0123456789tfn".utf8.contains(beginning[first])
    else { return }
    // All bytes of the character, as far as they are there.
    let byteCount = max(1, (~beginning[first]).leadingZeroBitCount)
    _ = try ArchivedValue(json: Array(beginning.prefix(first + byteCount)))
  }

  /// Reads the rows that the beginning holds. Only the last of them may be cut off.
  private static func checkRows(_ beginning: [UInt8], _ limits: ArchiveLimits) throws {
    do throws(ArchiveError) {
      _ = try ShapeDictionary(rows: beginning, limits: limits)
    } catch {
      if error.code != .truncated { throw error }
    }
  }
}
