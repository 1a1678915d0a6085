/// What should not be, and how to meet it again.
package struct TrialFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ place: String, _ error: any Error, _ lines: [String] = []) {
    description = "\(place): \(error)" + lines.map { "\n  \($0)" }.joined()
  }
}
