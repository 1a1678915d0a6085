/// The identity of an object, for tables that live as long as they hold it.
///
/// Addresses are no input that anybody chooses: a multiplication spreads them as well as the hash function that `ObjectIdentifier` has, which takes a tenth of
/// the instructions of encoding a graph.
struct ObjectAddress: Hashable {
  private let bits: UInt

  init(_ object: AnyObject) { bits = UInt(bitPattern: ObjectIdentifier(object)) }

  func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// The hash that tables ask for. Multiplicative hashing with 2⁶⁴ divided by the golden ratio (Knuth, The Art of Computer Programming, volume 3, 6.4); the upper
  /// half, which depends on all bits, is brought down to the bits that choose a bucket.
  @inline(__always)
  func _rawHashValue(seed: Int) -> Int {
    let product = (UInt64(bits) ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product ^ product >> 32)
  }
}
