import Foundation
import Testing

@testable import StorageTransforms

/// The vectors of Spec/stored-forms.md.
@Suite struct StoredFormVectorTests {
  private func rows() throws -> [[String]] {
    let file = URL(filePath: #filePath).appending(path: "../../../Spec/stored-forms.md")
    let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    let section = try #require(text.split(separator: "### Vectors").last)
    return section.split(separator: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map {
        $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map {
          String($0.element)
        }
      }
  }

  @Test func `stamped bytes are those of the specification`() throws {
    let rows = try rows()
    #expect(rows.count == 3)
    for row in rows {
      let steps = row[0].split(separator: " → ").map { TransformForm(String($0)) }
      let form = steps.dropFirst().reduce(steps[0]) { $0.then($1) }
      let content = try HexTransform().restore(row[1].filter { $0 != " " })
      let bytes = try HexTransform().restore(row[2].filter { $0 != " " })
      let stamp = TransformStamp(form)
      #expect(stamp.stamped(content) == bytes, "\(row[0])")
      #expect(try TransformStamp.code(in: bytes) == stamp.code)
      #expect(try stamp.content(bytes) == content)
    }
  }
}
