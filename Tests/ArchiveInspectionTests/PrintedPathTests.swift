import ArchiveFormat
import ArchiveInspection
import Testing

/// Each path that a tree prints leads back to its value.
@Suite struct PrintedPathTests {
  /// A line of a tree with the path that its label and those around it make.
  private struct Line {
    var path: String
    /// Kind and content, without the spaces that align them.
    var text: String
  }

  /// The lines of a tree; nil as a path for keys that are no text, which have none.
  private static func lines(
    _ print: (ValueTree.Style, (String) -> Void) throws -> Void
  ) rethrows -> [Line] {
    var style = ValueTree.Style()
    style.maximumTextLength = .max
    style.isColoured = true
    var around: [String?] = []
    var lines: [Line] = []
    try print(style) { line in
      // The label stands between two escapes of the terminal.
      let parts = line.split(separator: "\u{1B}[1m", maxSplits: 1)
      let halves = parts.last?.split(separator: "\u{1B}[0m", maxSplits: 1).map(String.init) ?? []
      guard parts.count == 2 || line.hasPrefix("\u{1B}[1m"), halves.count == 2 else { return }
      let depth = (parts.count == 2 ? parts[0].count : 0) / 2
      around.removeLast(around.count - min(depth, around.count))
      let outer = around.last ?? ""
      let label = halves[0]
      let step = depth == 0 || label.hasPrefix("[") ? label : ".\(label)"
      around.append(label.hasSuffix("] key") ? nil : outer.map { $0 + step })
      guard let path = around[depth] else { return }
      let words = halves[1].replacing("\u{1B}[2m", with: "").replacing("\u{1B}[0m", with: "")
      lines.append(
        Line(path: path, text: words.split(separator: " ").joined(separator: " ")))
    }
    return lines
  }

  private static func check(_ name: String, _ bytes: [UInt8], _ dictionary: ShapeDictionary?) throws
    -> Int
  {
    try check(name, ArchiveInspector(bytes, dictionary: dictionary).values)
  }

  /// Takes each path of a tree, and compares the value that it leads to with the line of the tree.
  ///
  /// - Returns: The number of lines.
  static func check(_ name: String, _ inspector: DocumentInspector) throws -> Int {
    let lines = try lines { style, write in try inspector.printTree(style, write) }
    for line in lines where line.text != "absent" {
      do {
        let value = try inspector.value(at: ValuePath(parsing: line.path))
        let found = try Self.lines { try inspector.printTree(of: value, label: line.path, $0, $1) }
          .first
        #expect(found?.text == line.text, "\(name): \(line.path)")
        #expect(
          try ValuePath(parsing: ValuePath(parsing: line.path).description)
            == ValuePath(parsing: line.path))
      } catch {
        Issue.record("\(name): \(line.path): \(error)")
      }
    }
    return lines.count
  }

  @Test func `every path that a tree prints of a valid vector is one that get takes`() throws {
    #expect(ValidVectors.all.count > 600)
    var count = 0
    for vector in ValidVectors.all {
      count += try Self.check(vector.name, vector.bytes, vector.dictionary)
    }
    #expect(count > 2_000)
  }

  @Test func `keys that look like paths or that nobody sees have paths too`() throws {
    let keys = [
      "", ".", "a.b", "[0]", "$", "#4", "@1", "a\\nb", "\\u0000", "\\u200b", "\\u3164", "\\\"",
      "\\\\",
      "\\ud83d\\ude00", "é", "a b", "-1", "key [0]", "\\u2800", "\\udb40\\udc41",
    ]
    let fields = keys.map { "\"\($0)\":{\"\($0)\":1}" }.joined(separator: ",")
    let count = try Self.check("keys", SampleArchives.json("{\(fields)}"), nil)
    #expect(count == 1 + 2 * keys.count)
  }

  @Test func `of keys with one text the second is found by its position`() throws {
    let bytes = try SampleArchives.archive { maker in
      maker.map(length: 3) { maker in
        maker.int(1)
        maker.string("1")
        maker.double(1)
      } values: { maker in
        maker.int(10)
        maker.int(11)
        maker.int(12)
      }
    }
    #expect(try Self.check("map", bytes, nil) > 0)
  }

  @Test func `scopes and objects are parts of paths`() throws {
    for text in ["$", "@0$", "@12$.a[3]", "#4", "#4[0].b", "@2#4.name", #"@1$"a b".c"#, "$a.b"] {
      #expect(try ValuePath(parsing: text).description == text)
    }
    #expect(try ValuePath(parsing: "@1") == ValuePath(scope: 1))
    // Any other continuation is a key.
    for key in ["@", "#", "@x", "#4x", "@1.a"] {
      #expect(try ValuePath(parsing: key).scope == nil && ValuePath(parsing: key).object == nil)
    }
    let inspector = try ArchiveInspector(SampleArchives.everything())
    #expect(try inspector.value(at: ValuePath(parsing: "#0.name")).stringValue == "Ada")
    for (path, message) in [
      ("#1", "there is no object 1 in scope 0"), ("@1$", "there is no scope 1, but 1 scope"),
    ] {
      let error = try #require(throws: ArchiveError.self) {
        try inspector.value(at: ValuePath(parsing: path))
      }
      #expect(error.message == message)
    }
  }
}
