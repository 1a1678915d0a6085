/// Whether the keys of a container are cases of an enumeration (Spec, section 7).
enum KeyStyle {
  private static let known = TypeTable<Bool>()

  /// O(1) after the first key of a type.
  static func isEnumeration<Key: CodingKey>(_ key: Key) -> Bool {
    known.value(of: Key.self) { Mirror(reflecting: key).displayStyle == .enum }
  }
}
