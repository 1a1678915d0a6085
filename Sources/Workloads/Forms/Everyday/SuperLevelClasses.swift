/// A hierarchy of five classes whose fields stand in one record each: each calls `super.encode(to:)` with `superEncoder()`.
enum SuperLevelClasses {
  class First: Codable {
    let number: Int
    let text: String

    init(_ leaves: FormLeaves) { (number, text) = (leaves.first.number, leaves.first.text) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: EnumKey.self)
      number = try container.decode(Int.self, forKey: .number)
      text = try container.decode(String.self, forKey: .text)
      if type(of: self) == First.self { CallCount.note(decoder) }
    }

    func encode(to encoder: any Encoder) throws {
      if type(of: self) == First.self { CallCount.note(encoder) }
      var container = encoder.container(keyedBy: EnumKey.self)
      try container.encode(number, forKey: .number)
      try container.encode(text, forKey: .text)
    }

    /// The leaves of all levels.
    var leaves: FormLeaves {
      var leaves = FormLeaves(first: .empty, second: .empty)
      (leaves.first.number, leaves.first.text) = (number, text)
      return leaves
    }
  }

  class Second: First {
    let ratio: Double
    let isOn: Bool

    override init(_ leaves: FormLeaves) {
      (ratio, isOn) = (leaves.first.ratio, leaves.first.isOn)
      super.init(leaves)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: EnumKey.self)
      ratio = try container.decode(Double.self, forKey: .ratio)
      isOn = try container.decode(Bool.self, forKey: .isOn)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: EnumKey.self)
      try super.encode(to: container.superEncoder())
      try container.encode(ratio, forKey: .ratio)
      try container.encode(isOn, forKey: .isOn)
    }

    override var leaves: FormLeaves {
      var leaves = super.leaves
      (leaves.first.ratio, leaves.first.isOn) = (ratio, isOn)
      return leaves
    }
  }

  class Third: Second {
    let otherNumber: Int

    override init(_ leaves: FormLeaves) {
      otherNumber = leaves.second.number
      super.init(leaves)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: EnumKey.self)
      otherNumber = try container.decode(Int.self, forKey: .otherNumber)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: EnumKey.self)
      try super.encode(to: container.superEncoder())
      try container.encode(otherNumber, forKey: .otherNumber)
    }

    override var leaves: FormLeaves {
      var leaves = super.leaves
      leaves.second.number = otherNumber
      return leaves
    }
  }

  class Fourth: Third {
    let otherText: String

    override init(_ leaves: FormLeaves) {
      otherText = leaves.second.text
      super.init(leaves)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: EnumKey.self)
      otherText = try container.decode(String.self, forKey: .otherText)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: EnumKey.self)
      try super.encode(to: container.superEncoder())
      try container.encode(otherText, forKey: .otherText)
    }

    override var leaves: FormLeaves {
      var leaves = super.leaves
      leaves.second.text = otherText
      return leaves
    }
  }

  final class Fifth: Fourth {
    let otherRatio: Double
    let otherIsOn: Bool

    override init(_ leaves: FormLeaves) {
      (otherRatio, otherIsOn) = (leaves.second.ratio, leaves.second.isOn)
      super.init(leaves)
    }

    required init(from decoder: any Decoder) throws {
      CallCount.note(decoder)
      let container = try decoder.container(keyedBy: EnumKey.self)
      otherRatio = try container.decode(Double.self, forKey: .otherRatio)
      otherIsOn = try container.decode(Bool.self, forKey: .otherIsOn)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      CallCount.note(encoder)
      var container = encoder.container(keyedBy: EnumKey.self)
      try super.encode(to: container.superEncoder())
      try container.encode(otherRatio, forKey: .otherRatio)
      try container.encode(otherIsOn, forKey: .otherIsOn)
    }

    override var leaves: FormLeaves {
      var leaves = super.leaves
      (leaves.second.ratio, leaves.second.isOn) = (otherRatio, otherIsOn)
      return leaves
    }
  }
}
