/// A value that is found out by trying.
enum NumberOrText: Codable, Equatable {
  case number(Int)
  case text(String)

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// Records with two values of ``NumberOrText``.
struct NumbersOrTexts: FieldPair {
  var from, to: NumberOrText
  var valueCount: Int { 3 }

  static func field(_ seed: Int) -> NumberOrText {
    seed % 3 == 0 ? .text("text \(seed)") : .number(seed)
  }

  static func write(_ field: NumberOrText, to writer: inout FixedLayoutWriter) {
    switch field {
    case .number(let number):
      true.write(to: &writer)
      number.write(to: &writer)
    case .text(let text):
      false.write(to: &writer)
      text.write(to: &writer)
    }
  }

  static func field(
    from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> NumberOrText {
    try Bool(from: &reader) ? .number(try reader.value()) : .text(try reader.value())
  }
}
