/// A string that is compared by its bytes: `String` itself finds canonically equal texts equal.
struct Digest: Hashable, Sendable {
  private let bytes: [UInt8]

  fileprivate init(_ text: String) { bytes = Array(text.utf8) }
}

extension String {
  /// This text as a key that is compared by bytes.
  var digest: Digest { Digest(self) }

  /// Returns a Boolean value that says whether two strings are the same bytes.
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
