public import ArchiveFormat

/// Text of a property list, where it stands in the file: ASCII, UTF-16, or UTF-8 with references to entities.
///
/// UTF-16 may have surrogates that are not paired, which no `String` can hold. ``PropertyList/utf8(_:)`` gives each of them three bytes, as
/// UTF-8 would if they were scalars.
public struct PropertyListText: Hashable, Sendable {
  enum Encoding: Hashable {
    /// Bytes below 0x80, which ``PropertyList/checkASCII(_:)`` checks.
    case ascii
    case bigEndianUTF16
    /// UTF-8, perhaps with `&amp;` and sections of CDATA.
    case markup(isPlain: Bool)
  }

  let encoding: Encoding
  package let range: Range<Int>
}

extension PropertyList {
  /// The bytes of a text in UTF-8, with three bytes for a surrogate that is not paired. O(bytes).
  public func utf8(_ text: PropertyListText) -> [UInt8] {
    switch text.encoding {
    case .ascii, .markup(isPlain: true): return Array(bytes[text.range])
    case .markup: return XMLText.decoded(bytes[text.range])
    case .bigEndianUTF16:
      var utf8: [UInt8] = []
      utf8.reserveCapacity(text.range.count)
      forEachScalar(ofUTF16: text.range) { Self.append($0, to: &utf8) }
      return utf8
    }
  }

  /// Checks that ASCII text is ASCII. O(bytes): who calls this has counted the bytes before, since many texts may have the same ones.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList``.
  public func checkASCII(_ text: PropertyListText) throws(ArchiveError) {
    guard text.encoding == .ascii else { return }
    // Eight bytes at once; an index beyond the bytes would trap.
    var index = text.range.lowerBound
    let loaded = unsafe bytes.span.bytes
    while text.range.upperBound &- index >= 8 {
      let word = unsafe loaded.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 8
    }
    guard let wrong = bytes[index..<text.range.upperBound].firstIndex(where: { $0 >= 0x80 })
    else { return }
    throw .malformedList("ASCII text has the byte \(bytes[wrong])", at: wrong)
  }

  /// The bytes of a text that stand in the file as they are; nil for UTF-16, and for text with entities.
  package func plainBytes(_ text: PropertyListText) -> ArraySlice<UInt8>? {
    switch text.encoding {
    case .ascii, .markup(isPlain: true): bytes[text.range]
    default: nil
    }
  }

  /// The text; a surrogate that is not paired becomes U+FFFD. O(bytes).
  public func string(_ text: PropertyListText) -> String {
    switch text.encoding {
    case .ascii, .markup(isPlain: true): String(decoding: bytes[text.range], as: UTF8.self)
    case .markup: String(decoding: XMLText.decoded(bytes[text.range]), as: UTF8.self)
    case .bigEndianUTF16: String(decoding: utf16(text.range), as: UTF16.self)
    }
  }

  /// Tells whether a text has the characters of another. O(bytes of the other text), and O(sections of CDATA without a byte).
  public func isEqual(_ text: PropertyListText, to other: String) -> Bool {
    // Any number of references may lead to one large text, so no more of the text is read than decides.
    switch text.encoding {
    case .ascii, .markup(isPlain: true):
      return text.range.count == other.utf8.count && bytes[text.range].elementsEqual(other.utf8)
    case .markup:
      return XMLText.decoded(bytes[text.range], enough: other.utf8.count)
        .elementsEqual(other.utf8)
    case .bigEndianUTF16:
      var index = text.range.lowerBound
      for unit in other.utf16 {
        guard index < text.range.upperBound,
          UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]) == unit
        else { return false }
        index += 2
      }
      return index == text.range.upperBound
    }
  }

  private func utf16(_ range: Range<Int>) -> [UInt16] {
    stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
  }

  /// Calls a function with each scalar of UTF-16, and with each surrogate that is not paired.
  private func forEachScalar(ofUTF16 range: Range<Int>, _ body: (UInt32) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      let unit = UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
      index += 2
      if unit & 0xFC00 == 0xD800, index < range.upperBound {
        let next = UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
        if next & 0xFC00 == 0xDC00 {
          index += 2
          body(0x1_0000 + (unit & 0x3FF) << 10 + next & 0x3FF)
          continue
        }
      }
      body(unit)
    }
  }

  /// The UTF-8 of UTF-16, with three bytes for a surrogate that is not paired.
  package static func utf8(ofUTF16 units: some Sequence<UInt16>) -> [UInt8] {
    var utf8: [UInt8] = []
    var high: UInt32?
    for unit in units {
      let unit = UInt32(unit)
      if let first = high, unit & 0xFC00 == 0xDC00 {
        utf8.removeLast(3)
        append(0x1_0000 + (first & 0x3FF) << 10 + unit & 0x3FF, to: &utf8)
        high = nil
      } else {
        append(unit, to: &utf8)
        high = unit & 0xFC00 == 0xD800 ? unit : nil
      }
    }
    return utf8
  }

  /// Appends the UTF-8 of a number below 0x110000, surrogates too.
  static func append(_ scalar: UInt32, to utf8: inout [UInt8]) {
    func byte(_ shift: UInt32, _ lead: UInt32, _ mask: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: lead | scalar >> shift & mask)
    }
    switch scalar {
    case 0..<0x80: utf8.append(byte(0, 0, 0x7F))
    case 0..<0x800:
      utf8.append(byte(6, 0xC0, 0x1F))
      utf8.append(byte(0, 0x80, 0x3F))
    case 0..<0x1_0000:
      utf8.append(byte(12, 0xE0, 0x0F))
      utf8.append(byte(6, 0x80, 0x3F))
      utf8.append(byte(0, 0x80, 0x3F))
    default:
      utf8.append(byte(18, 0xF0, 0x07))
      utf8.append(byte(12, 0x80, 0x3F))
      utf8.append(byte(6, 0x80, 0x3F))
      utf8.append(byte(0, 0x80, 0x3F))
    }
  }
}

extension PropertyList {
  /// Tells whether two texts are the same characters. O(bytes).
  public func isEqual(_ left: PropertyListText, _ right: PropertyListText) -> Bool {
    if left == right { return true }
    // Most keys differ in their length, or at their ends.
    if left.encoding == .ascii, right.encoding == .ascii, !left.range.isEmpty {
      guard left.range.count == right.range.count,
        bytes[left.range.upperBound - 1] == bytes[right.range.upperBound - 1]
      else { return false }
    }
    if left.encoding == right.encoding, left.encoding != .markup(isPlain: false) {
      guard left.range.count == right.range.count else { return false }
      var (first, second) = (left.range.lowerBound, right.range.lowerBound)
      while first < left.range.upperBound {
        guard bytes[first] == bytes[second] else { return false }
        first += 1
        second += 1
      }
      return true
    }
    return utf8(left) == utf8(right)
  }
}
