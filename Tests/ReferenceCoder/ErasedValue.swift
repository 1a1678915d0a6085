/// A value whose type the archive names, and the caller's list says what that stands for.
package protocol ErasedValue: Codable {
  /// The value, out of all optionals; nil for none.
  var unwrapped: Any? { get }

  /// A value that was decoded, nil for none; nil if it is not of the kind that is asked for.
  init?(unwrapped: Any?)
}
