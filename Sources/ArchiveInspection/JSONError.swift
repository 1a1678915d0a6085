public import ArchiveFormat

/// Why a text could not be read as JSON, and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// ``ArchiveError/Code/malformed`` for what RFC 8259 does not allow,
  /// ``ArchiveError/Code/duplicateKey`` for one key twice in an object, and
  /// ``ArchiveError/Code/limitExceeded`` for too deep nesting.
  public var code: ArchiveError.Code
  /// A sentence for a person, in one line. Characters that nobody would see, as a key may have them, are escapes.
  public var message: String {
    didSet { message = VisibleText.escaped(message) }
  }
  /// Bytes from the start of the text.
  public var byteOffset: Int
  /// The line, from 1. Lines end with LF, CR or CR LF.
  public var line: Int
  /// Unicode scalars from the start of the line, from 1.
  public var column: Int

  /// An error at a byte of a text. O(bytes), since it counts lines.
  public init(
    _ code: ArchiveError.Code, _ message: String, at byteOffset: Int,
    in text: some Collection<UInt8>
  ) {
    self.code = code
    self.message = VisibleText.escaped(message)
    self.byteOffset = byteOffset
    (line, column) = (1, 1)
    var previous: UInt8 = 0
    for byte in text.prefix(byteOffset) {
      switch byte {
      case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
      case 0x80...0xBF: break
      default: column += 1
      }
      previous = byte
    }
  }

  /// Sentence, line, column and byte offset.
  public var description: String {
    "\(message), line \(line), column \(column), byte \(byteOffset)"
  }
}
