/// The style of the keys of a container: cases of an enumeration, or other keys (Spec, section 7).
enum KeyStyle {
  static func isEnumeration(_ key: some CodingKey) -> Bool {
    Mirror(reflecting: key).displayStyle == .enum
  }
}
