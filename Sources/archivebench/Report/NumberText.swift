import Foundation

/// Numbers as the tables show them.
enum NumberText {
  /// How many times; three digits at least where they tell something.
  static func ratio(_ value: Double) -> String {
    String(format: value < 0.995 ? "%.2f" : value < 9.95 ? "%.1f" : "%.0f", value)
  }

  /// A count with a comma after thousands.
  static func count(_ value: Int) -> String {
    value.formatted(.number.locale(Locale(identifier: "en_US")))
  }

  /// A time in the unit that suits it.
  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<9_950: String(format: "%.0f ns", nanoseconds)
    case ..<99_500: String(format: "%.1f µs", nanoseconds / 1e3)
    case ..<999_500: String(format: "%.0f µs", nanoseconds / 1e3)
    case ..<99_500_000: String(format: "%.2f ms", nanoseconds / 1e6)
    default: String(format: "%.0f ms", nanoseconds / 1e6)
    }
  }
}
