internal import Synchronization

/// Whether the keys of a container are cases of an enumeration (Spec, section 7).
enum KeyStyle {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])
  private static let knownLimit = 16_384

  /// O(1) after the first key of a type.
  static func isEnumeration<Key: CodingKey>(_ key: Key) -> Bool {
    let id = ObjectIdentifier(Key.self)
    if let found = known.withLock({ $0[id] }) { return found }
    let found = Mirror(reflecting: key).displayStyle == .enum
    known.withLock { if $0.count < knownLimit { $0[id] = found } }
    return found
  }
}
