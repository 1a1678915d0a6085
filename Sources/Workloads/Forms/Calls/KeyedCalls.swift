/// A keyed container with eight fields.
enum KeyedCalls<Key: FormKey> {
  /// The fields in one order.
  enum InOrder: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(content.first, as: .first)
      try container.encode(content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.group(.first)
      return FormLeaves(first: first, second: try container.group(.second))
    }
  }

  /// The fields are read from the last to the first.
  enum Reordered: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      try InOrder.encode(content, to: encoder)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let second = try container.groupBackwards(.second)
      return FormLeaves(first: try container.groupBackwards(.first), second: second)
    }
  }

  /// Two containers of the same record, used in turns.
  enum Interleaved: FormCalls {
    static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var other = encoder.container(keyedBy: Key.self)
      try container.encode(
        content.first, as: .first, inTurnsWith: &other, content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> FormLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let other = try decoder.container(keyedBy: Key.self)
      return try container.leaves(.first, inTurnsWith: other, .second)
    }
  }

  /// Two containers of the same record, the first of which is filled last. The decoded value keeps its containers.
  enum Kept: FormCalls {
    static func encode(_ content: KeptLeaves<Key>, to encoder: any Encoder) throws {
      let leaves = content.made
      var late = encoder.container(keyedBy: Key.self)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(leaves.second, as: .second)
      try late.encode(leaves.first, as: .first)
    }

    static func content(from decoder: any Decoder) throws -> KeptLeaves<Key> {
      let container = try decoder.container(keyedBy: Key.self)
      return .kept(container, container)
    }
  }

  /// Fields that some records lack.
  enum Conditional: FormCalls {
    static func encode(_ content: SparseLeaves, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodePresent(content.content.first, as: .first)
      try container.encodePresent(content.content.second, as: .second)
    }

    static func content(from decoder: any Decoder) throws -> SparseLeaves {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.presentGroup(.first)
      return SparseLeaves(FormLeaves(first: first, second: try container.presentGroup(.second)))
    }
  }
}
