/// A key that tells which other keys follow.
enum TaggedShape: FormValue, Equatable {
  case circle(radius: Double)
  case rectangle(width: Double, height: Double)
  case label(text: String, isBold: Bool, size: Int)

  private enum Tag: String, Codable { case circle, rectangle, label }
  private enum CodingKeys: CodingKey { case type, radius, width, height, text, isBold, size }

  init(seed: Int) {
    let ratio = Double(seed) + 0.5
    self =
      switch seed % 3 {
      case 0: .circle(radius: ratio)
      case 1: .rectangle(width: ratio, height: ratio + 1)
      default: .label(text: "label \(seed)", isBold: seed % 2 == 0, size: seed)
      }
  }

  var leafCount: Int {
    switch self {
    case .circle: 2
    case .rectangle: 3
    case .label: 4
    }
  }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .circle(let radius):
      try container.encode(Tag.circle, forKey: .type)
      try container.encode(radius, forKey: .radius)
    case .rectangle(let width, let height):
      try container.encode(Tag.rectangle, forKey: .type)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
    case .label(let text, let isBold, let size):
      try container.encode(Tag.label, forKey: .type)
      try container.encode(text, forKey: .text)
      try container.encode(isBold, forKey: .isBold)
      try container.encode(size, forKey: .size)
    }
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Tag.self, forKey: .type) {
    case .circle: self = .circle(radius: try container.decode(Double.self, forKey: .radius))
    case .rectangle:
      let width = try container.decode(Double.self, forKey: .width)
      let height = try container.decode(Double.self, forKey: .height)
      self = .rectangle(width: width, height: height)
    case .label:
      let text = try container.decode(String.self, forKey: .text)
      let isBold = try container.decode(Bool.self, forKey: .isBold)
      let size = try container.decode(Int.self, forKey: .size)
      self = .label(text: text, isBold: isBold, size: size)
    }
  }

  func write(to writer: inout FixedLayoutWriter) {
    switch self {
    case .circle(let radius):
      UInt8(0).write(to: &writer)
      radius.write(to: &writer)
    case .rectangle(let width, let height):
      UInt8(1).write(to: &writer)
      width.write(to: &writer)
      height.write(to: &writer)
    case .label(let text, let isBold, let size):
      UInt8(2).write(to: &writer)
      text.write(to: &writer)
      isBold.write(to: &writer)
      size.write(to: &writer)
    }
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    switch try UInt8(from: &reader) {
    case 0: self = .circle(radius: try reader.value())
    case 1:
      let width = try Double(from: &reader)
      self = .rectangle(width: width, height: try reader.value())
    case 2:
      let text = try String(from: &reader)
      let isBold = try Bool(from: &reader)
      self = .label(text: text, isBold: isBold, size: try reader.value())
    default: throw .unknownCase
    }
  }
}
