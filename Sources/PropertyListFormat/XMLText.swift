internal import ArchiveFormat

/// The text of XML property lists: encodings, references to entities, sections of CDATA.
enum XMLText {
  static let beginningOfCDATA: [UInt8] = Array("<![CDATA[".utf8)
  static let endOfCDATA: [UInt8] = Array("]]>".utf8)

  /// The text of a file in UTF-8, without a byte order mark, and where it stands in the file. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` for first bytes that are none of XML, and for text that is not well-formed.
  static func utf8(of bytes: [UInt8]) throws(ArchiveError) -> (text: [UInt8], place: TextPlace) {
    if bytes.starts(with: [0xFE, 0xFF]) {
      return (try utf8(ofUTF16: bytes.dropFirst(2), true), TextPlace(offset: 2, isUTF16: true))
    }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return (try utf8(ofUTF16: bytes.dropFirst(2), false), TextPlace(offset: 2, isUTF16: true))
    }
    if bytes.starts(with: [0, UInt8(ascii: "<")]) {
      return (try utf8(ofUTF16: bytes[...], true), TextPlace(offset: 0, isUTF16: true))
    }
    if bytes.starts(with: [UInt8(ascii: "<"), 0]) {
      return (try utf8(ofUTF16: bytes[...], false), TextPlace(offset: 0, isUTF16: true))
    }
    let offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = offset > 0 ? Array(bytes.dropFirst(offset)) : bytes
    guard text.first(where: { !isSpace($0) }) == UInt8(ascii: "<") else {
      throw ArchiveError(.notPropertyList, "this is no property list", byteOffset: 0)
    }
    do {
      try ByteCursor(text).validateUTF8(0..<text.count)
    } catch {
      throw .malformedList("the text is no UTF-8", at: error.byteOffset.map { $0 + offset })
    }
    // A byte order mark counts more than a declaration.
    if offset == 0, let place = otherEncoding(text) {
      throw .malformedList(
        "the text is declared to be in another encoding than UTF-8", at: place)
    }
    return (text, TextPlace(offset: offset))
  }

  /// The place of the name of an encoding other than UTF-8 in the declaration of a text; nil if the text is UTF-8 or ASCII. O(bytes).
  private static func otherEncoding(_ text: [UInt8]) -> Int? {
    guard text.starts(with: "<?xml".utf8), text.contains(where: { $0 >= 0x80 }) else { return nil }
    let declaration = text[..<(text.firstIndex(of: UInt8(ascii: ">")) ?? text.count)]
    guard let key = declaration.firstRange(of: Array("encoding".utf8)),
      let start = declaration[key.upperBound...].firstIndex(where: {
        $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
      })
    else { return nil }
    let name = declaration[(start + 1)...].prefix { $0 != declaration[start] }.map { $0 | 0x20 }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains { Array($0.utf8) == name }
      ? nil : start + 1
  }

  private static func utf8(
    ofUTF16 bytes: ArraySlice<UInt8>, _ isBigEndian: Bool
  ) throws(ArchiveError) -> [UInt8] {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    func unit() -> UInt32? {
      guard index + 1 < bytes.endIndex else { return nil }
      defer { index += 2 }
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var start = index
    while let first = unit() {
      var scalar = first
      if first & 0xF800 == 0xD800 {
        guard first & 0xFC00 == 0xD800, let second = unit(), second & 0xFC00 == 0xDC00 else {
          throw .malformedList("a surrogate is not paired", at: start)
        }
        scalar = 0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF
      }
      PropertyList.append(scalar, to: &utf8)
      start = index
    }
    guard index == bytes.endIndex else {
      throw .malformedList("the text ends inside of a character", at: index)
    }
    return utf8
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Text of an element with its entities resolved. They were checked.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    // No entity and no section has more bytes than it takes in the file.
    decoded(text, enough: text.count)
  }

  /// Text of an element with its entities resolved; a beginning with more bytes than a count if the whole text has more.
  static func decoded(_ text: ArraySlice<UInt8>, enough count: Int) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(min(count, text.count))
    var index = text.startIndex
    while index < text.endIndex, decoded.count <= count {
      switch text[index] {
      case UInt8(ascii: "&"):
        let end = text[index...].firstIndex(of: UInt8(ascii: ";")) ?? text.endIndex - 1
        let scalar = entity(text[index + 1..<end]) ?? 0xFFFD
        index = end + 1
        // Two numbers of surrogates are one character, as in UTF-16.
        if scalar & 0xFFFF_FC00 == 0xDC00, let first = highSurrogate(endOf: decoded) {
          decoded.removeLast(3)
          PropertyList.append(0x1_0000 + (first & 0x3FF) << 10 + scalar & 0x3FF, to: &decoded)
        } else {
          PropertyList.append(scalar, to: &decoded)
        }
      case UInt8(ascii: "<"):
        let start = min(index + beginningOfCDATA.count, text.endIndex)
        let section = text[start...].prefix(count - decoded.count + 1 + endOfCDATA.count)
        let end = self.end(of: endOfCDATA, in: section, from: start) ?? section.endIndex
        decoded += text[start..<end]
        index = min(end + endOfCDATA.count, text.endIndex)
      default:
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  /// The first half of a pair that text ends with; nil if it does not. UTF-8 has none but those of entities.
  private static func highSurrogate(endOf text: [UInt8]) -> UInt32? {
    guard text.count >= 3, text[text.count - 3] == 0xED, 0xA0...0xAF ~= text[text.count - 2]
    else { return nil }
    return 0xD000 | UInt32(text[text.count - 2] & 0x3F) << 6 | UInt32(text[text.count - 1] & 0x3F)
  }

  /// The scalar of an entity's name; nil for one that XML does not define.
  static func entity(_ name: ArraySlice<UInt8>) -> UInt32? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return 0x26
    case "lt": return 0x3C
    case "gt": return 0x3E
    case "quot": return 0x22
    case "apos": return 0x27
    default: break
    }
    guard name.first == UInt8(ascii: "#"), name.count <= 12 else { return nil }
    var digits = name.dropFirst()
    var radix = 10
    if let first = digits.first, first | 0x20 == UInt8(ascii: "x") {
      digits = digits.dropFirst()
      radix = 16
    }
    guard digits.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: radix),
      number < 0x11_0000
    else { return nil }
    return number
  }

  /// Returns the index of the next occurrence of bytes; nil if there is none.
  static func end(
    of mark: [UInt8], in text: ArraySlice<UInt8>, from start: Int
  ) -> Int? {
    var index = start
    while index + mark.count <= text.endIndex {
      if text[index] == mark[0], text[index..<index + mark.count].elementsEqual(mark) {
        return index
      }
      index += 1
    }
    return nil
  }
}
