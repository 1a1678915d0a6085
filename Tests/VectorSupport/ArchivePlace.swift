/// Where in a file an error is, as a vector states it.
package enum ArchivePlace: Hashable, Sendable {
  /// A byte of the file.
  case file(Int)
  /// A byte of what a packed part inflates to, whose stored bytes begin at `block`.
  case packed(block: Int, raw: Int)
  /// A byte of the dictionary's rows.
  case rows(Int)

  /// The place that an error's offsets tell.
  package init?(byteOffset: Int?, rawOffset: Int?) {
    guard let byteOffset else { return nil }
    self = rawOffset.map { .packed(block: byteOffset, raw: $0) } ?? .file(byteOffset)
  }

  /// The lines of a vector's file that state it.
  package var comments: [String] {
    switch self {
    case .file(let offset): ["offset: \(offset)"]
    case .packed(let block, let raw): ["block: \(block)", "raw: \(raw)"]
    case .rows(let offset): ["rows: \(offset)"]
    }
  }
}
