/// A keyed container with two nested ones of four fields each.
enum NestedCalls<Key: FormKey> {
  /// One nested container after the other.
  enum InOrder: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: .first)
      try first.encode(content.first, as: .first)
      var second = container.nestedContainer(keyedBy: Key.self, forKey: .second)
      try second.encode(content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.nestedContainer(keyedBy: Key.self, forKey: .first).group(.first)
      let second = try container.nestedContainer(keyedBy: Key.self, forKey: .second)
      return FormLeaves(first: first, second: try second.group(.second))
    }
  }

  /// The second nested container is read first, and both from the last field to the first.
  enum Reordered: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      try InOrder.encode(content, to: encoder)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let second = try container.nestedContainer(keyedBy: Key.self, forKey: .second)
        .groupBackwards(.second)
      let first = try container.nestedContainer(keyedBy: Key.self, forKey: .first)
      return FormLeaves(first: try first.groupBackwards(.first), second: second)
    }
  }

  /// The two nested containers are used in turns.
  enum Interleaved: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: .first)
      var second = container.nestedContainer(keyedBy: Key.self, forKey: .second)
      try first.encode(content.first, as: .first, inTurnsWith: &second, content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.nestedContainer(keyedBy: Key.self, forKey: .first)
      let second = try container.nestedContainer(keyedBy: Key.self, forKey: .second)
      return try first.leaves(.first, inTurnsWith: second, .second)
    }
  }

  /// The first nested container is filled last. The decoded value keeps both.
  enum Kept: FormCalls {
    static func encode(_ content: KeptLeaves<Key>, to encoder: any Encoder) throws {
      let leaves = content.made
      var container = encoder.container(keyedBy: Key.self)
      var late = container.nestedContainer(keyedBy: Key.self, forKey: .first)
      var second = container.nestedContainer(keyedBy: Key.self, forKey: .second)
      try second.encode(leaves.second, as: .second)
      try late.encode(leaves.first, as: .first)
    }

    static func content(from decoder: any Decoder) throws -> KeptLeaves<Key> {
      let container = try decoder.container(keyedBy: Key.self)
      return .kept(
        try container.nestedContainer(keyedBy: Key.self, forKey: .first),
        try container.nestedContainer(keyedBy: Key.self, forKey: .second))
    }
  }

  /// Fields that some records lack, and a nested container that some lack.
  enum Conditional: FormCalls {
    static func encode(_ content: SparseLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: .first)
      try first.encodePresent(content.content.first, as: .first)
      guard content.content.second != .empty else { return }
      var second = container.nestedContainer(keyedBy: Key.self, forKey: .second)
      try second.encodePresent(content.content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> SparseLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.nestedContainer(keyedBy: Key.self, forKey: .first)
        .presentGroup(.first)
      guard container.contains(.second) else {
        return SparseLeaves(FormLeaves(first: first, second: .empty))
      }
      let second = try container.nestedContainer(keyedBy: Key.self, forKey: .second)
      return SparseLeaves(FormLeaves(first: first, second: try second.presentGroup(.second)))
    }
  }
}
