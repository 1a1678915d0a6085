internal import ArchiveFormat
internal import RecordLog
internal import RecordStorage
internal import StorageTransforms

/// What must hold whatever the bytes are. What does not hold ends the process with a sentence.
public enum Oracle {
  /// Ends the process unless something holds.
  static func require(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { fatalError(sentence()) }
  }

  /// Requires that an error is one of the package's own, which stands inside of the file.
  static func check(_ error: any Error, in byteCount: Int) {
    switch error {
    case let error as ArchiveError: check("\(error)", error.byteOffset, in: byteCount)
    case let error as LogError: check("\(error)", error.byteOffset, in: byteCount)
    case let error as StorageError: check("\(error)", error.byteOffset, in: byteCount)
    case let error as TransformError: check("\(error)", error.byteOffset, in: byteCount)
    default: fatalError("this error is none of the package's own: \(type(of: error)) \(error)")
    }
  }

  /// As ``check(_:in:)``; an error that says that bytes are wrong has a place, too.
  static func checkDamage(_ error: any Error, in byteCount: Int) {
    check(error, in: byteCount)
    guard let error = error as? ArchiveError else { return }
    let codes: [ArchiveError.Code] = [
      .notAnArchive, .textDamage, .truncated, .malformed, .checksumMismatch, .needsFeature,
    ]
    require(!codes.contains(error.code) || error.byteOffset != nil, "no place is told: \(error)")
  }

  /// Whether decoding sees less of an archive than opening does: it reads the last scope alone.
  static func hasSeveralScopes(_ archive: some Collection<UInt8>) -> Bool {
    let scopeCount = archive.suffix(24).prefix(8)
    return archive.first == 0xA5 && !scopeCount.elementsEqual(Varint.little(UInt64(1)))
  }

  /// Whether decoding may accept what opening refuses: the roots that an end mark counts, if another one follows, and
  /// scopes before the last.
  static func isBeyondDecoding(_ error: any Error, _ archive: some RandomAccessCollection<UInt8>)
    -> Bool
  {
    if hasSeveralScopes(archive) { return true }
    // 16 bytes stand behind the count of the last mark.
    guard archive.first == 0xA5, let error = error as? ArchiveError, let offset = error.byteOffset
    else {
      return false
    }
    return error.message.hasPrefix("an end mark counts") && offset + 16 < archive.count
  }

  private static func check(_ text: String, _ byteOffset: Int?, in byteCount: Int) {
    require(!text.isEmpty, "an error says nothing")
    guard let byteOffset else { return }
    require(
      0...byteCount ~= byteOffset, "an error stands outside of \(byteCount) bytes: \(text)")
  }
}
