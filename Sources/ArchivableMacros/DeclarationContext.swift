#if Macros
  internal import SwiftSyntax

  extension DeclModifierListSyntax {
    /// The access that a type states, as its witnesses repeat it; nil if the type states none.
    var witnessAccess: String? {
      let names = map(\.name.text)
      if names.contains("public") || names.contains("open") { return "public " }
      if names.contains("package") { return "package " }
      return names.contains { ["internal", "fileprivate", "private"].contains($0) } ? "" : nil
    }
  }

  extension WithGenericParametersSyntax {
    /// The names of generic parameters of which the declaration says nothing.
    var freeParameters: [String] {
      let said = genericWhereClause?.requirements.description ?? ""
      return (genericParameterClause?.parameters ?? []).filter {
        $0.inheritedType == nil && $0.specifier == nil && !said.contains($0.name.text)
      }.map(\.name.text)
    }
  }

  extension [Syntax] {
    /// The access that the extension around a type gives to its members; empty if there is none.
    var accessOfExtension: String {
      first?.as(ExtensionDeclSyntax.self)?.modifiers.witnessAccess ?? ""
    }

    /// The free parameters of types around a declaration, of those that its text uses.
    func freeParameters(usedIn declaration: some DeclGroupSyntax) -> [String] {
      let names = flatMap { syntax -> [String] in
        if let type = syntax.as(StructDeclSyntax.self) { return type.freeParameters }
        if let type = syntax.as(EnumDeclSyntax.self) { return type.freeParameters }
        if let type = syntax.as(ClassDeclSyntax.self) { return type.freeParameters }
        if let type = syntax.as(ActorDeclSyntax.self) { return type.freeParameters }
        return []
      }
      if names.isEmpty { return [] }
      let used = Set(declaration.memberBlock.tokens(viewMode: .sourceAccurate).map(\.text))
      return names.filter(used.contains)
    }
  }
#endif
