import Foundation
import StorageTransforms
import TestSupport
import Testing

/// The texts of errors show every character of what they quote.
@Suite struct ErrorTextTests {
  @Test func `names, keys and key ids are shown as they are`() {
    let hidden = "a\u{200B}b\u{202E}\n"
    let shown = #"a\u{200B}b\u{202E}\n"#
    var error = TransformError(
      .unknownKey, "no key has the id '\(hidden)'", path: ArchivePath([.key(hidden)]),
      context: TransformContext(
        entity: .init(hidden), attribute: .init(hidden), recordKey: .text(hidden)))
    #expect(error.message == "no key has the id '\(shown)'")
    #expect(
      !error.description.unicodeScalars.contains { ["\u{200B}", "\u{202E}", "\n"].contains($0) })
    #expect(error.localizedDescription == error.description)
    error.message = hidden
    #expect(error.message == shown)
    let schema = SchemaError(.undeclaredDifference, hidden, entity: hidden, lines: [hidden, "b"])
    #expect(
      schema.description
        == "undeclaredDifference: \(shown), entity '\(shown)'. Write:\n  \(shown)\n  b")
  }

  @Test func `a conversion and a schema have their sentences, and say nothing twice`() {
    let cause = TransformError(
      .typeMismatch, "an integer is stored, text is asked for",
      context: TransformContext(entity: "Photo", attribute: "title", recordKey: .integer(7)))
    let errors: [any LocalizedError] = [
      cause, ConversionError(.restoring, cause), ConversionError(.storing, cause, isHidden: true),
      SchemaError(.undeclaredDifference, "'fax' is gone", entity: "Photo", lines: ["removed: []"]),
    ]
    for error in errors {
      let sentence = "\(error)"
      #expect((error as any Error).localizedDescription == sentence)
      #expect(RepeatedText.first(in: sentence) == nil, "\(sentence)")
      #expect(sentence.contains("'Photo'"), "\(sentence)")
    }
  }
}
