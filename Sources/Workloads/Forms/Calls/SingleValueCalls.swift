/// A single-value container with a record of eight fields.
enum SingleValueCalls {
  enum InOrder: FormCalls {
    static func encode(_ content: WrappedLeaves, to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(PlainRecord(content: content.content))
    }

    static func content(from decoder: any Decoder) throws -> WrappedLeaves {
      WrappedLeaves(content: try decoder.singleValueContainer().decode(PlainRecord.self).content)
    }
  }

  /// A null in each third record.
  enum Conditional: FormCalls {
    static func encode(_ content: MaybeLeaves, to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let leaves = content.content {
        try container.encode(PlainRecord(content: leaves))
      } else {
        try container.encodeNil()
      }
    }

    static func content(from decoder: any Decoder) throws -> MaybeLeaves {
      let container = try decoder.singleValueContainer()
      return MaybeLeaves(
        content: container.decodeNil() ? nil : try container.decode(PlainRecord.self).content)
    }
  }
}
