/// A value that is made here, of as many records as are asked for: always the same.
package protocol GeneratedWorkload: Codable, Equatable, Sendable {
  /// How many records the value has that is measured.
  static var standardCount: Int { get }

  /// The value with so many records.
  static func generated(count: Int) -> Self
}

extension GeneratedWorkload {
  /// The value that is measured.
  package static func standard() -> Self { generated(count: standardCount) }
}
