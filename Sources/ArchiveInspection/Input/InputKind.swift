internal import ArchiveCompression
internal import ArchiveFormat
internal import PropertyListFormat
internal import RecordLog

/// The kinds of files that a command takes, each recognised by its first bytes.
package enum InputKind: Sendable {
  case archive
  case recordLog
  case json
  case dictionaryRows
  /// A property list of Apple's binary or XML form.
  case propertyList
  /// An archive of this package, or a property list.
  case archiveOrPropertyList

  /// Refuses bytes that no input of this kind begins with.
  ///
  /// - Parameters:
  ///   - beginning: The first bytes: ``WindowedInput/firstByteCount`` of them if the input has as many.
  ///   - limits: What reading them may cost.
  /// - Throws: The error that reading the whole input would throw.
  package func check(_ beginning: [UInt8], _ limits: ArchiveLimits) throws {
    switch self {
    case .archive: try Self.checkArchive(beginning)
    case .recordLog: _ = try LogHeader(Array(beginning.prefix(LogHeader.byteCount)))
    case .json: try Self.checkJSON(beginning)
    case .dictionaryRows: try Self.checkRows(beginning, limits)
    case .propertyList: try Self.checkList(beginning)
    case .archiveOrPropertyList:
      if !GraphConversion.isArchive(beginning) { try Self.checkList(beginning) }
    }
  }

  /// Names the commands for property lists and databases, which some take for archives of this package.
  private static func checkArchive(_ beginning: [UInt8]) throws(ArchiveError) {
    do throws(ArchiveError) {
      try ArchiveOpener.check(beginning: beginning)
    } catch {
      guard error.code == .notAnArchive else { throw error }
      guard !beginning.starts(with: "SQLite format 3\0".utf8) else {
        throw ArchiveError(
          .notAnArchive,
          "this is a database of SQLite: 'archivecat coredata' prints it if Core Data wrote it",
          byteOffset: 0)
      }
      guard PropertyList.isLikely(beginning) else { throw error }
      throw ArchiveError(
        .notAnArchive,
        "this is a property list of Apple's: 'archivecat nska dump' prints it if NSKeyedArchiver wrote it",
        byteOffset: 0)
    }
  }

  /// Names Apple's other formats of archives, which are no property lists.
  private static func checkList(_ beginning: [UInt8]) throws {
    if PropertyList.isLikely(beginning) { return }
    // Any other XML: its reader tells what is wrong.
    let marks: Set<UInt8> = [0, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x20, 0x09, 0x0A, 0x0D]
    if beginning.first(where: { !marks.contains($0) }) == UInt8(ascii: "<") { return }
    let isStream = beginning.prefix(16).dropFirst(2).starts(with: "streamtyped".utf8)
    let name =
      beginning.starts(with: "NIBArchive".utf8)
      ? "a NIBArchive" : isStream ? "a typedstream of NSArchiver" : nil
    throw ArchiveError(
      .notPropertyList,
      name.map { "this is \($0), which is not read" } ?? "this is no property list", byteOffset: 0)
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
