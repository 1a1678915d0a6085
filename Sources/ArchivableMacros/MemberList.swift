#if Macros
  internal import SwiftParser
  internal import SwiftSyntax

  /// What a type's members say of its coding.
  struct MemberList {
    /// The cases of its own `CodingKeys`: the key by property name.
    private(set) var keys: [String: String]?
    /// The names of those cases, in order: that in which the compiler has them encoded.
    private(set) var keyOrder: [String] = []
    /// Whether its `CodingKeys` is no enumeration.
    private(set) var hasForeignKeys = false
    private(set) var encoding: FunctionDeclSyntax?
    private(set) var decoding: InitializerDeclSyntax?

    init(_ members: MemberBlockItemListSyntax) {
      for member in members {
        if let enumeration = member.decl.as(EnumDeclSyntax.self),
          enumeration.name.text == "CodingKeys"
        {
          readKeys(enumeration)
        } else if let type = member.decl.asProtocol((any NamedDeclSyntax).self),
          type.name.text == "CodingKeys"
        {
          hasForeignKeys = true
        } else if let function = member.decl.as(FunctionDeclSyntax.self),
          function.name.text == "encode", function.firstLabel == "to",
          function.names("Encoder")
        {
          encoding = function
        } else if let initializer = member.decl.as(InitializerDeclSyntax.self),
          initializer.signature.parameterClause.parameters.first?.firstName.text == "from",
          initializer.signature.parameterClause.parameters.count == 1, initializer.names("Decoder")
        {
          decoding = initializer
        }
      }
    }

    private mutating func readKeys(_ enumeration: EnumDeclSyntax) {
      var keys: [String: String] = [:]
      for member in enumeration.memberBlock.members {
        for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
          let name = element.name.plainText
          keys[name] = element.rawValue?.value.literalText ?? name
          keyOrder.append(name)
        }
      }
      self.keys = keys
    }
  }

  extension FunctionDeclSyntax {
    fileprivate var firstLabel: String? {
      signature.parameterClause.parameters.count == 1
        ? signature.parameterClause.parameters.first?.firstName.text : nil
    }
  }

  extension WithGenericParametersSyntax where Self: DeclSyntaxProtocol {
    /// Returns whether the head of a function names a protocol. Functions with the same labels that do not are no coding.
    fileprivate func names(_ coder: String) -> Bool {
      tokens(viewMode: .sourceAccurate).prefix { $0.tokenKind != .leftBrace }
        .contains { $0.text == coder }
    }
  }

  extension TokenSyntax {
    /// The name without the backticks of a keyword.
    var plainText: String {
      text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
    }
  }

  extension ExprSyntax {
    /// The text of a string literal without interpolation.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
  }
#endif
