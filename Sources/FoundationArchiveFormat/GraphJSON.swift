internal import PropertyListFormat

/// Writes values of a graph as JSON, event by event.
struct GraphJSON {
  private enum Place {
    case outside, array, dictionary
    /// Among the fields of an object, which are written without `dict`.
    case fields
  }

  private struct Level {
    var place: Place
    var isEmpty = true
  }

  /// Texts that are written again and again.
  private struct Pieces {
    let arrayStart = Array("{\"array\":[".utf8)
    let setStart = Array("{\"set\":[".utf8)
    let dictionaryStart = Array("{\"dict\":[".utf8)
    let fieldsStart = Array("[".utf8)
    let null = ByteWord("null")
    let isFalse = Array("{\"bool\":false}".utf8)
    let isTrue = Array("{\"bool\":true}".utf8)
    let integerStart = ByteWord("{\"int\":\"")
    let realStart = Array("{\"real\":\"".utf8)
    let dateStart = Array("{\"date\":\"".utf8)
    let dataStart = Array("{\"data\":\"".utf8)
    let quotedEnd = ByteWord("\"}")
    let referenceStart = ByteWord("{\"ref\":")
    let stringStart = Array("{\"string\":".utf8)
  }

  private let pieces = Pieces()
  /// The JSON so far.
  private(set) var bytes: [UInt8] = []
  private var level = Level(place: .outside)
  private var outerLevels: [Level] = []
  /// The keys as they are written, each with a comma and a bracket before it and a comma behind it.
  private var keyTexts: [UInt8] = []
  /// By number of a key: where it stands among those; empty for keys that were not written.
  private var keyRanges: [Range<Int>] = []
  /// True if the dictionary that begins next is that of an object.
  var writesFields = false

  /// No JSON so far, with room for bytes.
  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Writes an event.
  ///
  /// - Parameter number: The number of the object that a reference leads to; nil for nil, and for other events.
  mutating func write(_ event: ListWalk.Event, _ number: Int?, _ list: PropertyList) {
    switch event {
    case .key(let key, let number): append(key, number, list)
    case .leaf(let value):
      beginValue()
      leaf(value, number, list)
      endValue()
    case .beginArray: begin(pieces.arrayStart, .array)
    case .beginSet: begin(pieces.setStart, .array)
    case .beginDictionary:
      if writesFields {
        begin(pieces.fieldsStart, .fields)
      } else {
        begin(pieces.dictionaryStart, .dictionary)
      }
      writesFields = false
    case .end:
      bytes.append(UInt8(ascii: "]"))
      if level.place != .fields { bytes.append(UInt8(ascii: "}")) }
      level = outerLevels.removeLast()
      endValue()
    }
  }

  private mutating func begin(_ start: [UInt8], _ place: Place) {
    beginValue()
    bytes += start
    outerLevels.append(level)
    level = Level(place: place)
  }

  private mutating func beginValue() {
    guard level.place == .array else { return }
    if !level.isEmpty { bytes.append(UInt8(ascii: ",")) }
    level.isEmpty = false
  }

  private mutating func endValue() {
    if level.place == .dictionary || level.place == .fields { bytes.append(UInt8(ascii: "]")) }
  }

  /// Writes a key with the bracket before it and the comma behind it. Keys come again and again.
  private mutating func append(_ key: PropertyListText, _ number: Int, _ list: PropertyList) {
    while keyRanges.count <= number { keyRanges.append(0..<0) }
    if keyRanges[number].isEmpty {
      let start = keyTexts.count
      keyTexts += [UInt8(ascii: ","), UInt8(ascii: "[")]
      Self.append(utf8: list.plainBytes(key) ?? list.utf8(key)[...], to: &keyTexts)
      keyTexts.append(UInt8(ascii: ","))
      keyRanges[number] = start..<keyTexts.count
    }
    let range = keyRanges[number]
    // The first key has no comma before it.
    bytes += keyTexts[(level.isEmpty ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound]
    level.isEmpty = false
  }

  private mutating func leaf(_ value: PropertyListValue, _ number: Int?, _ list: PropertyList) {
    switch value {
    case .null: append("{\"plistnull\":true}")
    case .bool(let value): bytes += value ? pieces.isTrue : pieces.isFalse
    case .integer(let number):
      bytes += pieces.integerStart
      if let small = Int(exactly: number) { append(small) } else { append("\(number)") }
      bytes += pieces.quotedEnd
    case .real(let bits, _):
      bytes += pieces.realStart
      append(bits: bits)
      bytes += pieces.quotedEnd
    case .date(let bits):
      bytes += pieces.dateStart
      append(bits: bits)
      bytes += pieces.quotedEnd
    case .reference:
      guard let number else { return bytes += pieces.null }
      bytes += pieces.referenceStart
      append(number)
      bytes.append(UInt8(ascii: "}"))
    case .string(let text):
      bytes += pieces.stringStart
      append(text, list)
      bytes.append(UInt8(ascii: "}"))
    case .data(let data):
      bytes += pieces.dataStart
      append(hex: data)
      bytes += pieces.quotedEnd
    // These have events of their own.
    case .array, .set, .dictionary: break
    }
  }

  mutating func append(_ text: String) { bytes += text.utf8 }

  mutating func append(_ json: [UInt8]) { bytes += json }

  mutating func append(_ number: Int) {
    guard 0..<100_000_000 ~= number else { return append("\(number)") }
    bytes += ByteWord(UInt32(number))
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
    append(utf8: list.plainBytes(text) ?? list.utf8(text)[...])
  }

  /// A string in quotes, of UTF-8 with three bytes for a surrogate that is not paired.
  mutating func append(utf8 text: ArraySlice<UInt8>) { Self.append(utf8: text, to: &bytes) }

  private static func append(utf8 text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
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
        let unit = 0xD000 | UInt16(text[index + 1] & 0x3F) << 6 | UInt16(text[index + 2] & 0x3F)
        append(unit: unit, to: &bytes)
        index += 2
      default: append(unit: UInt16(byte), to: &bytes)
      }
      index += 1
      first = index
    }
    bytes.append(contentsOf: text[first...])
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(unit: UInt16, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift: UInt16 in [12, 8, 4, 0] {
      bytes.append(digit(UInt8(truncatingIfNeeded: unit >> shift) & 0x0F))
    }
  }
}
