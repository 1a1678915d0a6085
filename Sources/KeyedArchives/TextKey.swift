internal import ArchiveFormat

/// A key of a map as a dictionary sees it, with its integer if it is one.
struct TextKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) {
    stringValue = text
    intValue = IntegerKey.value(of: text).flatMap { Int(exactly: $0) }
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue)) }
}
