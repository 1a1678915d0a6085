internal import ArchiveFormat

/// Writes an XML property list in UTF-8, an element a line, with the document type of Apple's files.
struct XMLListWriter: Sendable {
  private struct Open {
    let kind: PropertyListContainer
    /// The offset of its tag.
    let start: Int
    var count = 0
    var keys: Set<[UInt8]> = []
    /// True while its only entry is `CF$UID` with an integer that is not negative: a reference to readers.
    var isLikeReference = false
  }

  /// Deeper elements are indented no further, since each could cost as many bytes as there are elements around it.
  private static let maximumIndentation = 8
  private static let referenceKey = Array("CF$UID".utf8)
  /// Characters of Base64 a line.
  private static let lineLength = 68

  private var bytes = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """.utf8)
  private var open: [Open] = []

  mutating func add(_ leaf: PropertyListLeaf) throws(ArchiveError) {
    beginElement()
    if case .integer(let number) = leaf, number >= 0, let last = open.last, last.count == 1,
      last.keys.contains(Self.referenceKey)
    {
      open[open.count - 1].isLikeReference = true
    }
    switch leaf {
    case .null: throw refused("null")
    case .bool(let isTrue): append(isTrue ? "<true/>" : "<false/>")
    case .integer(let number): append("<integer>\(number)</integer>")
    case .real(let bits, _): append("<real>\(try Self.text(ofReal: bits))</real>")
    case .date(let bits):
      guard let text = XMLLeaf.date(bits) else {
        throw refused("dates other than whole seconds of years with up to nine digits")
      }
      append("<date>\(text)</date>")
    case .reference(let number):
      append("<dict><key>CF$UID</key><integer>\(number)</integer></dict>")
    case .string(let text):
      append("<string>")
      try append(text: text)
      append("</string>")
    case .data(let data):
      append("<data>")
      append(data)
      append("</data>")
    }
    append("\n")
  }

  mutating func key(_ utf8: ArraySlice<UInt8>) throws(ArchiveError) {
    beginElement()
    let last = open.count - 1
    guard open[last].keys.insert(Array(utf8)).inserted else {
      throw PropertyListWriter.duplicateKey
    }
    open[last].isLikeReference = false
    open[last].count += 1
    append("<key>")
    try append(text: utf8)
    append("</key>\n")
  }

  mutating func begin(_ kind: PropertyListContainer) throws(ArchiveError) {
    guard kind != .set else { throw refused("sets") }
    beginElement()
    open.append(Open(kind: kind, start: bytes.count))
    append(kind == .array ? "<array>\n" : "<dict>\n")
  }

  mutating func end() throws(ArchiveError) {
    guard let last = open.popLast() else { return }
    guard !last.isLikeReference else {
      throw refused("a dictionary of CF$UID and an integer alone, which is a reference there,")
    }
    let name = last.kind == .array ? "array" : "dict"
    if last.count == 0 {
      bytes.removeLast(bytes.count - last.start)
      append("<\(name)/>\n")
    } else {
      indent()
      append("</\(name)>\n")
    }
  }

  mutating func finish() -> [UInt8] {
    append("</plist>\n")
    return bytes
  }

  private func refused(_ things: String) -> ArchiveError {
    ArchiveError(.invalidValue, "an XML property list cannot hold \(things); a binary one can")
  }

  private mutating func beginElement() {
    indent()
    if let last = open.last, last.kind != .dictionary { open[open.count - 1].count += 1 }
  }

  private mutating func indent() {
    for _ in 0..<min(open.count, Self.maximumIndentation) { bytes.append(UInt8(ascii: "\t")) }
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// A real in the fewest digits that give the same `Double` again.
  private static func text(ofReal bits: UInt64) throws(ArchiveError) -> String {
    let real = Double(bitPattern: bits)
    if real.isNaN {
      guard bits == Double.nan.bitPattern else {
        throw ArchiveError(
          .invalidValue,
          "an XML property list cannot hold a not-a-number with a sign or a payload; a binary one can"
        )
      }
      return "nan"
    }
    if real.isInfinite { return real < 0 ? "-infinity" : "+infinity" }
    return real.description
  }

  /// Text with entities for markup, for CR, which parsers of XML turn into LF, and for U+0000. Other control characters stand as they are, as in
  /// Apple's files, though XML 1.0 has no place for them.
  private mutating func append(text: ArraySlice<UInt8>) throws(ArchiveError) {
    var (first, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      let entity: String
      switch text[index] {
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">"): entity = "&gt;"
      case 0x0D: entity = "&#13;"
      case 0x00: entity = "&#0;"
      // A surrogate has the bytes ED A0…BF.
      case 0xED where index + 1 < text.endIndex && text[index + 1] >= 0xA0:
        throw refused("a surrogate that is not paired")
      default:
        index += 1
        continue
      }
      bytes += text[first..<index]
      append(entity)
      index += 1
      first = index
    }
    bytes += text[first...]
  }

  /// Base64, on lines of its own if it is long.
  private mutating func append(_ data: ArraySlice<UInt8>) {
    let isLong = data.count > Self.lineLength / 4 * 3
    var column = 0
    var index = data.startIndex
    if isLong { append("\n") }
    while index < data.endIndex {
      let group = data[index...].prefix(3)
      appendGroup(group)
      index += group.count
      column += 4
      if isLong, column == Self.lineLength || index == data.endIndex {
        append("\n")
        column = 0
      }
    }
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private mutating func appendGroup(_ group: ArraySlice<UInt8>) {
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= UInt32(8 * (3 - group.count))
    for place in 0..<4 {
      let digit = Self.digits[Int(bits >> UInt32(18 - 6 * place)) & 0x3F]
      bytes.append(place <= group.count ? digit : UInt8(ascii: "="))
    }
  }
}
