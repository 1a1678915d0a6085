/// A keyed container with four fields, and four more in that of `superEncoder()`.
enum SuperCalls<Key: FormKey> {
  /// The superclass's fields come last.
  enum InOrder: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(content.first, as: .first)
      var second = container.superEncoder().container(keyedBy: Key.self)
      try second.encode(content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.group(.first)
      let second = try container.superDecoder().container(keyedBy: Key.self)
      return FormLeaves(first: first, second: try second.group(.second))
    }
  }

  /// The superclass's fields are read first, and all from the last field to the first.
  enum Reordered: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      try InOrder.encode(content, to: encoder)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let second = try container.superDecoder().container(keyedBy: Key.self)
        .groupBackwards(.second)
      return FormLeaves(first: try container.groupBackwards(.first), second: second)
    }
  }

  /// Both are used in turns.
  enum Interleaved: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var second = container.superEncoder().container(keyedBy: Key.self)
      try container.encode(
        content.first, as: .first, inTurnsWith: &second, content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let second = try container.superDecoder().container(keyedBy: Key.self)
      return try container.leaves(.first, inTurnsWith: second, .second)
    }
  }

  /// The superclass's encoder is asked for first and used last. The decoded value keeps both containers.
  enum Kept: FormCalls {
    static func encode(_ content: KeptLeaves<Key>, to encoder: any Encoder) throws {
      let leaves = content.made
      var container = encoder.container(keyedBy: Key.self)
      let late = container.superEncoder()
      try container.encode(leaves.first, as: .first)
      var second = late.container(keyedBy: Key.self)
      try second.encode(leaves.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> KeptLeaves<Key> {
      let container = try decoder.container(keyedBy: Key.self)
      return .kept(container, try container.superDecoder().container(keyedBy: Key.self))
    }
  }

  /// Fields that some records lack, and a superclass that some lack.
  enum Conditional: FormCalls {
    static func encode(_ content: SparseLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodePresent(content.content.first, as: .first)
      guard content.content.second != .empty else { return }
      var second = container.superEncoder(forKey: .second).container(keyedBy: Key.self)
      try second.encodePresent(content.content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> SparseLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.presentGroup(.first)
      guard container.contains(.second) else {
        return SparseLeaves(FormLeaves(first: first, second: .empty))
      }
      let second = try container.superDecoder(forKey: .second).container(keyedBy: Key.self)
      return SparseLeaves(FormLeaves(first: first, second: try second.presentGroup(.second)))
    }
  }
}
