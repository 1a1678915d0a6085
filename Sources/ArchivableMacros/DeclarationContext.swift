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

  extension AttributeListSyntax {
    /// True if an attribute is named as actors are, such as `@MainActor`.
    var hasActor: Bool {
      contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") ?? false
      }
    }
  }

  extension WithGenericParametersSyntax {
    /// The first parameter that is a pack: before its name stands “each”.
    var parameterPack: GenericParameterSyntax? {
      genericParameterClause?.parameters.first {
        $0.firstToken(viewMode: .sourceAccurate)?.text == "each"
      }
    }

    /// The names of generic parameters of which the declaration says nothing.
    var freeParameters: [String] {
      let said = genericWhereClause?.requirements.description ?? ""
      var names: [String] = []
      guard let parameters = genericParameterClause?.parameters else { return names }
      for parameter in parameters where parameter.inheritedType == nil {
        let name = parameter.name.text
        // Before the name of a pack or of a value stands what it is, under another name in each version of swift-syntax.
        let isPlain = parameter.firstToken(viewMode: .sourceAccurate)?.text == name
        if isPlain, !said.contains(name) { names.append(name) }
      }
      return names
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
