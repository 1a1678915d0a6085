#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder

  /// A type in which each property has to be Codable. Nothing uses the type; the compiler checks it before the other members, and its error
  /// names the property and the type: “generic struct 'filter' requires that 'Opaque' conform to 'Decodable'”.
  struct FieldChecks {
    private let type: ArchivableType

    init(_ type: ArchivableType) { self.type = type }

    /// Names that no type inside of another can have.
    private static let refusedNames: Set = ["Protocol", "Self", "Swift", "Type", "init", "self"]

    var members: [DeclSyntax] {
      let fields = type.fields.filter { !Self.refusedNames.contains($0.plainName) }
      if fields.isEmpty || !type.codesAllFields { return [] }
      // Two types of one name: some errors name the inner one, some the outer one.
      let lines = fields.map {
        """
        struct `\($0.plainName)` {
            struct `\($0.plainName)`<ArchivedFieldValue: Swift.Codable> { init(_: (ArchivedSelf) -> ArchivedFieldValue) {} }
            let field = `\($0.plainName)` { $0.\($0.storage) }
          }
        """
      }
      return [
        "private typealias ArchivedSelf = \(raw: type.isClass ? type.name : "Self")",
        """
        private struct ArchivedFields\(raw: type.condition) {
          \(raw: lines.joined(separator: "\n  "))
        }
        """,
      ]
    }
  }
#endif
