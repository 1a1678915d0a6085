internal import ArchiveFormat

/// Finds the elements of an XML property list. It keeps a list of open containers and does not recurse.
struct XMLScanner {
  private struct Open {
    var index: Int
    var last = -1
    var count = 0
    var isDictionary: Bool
  }

  private let bytes: [UInt8]
  private let maximumElementCount: Int
  private var position = 0
  private var elements: [XMLPropertyList.Element] = []
  private var open: [Open] = []

  init(_ bytes: [UInt8], _ limits: PropertyListLimits) {
    self.bytes = bytes
    maximumElementCount = limits.maximumObjectCount
  }

  mutating func elementsOfFile() throws(ArchiveError) -> [XMLPropertyList.Element] {
    try skipBetween(allowsDoctype: true)
    let hasFrame = begins(with: "<plist")
    if hasFrame {
      guard let frame = try tag(), frame.name == "plist", !frame.isClosed else {
        throw malformed("the element plist has no value")
      }
      try skipBetween()
    }
    try scanValue()
    try skipBetween()
    if hasFrame {
      try closeTag("plist")
      try skipBetween()
    }
    guard position == bytes.count else { throw malformed("something stands behind the value") }
    return elements
  }

  private func malformed(_ message: String, at offset: Int? = nil) -> ArchiveError {
    .malformedList(message, at: offset ?? position)
  }

  private func begins(with text: String) -> Bool {
    position < bytes.count && bytes[position...].starts(with: text.utf8)
  }

  /// Passes over blanks, comments and instructions.
  private mutating func skipBetween(allowsDoctype: Bool = false) throws(ArchiveError) {
    while position < bytes.count {
      if XMLText.isSpace(bytes[position]) {
        position += 1
      } else if begins(with: "<!--") {
        try skip(to: "-->", from: 4, "a comment does not end")
      } else if begins(with: "<?") {
        try skip(to: "?>", from: 2, "an instruction does not end")
      } else if allowsDoctype, begins(with: "<!DOCTYPE") {
        try skipDoctype()
      } else {
        return
      }
    }
  }

  private mutating func skip(
    to mark: String, from count: Int, _ message: String
  ) throws(ArchiveError) {
    let mark = Array(mark.utf8)
    guard let end = XMLText.end(of: mark, in: bytes[...], from: position + count) else {
      throw malformed(message)
    }
    position = end + mark.count
  }

  /// Goes behind the next of some bytes that is not in quotes, and returns it; nil if there is none.
  private mutating func skipUnquoted(to marks: [UInt8]) -> UInt8? {
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if marks.contains(byte) {
        return byte
      }
    }
    return nil
  }

  private mutating func skipDoctype() throws(ArchiveError) {
    let start = position
    switch skipUnquoted(to: [UInt8(ascii: "["), UInt8(ascii: ">")]) {
    case UInt8(ascii: ">"): return
    case nil: throw malformed("the document type does not end", at: start)
    default: throw malformed("definitions inside of the file are not read", at: position - 1)
    }
  }

  /// Reads an opening tag; nil for other things. Attributes are passed over.
  private mutating func tag() throws(ArchiveError) -> (name: String, isClosed: Bool)? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "<") else { return nil }
    let start = position
    var end = position + 1
    while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
    let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
    guard !name.isEmpty else { return nil }
    position = end
    guard skipUnquoted(to: [UInt8(ascii: "<"), UInt8(ascii: ">")]) == UInt8(ascii: ">") else {
      throw malformed("a tag does not end", at: start)
    }
    let isClosed = bytes[position - 2] == UInt8(ascii: "/")
    // A blank or nothing follows the name.
    let isBare = position - 1 == end || isClosed && position - 2 == end
    guard isBare || XMLText.isSpace(bytes[end]) else {
      throw malformed("a tag does not end", at: start)
    }
    return (name, isClosed)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private mutating func closeTag(_ name: String) throws(ArchiveError) {
    let start = position
    guard begins(with: "</"), bytes[(position + 2)...].starts(with: name.utf8) else {
      throw malformed("the element \(name) does not end here")
    }
    position += 2 + name.utf8.count
    while position < bytes.count, XMLText.isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw malformed("the element \(name) does not end here", at: start)
    }
    position += 1
  }

  private mutating func scanValue() throws(ArchiveError) {
    repeat {
      try skipBetween()
      if let last = open.last, begins(with: "</") {
        guard !last.isDictionary || last.count % 2 == 0 else {
          throw malformed("a key has no value")
        }
        try closeTag(last.isDictionary ? "dict" : "array")
        elements[last.index].count = last.count
        open.removeLast()
      } else {
        try scanElement()
      }
    } while !open.isEmpty
  }

  private mutating func scanElement() throws(ArchiveError) {
    let start = position
    guard let (name, isClosed) = try tag() else { throw malformed("a value is missing") }
    let expectsKey = open.last.map { $0.isDictionary && $0.count % 2 == 0 } ?? false
    guard (name == "key") == expectsKey else {
      throw malformed(
        expectsKey ? "a key of a dictionary is no key" : "a key stands in place of a value",
        at: start)
    }
    switch name {
    case "string", "key": try addLeaf(.string, name, isClosed, start)
    case "integer": try addLeaf(.integer, name, isClosed, start)
    case "real": try addLeaf(.real, name, isClosed, start)
    case "date": try addLeaf(.date, name, isClosed, start)
    case "data": try addLeaf(.data, name, isClosed, start)
    case "true", "false":
      try add(XMLPropertyList.Element(name == "true" ? .yes : .no, at: start))
      if !isClosed { try closeTag(name) }
    case "array", "dict":
      try add(XMLPropertyList.Element(name == "dict" ? .dictionary : .array, at: start))
      if !isClosed {
        open.append(Open(index: elements.count - 1, isDictionary: name == "dict"))
      }
    default:
      throw malformed("no element of a property list is called “\(name.prefix(40))”", at: start)
    }
  }

  /// Adds an element to the innermost container.
  private mutating func add(_ element: XMLPropertyList.Element) throws(ArchiveError) {
    guard elements.count < maximumElementCount else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(maximumElementCount) elements",
        byteOffset: element.start)
    }
    elements.append(element)
    guard !open.isEmpty else { return }
    let last = open[open.count - 1].last
    if last >= 0 { elements[last].next = elements.count - 1 }
    open[open.count - 1].last = elements.count - 1
    open[open.count - 1].count += 1
  }

  private mutating func addLeaf(
    _ kind: XMLPropertyList.Kind, _ name: String, _ isClosed: Bool, _ start: Int
  ) throws(ArchiveError) {
    var element = XMLPropertyList.Element(kind, at: start)
    element.text = position..<position
    if !isClosed {
      let first = position
      element.isPlain = try skipText()
      element.text = first..<position
      try closeTag(name)
    }
    try limitNumber(&element)
    try check(element)
    try add(element)
  }

  /// Leaves out the blanks around a number or a date, which is read as often as it is mentioned, and refuses a long one.
  private func limitNumber(_ element: inout XMLPropertyList.Element) throws(ArchiveError) {
    guard [.integer, .real, .date].contains(element.kind) else { return }
    if element.isPlain { element.text = XMLLeaf.trimmed(bytes[element.text]).indices }
    guard element.text.count <= XMLLeaf.maximumNumberByteCount else {
      throw malformed(
        "a number or a date has more than \(XMLLeaf.maximumNumberByteCount) bytes",
        at: element.start)
    }
  }

  /// Checks the text of a number, a date, or data.
  private func check(_ element: XMLPropertyList.Element) throws(ArchiveError) {
    if element.kind == .string { return }
    let text = element.isPlain ? Array(bytes[element.text]) : XMLText.decoded(bytes[element.text])
    let (isGood, message) =
      switch element.kind {
      case .integer: (XMLLeaf.integer(text) != nil, "an integer is none of 128 bits")
      case .real: (XMLLeaf.real(text) != nil, "a real is no number")
      case .date: (XMLLeaf.seconds(text) != nil, "a date is none like 2026-11-22T04:57:44Z")
      default: (XMLLeaf.data(text) != nil, "data is no Base64")
      }
    if !isGood { throw malformed(message, at: element.start) }
  }

  /// Passes over text up to a tag, and tells whether it is plain.
  private mutating func skipText() throws(ArchiveError) -> Bool {
    var isPlain = true
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        guard begins(with: "<![CDATA[") else { return isPlain }
        isPlain = false
        try skip(to: "]]>", from: 9, "a section of CDATA does not end")
      case UInt8(ascii: "&"):
        isPlain = false
        let end = bytes[position...].prefix(16).firstIndex(of: UInt8(ascii: ";"))
        guard let end, XMLText.entity(bytes[position + 1..<end]) != nil else {
          throw malformed("an entity is unknown")
        }
        position = end + 1
      default: position += 1
      }
    }
    throw malformed("the file ends inside of an element")
  }
}
