/// Keys that are written as integers: the canonical decimal forms of Int64 (Spec, section 7).
enum IntegerKey {
  /// The integer whose decimal form `key` is, or nil if it is none or not the canonical one.
  static func value(of key: String) -> Int64? {
    let utf8 = key.utf8
    guard let first = utf8.first, utf8.count <= 20 else { return nil }
    let digits = first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    guard let leading = digits.first, leading != UInt8(ascii: "0") || utf8.count == 1,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(key)
  }
}
