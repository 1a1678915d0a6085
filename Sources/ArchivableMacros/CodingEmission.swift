#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// `init(from:)` and `encode(to:)` as the compiler would write them, and with initial values for missing keys.
  ///
  /// The macro writes them also where the compiler could: so the first error of a property that is not Codable names the property.
  struct CodingEmission {
    private let type: ArchivableType

    init(_ type: ArchivableType) { self.type = type }

    /// The coding of a struct, each direction in two functions. A protocol that the macro does not see may bring the coding, which then is that of
    /// the type. So the function that `Codable` asks for calls the other one only where the compiler finds none that takes the coder as it is.
    var members: [DeclSyntax] {
      var members: [DeclSyntax] = []
      if type.hasMadeDecoding {
        members += [
          """
          @_disfavoredOverload \(raw: type.access)init(from decoder: any Swift.Decoder) throws {
            try self.init(from: decoder)
          }
          """,
          decoding(type.access, isOptional: true),
        ]
      }
      if type.hasMadeEncoding {
        members += [
          """
          @_disfavoredOverload \(raw: type.access)func encode(to encoder: any Swift.Encoder) throws {
            try self.encode(to: encoder)
          }
          """,
          encoding(type.access, isOptional: true),
        ]
      }
      return members
    }

    func decoding(_ modifiers: String, isOptional: Bool = false) -> DeclSyntax {
      var lines: [String] = []
      if isOptional, !type.fields.isEmpty {
        lines.append("guard let decoder else { throw KeyedArchives.NoCoder() }")
      }
      if !type.fields.isEmpty || type.superclass != nil {
        lines.append("let container = try decoder.container(keyedBy: \(type.keyType).self)")
      }
      lines += type.fields.map { "self.\($0.storage) = try \(decodedValue(of: $0))" }
      if type.superclass != nil {
        lines.append("try super.init(from: container.superDecoder())")
      }
      return """
        \(raw: modifiers)init(from decoder: \(raw: coder("Decoder", isOptional))) throws {
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

    private func coder(_ name: String, _ isOptional: Bool) -> String {
      isOptional ? "(any Swift.\(name))?" : "any Swift.\(name)"
    }

    func encoding(_ modifiers: String, isOptional: Bool = false) -> DeclSyntax {
      var lines: [String] = []
      if isOptional { lines.append("guard let encoder else { throw KeyedArchives.NoCoder() }") }
      if !type.encodedFields.isEmpty || type.superclass != nil {
        lines.append("var container = encoder.container(keyedBy: \(type.keyType).self)")
      } else {
        lines.append("_ = encoder.container(keyedBy: \(type.keyType).self)")
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
        \(raw: modifiers)func encode(to encoder: \(raw: coder("Encoder", isOptional))) throws {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }
  }
#endif
