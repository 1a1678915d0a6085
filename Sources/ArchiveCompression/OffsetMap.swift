package import ArchiveFormat

/// Where in the file the bytes of some content stand.
package struct OffsetMap: Sendable {
  struct Piece: Sendable {
    var rawStart: Int
    var fileStart: Int
    var isPacked: Bool
  }

  private(set) var pieces: [Piece] = []

  package init() {}

  mutating func add(rawStart: Int, fileStart: Int, isPacked: Bool) {
    pieces.append(Piece(rawStart: rawStart, fileStart: fileStart, isPacked: isPacked))
  }

  /// File offset and, for packed bytes, the offset in the inflated bytes of that part. O(log pieces).
  package func place(_ raw: Int) -> (byteOffset: Int, rawOffset: Int?) {
    guard !pieces.isEmpty else { return (raw, nil) }
    var (low, high) = (0, pieces.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].rawStart <= raw { low = middle } else { high = middle }
    }
    let piece = pieces[low]
    let distance = max(0, raw - piece.rawStart)
    return piece.isPacked
      ? (piece.fileStart, distance) : (piece.fileStart + distance, nil)
  }

  /// An error whose offset is one in the content, with its place in the file.
  package func located(_ error: ArchiveError) -> ArchiveError {
    guard let raw = error.byteOffset else { return error }
    var error = error
    (error.byteOffset, error.rawOffset) = place(raw)
    return error
  }
}
