#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// What has to stand in the body of a type: its keys, and the coding of a class.
  struct MemberEmission {
    private let type: ArchivableType

    init(_ type: ArchivableType) { self.type = type }

    var members: [DeclSyntax] {
      var members: [DeclSyntax] = []
      if !type.hasOwnKeys {
        if !type.fields.isEmpty {
          members.append(keys)
        } else if type.form == .structure {
          // Without it the compiler would archive what is ignored.
          members.append("private enum CodingKeys: Swift.CodingKey {\n}")
        }
      }
      if type.form == .structure, !type.hasOwnDecoding {
        members += InitialValues(type.fields).members
      }
      // In the body, where the types of payloads mean what they mean where they are declared.
      if type.form == .enumeration, type.hasCases {
        members += CaseEmission(type).members
      }
      if type.isClass {
        if !type.hasOwnDecoding {
          members.append(CodingEmission(type).decoding("\(type.access)required "))
        }
        if !type.hasOwnEncoding { members.append(encoding) }
        if type.isObject { members += ObjectEmission(type).members }
      }
      return members
    }

    private var keys: DeclSyntax {
      let cases = type.fields.map {
        $0.key == $0.plainName
          ? "  case \($0.name)" : "  case \($0.name) = \(StringLiteralExprSyntax(content: $0.key))"
      }
      return """
        private enum CodingKeys: Swift.String, Swift.CodingKey {
        \(raw: cases.joined(separator: "\n"))
        }
        """
    }

    /// The body that the compiler would make; it makes none that subclasses can override.
    private var encoding: DeclSyntax {
      let isSubclass = type.superclass != nil
      var lines: [String] = []
      if !type.fields.isEmpty || isSubclass {
        lines.append("var container = encoder.container(keyedBy: \(keyType).self)")
      } else {
        lines.append("_ = encoder.container(keyedBy: \(keyType).self)")
      }
      lines += type.fields.map {
        "try container.encode(field: self.\($0.storage), forKey: .\($0.name))"
      }
      if isSubclass { lines.append("try super.encode(to: container.superEncoder())") }
      let access = type.isOpen ? "open " : type.access
      let override = isSubclass ? "override " : ""
      return """
        \(raw: access)\(raw: override)func encode(to encoder: any Swift.Encoder) throws {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
    }

    private var keyType: String {
      type.fields.isEmpty ? "KeyedArchives.NoArchiveKeys" : "CodingKeys"
    }
  }
#endif
