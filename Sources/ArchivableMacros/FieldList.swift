#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax

  /// The fields of a type, in the order of their declarations.
  struct FieldList {
    private let members: MemberList
    private let diagnose: (Diagnostic) -> Void
    /// The fields, and constants with a value.
    private(set) var encodedFields: [ArchivableField] = []
    private var names: [String: Syntax] = [:]

    init(_ members: MemberList, diagnose: @escaping (Diagnostic) -> Void) {
      self.members = members
      self.diagnose = diagnose
    }

    /// Attributes of properties that are no property wrappers: markers of this package, and attributes of the language. Names that begin
    /// with an underscore are of the language too.
    private static let plainAttributes: Set = [
      "ArchiveKey", "ArchiveIgnored", "MainActor", "available", "backDeployed", "export",
      "exclusivity", "implementation", "inlinable", "inline", "noDerivative", "nonobjc",
      "nonexhaustive", "objc",
      "preconcurrency", "retroactive", "safe", "unsafe", "usableFromInline",
    ]

    /// Reads the members of the type.
    mutating func read(_ items: MemberBlockItemListSyntax) {
      for item in items {
        if let conditional = item.decl.as(IfConfigDeclSyntax.self) {
          refuseProperties(of: conditional)
        } else if let variable = item.decl.as(VariableDeclSyntax.self) {
          read(variable)
        }
      }
      encodedFields = inKeyOrder(encodedFields)
    }

    /// The fields that are decoded.
    var fields: [ArchivableField] { encodedFields.filter { !$0.isConstant } }

    /// Fields in the order of the type's own keys, if it has any.
    private func inKeyOrder(_ fields: [ArchivableField]) -> [ArchivableField] {
      if members.keys == nil { return fields }
      let places = Dictionary(
        members.keyOrder.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      return fields.sorted { places[$0.plainName, default: 0] < places[$1.plainName, default: 0] }
    }

    private func refuseProperties(of conditional: IfConfigDeclSyntax) {
      for clause in conditional.clauses {
        guard case .decls(let items) = clause.elements else { continue }
        for item in items {
          if let variable = item.decl.as(VariableDeclSyntax.self), !variable.isPassedBy {
            diagnose(.conditionalProperty(variable))
          }
        }
      }
    }

    /// A constant with a value, if it has a key.
    private mutating func constant(
      _ pattern: IdentifierPatternSyntax, _ attribute: AttributeSyntax?, _ type: TypeSyntax?,
      _ isOptional: Bool
    ) -> [ArchivableField] {
      let name = pattern.identifier.plainText
      let own = members.keys.map { $0[name] } ?? attribute?.literalArgument ?? name
      guard let key = own else { return [] }
      if let first = names[key] {
        diagnose(.duplicateKey(key, attribute.map { Syntax($0) } ?? Syntax(pattern), first))
        return []
      }
      names[key] = Syntax(pattern)
      return [
        ArchivableField(
          name: pattern.identifier.text, storage: pattern.identifier.text, plainName: name,
          key: key, isConstant: true, initialValue: nil, type: type?.trimmed,
          isOptional: isOptional)
      ]
    }

    private mutating func read(_ variable: VariableDeclSyntax) {
      if variable.isPassedBy { return }
      let isIgnored = variable.attribute("ArchiveIgnored") != nil
      let keyAttribute = variable.attribute("ArchiveKey")
      if let keyAttribute, variable.bindings.count > 1 {
        return diagnose(.keyOfSeveral(keyAttribute))
      }
      if let keyAttribute, members.keys != nil {
        return diagnose(.keyBesideCodingKeys(keyAttribute))
      }
      if let keyAttribute, isIgnored { return diagnose(.keyOfIgnored(keyAttribute)) }
      var annotation: TypeSyntax?
      var found: [ArchivableField] = []
      // `var a, b: Int`: the type stands behind the last.
      for binding in variable.bindings.reversed() {
        annotation = binding.typeAnnotation?.type ?? annotation
        if binding.isComputed { continue }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          diagnose(.pattern(binding))
          continue
        }
        let isOptional = annotation?.isOptional ?? false
        if isIgnored {
          if binding.initializer == nil, !(isOptional && variable.isVariable) {
            diagnose(.ignoredWithoutDefault(binding))
          }
          continue
        }
        if let annotation, annotation.isOpaque {
          diagnose(.opaque(variable, binding))
          continue
        }
        if !variable.isVariable, binding.initializer != nil {
          found += constant(pattern, keyAttribute, annotation, isOptional)
          continue
        }
        if let tuple = annotation?.as(TupleTypeSyntax.self), tuple.elements.count != 1 {
          diagnose(.tuple(variable, binding))
          continue
        }
        let name = pattern.identifier.plainText
        if name == "Type" {
          diagnose(.noKeyPath(pattern, name))
          continue
        }
        var key = name
        if let keys = members.keys {
          // Left out of the keys: not archived, as the compiler has it.
          guard let own = keys[name] else { continue }
          key = own
        } else if let keyAttribute {
          guard let text = keyAttribute.literalArgument else {
            diagnose(.keyIsNoLiteral(keyAttribute))
            continue
          }
          key = text
        }
        if let first = names[key] {
          diagnose(.duplicateKey(key, keyAttribute.map { Syntax($0) } ?? Syntax(binding), first))
          continue
        }
        names[key] = Syntax(binding)
        // What is archived of a wrapped property is its wrapper.
        let isWrapped = variable.hasWrapper(besides: Self.plainAttributes)
        found.append(
          ArchivableField(
            name: pattern.identifier.text,
            storage: isWrapped ? "_\(name)" : pattern.identifier.text, plainName: name, key: key,
            isConstant: false,
            initialValue: isOptional || isWrapped ? nil : binding.initializer?.value.trimmed,
            type: annotation?.trimmed, isOptional: isOptional && !isWrapped))
      }
      encodedFields += found.reversed()
    }
  }

  extension TypeSyntax {
    /// True if the type, or a part of it, is `some` type without a name.
    fileprivate var isOpaque: Bool {
      tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.some) }
    }
  }

  extension VariableDeclSyntax {
    fileprivate var isVariable: Bool { bindingSpecifier.tokenKind == .keyword(.var) }

    /// Static, lazy, or computed: nothing that is archived.
    fileprivate var isPassedBy: Bool {
      modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
        || bindings.allSatisfy(\.isComputed)
    }

    fileprivate func attribute(_ name: String) -> AttributeSyntax? {
      attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.plainName == name }
    }

    fileprivate func hasWrapper(besides plain: Set<String>) -> Bool {
      attributes.contains {
        guard let name = $0.as(AttributeSyntax.self)?.plainName else { return false }
        return !name.hasPrefix("_") && !plain.contains(name)
      }
    }
  }

  extension AttributeSyntax {
    fileprivate var plainName: String {
      attributeName.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    }

    fileprivate var literalArgument: String? {
      guard case .argumentList(let arguments) = arguments else { return nil }
      return arguments.first?.expression.literalText
    }
  }

  extension PatternBindingSyntax {
    fileprivate var isComputed: Bool {
      switch accessorBlock?.accessors {
      case .none: false
      case .getter: true
      case .accessors(let list):
        list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }

  extension TypeSyntax {
    /// Whether the type is written as an optional.
    fileprivate var isOptional: Bool {
      if self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        return true
      }
      // `Optional` alone is another type of that name.
      let type = self.as(IdentifierTypeSyntax.self)
      return type?.name.text == "Optional" && type?.genericArgumentClause != nil
    }
  }
#endif
