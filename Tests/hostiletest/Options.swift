/// The options behind a command.
struct Options {
  private let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  func has(_ name: String) -> Bool { arguments.contains(name) }

  /// The text behind an option.
  func text(_ name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
  }

  /// The number behind an option.
  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
