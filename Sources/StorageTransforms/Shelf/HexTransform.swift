#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bytes as hexadecimal text in lower case (RFC 4648, section 8). Upper case is read too.
public struct HexTransform: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “hex”.
  public var form: TransformForm { TransformForm("hex") }

  /// Order: the digits are in the order of ASCII, and each byte has two.
  public var keeps: KeptRelation { .order }

  /// The text of bytes. O(bytes).
  public func store(_ value: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in value {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Throws: ``TransformError/Code/unreadable`` for anything but pairs of digits, with the place in the text.
  public func restore(_ stored: String) throws -> Data {
    var data = Data(capacity: stored.utf8.count / 2)
    var high: UInt8?
    for (offset, character) in stored.utf8.enumerated() {
      guard let digit = Self.digit(character) else {
        throw TransformError(.unreadable, "this is no hexadecimal digit", byteOffset: offset)
      }
      if let first = high {
        data.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else {
      throw TransformError(
        .truncated, "the text ends in the middle of a byte", byteOffset: stored.utf8.count)
    }
    return data
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }
}
