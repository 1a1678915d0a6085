internal import RecordStorage
internal import StorageTransforms

extension ValuePoint {
  /// Text.
  static let text: [ValuePoint] =
    textStored + [
      ValuePoint("text: U+0000", .text, .text("\u{0}"), .refused(.notStorable)),
      ValuePoint("text: U+0000 inside", .text, .text("a\u{0}b"), .refused(.notStorable)),
      ValuePoint("text: U+0000 at the end", .text, .text("a\u{0}"), .refused(.notStorable)),
      ValuePoint("text: null", .text, .null),
      ValuePoint("uuid: a UUID", .uuid, .text("F47AC10B-58CC-4372-A567-0E02B2C3D479")),
      ValuePoint("uuid: zero", .uuid, .text("00000000-0000-0000-0000-000000000000")),
      ValuePoint("uuid: null", .uuid, .null),
    ]

  private static let textStored: [ValuePoint] = {
    let values: [(String, String)] = [
      ("empty", ""), ("one letter", "a"), ("a space", " "), ("spaces at both ends", "  a  "),
      ("tab and line feed", "\ta\n"), ("carriage return and line feed", "a\r\nb\r"),
      ("U+0001", "\u{1}"), ("U+007F", "a\u{7F}b"), ("U+0085", "\u{85}"),
      ("composed", "\u{E9}"), ("decomposed", "e\u{301}"), ("Hangul syllable", "\u{AC00}"),
      ("Hangul letters", "\u{1100}\u{1161}"), ("Angstrom sign", "\u{212B}"),
      ("ligature", "\u{FB01}"), ("combining mark alone", "\u{301}"),
      ("family emoji", "👨‍👩‍👧‍👦"), ("flag emoji", "🇨🇭"), ("right to left", "שלום\u{200F} عالم"),
      ("byte order mark", "\u{FEFF}a"), ("last below the surrogates", "\u{D7FF}"),
      ("first above the surrogates", "\u{E000}"), ("noncharacter", "\u{FFFF}"),
      ("last scalar", "\u{10FFFF}"), ("replacement character", "\u{FFFD}"),
      ("quotes", "'\"`´''\"\""), ("statement", "'); DROP TABLE \"Item\"; --"),
      ("backslashes", "\\ \\n \\x41 \\\\ \\101"), ("wildcards", "%_*?[a]"),
      ("parameters", "$1 ?1 :a @b {}"), ("digits", "123"), ("digits with zeros", "00123.50"),
      ("exponent", "1e5"), ("word null", "NULL"), ("word true", "true"),
      ("word infinity", "Infinity"),
      ("hexadecimal", "0x1F"), ("date", "2026-01-01"), ("braces", "{\"a\":[1,null]}"),
      ("upper case", "ABC"), ("lower case", "abc"), ("dotless i", "ıİiI"), ("sharp s", "ßẞ"),
      ("1,000 letters", String(repeating: "x", count: 1_000)),
      ("2,000 bytes", String(repeating: "é", count: 1_000)),
      ("2,001 bytes", String(repeating: "é", count: 1_000) + "x"),
      ("65,536 bytes", String(repeating: "0123456789abcdef", count: 4_096)),
      ("1,000,000 bytes", String(repeating: "😀", count: 250_000)),
    ]
    return values.map { ValuePoint("text: \($0.0)", .text, .text($0.1)) }
  }()
}
