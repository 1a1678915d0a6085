import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What the macro says where it cannot.
@Suite struct DiagnosticTests {
  @Test(arguments: [
    ("protocol Shape {\n}", "a protocol"), ("extension Int {\n}", "an extension"),
    ("actor Worker {\n}", "an actor"),
  ])
  func `it is for structs, enums and classes`(declaration: String, what: String) {
    expectExpansion(
      of: "@Archivable\n\(declaration)", to: declaration,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Archivable' is for structs, enums and classes; this is \(what)", line: 1,
          column: 1, fixIts: [FixItSpec(message: "remove '@Archivable'")])
      ], fixed: "\n\(declaration)")
  }

  @Test func `an ignored property needs a default`() {
    let body = "struct A {\n  \(marked("var x: Int"))\n  \(marked("var y: Int?"))\n}"
    expectExpansion(
      of: "@Archivable\n\(body)",
      to: "struct A {\n  var x: Int\n  var y: Int?\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "a property that is ignored needs a default, which it has after decoding",
          line: 3, column: 23, fixIts: [FixItSpec(message: "add a default")])
      ],
      fixed: """
        @Archivable
        struct A {
          @ArchiveIgnored var x: Int = <#default#>
          @ArchiveIgnored var y: Int?
        }
        """)
  }

  private func marked(_ property: String) -> String { "@ArchiveIgnored \(property)" }

  @Test func `a tuple is not Codable`() {
    expectExpansion(
      of: "@Archivable\nstruct A {\n  var x: (Int, Int) = (1, 2)\n}",
      to: "struct A {\n  var x: (Int, Int) = (1, 2)\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "a tuple is not Codable; make it a struct", line: 3, column: 7,
          fixIts: [FixItSpec(message: "leave it out of archives")])
      ],
      fixed: "@Archivable\nstruct A {\n  @ArchiveIgnored var x: (Int, Int) = (1, 2)\n}")
  }

  @Test func `a type without a name`() {
    for type in ["some Codable", "[some Codable]", "(some Codable)?"] {
      expectExpansion(
        of: "@Archivable\nstruct A {\n  var x: \(type) = 1\n}",
        to: "struct A {\n  var x: \(type) = 1\n}",
        diagnostics: [
          DiagnosticSpec(
            message: "'@Archivable' cannot write the name of an opaque type; name the type",
            line: 3, column: 7, fixIts: [FixItSpec(message: "leave it out of archives")])
        ],
        fixed: "@Archivable\nstruct A {\n  @ArchiveIgnored var x: \(type) = 1\n}")
    }
  }

  @Test func `a parameter pack`() {
    for kind in ["struct", "enum", "final class"] {
      let column = kind.count + 4
      expectExpansion(
        of: "@Archivable\n\(kind) A<each T: Codable> {\n}",
        to: "\(kind) A<each T: Codable> {\n}",
        diagnostics: [
          DiagnosticSpec(
            message:
              "'@Archivable' does not know parameter packs; make the type Codable without the macro",
            line: 2, column: column, fixIts: [FixItSpec(message: "remove '@Archivable'")])
        ], fixed: "\n\(kind) A<each T: Codable> {\n}")
    }
  }

  @Test func `two properties of one key`() {
    expectExpansion(
      of: "@Archivable\nstruct A {\n  var x: Int\n  @ArchiveKey(\"x\") var y: Int\n}",
      to: "struct A {\n  var x: Int\n  var y: Int\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "the key \"x\" is that of another property", line: 4, column: 3,
          notes: [NoteSpec(message: "this has it already", line: 3, column: 7)])
      ])
  }

  @Test func `one key for two properties, for an ignored one, beside keys of its own`() {
    expectExpansion(
      of: "@Archivable\nstruct A {\n  @ArchiveKey(\"k\") var x, y: Int\n}",
      to: "struct A {\n  var x, y: Int\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "peer macro can only be applied to a single variable", line: 3, column: 3),
        DiagnosticSpec(
          message: "one key for several properties; declare them one by one", line: 3, column: 3),
      ])
    expectExpansion(
      of: "@Archivable\nstruct A {\n  @ArchiveIgnored @ArchiveKey(\"k\") var x = 1\n}",
      to: "struct A {\n  var x = 1\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "a property that is ignored has no key", line: 3, column: 19,
          fixIts: [FixItSpec(message: "remove '@ArchiveKey'")])
      ], fixed: "@Archivable\nstruct A {\n  @ArchiveIgnored var x = 1\n}")
    expectExpansion(
      of: """
        @Archivable
        struct A {
          @ArchiveKey("k") var x: Int
          enum CodingKeys: String, CodingKey {
            case x
          }
        }
        """,
      to: """
        struct A {
          var x: Int
          enum CodingKeys: String, CodingKey {
            case x
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "the type names its keys in its own 'CodingKeys'", line: 3, column: 3,
          fixIts: [FixItSpec(message: "remove '@ArchiveKey'")])
      ])
  }

  @Test func `a key that is computed, a pattern, a property behind a condition`() {
    expectExpansion(
      of: "@Archivable\nstruct A {\n  @ArchiveKey(\"\\(1)\") var x: Int\n}",
      to: "struct A {\n  var x: Int\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "a key is a string literal without interpolation", line: 3, column: 3)
      ])
    expectExpansion(
      of: "@Archivable\nstruct A {\n  var (x, y) = (1, 2)\n}",
      to: "struct A {\n  var (x, y) = (1, 2)\n}",
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Archivable' does not see the types in a pattern; declare the properties one by one",
          line: 3, column: 7)
      ])
    expectExpansion(
      of: "@Archivable\nstruct A {\n  #if DEBUG\n  var x: Int\n  #endif\n}",
      to: "struct A {\n  #if DEBUG\n  var x: Int\n  #endif\n}",
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@Archivable' does not see which stored properties '#if' leaves; declare it outside",
          line: 4, column: 3)
      ])
  }

  @Test func `a type that is private in another`() {
    expectExpansion(
      of: "enum A {\n  @Archivable\n  private struct B {\n  }\n}",
      to: "enum A {\n  private struct B {\n  }\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "no extension can reach a type that is private in another; make it fileprivate",
          line: 3, column: 3, fixIts: [FixItSpec(message: "make it fileprivate")])
      ], fixed: "enum A {\n  @Archivable\n  fileprivate struct B {\n  }\n}")
  }

  @Test func `a property without a key path`() {
    expectExpansion(
      of: "@Archivable\nstruct A {\n  var `Type`: Int\n}",
      to: "struct A {\n  var `Type`: Int\n}",
      diagnostics: [
        DiagnosticSpec(
          message:
            "Swift has no key path of a property named 'Type'; name it otherwise, with '@ArchiveKey(\"Type\")'",
          line: 3, column: 7)
      ])
  }

  @Test func `a mark on what is no property`() {
    expectExpansion(
      of: "@ArchiveIgnored\nfunc f() {\n}", to: "func f() {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'@ArchiveIgnored' is for stored properties", line: 1, column: 1,
          fixIts: [FixItSpec(message: "remove '@ArchiveIgnored'")])
      ])
  }

  @Test func `a class that can have subclasses says what it inherits`() {
    expectExpansion(
      of: "@Archivable\nclass Car: Vehicle {\n}", to: "class Car: Vehicle {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "a class that is not final says what its superclass is", line: 1, column: 1,
          fixIts: [
            FixItSpec(message: "add 'superclass: Vehicle.self'"),
            FixItSpec(message: "it has none: add 'superclass: nil'"),
          ])
      ], fixIts: ["add 'superclass: Vehicle.self'"],
      fixed: "@Archivable(superclass: Vehicle.self)\nclass Car: Vehicle {\n}")
    expectExpansion(
      of: "@Archivable\nfinal class Car: Vehicle {\n}", to: "final class Car: Vehicle {\n}",
      diagnostics: [
        DiagnosticSpec(
          message:
            "say whether 'Vehicle' is the superclass: its fields are archived only if it is named",
          line: 2, column: 18,
          fixIts: [
            FixItSpec(message: "it is a class: add 'superclass: Vehicle.self'"),
            FixItSpec(message: "it is a protocol: add 'superclass: nil'"),
          ])
      ], fixIts: ["it is a protocol: add 'superclass: nil'"],
      fixed: "@Archivable(superclass: nil)\nfinal class Car: Vehicle {\n}")
    expectExpansion(
      of: "@Archivable(superclass: nil)\nstruct A {\n}", to: "struct A {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'superclass:' is for classes", line: 1, column: 1,
          fixIts: [FixItSpec(message: "remove 'superclass:'")])
      ], fixed: "@Archivable\nstruct A {\n}")
  }
}
