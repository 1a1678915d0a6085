internal import PropertyListFormat

/// Writes values of a graph as JSON, event by event.
struct GraphJSON {
  private struct Level {
    var isDictionary: Bool
    /// True for the entries of an object, which are written as fields.
    var isObject: Bool
    var count = 0
  }

  /// The JSON so far.
  private(set) var bytes: [UInt8] = []
  private var levels: [Level] = []
  /// True if the dictionary that begins next is that of an object.
  var writesFields = false

  /// Writes an event.
  ///
  /// - Parameter number: The number of the object that a reference leads to; nil for nil, and for other events.
  mutating func write(_ event: ListWalk.Event, _ number: Int?, _ list: PropertyList) {
    switch event {
    case .key(let key):
      separate()
      bytes.append(UInt8(ascii: "["))
      append(key, list)
      bytes.append(UInt8(ascii: ","))
    case .leaf(let value):
      beginValue()
      leaf(value, number, list)
      endValue()
    case .beginArray: begin("{\"array\":[", isDictionary: false)
    case .beginSet: begin("{\"set\":[", isDictionary: false)
    case .beginDictionary: begin(writesFields ? "[" : "{\"dict\":[", isDictionary: true)
    case .end:
      let level = levels.removeLast()
      append(level.isObject ? "]" : "]}")
      endValue()
    }
  }

  private mutating func begin(_ text: String, isDictionary: Bool) {
    beginValue()
    append(text)
    levels.append(Level(isDictionary: isDictionary, isObject: writesFields))
    writesFields = false
  }

  private mutating func beginValue() {
    if let last = levels.last, !last.isDictionary { separate() }
  }

  private mutating func endValue() {
    if let last = levels.last, last.isDictionary { bytes.append(UInt8(ascii: "]")) }
  }

  private mutating func separate() {
    if levels[levels.count - 1].count > 0 { bytes.append(UInt8(ascii: ",")) }
    levels[levels.count - 1].count += 1
  }

  private mutating func leaf(_ value: PropertyListValue, _ number: Int?, _ list: PropertyList) {
    switch value {
    case .null: append("{\"plistnull\":true}")
    case .bool(let value): append(value ? "{\"bool\":true}" : "{\"bool\":false}")
    case .integer(let number):
      append("{\"int\":\"")
      if let small = Int(exactly: number) { append(small) } else { append("\(number)") }
      append("\"}")
    case .real(let bits, _):
      append("{\"real\":\"")
      append(bits: bits)
      append("\"}")
    case .date(let bits):
      append("{\"date\":\"")
      append(bits: bits)
      append("\"}")
    case .reference:
      guard let number else { return append("null") }
      append("{\"ref\":")
      append(number)
      bytes.append(UInt8(ascii: "}"))
    case .string(let text):
      append("{\"string\":")
      append(text, list)
      bytes.append(UInt8(ascii: "}"))
    case .data(let data):
      append("{\"data\":\"")
      append(hex: data)
      append("\"}")
    // These have events of their own.
    case .array, .set, .dictionary: break
    }
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ number: Int) {
    guard number >= 0 else { return append("\(number)") }
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  mutating func append(hex data: some Sequence<UInt8>) {
    for byte in data {
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 0x0F))
    }
  }

  /// 16 digits.
  mutating func append(bits: UInt64) {
    for shift in stride(from: 60, through: 0, by: -4) {
      bytes.append(Self.digit(UInt8(truncatingIfNeeded: bits >> UInt64(shift)) & 0x0F))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// A string in quotes: `"` and `\` behind a backslash, control characters and surrogates that are not paired as `\u` and four digits.
  mutating func append(_ text: PropertyListText, _ list: PropertyList) {
    if let plain = list.plainBytes(text) {
      append(utf8: plain)
    } else {
      append(utf8: list.utf8(text)[...])
    }
  }

  /// A string in quotes, of UTF-8 with three bytes for a surrogate that is not paired.
  mutating func append(utf8 text: ArraySlice<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var (first, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      let byte = text[index]
      let isPlain =
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        || byte > 0x7F && byte != 0xED
      if isPlain || byte == 0xED && text[index + 1] < 0xA0 {
        index += 1
        continue
      }
      bytes.append(contentsOf: text[first..<index])
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      // A surrogate has the bytes ED A0…BF.
      case 0xED:
        append(
          unit: 0xD000 | UInt16(text[index + 1] & 0x3F) << 6 | UInt16(text[index + 2] & 0x3F))
        index += 2
      default: append(unit: UInt16(byte))
      }
      index += 1
      first = index
    }
    bytes.append(contentsOf: text[first...])
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(unit: UInt16) {
    append("\\u")
    append(hex: [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
  }
}
