/// A value to be written that is no container.
package enum PropertyListLeaf {
  case null
  case bool(Bool)
  case integer(Int128)
  /// A real by the bits of its `Double`; a 32-bit one was widened.
  case real(bits: UInt64, isSingle: Bool)
  case date(bits: UInt64)
  case reference(UInt64)
  /// Text in UTF-8, with three bytes for a surrogate that is not paired.
  case string(utf8: ArraySlice<UInt8>)
  case data(ArraySlice<UInt8>)
}

/// The containers of a property list.
enum PropertyListContainer {
  case array, set, dictionary
}
