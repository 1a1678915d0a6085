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

    /// Further protocols of the standard library, and raw types, that bring no `encode(to:)` or `init(from:)` that the macro does not know.
    private static let plainTypes: Set = [
      "AdditiveArithmetic", "BidirectionalCollection", "Bool", "Character", "CodingKey",
      "Collection", "Double", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral",
      "ExpressibleByFloatLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByStringLiteral",
      "Float", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "IteratorProtocol", "Numeric",
      "OptionSet", "RandomAccessCollection", "RawRepresentable", "Sequence", "SetAlgebra",
      "Strideable", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    ]

    /// The names of all types, those in compositions too: of `@unchecked Sendable & Swift.Hashable` “Sendable” and “Hashable”.
    var names: [String] {
      inheritedTypes.flatMap { inherited in
        inherited.type.trimmedDescription.split(separator: "&").map { part in
          part.split { $0 == " " || $0 == "." || $0 == "~" }.last.map(String.init) ?? ""
        }
      }
    }

    /// True if the clause has a type that is neither such a protocol nor such a raw type.
    var hasUnknownProtocols: Bool {
      names.contains { !Self.protocols.contains($0) && !Self.plainTypes.contains($0) }
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
