import ArchiveFormat
import TestTraits
import Testing

/// Text is shown so that no character in it is obeyed or overlooked.
@Suite struct VisibleTextTests {
  private static var all: some Sequence<Unicode.Scalar> {
    (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }
  }

  /// The scalars that must be escaped, by Unicode's properties alone.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default:
      scalar.value == 0x2800 || scalar.properties.isDefaultIgnorableCodePoint
        || scalar.properties.isBidiControl || scalar.properties.isVariationSelector
    }
  }

  @Test(.long) func `of all scalars those that nobody sees are escaped, and no others`() {
    checkEscapes(of: Self.all)
  }

  @Test func `of every third scalar those that nobody sees are escaped, and no others`() {
    checkEscapes(of: Self.all.filter { $0.isASCII || $0.value % 3 == 0 })
  }

  private func checkEscapes(of scalars: some Sequence<Unicode.Scalar>) {
    var wrong: [UInt32] = []
    for scalar in scalars {
      let shown = VisibleText.escaped("a\(scalar)b")
      let isEscaped = shown != "a\(scalar)b" && shown.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      if isEscaped != Self.mustBeEscaped(scalar) { wrong.append(scalar.value) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10).map { String($0, radix: 16) })")
  }

  @Test(.long) func `every scalar in a key of a path is read back`() {
    checkPaths(with: Self.all)
  }

  @Test
  func
    `scalars to be escaped, those of ASCII and every 97th other in a key of a path are read back`()
  {
    checkPaths(
      with: Self.all.filter { $0.isASCII || $0.value % 97 == 0 || Self.mustBeEscaped($0) })
  }

  private func checkPaths(with scalars: some Sequence<Unicode.Scalar>) {
    var wrong: [UInt32] = []
    for scalar in scalars {
      let path = ArchivePath([.root("r\(scalar)"), .key("\(scalar)"), .key("a\(scalar)b")])
      let text = path.description
      let isVisible = !text.unicodeScalars.contains { Self.mustBeEscaped($0) }
      if !isVisible || (try? ArchivePath(parsing: text)) != path { wrong.append(scalar.value) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10).map { String($0, radix: 16) })")
  }

  @Test func `escaping twice changes nothing`() {
    let once = VisibleText.escaped("a\u{200B}\n\\ \u{E0041}\u{FE0F}")
    #expect(once == #"a\u{200B}\n\ \u{E0041}\u{FE0F}"#)
    #expect(VisibleText.escaped(once) == once)
    #expect(VisibleText.quoted("\"\\\t\u{0}é") == #""\"\\\t\u{0}é""#)
  }

  @Test func `the text of an error shows every character of what it quotes`() {
    var error = ArchiveError(
      .typeNotAllowed, "the type “Adm\u{200B}in\u{202E}” is not allowed", byteOffset: 1,
      path: ArchivePath([.key("\u{3164}")]))
    #expect(
      error.description
        == #"typeNotAllowed: the type “Adm\u{200B}in\u{202E}” is not allowed at $["\u{3164}"], byte 1"#
    )
    error.message = "\u{1B}[2J\u{2800}"
    #expect(error.message == #"\u{1B}[2J\u{2800}"#)
  }
}
