/// The keys of an object's fields: those that an archiver was given, and those that it wrote.
///
/// An archiver puts a `$` in front of a key that begins with one. Keys of `$` and digits are its own, for values without keys, and stay.
enum FieldKey {
  /// The key that an archiver was given; nil for one that it writes for no key.
  static func given(_ written: [UInt8]) -> String? {
    guard written.first == UInt8(ascii: "$"), !isNumber(written[...]) else {
      return String(validating: written, as: UTF8.self)
    }
    let given = written.dropFirst()
    guard given.first == UInt8(ascii: "$"), !isNumber(given) else { return nil }
    return String(validating: given, as: UTF8.self)
  }

  /// The key that an archiver writes.
  static func written(_ given: [UInt8]) -> [UInt8] {
    given.first == UInt8(ascii: "$") && !isNumber(given[...]) ? [UInt8(ascii: "$")] + given : given
  }

  private static func isNumber(_ key: ArraySlice<UInt8>) -> Bool {
    key.count > 1 && key.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
