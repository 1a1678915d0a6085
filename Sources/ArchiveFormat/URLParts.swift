/// The parts of a URL: its text, then that of its base, and so on.
package enum URLParts {
  /// The counts of parts that URLs have in archives (Spec, K4).
  package static let counts: ClosedRange<UInt64> = 1...8
}
