/// The name of an extension, a reverse domain name (Spec, D3): labels of ASCII letters, digits, `-` and `_` with dots between them.
///
/// Such names are told apart by eye, and sort and compare alike everywhere.
enum ExtensionName {
  /// The flag of a type row that names an extension, and no type.
  static let flag = 16

  /// The longest name, in bytes: that of a domain name (RFC 1035, 2.3.4).
  static let maximumByteCount = 253

  /// Returns a Boolean value that says whether bytes are a name: at most ``maximumByteCount`` bytes, in two labels or
  /// more, none of which is empty.
  static func isValid(_ name: some Collection<UInt8>) -> Bool {
    guard name.count <= maximumByteCount, name.contains(UInt8(ascii: ".")) else { return false }
    var isInLabel = false
    for byte in name {
      switch byte {
      case UInt8(ascii: "."):
        guard isInLabel else { return false }
        isInLabel = false
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        isInLabel = true
      default: return false
      }
    }
    return isInLabel
  }
}
