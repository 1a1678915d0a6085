import Testing

/// The text of a file and the target it would stand in, shown on one line.
struct SourceCase: CustomTestStringConvertible {
  let text: String
  let target: String

  init(_ text: String, _ target: String) {
    self.text = text
    self.target = target
  }

  var testDescription: String {
    "\(target): \(text.split(separator: "\n").joined(separator: " / "))"
  }
}

/// The tests of the tests: what they would miss, nobody would notice.
@Suite struct ArchitectureRulesTests {
  @Test(arguments: [
    SourceCase("import KeyedArchives", "archivecat"),
    SourceCase("@testable import KeyedArchives", "archivecat"),
    SourceCase("  internal import FoundationEssentials", "ArchiveFormat"),
    SourceCase("public import Foundation", "ArchiveFormat"),
    SourceCase("@_exported public import CZlib", "ArchiveFormat"),
    SourceCase("import struct Foundation.Data", "KeyedArchives"),
    SourceCase("import ArgumentParser", "ArchiveInspection"),
    SourceCase("package import ArchiveInspection", "KeyedArchives"),
    SourceCase(
      "#if canImport(FoundationEssentials)\n#else\nimport Foundation\n#endif", "ArchiveFormat"),
    SourceCase("#if canImport(Glibc)\n#else\nimport Foundation\n#endif", "KeyedArchives"),
    SourceCase("#if canImport(Glibc)\nimport Glibc\n#endif", "RecordLog"),
    SourceCase("import PlatformC", "ArchiveFormat"),
    SourceCase("#if DEBUG\nimport Foundation\n#endif", "KeyedArchives"),
    SourceCase("#if canImport(FoundationEssentials)\n#endif\nimport Foundation", "KeyedArchives"),
    SourceCase("import ArchiveFormat", "a target without a row"),
  ])
  func `a forbidden import is found`(source: SourceCase) {
    #expect(ArchitectureRules.breaches(in: source.text, of: source.target).count == 1)
  }

  @Test(arguments: [
    SourceCase("internal import ArchiveFormat\nimport CZlib", "ArchiveCompression"),
    SourceCase("// import Foundation\n/// import Foundation", "ArchiveFormat"),
    SourceCase("/*\nimport Foundation\n*/", "ArchiveFormat"),
    SourceCase("let text = \"\"\"\n  import Foundation\n  \"\"\"", "ArchiveFormat"),
    SourceCase("let important = 1", "ArchiveFormat"),
    SourceCase(
      """
      #if canImport(FoundationEssentials)
        public import FoundationEssentials
      #else
        public import Foundation
      #endif
      """, "KeyedArchives"),
    SourceCase(
      "#if canImport(Glibc)\nimport Glibc\n#elseif canImport(Musl)\nimport Musl\n#endif",
      "PlatformC"),
    SourceCase("internal import PlatformC", "RecordLog"),
  ])
  func `what is allowed, and what is no import, is no breach`(source: SourceCase) {
    #expect(ArchitectureRules.breaches(in: source.text, of: source.target) == [])
  }

  @Test func `an import after a literal of several lines is found`() {
    let text = "let text = \"\"\"\n  a\n  \"\"\"\nimport Foundation"
    #expect(ArchitectureRules.breaches(in: text, of: "ArchiveFormat").count == 1)
  }

  @Test(arguments: [
    "internal import ArchiveFormat", "internal import KeyedArchives",
    "internal import struct ArchiveFormat.ArchiveCell",
    "internal import struct KeyedArchives.KeyedArchiver",
  ])
  func `an import that the reference coder may not have is found`(text: String) {
    #expect(ArchitectureRules.breaches(in: text, ofReferenceCoder: "A.swift").count == 1)
  }

  @Test func `the imports of the reference coder are no breach`() {
    let text = """
      internal import struct ArchiveFormat.ArchiveError
      package import struct ArchiveFormat.ArchiveLimits
      #if canImport(FoundationEssentials)
        internal import FoundationEssentials
      #else
        internal import Foundation
      #endif
      """
    #expect(ArchitectureRules.breaches(in: text, ofReferenceCoder: "A.swift") == [])
  }

  @Test(arguments: ArchitectureRules.runtimeLookups)
  func `a lookup at run time is found`(name: String) {
    #expect(ArchitectureRules.lookups(in: "let type = \(name)(text)").count == 1)
  }

  @Test func `a manifest's targets and dependencies are read`() {
    let manifest = """
      let package = Package(
        products: [
          .library(name: "A", targets: ["A"])
        ],
        targets: [
          .target(name: "A"),
          .systemLibrary(name: "CZ", pkgConfig: "z", providers: [.apt(["z-dev"])]),
          .target(
            name: "B", dependencies: ["A", "CZ"]),
          .executableTarget(
            name: "tool",
            dependencies: [
              "B", .target(name: "A", condition: .when(traits: ["T"])),
              .product(name: "P", package: "other-package", condition: toolsOnly),
            ]),
          .testTarget(name: "BTests", dependencies: ["B"]),
        ])
      """
    let dependencies = ManifestTargets(manifest).dependencies.mapValues(Set.init)
    #expect(
      dependencies == [
        "A": [], "CZ": [], "B": ["A", "CZ"], "tool": ["A", "B", "P"], "BTests": ["B"],
      ])
    #expect(ManifestTargets(manifest).folders["BTests"] == "Tests/BTests")
    #expect(ManifestTargets(manifest).folders["B"] == "Sources/B")
  }
}
