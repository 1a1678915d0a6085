internal import ArchiveFormat

/// Reads one JSON text (RFC 8259, UTF-8, strict) into a builder.
///
/// Open containers stand on a stack of the scanner's own, so nesting costs no call depth. Objects
/// become records, with their keys in the order of the text.
struct JSONScanner {
  private struct Container {
    var isObject: Bool
    /// Where the keys of this object begin among the keys of all open ones.
    var firstKey: Int
    var isEmpty = true
    /// The keys of an object that has many.
    var manyKeys: Set<UInt32> = []
  }

  let bytes: [UInt8]
  var position = 0
  private var builder = ArchivedValueBuilder()
  private var open: [Container] = []
  private var keys: [UInt32] = []
  private let maximumDepth: Int
  /// Objects of up to this many keys are searched key by key for duplicates.
  private static let fewKeys = 16

  init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// The value of the whole text. O(bytes).
  mutating func scan() throws(JSONError) -> ArchivedValue {
    try validateEncoding()
    try scanValue()
    while !open.isEmpty { try scanNext(open.count - 1) }
    skipWhitespace()
    guard position == bytes.count else { throw malformed("\(found) follows the value") }
    return builder.finish()
  }

  private func validateEncoding() throws(JSONError) {
    do {
      try ByteCursor(bytes).validateUTF8(bytes.indices)
    } catch {
      throw JSONError(
        .malformed, "the text is not well-formed UTF-8", at: error.byteOffset ?? 0, in: bytes)
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw malformed("a byte order mark stands before the value")
    }
  }

  // MARK: Values

  private mutating func scanValue() throws(JSONError) {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "{"):
      try begin(isObject: true)
      builder.beginRecord()
    case UInt8(ascii: "["):
      try begin(isObject: false)
      builder.beginArray()
    case UInt8(ascii: "\""): builder.string(utf8: try scanString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      builder.number(JSONNumber(try scanNumber()))
    case UInt8(ascii: "t"):
      try scanWord("true")
      builder.bool(true)
    case UInt8(ascii: "f"):
      try scanWord("false")
      builder.bool(false)
    case UInt8(ascii: "n"):
      try scanWord("null")
      builder.null()
    default: throw malformed("a value is expected, not \(found)")
    }
  }

  private mutating func scanWord(_ word: String) throws(JSONError) {
    for expected in word.utf8 {
      guard next == expected else { throw malformed("“\(word)” is expected, not \(found)") }
      position += 1
    }
  }

  // MARK: Containers

  private mutating func begin(isObject: Bool) throws(JSONError) {
    guard open.count < maximumDepth else {
      throw JSONError(
        .limitExceeded, "more than \(maximumDepth) levels of nesting", at: position, in: bytes)
    }
    open.append(Container(isObject: isObject, firstKey: keys.count))
    position += 1
  }

  /// Reads the next entry of the innermost container, or its end.
  private mutating func scanNext(_ top: Int) throws(JSONError) {
    let isObject = open[top].isObject
    skipWhitespace()
    if next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      position += 1
      keys.removeSubrange(open[top].firstKey...)
      open.removeLast()
      builder.end()
      return
    }
    if open[top].isEmpty {
      open[top].isEmpty = false
    } else {
      guard next == UInt8(ascii: ",") else {
        throw malformed("a comma or “\(isObject ? "}" : "]")” is expected, not \(found)")
      }
      position += 1
    }
    if isObject { try scanKey(top) }
    try scanValue()
  }

  private mutating func scanKey(_ top: Int) throws(JSONError) {
    skipWhitespace()
    let start = position
    guard next == UInt8(ascii: "\"") else { throw malformed("a key is expected, not \(found)") }
    let text = String(decoding: try scanString(), as: UTF8.self)
    let key = builder.number(ofKey: text)
    guard insert(key, top) else {
      throw JSONError(
        .duplicateKey, "the key “\(text)” stands twice in one object", at: start, in: bytes)
    }
    builder.key(number: key)
    skipWhitespace()
    guard next == UInt8(ascii: ":") else { throw malformed("a colon is expected, not \(found)") }
    position += 1
  }

  /// False if the object has the key already.
  private mutating func insert(_ key: UInt32, _ top: Int) -> Bool {
    defer { keys.append(key) }
    let own = open[top].firstKey..<keys.count
    if own.count < Self.fewKeys { return !keys[own].contains(key) }
    if open[top].manyKeys.isEmpty { open[top].manyKeys.formUnion(keys[own]) }
    return open[top].manyKeys.insert(key).inserted
  }
}
