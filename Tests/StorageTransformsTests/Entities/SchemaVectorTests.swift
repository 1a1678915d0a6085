import Foundation
import StorageTransforms
import Testing

/// The vector of Spec/stored-forms.md, section 6.
@Suite struct SchemaVectorTests {
  @Test func `a schema is stored as in the specification`() throws {
    let form = TransformForm("json").then(TransformForm("zlib"))
    let schema = EntitySchema(
      "Photo", version: 2,
      attributes: [
        AttributeSchema(
          .init("caption", id: "title"), type: .text, form: TransformForm("native"),
          isRequired: true, isIndexed: true),
        AttributeSchema("scores", type: .blob, form: form, isStamped: true),
      ], removed: ["size"])
    let file = URL(filePath: #filePath).appending(path: "../../../../Spec/stored-forms.md")
    let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    let section = try #require(text.split(separator: "### A schema in bytes").last)
    let hex = try #require(section.split(separator: "```").dropFirst().first)
    let bytes = try HexTransform().restore(hex.filter { !$0.isWhitespace })
    let archive: Data = try KeyedArchiver().encode(schema)
    #expect(archive == bytes, "\(HexTransform().store(archive))")
    #expect(try KeyedUnarchiver().decode(EntitySchema.self, from: bytes) == schema)
  }
}
