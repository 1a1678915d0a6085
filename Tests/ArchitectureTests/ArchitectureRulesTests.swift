import Testing

/// The tests of the tests: what they would miss, nobody would notice.
@Suite struct ArchitectureRulesTests {
  @Test(arguments: [
    ("import KeyedArchives", "archivecat"),
    ("@testable import KeyedArchives", "archivecat"),
    ("  internal import FoundationEssentials", "ArchiveFormat"),
    ("public import Foundation", "ArchiveFormat"),
    ("@_exported public import CZlib", "ArchiveFormat"),
    ("import struct Foundation.Data", "KeyedArchives"),
    ("import ArgumentParser", "ArchiveInspection"),
    ("package import ArchiveInspection", "KeyedArchives"),
    ("#if canImport(FoundationEssentials)\n#else\nimport Foundation\n#endif", "ArchiveFormat"),
    ("#if canImport(Glibc)\n#else\nimport Foundation\n#endif", "KeyedArchives"),
    ("#if DEBUG\nimport Foundation\n#endif", "KeyedArchives"),
    ("#if canImport(FoundationEssentials)\n#endif\nimport Foundation", "KeyedArchives"),
    ("import ArchiveFormat", "a target without a row"),
  ])
  func `a forbidden import is found`(text: String, target: String) {
    #expect(ArchitectureRules.breaches(in: text, of: target).count == 1)
  }

  @Test(arguments: [
    ("internal import ArchiveFormat\nimport CZlib", "ArchiveCompression"),
    ("// import Foundation\n/// import Foundation", "ArchiveFormat"),
    ("/*\nimport Foundation\n*/", "ArchiveFormat"),
    ("let text = \"\"\"\n  import Foundation\n  \"\"\"", "ArchiveFormat"),
    ("let important = 1", "ArchiveFormat"),
    (
      """
      #if canImport(FoundationEssentials)
        public import FoundationEssentials
      #else
        public import Foundation
      #endif
      """, "KeyedArchives"
    ),
    ("#if canImport(Glibc)\nimport Glibc\n#elseif canImport(Musl)\nimport Musl\n#endif", "CZlib"),
  ])
  func `what is allowed, and what is no import, is no breach`(text: String, target: String) {
    #expect(ArchitectureRules.breaches(in: text, of: target) == [])
  }

  @Test func `an import after a literal of several lines is found`() {
    let text = "let text = \"\"\"\n  a\n  \"\"\"\nimport Foundation"
    #expect(ArchitectureRules.breaches(in: text, of: "ArchiveFormat").count == 1)
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
    #expect(dependencies == ["A": [], "CZ": [], "B": ["A", "CZ"], "tool": ["A", "B", "P"]])
  }
}
