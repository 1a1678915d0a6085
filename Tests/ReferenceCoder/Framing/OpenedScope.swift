internal import struct ArchiveFormat.ArchiveError

/// A scope whose bytes are verified and inflated, not yet scanned.
struct OpenedScope {
  /// All raw content that belongs to the scope.
  var content: [UInt8]
  /// The offset in `content` at which the roots begin, in bytes.
  var start = 0
  /// A Boolean value indicating whether a list of roots stands there, and not one unnamed value.
  var hasRootList = true
  var definitions: ArchiveDefinitions
  var map = OffsetMap()

  /// The values, checked.
  func document(_ limits: ReadingLimits) throws(ArchiveError) -> ArchivedDocument {
    do throws(ArchiveError) {
      return try ContentScanner.document(
        of: content, from: start, hasRootList: hasRootList, definitions, limits)
    } catch {
      throw map.located(error)
    }
  }
}

/// The places in the file of the bytes of some content.
struct OffsetMap {
  private var pieces: [(rawStart: Int, fileStart: Int, isPacked: Bool)] = []

  mutating func add(rawStart: Int, fileStart: Int, isPacked: Bool) {
    pieces.append((rawStart, fileStart, isPacked))
  }

  /// File offset and, for packed bytes, the offset in the inflated bytes of that part.
  func place(_ raw: Int) -> (byteOffset: Int, rawOffset: Int?) {
    guard let piece = pieces.last(where: { $0.rawStart <= raw }) ?? pieces.first else {
      return (raw, nil)
    }
    let distance = max(0, raw - piece.rawStart)
    return piece.isPacked ? (piece.fileStart, distance) : (piece.fileStart + distance, nil)
  }

  /// An error whose offset is one in the content, with its place in the file.
  func located(_ error: ArchiveError) -> ArchiveError {
    guard let raw = error.byteOffset else { return error }
    var error = error
    (error.byteOffset, error.rawOffset) = place(raw)
    return error
  }
}
