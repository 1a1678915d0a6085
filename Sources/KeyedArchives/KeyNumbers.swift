/// The numbers of the keys of one key type, found without hashing where its keys are single bytes.
///
/// A `CodingKeys` enumeration without payloads is one byte, or none for a single case: that byte
/// tells the key, so that its text is needed once per call of the archiver and not once per field.
final class KeyNumbers {
  /// Whether containers with these keys are records; nil before the first key.
  private(set) var makesRecords: Bool?
  /// Who asks with these keys for what has to be looked at first.
  let trustingInitializer: TrustingInitializer?
  private var isByte = false
  private var numbers: [UInt32] = []
  private static let unknown = UInt32.max

  init(trustingInitializer: TrustingInitializer? = nil) {
    self.trustingInitializer = trustingInitializer
  }

  /// The number of a key; `find` is asked for keys that were not met before.
  @inline(__always)
  func number<Key: CodingKey>(of key: Key, _ find: (String) -> UInt32) -> UInt32 {
    if makesRecords == nil { begin(key) }
    guard isByte else { return find(key.stringValue) }
    let byte = Self.byte(of: key)
    if numbers[byte] == Self.unknown { numbers[byte] = find(key.stringValue) }
    return numbers[byte]
  }

  private func begin<Key: CodingKey>(_ key: Key) {
    let isEnumeration = KeyStyle.isEnumeration(key)
    makesRecords = isEnumeration
    isByte = isEnumeration && MemoryLayout<Key>.size <= 1
    if isByte { numbers = Array(repeating: Self.unknown, count: 256) }
  }

  private static func byte<Key: CodingKey>(of key: Key) -> Int {
    MemoryLayout<Key>.size == 0 ? 0 : unsafe withUnsafeBytes(of: key) { unsafe Int($0[0]) }
  }
}
