internal import PropertyListFormat

/// Keys of archives and property lists as keys of documents for people. No two keys have one text.
struct PlainKey {
  /// In front of a text in which `\\` is a backslash, and `\u` with four digits a surrogate that is not paired.
  private static let mark = "$utf16:"

  /// A key; with surrogates that are not paired as their escapes behind a mark. Any other key that looks like that gets one more `$`. O(bytes).
  ///
  /// - Parameter utf8: The key in UTF-8, with three bytes for a surrogate that is not paired.
  static func text(_ utf8: some Collection<UInt8>) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else { return mark + escaped(utf8) }
    let dollar = UInt8(ascii: "$")
    guard utf8.first == dollar,
      utf8.drop(while: { $0 == dollar }).starts(with: mark.utf8.dropFirst())
    else { return text }
    return "$" + text
  }

  private static func escaped(_ utf8: some Collection<UInt8>) -> String {
    let bytes = Array(utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0xED, index + 2 < bytes.count, bytes[index + 1] >= 0xA0 {
        let unit = 0xD000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
        text += "\\u\(String(unit, radix: 16))".utf8
        index += 3
      } else {
        if bytes[index] == UInt8(ascii: "\\") { text.append(bytes[index]) }
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension PropertyList {
  /// The text of a key in documents for people.
  func plainKey(_ text: PropertyListText) -> String {
    if let plain = plainBytes(text) { return PlainKey.text(plain) }
    return PlainKey.text(utf8(text))
  }
}
