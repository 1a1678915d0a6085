internal import KeyedArchives

/// Forms of the plain record before or after a change.
enum ChangedRecords {
  /// The second group is written first.
  struct Swapped: FormElement {
    enum Calls: FormCalls {
      static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EnumKey.self)
        try container.encode(content.second, as: .second)
        try container.encode(content.first, as: .first)
      }

      static func content(from decoder: any Decoder) throws -> FormLeaves {
        try KeyedCalls<EnumKey>.InOrder.content(from: decoder)
      }
    }

    var content: FormLeaves
  }

  /// A ninth field, which the plain record does not know.
  struct Longer: FormElement {
    enum Calls: FormCalls {
      static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
        try KeyedCalls<EnumKey>.InOrder.encode(content, to: encoder)
        var container = encoder.container(keyedBy: NoteKey.self)
        try container.encode(content.first.number, forKey: .note)
      }

      static func content(from decoder: any Decoder) throws -> FormLeaves {
        try KeyedCalls<EnumKey>.InOrder.content(from: decoder)
      }
    }

    var content: FormLeaves
  }

  /// A ninth field that archives of the plain record lack: `decodeIfPresent`.
  struct Noted: FormElement {
    enum Calls: FormCalls {
      static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
        try KeyedCalls<EnumKey>.InOrder.encode(content, to: encoder)
      }

      static func content(from decoder: any Decoder) throws -> FormLeaves {
        let leaves = try KeyedCalls<EnumKey>.InOrder.content(from: decoder)
        let container = try decoder.container(keyedBy: NoteKey.self)
        consume(try container.decodeIfPresent(Int.self, forKey: .note))
        return leaves
      }
    }

    var content: FormLeaves
  }

  /// A ninth field for which ``ArchiveEvolution/default(_:for:)-(_,CodingKey)`` stands in.
  struct Defaulted: FormElement, ArchiveEvolving {
    enum Calls: FormCalls {
      static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
        try Longer.Calls.encode(content, to: encoder)
      }

      static func content(from decoder: any Decoder) throws -> FormLeaves {
        let leaves = try KeyedCalls<EnumKey>.InOrder.content(from: decoder)
        let container = try decoder.container(keyedBy: NoteKey.self)
        consume(try container.decode(Int.self, forKey: .note))
        return leaves
      }
    }

    static var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Defaulted.self).default(7, for: NoteKey.note)
    }

    var content: FormLeaves
  }

  /// The key of the ninth field.
  enum NoteKey: CodingKey { case note }
}
