/// A value of a document whose kinds are found out by trying: an enum with `[String: Self]`.
enum Document: FormValue, Equatable {
  case null
  case isOn(Bool)
  case number(Double)
  case text(String)
  case list([Document])
  case fields([String: Document])

  /// A dictionary with a text, a number, a Boolean, a null and a list of three numbers.
  init(seed: Int) {
    let ratio = Double(seed) + 0.5
    self = .fields([
      "name": .text("text \(seed)"), "ratio": .number(ratio), "isOn": .isOn(seed % 2 == 0),
      "note": .null, "list": .list([.number(ratio + 1), .number(ratio + 2), .number(ratio + 3)]),
    ])
  }

  /// A key of a dictionary is a leaf too.
  var leafCount: Int {
    switch self {
    case .null, .isOn, .number, .text: 1
    case .list(let values): values.reduce(0) { $0 + $1.leafCount }
    case .fields(let fields): fields.values.reduce(fields.count) { $0 + $1.leafCount }
    }
  }

  var valueCount: Int {
    switch self {
    case .null, .isOn, .number, .text: 1
    case .list(let values): values.reduce(1) { $0 + $1.valueCount }
    case .fields(let fields): fields.values.reduce(1) { $0 + $1.valueCount }
    }
  }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .isOn(let isOn): try container.encode(isOn)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let values): try container.encode(values)
    case .fields(let fields): try container.encode(fields)
    }
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let isOn = try? container.decode(Bool.self) {
      self = .isOn(isOn)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let values = try? container.decode([Document].self) {
      self = .list(values)
    } else {
      self = .fields(try container.decode([String: Document].self))
    }
  }

  func write(to writer: inout FixedLayoutWriter) {
    switch self {
    case .null: UInt8(0).write(to: &writer)
    case .isOn(let isOn):
      UInt8(1).write(to: &writer)
      isOn.write(to: &writer)
    case .number(let number):
      UInt8(2).write(to: &writer)
      number.write(to: &writer)
    case .text(let text):
      UInt8(3).write(to: &writer)
      text.write(to: &writer)
    case .list(let values):
      UInt8(4).write(to: &writer)
      values.write(to: &writer)
    case .fields(let fields):
      UInt8(5).write(to: &writer)
      fields.write(to: &writer)
    }
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    switch try UInt8(from: &reader) {
    case 0: self = .null
    case 1: self = .isOn(try reader.value())
    case 2: self = .number(try reader.value())
    case 3: self = .text(try reader.value())
    case 4: self = .list(try reader.value())
    case 5: self = .fields(try reader.value())
    default: throw .unknownCase
    }
  }
}
