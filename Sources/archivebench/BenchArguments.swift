/// What the command line asks for.
struct BenchArguments {
  var rounds = 9
  var filter: String?
  var asJSON = false
  var asksForHelp = false

  static let usage = """
    usage: archivebench [--rounds N] [--filter NAME] [--json]
      --rounds N     how often each coder is measured, at least 7; \(BenchArguments().rounds) by default
      --filter NAME  only workloads whose name contains NAME
      --json         results as JSON
    """

  private init() {}

  init(_ arguments: some Sequence<String>) throws {
    var remaining = arguments.makeIterator()
    while let argument = remaining.next() {
      switch argument {
      case "--json": asJSON = true
      case "--help", "-h": asksForHelp = true
      case "--filter":
        guard let name = remaining.next() else {
          throw UsageError(message: "--filter needs a name")
        }
        filter = name
      case "--rounds":
        guard let count = remaining.next().flatMap({ Int($0) }), count >= 7 else {
          throw UsageError(message: "--rounds needs a number, at least 7")
        }
        rounds = count
      default: throw UsageError(message: "unknown argument: \(argument)")
      }
    }
  }
}

/// A command line that asks for nothing there is.
struct UsageError: Error {
  var message: String
}
