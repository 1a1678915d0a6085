#if Macros
  internal import SwiftSyntax

  extension InheritanceClauseSyntax {
    /// Protocols that everybody knows, so that nobody takes them for a superclass.
    private static let protocols: Set = [
      "AnyObject", "BitwiseCopyable", "CaseIterable", "Codable", "Comparable", "Copyable",
      "CustomDebugStringConvertible", "CustomReflectable", "CustomStringConvertible", "Decodable",
      "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError",
      "LosslessStringConvertible", "Sendable", "SendableMetatype",
    ]

    /// Further protocols and raw types that bring no `encode(to:)` or `init(from:)` that the macro does not know.
    private static let plainTypes: Set = [
      "AdditiveArithmetic", "ArchiveEvolving", "ArchiveNamed", "BidirectionalCollection", "Bool",
      "Character", "CodingKey", "Collection", "Double", "EntityRecord", "FetchableRecord", "Float",
      "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "IteratorProtocol",
      "MutablePersistableRecord", "Numeric", "Observable", "OptionSet", "PersistableRecord",
      "RandomAccessCollection", "RawRepresentable", "Sequence", "SetAlgebra", "Strideable",
      "String",
      "TableRecord", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    ]

    /// Whether the clause has a type that is neither such a protocol nor such a raw type.
    var hasUnknownProtocols: Bool {
      inheritedTypes.contains {
        $0.type.trimmedDescription.split(separator: "&").contains { part in
          // `@unchecked Sendable`, `~Copyable`, `Swift.Codable`
          let name = part.split { $0 == " " || $0 == "." || $0 == "~" }.last.map(String.init) ?? ""
          return !Self.protocols.contains(name) && !Self.plainTypes.contains(name)
            && !name.hasPrefix("ExpressibleBy")
        }
      }
    }

    /// The first type of the clause, if it may be a superclass.
    var firstUnknownType: TypeSyntax? {
      guard let first = inheritedTypes.first?.type, !first.is(AttributedTypeSyntax.self),
        !first.is(CompositionTypeSyntax.self)
      else { return nil }
      let name = first.lastName
      return Self.protocols.contains(name) || name.hasSuffix("Protocol") ? nil : first
    }
  }

  extension TypeSyntax {
    /// The name of a type without the types and modules around it.
    var lastName: String {
      trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    }
  }
#endif
