/// Whether the keys of a container are cases of an enumeration (Spec, section 7).
enum KeyStyle: UInt8 {
  case unknown
  /// Cases of an enumeration that are single bytes.
  case byte
  /// Other cases of an enumeration.
  case enumeration
  /// None: the container is a map.
  case text

  private static let known = TypeTable<Bool>()

  /// O(1) after the first key of a type.
  static func isEnumeration<Key: CodingKey>(_ key: Key) -> Bool {
    known.value(of: Key.self) { Mirror(reflecting: key).displayStyle == .enum }
  }

  /// The style of a type; not known before its first key.
  static func known<Key: CodingKey>(of type: Key.Type) -> KeyStyle {
    known.knownValue(of: type).map { style(type, isEnumeration: $0) } ?? .unknown
  }

  static func of<Key: CodingKey>(_ key: Key) -> KeyStyle {
    style(Key.self, isEnumeration: isEnumeration(key))
  }

  private static func style<Key: CodingKey>(
    _ type: Key.Type, isEnumeration: Bool
  ) -> KeyStyle {
    isEnumeration ? MemoryLayout<Key>.size <= 1 ? .byte : .enumeration : .text
  }
}
