// Five classes, each the superclass of the next, as the compiler's own coding and hand-written coding of subclasses leave them.

class Level1: Codable {
  var id: Int

  init(_ number: Int) { id = number }
}

class Level2: Level1 {
  var name: String

  private enum CodingKeys: CodingKey { case name }

  override init(_ number: Int) {
    name = "item \(number % 977)"
    super.init(number)
  }

  required init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

class Level3: Level2 {
  var weight: Double

  private enum CodingKeys: CodingKey { case weight }

  override init(_ number: Int) {
    weight = Double(number) / 8
    super.init(number)
  }

  required init(from decoder: any Decoder) throws {
    weight = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .weight)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(weight, forKey: .weight)
  }
}

class Level4: Level3 {
  var isNew: Bool

  private enum CodingKeys: CodingKey { case isNew }

  override init(_ number: Int) {
    isNew = number % 3 == 0
    super.init(number)
  }

  required init(from decoder: any Decoder) throws {
    isNew = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .isNew)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isNew, forKey: .isNew)
  }
}

final class Level5: Level4 {
  var size: Int

  private enum CodingKeys: CodingKey { case size }

  override init(_ number: Int) {
    size = number % 100
    super.init(number)
  }

  required init(from decoder: any Decoder) throws {
    size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
  }
}
