#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax

  /// What the macros have to say.
  struct ArchivableMessage: DiagnosticMessage, FixItMessage, NoteMessage {
    let message: String
    let id: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "KeyedArchives", id: id) }
    var fixItID: MessageID { diagnosticID }
    var noteID: MessageID { diagnosticID }
  }

  extension Diagnostic {
    private init(
      _ node: some SyntaxProtocol, _ id: String, _ message: String,
      severity: DiagnosticSeverity = .error, notes: [Note] = [], fixIts: [FixIt] = []
    ) {
      self.init(
        node: Syntax(node),
        message: ArchivableMessage(message: message, id: id, severity: severity),
        notes: notes, fixIts: fixIts)
    }

    /// Puts a text in place of a node without the white space and comments around it.
    ///
    /// `FixIt.Change.replaceText`, which takes a range, came with swift-syntax 601. So the text is handed over as a token.
    private static func rewriting(
      _ node: some SyntaxProtocol, as text: String, trailing: String? = nil
    ) -> FixIt.Change {
      let trailing = trailing ?? node.trailingTrivia.description
      let token = TokenSyntax.identifier(node.leadingTrivia.description + text + trailing)
      return .replace(oldNode: Syntax(node), newNode: Syntax(token))
    }

    private static func removing(_ attribute: AttributeSyntax) -> FixIt {
      FixIt(
        message: ArchivableMessage(
          message: "remove '@\(attribute.attributeName.trimmedDescription)'", id: "remove"),
        changes: [rewriting(attribute, as: "", trailing: "")])
    }

    private static func inserting(
      _ text: String, after node: some SyntaxProtocol, _ message: String
    ) -> FixIt {
      FixIt(
        message: ArchivableMessage(message: message, id: "insert"),
        changes: [rewriting(node, as: node.trimmedDescription + text)])
    }

    private static func inserting(
      _ text: String, before node: some SyntaxProtocol, _ message: String
    ) -> FixIt {
      FixIt(
        message: ArchivableMessage(message: message, id: "insert"),
        changes: [rewriting(node, as: text + node.trimmedDescription)])
    }

    // MARK: Types

    static func notApplicable(
      _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax
    ) -> Diagnostic {
      let what =
        declaration.is(ProtocolDeclSyntax.self)
        ? "a protocol" : declaration.is(ActorDeclSyntax.self) ? "an actor" : "an extension"
      return Diagnostic(
        node, "notApplicable",
        "'@Archivable' is for structs, enums and classes; this is \(what)", fixIts: [removing(node)]
      )
    }

    static func privateInType(
      _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax
    ) -> Diagnostic {
      let modifier = declaration.modifiers.first { $0.name.text == "private" }
      return Diagnostic(
        modifier.map { Syntax($0) } ?? Syntax(node), "privateInType",
        "no extension can reach a type that is private in another; make it fileprivate",
        fixIts: modifier.map { modifier in
          [
            FixIt(
              message: ArchivableMessage(message: "make it fileprivate", id: "privateInType"),
              changes: [rewriting(modifier, as: "fileprivate")])
          ]
        } ?? [])
    }

    static func parameterPack(
      _ parameter: GenericParameterSyntax, _ node: AttributeSyntax
    ) -> Diagnostic {
      Diagnostic(
        parameter, "parameterPack",
        "'@Archivable' does not know parameter packs; make the type Codable without the macro",
        fixIts: [removing(node)])
    }

    static func superclassOffClass(_ node: AttributeSyntax) -> Diagnostic {
      Diagnostic(
        node, "superclassOffClass", "'superclass:' is for classes",
        fixIts: [replacingArguments(of: node, with: "", "remove 'superclass:'")])
    }

    /// The compiler has to know of a class that can have subclasses that it conforms to no more than
    /// it does; so it needs the form of the macro that adds nothing else.
    static func superclassNotSaid(_ node: AttributeSyntax, _ first: TypeSyntax?) -> Diagnostic {
      var fixIts = [
        replacingArguments(
          of: node, with: "(superclass: nil)", "it has none: add 'superclass: nil'")
      ]
      if let name = first?.trimmedDescription {
        fixIts.insert(
          replacingArguments(
            of: node, with: "(superclass: \(name).self)", "add 'superclass: \(name).self'"), at: 0)
      }
      return Diagnostic(
        node, "superclassNotSaid", "a class that is not final says what its superclass is",
        fixIts: fixIts)
    }

    private static func replacingArguments(
      of node: AttributeSyntax, with arguments: String, _ message: String
    ) -> FixIt {
      FixIt(
        message: ArchivableMessage(message: message, id: "superclass"),
        changes: [
          rewriting(node, as: "@\(node.attributeName.trimmedDescription)\(arguments)")
        ])
    }

    static func superclassNotNamed(_ node: AttributeSyntax, _ first: TypeSyntax) -> Diagnostic {
      let name = first.trimmedDescription
      return Diagnostic(
        first, "superclassNotNamed",
        "say whether '\(name)' is the superclass: its fields are archived only if it is named",
        fixIts: [
          replacingArguments(
            of: node, with: "(superclass: \(name).self)",
            "it is a class: add 'superclass: \(name).self'"),
          replacingArguments(
            of: node, with: "(superclass: nil)", "it is a protocol: add 'superclass: nil'"),
        ])
    }

    static func ownEncoding(_ function: FunctionDeclSyntax) -> Diagnostic {
      Diagnostic(
        function.name, "ownEncoding",
        "the type is archived by its own 'encode(to:)'; '@Archivable' makes no faster one",
        severity: .warning)
    }

    // MARK: Properties

    static func markOffProperty(_ node: AttributeSyntax) -> Diagnostic {
      Diagnostic(
        node, "markOffProperty",
        "'@\(node.attributeName.trimmedDescription)' is for stored properties",
        fixIts: [removing(node)])
    }

    static func conditionalProperty(_ variable: VariableDeclSyntax) -> Diagnostic {
      Diagnostic(
        variable, "conditionalProperty",
        "'@Archivable' does not see which stored properties '#if' leaves; declare it outside")
    }

    static func keyOfSeveral(_ attribute: AttributeSyntax) -> Diagnostic {
      Diagnostic(
        attribute, "keyOfSeveral", "one key for several properties; declare them one by one")
    }

    static func keyOfIgnored(_ attribute: AttributeSyntax) -> Diagnostic {
      Diagnostic(
        attribute, "keyOfIgnored", "a property that is ignored has no key",
        fixIts: [removing(attribute)])
    }

    static func keyBesideCodingKeys(_ attribute: AttributeSyntax) -> Diagnostic {
      Diagnostic(
        attribute, "keyBesideCodingKeys", "the type names its keys in its own 'CodingKeys'",
        fixIts: [removing(attribute)])
    }

    static func keyIsNoLiteral(_ attribute: AttributeSyntax) -> Diagnostic {
      Diagnostic(attribute, "keyIsNoLiteral", "a key is a string literal without interpolation")
    }

    static func pattern(_ binding: PatternBindingSyntax) -> Diagnostic {
      Diagnostic(
        binding.pattern, "pattern",
        "'@Archivable' does not see the types in a pattern; declare the properties one by one")
    }

    static func noKeyPath(_ pattern: IdentifierPatternSyntax, _ name: String) -> Diagnostic {
      Diagnostic(
        pattern, "noKeyPath",
        "Swift has no key path of a property named '\(name)'; name it otherwise, with '@ArchiveKey(\"\(name)\")'"
      )
    }

    static func ignoredWithoutDefault(_ binding: PatternBindingSyntax) -> Diagnostic {
      Diagnostic(
        binding, "ignoredWithoutDefault",
        "a property that is ignored needs a default, which it has after decoding",
        fixIts: [inserting(" = <#default#>", after: binding, "add a default")])
    }

    static func tuple(
      _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
    ) -> Diagnostic {
      Diagnostic(
        binding, "tuple", "a tuple is not Codable; make it a struct",
        fixIts: [inserting("@ArchiveIgnored ", before: variable, "leave it out of archives")])
    }

    static func opaque(
      _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
    ) -> Diagnostic {
      Diagnostic(
        binding, "opaque", "'@Archivable' cannot write the name of an opaque type; name the type",
        fixIts: [inserting("@ArchiveIgnored ", before: variable, "leave it out of archives")])
    }

    static func duplicateKey(_ key: String, _ node: Syntax, _ first: Syntax) -> Diagnostic {
      Diagnostic(
        node, "duplicateKey", "the key \"\(key)\" is that of another property",
        notes: [
          Note(
            node: first,
            message: ArchivableMessage(message: "this has it already", id: "duplicateKey"))
        ])
    }
  }
#endif
