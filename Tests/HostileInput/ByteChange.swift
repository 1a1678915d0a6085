/// One small change of some bytes.
package struct ByteChange: Sendable, CustomStringConvertible {
  /// What is done to the bytes.
  package enum Kind: String, CaseIterable, Sendable {
    case flip, prefix, deletion, insertion, duplication
  }

  package let kind: Kind
  /// The byte that is changed, or the byte count of the prefix.
  package let place: Int
  /// The bit that is flipped, or the byte that is inserted.
  package let detail: UInt8

  package var description: String { "\(kind.rawValue) at \(place), \(detail)" }

  /// The bytes that are inserted in front of every byte.
  private static let inserted: [UInt8] = [0x00, 0x01, 0xFF]

  /// How many changes ``forEach(of:stride:_:)`` makes of each byte.
  package static let countPerByte = 8 + 3 + inserted.count

  /// Makes every change of every `stride`th byte: each of its bits flipped, the prefix up to it, it deleted,
  /// a byte inserted in front of it, and it twice.
  package static func forEach(
    of bytes: [UInt8], stride: Int = 1, _ body: (ByteChange, [UInt8]) throws -> Void
  ) rethrows {
    for place in Swift.stride(from: 0, to: bytes.count, by: stride) {
      try forEach(of: bytes, at: place, body)
    }
  }

  /// Makes every change of one byte.
  package static func forEach(
    of bytes: [UInt8], at place: Int, _ body: (ByteChange, [UInt8]) throws -> Void
  ) rethrows {
    var changed = bytes
    for bit in 0..<8 as Range<UInt8> {
      changed[place] ^= 1 << bit
      try body(ByteChange(kind: .flip, place: place, detail: bit), changed)
      changed[place] ^= 1 << bit
    }
    try body(ByteChange(kind: .prefix, place: place, detail: 0), Array(bytes[..<place]))
    var shorter = bytes
    shorter.remove(at: place)
    try body(ByteChange(kind: .deletion, place: place, detail: 0), shorter)
    var longer = bytes
    longer.insert(0, at: place)
    for byte in inserted {
      longer[place] = byte
      try body(ByteChange(kind: .insertion, place: place, detail: byte), longer)
    }
    longer[place] = bytes[place]
    try body(ByteChange(kind: .duplication, place: place, detail: bytes[place]), longer)
  }
}
