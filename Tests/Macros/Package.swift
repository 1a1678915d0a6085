// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Tests of what `@Archivable` expands to, in a package of their own. A test that links a macro is built for the machine that compiles. In
// the main package that would hold for all tests, and every library would be compiled twice.

func swiftSyntax(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "swift-syntax") }
}

let package = Package(
  name: "MacroTests",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "Macros"), .default(enabledTraits: ["Macros"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0")
  ],
  targets: [
    // The sources of the macro, through a link: a product cannot offer them to tests.
    .macro(
      name: "ExpandedMacros",
      dependencies: swiftSyntax(
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
        "SwiftSyntaxBuilder", "SwiftSyntaxMacros")),
    .testTarget(
      name: "MacroExpansionTests",
      dependencies: ["ExpandedMacros"]
        + swiftSyntax(
          "SwiftSyntaxBuilder", "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
          "SwiftSyntaxMacrosGenericTestSupport")),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}
