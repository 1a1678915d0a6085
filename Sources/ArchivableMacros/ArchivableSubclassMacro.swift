#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@Archivable(superclass:)` where the compiler found that the superclass has straight-line code: so the
  /// conformance is inherited, and its members are overridden.
  struct ArchivableSubclassMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let type = ArchivableType(declaration, node, superclassIsObject: true, in: context)
      else { return [] }
      return MemberEmission(type).members
    }
  }
#endif
