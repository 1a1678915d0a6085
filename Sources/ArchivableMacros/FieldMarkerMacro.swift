#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@ArchiveKey` and `@ArchiveIgnored`: marks that `@Archivable` looks for, and nothing by themselves.
  struct FieldMarkerMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      if !declaration.is(VariableDeclSyntax.self) {
        context.diagnose(.markOffProperty(node))
      }
      return []
    }
  }
#endif
