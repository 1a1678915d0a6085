#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@Archivable`: the coding of a type, written out.
  struct ArchivableMacro {}

  extension ArchivableMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      // Diagnosed by the other role, which sees the same.
      guard let type = ArchivableType(declaration, node, in: context, diagnoses: false) else {
        return []
      }
      return MemberEmission(type).members
    }
  }

  extension ArchivableMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard let archivable = ArchivableType(declaration, node, in: context) else { return [] }
      return ExtensionEmission(archivable, type, protocols).extensions
    }
  }
#endif
