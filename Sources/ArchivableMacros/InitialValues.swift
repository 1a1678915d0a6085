#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// Repeats the initial values of a struct, which its fields have if their keys are missing.
  ///
  /// `init(from:)` stands in an extension, or the struct would lose its memberwise initializer. An extension of `A.B` does not see what `A`
  /// declares. So an expression that names something is repeated in the body, as a function in a type of its own.
  struct InitialValues {
    private let fields: [ArchivableField]
    private let typeName: String

    init(_ fields: [ArchivableField], of typeName: String) {
      self.typeName = typeName
      self.fields = fields.filter { $0.initialValue?.namesNothing == false }
    }

    /// The type with the functions; nothing if none is needed.
    var members: [DeclSyntax] {
      if fields.isEmpty { return [] }
      let lines = fields.map { field in
        let type = field.type.map { ": () -> \($0)" } ?? ""
        return
          "let \(field.name)\(type) = {\n    \(field.initialValue?.text(withSelf: typeName) ?? "")\n  }"
      }
      return [
        """
        private struct ArchiveInitialValues {
          \(raw: lines.joined(separator: "\n  "))
        }
        """
      ]
    }

    /// The argument of `default:` for a field of a struct; nil if the field has to be there.
    static func expression(_ field: ArchivableField) -> String? {
      field.initialValue.map {
        $0.namesNothing ? $0.description : "ArchiveInitialValues().\(field.name)()"
      }
    }
  }

  extension ExprSyntax {
    /// The text with a name in place of `Self`, which is another type inside of a nested one.
    fileprivate func text(withSelf name: String) -> String {
      tokens(viewMode: .sourceAccurate).map { token in
        guard token.tokenKind == .keyword(.Self) else { return token.description }
        return token.leadingTrivia.description + name + token.trailingTrivia.description
      }.joined()
    }

    /// The expression names nothing, so it means the same everywhere.
    fileprivate var namesNothing: Bool {
      switch self.as(ExprSyntaxEnum.self) {
      case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
      case .stringLiteralExpr(let literal):
        literal.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
      case .prefixOperatorExpr(let negated): negated.expression.namesNothing
      case .memberAccessExpr(let member): member.base == nil
      case .arrayExpr(let array): array.elements.allSatisfy(\.expression.namesNothing)
      case .dictionaryExpr(let dictionary):
        switch dictionary.content {
        case .colon: true
        case .elements(let elements):
          elements.allSatisfy { $0.key.namesNothing && $0.value.namesNothing }
        }
      default: false
      }
    }
  }
#endif
