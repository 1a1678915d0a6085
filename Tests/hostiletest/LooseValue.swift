/// A value of whatever kind there is, as programs have it that know of no type: each is tried in turn.
enum LooseValue: Codable, Sendable {
  case number(Int)
  case text(String)
  case list([LooseValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([LooseValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let values): try container.encode(values)
    }
  }
}
