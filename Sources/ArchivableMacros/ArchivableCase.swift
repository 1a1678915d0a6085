#if Macros
  internal import SwiftSyntax

  /// A case of an enumeration, with its payload.
  struct ArchivableCase {
    struct Value {
      /// As it is written in a call; nil if there is none.
      let label: String?
      let key: String
      let type: String
    }

    /// As it is written, backticks included.
    let name: String
    /// Without backticks.
    let plainName: String
    let values: [Value]
  }

  extension ArchivableCase {
    /// Keywords that are no labels without backticks.
    private static let escapedLabels: Set = ["inout", "let", "var"]

    /// Nil for a payload whose types cannot be said again.
    init?(_ element: EnumCaseElementSyntax) {
      name = element.name.text
      plainName = element.name.plainText
      var values: [Value] = []
      for (index, parameter) in (element.parameterClause?.parameters ?? []).enumerated() {
        if parameter.type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return nil }
        let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
        values.append(
          Value(
            label: label.map { Self.escapedLabels.contains($0.plainText) ? $0.text : $0.plainText },
            key: label?.plainText ?? "_\(index)",
            type: "(\(parameter.type.trimmedDescription)).self"))
      }
      self.values = values
    }
  }

  extension ArchivableCase {
    /// Whether a type of the payload is named as a case is, and means that in the code of the enumeration.
    fileprivate func namesCase(in cases: [ArchivableCase]) -> Bool {
      let names = Set(cases.map(\.plainName))
      return values.contains { value in
        value.type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
          .contains { names.contains(String($0)) }
      }
    }
  }

  extension EnumDeclSyntax {
    /// The names of the cases without attributes and outside of `#if`, as they are written.
    var plainCaseNames: [String] {
      memberBlock.members.flatMap { member -> [String] in
        guard let declaration = member.decl.as(EnumCaseDeclSyntax.self),
          declaration.attributes.isEmpty
        else { return [] }
        return declaration.elements.map(\.name.text)
      }
    }

    /// The cases, if straight-line code can be written for them: none stands in `#if`, and the type names
    /// no keys of its own.
    var archivableCases: [ArchivableCase] {
      var cases: [ArchivableCase] = []
      for member in memberBlock.members {
        if member.decl.is(IfConfigDeclSyntax.self) { return [] }
        if let type = member.decl.asProtocol((any NamedDeclSyntax).self),
          type.name.text.hasSuffix("CodingKeys")
        {
          return []
        }
        for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
          guard let found = ArchivableCase(element) else { return [] }
          cases.append(found)
        }
      }
      return cases.contains { $0.namesCase(in: cases) } ? [] : cases
    }
  }
#endif
