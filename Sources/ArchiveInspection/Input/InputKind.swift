internal import ArchiveCompression
internal import ArchiveFormat
internal import RecordLog

/// The kinds of files that a command takes, each recognised by its first bytes.
package enum InputKind: Sendable {
  case archive
  case recordLog
  case json
  case dictionaryRows

  /// Refuses bytes that no input of this kind begins with.
  ///
  /// - Parameters:
  ///   - beginning: The first bytes: ``WindowedInput/firstByteCount`` of them if the input has as many.
  ///   - limits: What reading them may cost.
  /// - Throws: The error that reading the whole input would throw.
  package func check(_ beginning: [UInt8], _ limits: ArchiveLimits) throws {
    switch self {
    case .archive: try ArchiveOpener.check(beginning: beginning)
    case .recordLog: _ = try LogHeader(Array(beginning.prefix(LogHeader.byteCount)))
    case .json: try Self.checkJSON(beginning)
    case .dictionaryRows: try Self.checkRows(beginning, limits)
    }
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
