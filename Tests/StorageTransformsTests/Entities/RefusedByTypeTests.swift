import Foundation
import TestSupport
import Testing

/// Declarations that the compiler has to refuse, beside those that differ from them in one place and compile.
@Suite struct RefusedByTypeTests {
  private func entity(_ field: String) -> String {
    """
    import StorageTransforms
    struct Photo: Sendable {
      var title: String?
      init(title: String) { self.title = title }
    }
    func declare() throws -> Entity<Photo> {
      try Entity("Photo", restoring: Photo.init) {
        \(field)
      }
    }
    """
  }

  @Test func `a default makes an output that is not optional`() throws {
    #expect(try CompilerVerdict.of(entity(#"Field("title", \.title).default("untitled")"#)) == "")
    #expect(try CompilerVerdict.of(entity(#"Field("title", \.title).required()"#)) == "")
    let without = try CompilerVerdict.of(entity(#"Field("title", \.title)"#))
    #expect(without.contains("'String?' and 'String'"), "\(without)")
    // Nil is no default.
    #expect(try !CompilerVerdict.of(entity(#"Field("title", \.title).default(nil)"#)).isEmpty)
    // A fallback is none either.
    #expect(
      try !CompilerVerdict.of(entity(#"Field("title", \.title).fallback(to: "untitled")"#)).isEmpty)
  }

  @Test func `a one-way transform is no field's`() throws {
    let upper = #"Field("title", \.title, as: SingleCaseTransform(.upper)).required()"#
    #expect(try CompilerVerdict.of(entity(upper)) == "")
    for oneWay in ["CapitalizedTransform()", "TextCaseTransform(.upper)"] {
      let message = try CompilerVerdict.of(
        entity(upper.replacing("SingleCaseTransform(.upper)", with: oneWay)))
      #expect(message.contains("StorageTransform"), "\(message)")
    }
  }

  @Test func `fields are those of the type, and in the order in which it takes them`() throws {
    let two = """
      import StorageTransforms
      struct Photo: Sendable { var title: String; var size: Int }
      func declare() throws -> Entity<Photo> {
        try Entity("Photo", restoring: Photo.init) {
          Field("title", \\.title)
          Field("size", \\.size)
        }
      }
      """
    #expect(try CompilerVerdict.of(two) == "")
    for wrong in [
      two.replacing("\\.size", with: "\\.title"),
      two.replacing("    Field(\"size\", \\.size)\n", with: ""),
      two.replacing("\\.size", with: "\\.weight"),
    ] {
      #expect(try !CompilerVerdict.of(wrong).isEmpty, "\(wrong)")
    }
  }
}
