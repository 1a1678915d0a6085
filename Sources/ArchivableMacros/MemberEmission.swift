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
        if !type.encodedFields.isEmpty {
          members.append(keys)
        } else if type.form == .structure {
          // Without it the compiler would archive what is ignored.
          members.append("private enum CodingKeys: Swift.CodingKey {\n}")
        }
      }
      if type.form == .structure, !type.hasOwnDecoding {
        members += InitialValues(type.fields, of: type.name).members
      }
      if type.form == .structure || type.isClass { members += FieldChecks(type).members }
      // In the body, where the types of payloads mean what they mean where they are declared.
      if type.form == .enumeration, type.hasCases {
        members += CaseEmission(type).members
      }
      if type.isClass {
        let coding = CodingEmission(type)
        if !type.hasOwnDecoding { members.append(coding.decoding("\(type.access)required ")) }
        if !type.hasOwnEncoding {
          let override = type.superclass == nil ? "" : "override "
          members.append(coding.encoding((type.isOpen ? "open " : type.access) + override))
        }
        if type.isObject { members += ObjectEmission(type).members }
      }
      return members
    }

    private var keys: DeclSyntax {
      let cases = type.encodedFields.map {
        $0.key == $0.plainName
          ? "  case \($0.name)" : "  case \($0.name) = \(StringLiteralExprSyntax(content: $0.key))"
      }
      return """
        private enum CodingKeys: Swift.String, Swift.CodingKey {
        \(raw: cases.joined(separator: "\n"))
        }
        """
    }
  }
#endif
