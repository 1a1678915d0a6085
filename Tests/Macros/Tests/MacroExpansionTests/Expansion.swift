@testable import ExpandedMacros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Expands the macros in a source and compares what comes of it.
///
/// - Parameter archivable: What `@Archivable` is, if not that of superclasses.
func expectExpansion(
  of source: String, to expected: String, as archivable: any Macro.Type = ArchivableMacro.self,
  diagnostics: [DiagnosticSpec] = [],
  fixIts: [String]? = nil, fixed: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics,
    macroSpecs: [
      "Archivable": MacroSpec(
        type: archivable,
        conformances: [
          "Codable", "ArchivableValue", "ArchivableRecord", "ArchivableLeaf", "ArchivableCases",
          "ArchivableObject",
        ]),
      "ArchiveKey": MacroSpec(type: FieldMarkerMacro.self),
      "ArchiveIgnored": MacroSpec(type: FieldMarkerMacro.self),
    ],
    applyFixIts: fixIts, fixedSource: fixed, indentationWidth: .spaces(2),
    failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}
