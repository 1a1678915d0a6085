/// An unkeyed container with numbers, texts, ratios and Booleans.
enum UnkeyedCalls {
  /// Eight elements.
  enum InOrder: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(content.first)
      try container.encode(content.second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      var container = try decoder.unkeyedContainer()
      let first = try container.group()
      return FormLeaves(first: first, second: try container.group())
    }
  }

  /// Two nested containers of four elements, used in turns.
  enum Interleaved: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      var first = container.nestedUnkeyedContainer()
      var second = container.nestedUnkeyedContainer()
      try first.encode(content.first.number)
      try second.encode(content.second.number)
      try first.encode(content.first.text)
      try second.encode(content.second.text)
      try first.encode(content.first.ratio)
      try second.encode(content.second.ratio)
      try first.encode(content.first.isOn)
      try second.encode(content.second.isOn)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      var container = try decoder.unkeyedContainer()
      var first = try container.nestedUnkeyedContainer()
      var second = try container.nestedUnkeyedContainer()
      var leaves = FormLeaves(first: .empty, second: .empty)
      leaves.first.number = try first.decode(Int.self)
      leaves.second.number = try second.decode(Int.self)
      leaves.first.text = try first.decode(String.self)
      leaves.second.text = try second.decode(String.self)
      leaves.first.ratio = try first.decode(Double.self)
      leaves.second.ratio = try second.decode(Double.self)
      leaves.first.isOn = try first.decode(Bool.self)
      leaves.second.isOn = try second.decode(Bool.self)
      return leaves
    }
  }

  /// Two nested containers, the first of which is filled last. The decoded value keeps its container.
  enum Kept: FormCalls {
    static func encode(_ content: KeptElements, to encoder: any Encoder) throws {
      let leaves = content.made
      var container = encoder.unkeyedContainer()
      var late = container.nestedUnkeyedContainer()
      var second = container.nestedUnkeyedContainer()
      try second.encode(leaves.second)
      try late.encode(leaves.first)
    }

    static func content(from decoder: any Decoder) throws -> KeptElements {
      .kept(try decoder.unkeyedContainer())
    }
  }

  /// The second half of the elements is absent in some records.
  enum Conditional: FormCalls {
    static func encode(_ content: HalfLeaves, to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(content.first)
      if let second = content.second { try container.encode(second) }
    }

    static func content(from decoder: any Decoder) throws -> HalfLeaves {
      var container = try decoder.unkeyedContainer()
      let first = try container.group()
      return HalfLeaves(first: first, second: container.isAtEnd ? nil : try container.group())
    }
  }
}

extension UnkeyedEncodingContainer {
  mutating func encode(_ group: LeafGroup) throws {
    try encode(group.number)
    try encode(group.text)
    try encode(group.ratio)
    try encode(group.isOn)
  }
}

extension UnkeyedDecodingContainer {
  mutating func group() throws -> LeafGroup {
    var group = LeafGroup.empty
    group.number = try decode(Int.self)
    group.text = try decode(String.self)
    group.ratio = try decode(Double.self)
    group.isOn = try decode(Bool.self)
    return group
  }
}
