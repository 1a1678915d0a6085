/// Whether the keys of a container are cases of an enumeration (Spec, section 7).
enum KeyStyle {
  static func isEnumeration(_ key: some CodingKey) -> Bool {
    Mirror(reflecting: key).displayStyle == .enum
  }
}
