#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder
  internal import SwiftSyntaxMacros

  /// What a declaration says of the type that is to be archived.
  struct ArchivableType {
    enum Form {
      case structure
      /// An enumeration with raw values; a struct that is archived as its raw value.
      case rawEnumeration
      /// One without; a struct whose raw value is of a type that the macro does not know.
      case enumeration
      case finalClass
      case openClass

      var isValue: Bool { self != .finalClass && self != .openClass }
    }

    let form: Form
    let name: String
    /// `public `, `package ` or nothing: what a witness has to be.
    let access: String
    let isOpen: Bool
    let fields: [ArchivableField]
    /// The cases of an enumeration, if straight-line code can be written for them.
    let cases: [ArchivableCase]
    /// The names of the cases of an enumeration with raw values, those that are not always there left out.
    let rawCases: [String]
    /// The type named as `superclass:`; nil if there is none.
    let superclass: ExprSyntax?
    /// Whether the superclass is known to have straight-line code.
    private let superclassIsObject: Bool
    /// Generic parameters, its own and those of types around it, that have to be `Codable` and are not said to be anything.
    let freeParameters: [String]
    let hasOwnKeys: Bool
    /// The fields, and constants with a value, which are not decoded, in the order in which they are encoded.
    let encodedFields: [ArchivableField]
    /// True if `CodingKeys` is something else than an enumeration in the body.
    private let hasForeignKeys: Bool
    /// True if the code of an enumeration makes its raw values.
    private let hasOwnRawValues: Bool
    let hasOwnEncoding: Bool
    let hasOwnDecoding: Bool
    /// True if the declaration names a protocol that the macro does not know. An extension of that protocol may have `encode(to:)` or `init(from:)`,
    /// which then are the type's own.
    let hasUnknownProtocols: Bool

    var isClass: Bool { form == .finalClass || form == .openClass }

    /// Nil, and diagnosed if that is asked for, for what cannot be archived.
    init?(
      _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
      superclassIsObject: Bool = false, in context: some MacroExpansionContext,
      diagnoses: Bool = true
    ) {
      self.superclassIsObject = superclassIsObject
      var isFine = true
      func diagnose(_ diagnostic: Diagnostic) {
        if diagnostic.diagMessage.severity == .error { isFine = false }
        if diagnoses { context.diagnose(diagnostic) }
      }
      let argument = node.superclassArgument
      superclass = argument.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
      let modifiers = Set(declaration.modifiers.map(\.name.text))
      let own: (any WithGenericParametersSyntax)?
      if let structure = declaration.as(StructDeclSyntax.self) {
        form = structure.form
        name = structure.name.text
        own = structure
      } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
        form = enumeration.hasRawValues ? .rawEnumeration : .enumeration
        name = enumeration.name.text
        own = enumeration
      } else if let type = declaration.as(ClassDeclSyntax.self) {
        form = modifiers.contains("final") ? .finalClass : .openClass
        name = type.name.text
        own = nil
      } else {
        if diagnoses { context.diagnose(.notApplicable(node, declaration)) }
        return nil
      }
      let generic = own ?? declaration.as(ClassDeclSyntax.self)
      if let pack = generic?.parameterPack { diagnose(.parameterPack(pack, node)) }
      isOpen = modifiers.contains("open")
      if modifiers.contains("private"), !context.lexicalContext.isEmpty {
        diagnose(.privateInType(node, declaration))
      }
      // A value can be read anywhere, so its code is not bound to the actor of the type.
      let isBound = form.isValue && declaration.attributes.hasActor
      access =
        (declaration.modifiers.witnessAccess ?? context.lexicalContext.accessOfExtension)
        + (isBound ? "nonisolated " : "")
      let members = MemberList(declaration.memberBlock.members)
      hasOwnEncoding = members.encoding != nil
      hasOwnDecoding = members.decoding != nil
      hasUnknownProtocols = declaration.inheritanceClause?.hasUnknownProtocols ?? false
      hasForeignKeys = members.hasForeignKeys
      hasOwnRawValues = declaration.inheritanceClause?.names.contains("RawRepresentable") ?? false
      hasOwnKeys = members.keys != nil || members.hasForeignKeys
      cases =
        form == .enumeration
        ? declaration.as(EnumDeclSyntax.self)?.archivableCases ?? [] : []
      rawCases = declaration.as(EnumDeclSyntax.self)?.plainCaseNames ?? []
      freeParameters =
        own.map { $0.freeParameters + context.lexicalContext.freeParameters(usedIn: declaration) }
        ?? []
      if form == .rawEnumeration || form == .enumeration {
        fields = []
        encodedFields = []
      } else {
        var list = FieldList(members, diagnose: diagnose)
        list.read(declaration.memberBlock.members)
        fields = list.fields
        encodedFields = list.encodedFields
      }
      if argument != nil, !declaration.is(ClassDeclSyntax.self) {
        diagnose(.superclassOffClass(node))
      }
      if argument == nil, isClass {
        let first = declaration.inheritanceClause?.firstUnknownType
        if form == .openClass {
          diagnose(.superclassNotSaid(node, first))
        } else if let first {
          diagnose(.superclassNotNamed(node, first))
        }
      }
      if let own = members.encoding, !declaration.is(ClassDeclSyntax.self) {
        diagnose(.ownEncoding(own))
      }
      if !isFine { return nil }
    }

    /// The clause that requires free parameters to be `Codable`; empty if there are none.
    var condition: String {
      let bounds = freeParameters.map { "\($0): Swift.Codable" }.joined(separator: ", ")
      return bounds.isEmpty ? "" : " where \(bounds)"
    }

    private var hasInitialValues: Bool { fields.contains { $0.initialValue != nil } }

    /// True if the macro sees the coding. Protocols that the macro does not know may bring another one, and keys of another type
    /// have an order of their own.
    private var hasSeenCoding: Bool { !hasUnknownProtocols && !hasForeignKeys }

    /// True if the macro writes the `init(from:)` of a struct: initial values are what the compiler's leaves out.
    var hasMadeDecoding: Bool {
      !hasOwnDecoding && (hasInitialValues || !hasOwnEncoding && hasSeenCoding)
    }

    /// True if the macro writes the `encode(to:)` of a struct.
    var hasMadeEncoding: Bool { !hasOwnEncoding && hasSeenCoding }

    /// True if all fields are known to be coded, as far as the declaration tells.
    var codesAllFields: Bool {
      !hasOwnEncoding && !hasOwnDecoding
        && (isClass || hasSeenCoding)
    }

    /// True if straight-line code can stand in for the type's `encode(to:)`.
    var isRecord: Bool {
      form == .structure && !hasOwnEncoding && (!hasForeignKeys || hasInitialValues)
    }

    /// True if straight-line code writes and reads the raw value.
    var isLeaf: Bool {
      form == .rawEnumeration && !hasOwnEncoding && !hasOwnDecoding && !hasUnknownProtocols
    }

    /// Names the keys that the type's own coding uses.
    var confirmedKeys: DeclSyntax {
      "\(raw: access)static var confirmedKeys: (any Swift.CodingKey.Type)? { \(raw: keyType).self }"
    }

    /// The type of the keys.
    var keyType: String {
      isClass && encodedFields.isEmpty ? "KeyedArchives.NoArchiveKeys" : "CodingKeys"
    }

    /// The expression for the key of a field. Keys of the type's own may have a `stringValue` of their own.
    func keyText(of field: ArchivableField) -> String {
      hasOwnKeys
        ? "CodingKeys.\(field.name).stringValue"
        : StringLiteralExprSyntax(content: field.key).description
    }

    /// As for a record, of a class without a superclass or with one whose code can be overridden.
    var isObject: Bool {
      isClass && (superclass == nil || superclassIsObject) && !hasOwnEncoding
    }

    /// As for a record, of an enumeration with payloads.
    var hasCases: Bool {
      !cases.isEmpty && !hasOwnEncoding && !hasOwnDecoding
        && (!hasUnknownProtocols || cases.contains { !$0.values.isEmpty }) && !hasOwnRawValues
    }
  }

  extension AttributeSyntax {
    /// The type in `superclass: Type.self`.
    fileprivate var superclassArgument: ExprSyntax? {
      guard case .argumentList(let arguments) = arguments else { return nil }
      return arguments.first { $0.label?.text == "superclass" }?.expression
    }
  }

  extension EnumDeclSyntax {
    /// Types that are raw types, and nothing that is a protocol.
    private static let rawTypes: Set = [
      "String", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8",
      "UInt16", "UInt32", "UInt64", "UInt128", "Float", "Double",
    ]

    fileprivate var hasRawValues: Bool {
      let first = inheritanceClause?.inheritedTypes.first?.type.lastName ?? ""
      // Not Codable, so that the compiler codes the names of the cases.
      if first == "Character" { return false }
      let cases = memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      if cases.contains(where: { $0.elements.contains { $0.rawValue != nil } }) { return true }
      return Self.rawTypes.contains(first)
    }
  }

  extension StructDeclSyntax {
    /// The raw types whose values the standard library encodes in the place of what they are in.
    private static let rawTypes: Set = [
      "Bool", "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16",
      "UInt32", "UInt64", "Float", "Double",
    ]

    fileprivate var form: ArchivableType.Form {
      let inherited = inheritanceClause?.names ?? []
      guard inherited.contains("RawRepresentable") || inherited.contains("OptionSet") else {
        return .structure
      }
      let bindings = memberBlock.members.flatMap {
        $0.decl.as(VariableDeclSyntax.self)?.bindings.map { $0 } ?? []
      }
      let rawValue = bindings.first { $0.pattern.trimmedDescription == "rawValue" }
      guard let type = rawValue?.typeAnnotation?.type else { return .enumeration }
      return Self.rawTypes.contains(type.lastName) ? .rawEnumeration : .enumeration
    }
  }
#endif
