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
    let arrayStart = (ByteWord("{\"array\""), ByteWord(":["))
    let setStart = (ByteWord("{\"set\""), ByteWord(":["))
    let dictionaryStart = (ByteWord("{\"dict\""), ByteWord(":["))
    let containerEnd = ByteWord("]}")
    let fieldsStart = (ByteWord("["), ByteWord())
    let fieldsEnd = ByteWord("]")
    let keyStart = ByteWord(",[")
    let firstKeyStart = ByteWord("[")
    let null = ByteWord("null")
    let plistNull = WordText("{\"plistnull\":true}")
    let isFalse = (ByteWord("{\"bool\""), ByteWord(":false}"))
    let isTrue = (ByteWord("{\"bool\""), ByteWord(":true}"))
    let integerStart = ByteWord("{\"int\":\"")
    let realStart = (ByteWord("{\"real\""), ByteWord(":\""))
    let dateStart = (ByteWord("{\"date\""), ByteWord(":\""))
    let dataStart = (ByteWord("{\"data\""), ByteWord(":\""))
    let quotedEnd = ByteWord("\"}")
    let referenceStart = ByteWord("{\"ref\":")
    let nextReferenceStart = ByteWord(",{\"ref\":")
    let entryEnd = ByteWord("}]")
    let stringStart = (ByteWord("{\"string"), ByteWord("\":"))
    let end = ByteWord("}")
  }

  /// The words of a key as it is written, with a comma behind it.
  private struct KeyWords {
    var first: UInt32
    /// 0 for a key that was not written.
    var byteCount: UInt32
  }

  private let pieces = Pieces()
  /// The JSON so far.
  private var json: WordBuffer
  private var level = Level(place: .outside)
  private var outerLevels: [Level] = []
  private var keyTexts = WordText()
  /// By number of a key: where it stands among those.
  private var keys: [KeyWords] = []
  /// True if the dictionary that begins next is that of an object.
  var writesFields = false

  /// No JSON so far, with room for bytes.
  init(capacity: Int = 0) { json = WordBuffer(capacity: capacity) }

  /// Takes out the JSON that was written.
  mutating func take() -> [UInt8] { json.take() }

  /// Writes an event that is no reference: a reference is written by the number of its object.
  mutating func write(_ event: ListWalk.Event, _ list: PropertyList) {
    switch event {
    case .key(let text, let number): key(text, number, list)
    case .reference: break
    case .leaf(let value):
      beginValue()
      leaf(value, list)
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
      json.append(level.place == .fields ? pieces.fieldsEnd : pieces.containerEnd)
      level = outerLevels.removeLast()
      endValue()
    }
  }

  private mutating func begin(_ start: (ByteWord, ByteWord), _ place: Place) {
    beginValue()
    json.append(start)
    outerLevels.append(level)
    level = Level(place: place)
  }

  private mutating func beginValue() {
    guard level.place == .array else { return }
    if !level.isEmpty { json.append(UInt8(ascii: ",")) }
    level.isEmpty = false
  }

  private mutating func endValue() {
    if level.place == .dictionary || level.place == .fields { json.append(UInt8(ascii: "]")) }
  }

  /// Writes a key with the bracket before it and the comma behind it. Keys come again and again.
  mutating func key(_ key: PropertyListText, _ number: Int, _ list: PropertyList) {
    let separator = level.isEmpty ? pieces.firstKeyStart : pieces.keyStart
    level.isEmpty = false
    while keys.count <= number { keys.append(KeyWords(first: 0, byteCount: 0)) }
    let words = keys[number]
    guard words.byteCount == 0 else {
      return json.append(
        separator, keyTexts.words, from: Int(words.first), byteCount: Int(words.byteCount))
    }
    json.append(separator)
    let start = json.count
    append(key, list)
    json.append(UInt8(ascii: ","))
    keys[number] = KeyWords(
      first: UInt32(truncatingIfNeeded: keyTexts.append(contentsOf: json.bytes(from: start))),
      byteCount: UInt32(truncatingIfNeeded: json.count - start))
  }

  /// Writes a reference: most values are references.
  ///
  /// - Parameter number: The number of the object that the reference leads to; nil for nil.
  mutating func reference(_ number: Int?) {
    guard let number else {
      beginValue()
      json.append(pieces.null)
      return endValue()
    }
    let isNext = level.place == .array && !level.isEmpty
    level.isEmpty = false
    let isEntry = level.place == .dictionary || level.place == .fields
    append(
      isNext ? pieces.nextReferenceStart : pieces.referenceStart, number,
      then: isEntry ? pieces.entryEnd : pieces.end)
  }

  private mutating func leaf(_ value: PropertyListValue, _ list: PropertyList) {
    switch value {
    case .null: json.append(pieces.plistNull)
    case .bool(let value): json.append(value ? pieces.isTrue : pieces.isFalse)
    case .integer(let number):
      if let small = UInt32(exactly: number), small < ByteWord.numberLimit {
        json.append(pieces.integerStart, ByteWord(small, then: pieces.quotedEnd))
      } else {
        json.append(pieces.integerStart)
        append(large: number)
        json.append(pieces.quotedEnd)
      }
    case .real(let bits, _):
      json.append(pieces.realStart)
      append(bits: bits)
      json.append(pieces.quotedEnd)
    case .date(let bits):
      json.append(pieces.dateStart)
      append(bits: bits)
      json.append(pieces.quotedEnd)
    case .string(let text):
      json.append(pieces.stringStart)
      append(text, list)
      json.append(UInt8(ascii: "}"))
    case .data(let data):
      json.append(pieces.dataStart)
      append(hex: data)
      json.append(pieces.quotedEnd)
    // These have events of their own.
    case .reference, .array, .set, .dictionary: break
    }
  }

  mutating func append(_ text: String) { append(WordText(text)) }

  mutating func append(_ text: WordText) { json.append(text) }

  mutating func append(_ word: ByteWord) { json.append(word) }

  /// A number between a word and at most two bytes.
  mutating func append(_ start: ByteWord, _ number: Int, then end: ByteWord) {
    if 0..<ByteWord.numberLimit ~= number {
      json.append(start, ByteWord(UInt32(number), then: end))
    } else {
      json.append(start)
      append("\(number)")
      json.append(end)
    }
  }

  private mutating func append(large number: Int128) {
    guard let positive = UInt64(exactly: number) else { return append("\(number)") }
    let (high, low) = positive.quotientAndRemainder(dividingBy: 100_000_000)
    guard 1..<UInt64(ByteWord.numberLimit) ~= high else { return append("\(number)") }
    json.append(
      ByteWord(UInt32(high), then: ByteWord()), ByteWord(eightDigits: UInt32(low)))
  }

  mutating func append(hex data: some Sequence<UInt8>) {
    for byte in data { json.append(ByteWord(digits: byte)) }
  }

  /// 16 digits.
  mutating func append(bits: UInt64) {
    json.append(ByteWord(digits: UInt32(truncatingIfNeeded: bits >> 32)))
    json.append(ByteWord(digits: UInt32(truncatingIfNeeded: bits)))
  }

  /// A string in quotes: `"` and `\` behind a backslash, control characters and surrogates that are not paired as `\u` and four digits.
  mutating func append(_ text: PropertyListText, _ list: PropertyList) {
    append(utf8: list.plainBytes(text) ?? list.utf8(text)[...])
  }

  /// A string in quotes, of UTF-8 with three bytes for a surrogate that is not paired.
  mutating func append(utf8 text: ArraySlice<UInt8>) {
    json.append(UInt8(ascii: "\""))
    var index = text.startIndex
    while index < text.endIndex {
      if let word = PlainWord.load(text, index) {
        json.append(ByteWord(bits: word))
        index += 8
        continue
      }
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): json.append(ByteWord("\\\""))
      case UInt8(ascii: "\\"): json.append(ByteWord("\\\\"))
      // A surrogate has the bytes ED A0…BF.
      case 0xED where text[index] >= 0xA0:
        append(unit: 0xD000 | UInt16(text[index] & 0x3F) << 6 | UInt16(text[index + 1] & 0x3F))
        index += 2
      case 0..<0x20, 0x7F: append(unit: UInt16(byte))
      default: json.append(byte)
      }
    }
    json.append(UInt8(ascii: "\""))
  }

  private mutating func append(unit: UInt16) {
    json.append(ByteWord("\\u"))
    json.append(ByteWord(digits: UInt8(truncatingIfNeeded: unit >> 8)))
    json.append(ByteWord(digits: UInt8(truncatingIfNeeded: unit)))
  }
}
