/// What was done to the bytes of a file in memory.
package enum MemoryChange: Sendable {
  case write([UInt8], byteOffset: Int)
  case cut(byteCount: Int)

  /// What became of a change when the power went.
  package enum Fate: Hashable, Sendable, CustomStringConvertible {
    /// Nothing of it is there.
    case lost
    /// All of it is there.
    case kept
    /// Its first bytes are there, and the file ends behind them, unless it was longer before.
    case torn(byteCount: Int)
    /// Its first bytes are there, and the file is as long as after it: zeros stand where nothing stood.
    case stretched(byteCount: Int)
    /// Of its pieces of some bytes those are there whose bit is set, the first again behind the 64th; the file is as long as after it.
    case scattered(pieceByteCount: Int, bits: UInt64)

    package var description: String {
      switch self {
      case .lost: "lost"
      case .kept: "kept"
      case .torn(let byteCount): "torn behind \(byteCount)"
      case .stretched(let byteCount): "\(byteCount) and zeros"
      case .scattered(let byteCount, let bits):
        "pieces of \(byteCount) by \(String(bits, radix: 16))"
      }
    }
  }

  /// How many bytes it wrote.
  package var byteCount: Int {
    switch self {
    case .write(let bytes, _): bytes.count
    case .cut: 0
    }
  }

  func apply(to bytes: inout [UInt8], _ fate: Fate = .kept) {
    switch (self, fate) {
    case (_, .lost): break
    case (.cut(let byteCount), _):
      if byteCount < bytes.count { bytes.removeSubrange(byteCount...) }
      Self.stretch(&bytes, to: byteCount)
    case (.write(let new, let byteOffset), .kept):
      Self.write(new[...], byteOffset, &bytes)
    case (.write(let new, let byteOffset), .torn(let byteCount)):
      Self.write(new.prefix(byteCount), byteOffset, &bytes)
    case (.write(let new, let byteOffset), .stretched(let byteCount)):
      Self.stretch(&bytes, to: byteOffset + new.count)
      Self.write(new.prefix(byteCount), byteOffset, &bytes)
    case (.write(let new, let byteOffset), .scattered(let pieceByteCount, let bits)):
      Self.stretch(&bytes, to: byteOffset + new.count)
      // Pieces are those of the file, as sectors are.
      let first = byteOffset / pieceByteCount
      for piece in first...(byteOffset + new.count) / pieceByteCount
      where bits >> (piece & 63) & 1 == 1 {
        let start = max(piece * pieceByteCount - byteOffset, 0)
        let end = min((piece + 1) * pieceByteCount - byteOffset, new.count)
        if start < end { Self.write(new[start..<end], byteOffset + start, &bytes) }
      }
    }
  }

  private static func stretch(_ bytes: inout [UInt8], to byteCount: Int) {
    let missing = byteCount - bytes.count
    if missing > 0 { bytes += Array(repeating: 0, count: missing) }
  }

  private static func write(_ new: ArraySlice<UInt8>, _ byteOffset: Int, _ bytes: inout [UInt8]) {
    guard !new.isEmpty else { return }
    stretch(&bytes, to: byteOffset + new.count)
    bytes.replaceSubrange(byteOffset..<byteOffset + new.count, with: new)
  }
}
