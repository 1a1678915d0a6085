#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// `init(from:)` and `encode(to:)` as the compiler would write them, and with initial values for missing keys.
  ///
  /// The macro writes them also where the compiler could: so `encode(to:)` in an extension of the type is a redeclaration, not a coding that the
  /// straight-line code does not know, and the first error of a property that is not Codable names the property.
  struct CodingEmission {
    private let type: ArchivableType

    init(_ type: ArchivableType) { self.type = type }

    private var keyType: String {
      type.isClass && type.encodedFields.isEmpty ? "KeyedArchives.NoArchiveKeys" : "CodingKeys"
    }

    func decoding(_ modifiers: String) -> DeclSyntax {
      var lines: [String] = []
      if !type.fields.isEmpty || type.superclass != nil {
        lines.append("let container = try decoder.container(keyedBy: \(keyType).self)")
      }
      lines += type.fields.map { "self.\($0.storage) = try \(decodedValue(of: $0))" }
      if type.superclass != nil {
        lines.append("try super.init(from: container.superDecoder())")
      }
      return """
        \(raw: modifiers)init(from decoder: any Swift.Decoder) throws {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    /// The expression that decodes a field.
    private func decodedValue(of field: ArchivableField) -> String {
      let property = "(Self.self) { $0.\(field.storage) }, forKey: .\(field.name))"
      if field.isOptional {
        return "container.decodeIfPresent(KeyedArchives.ArchiveFieldType.ofWrapped\(property)"
      }
      let arguments = "KeyedArchives.ArchiveFieldType.of\(property)"
      let decoded = "container.decode(\(arguments)"
      let initialValue =
        type.isClass ? field.initialValue?.description : InitialValues.expression(field)
      return initialValue.map { "container.containsField(\(arguments) ? \(decoded) : \($0)" }
        ?? decoded
    }

    func encoding(_ modifiers: String) -> DeclSyntax {
      var lines: [String] = []
      if !type.encodedFields.isEmpty || type.superclass != nil {
        lines.append("var container = encoder.container(keyedBy: \(keyType).self)")
      } else {
        lines.append("_ = encoder.container(keyedBy: \(keyType).self)")
      }
      lines += type.encodedFields.map {
        if $0.isOptional {
          return "try container.encodeIfPresent(self.\($0.storage), forKey: .\($0.name))"
        }
        return
          "try container.encode(KeyedArchives.ArchiveFieldValue.of(self.\($0.storage)), forKey: .\($0.name))"
      }
      if type.superclass != nil { lines.append("try super.encode(to: container.superEncoder())") }
      return """
        \(raw: modifiers)func encode(to encoder: any Swift.Encoder) throws {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }
  }
#endif
