/// What the command line asks for.
struct BenchArguments {
  var rounds = 9
  var filter: String?
  /// What the names of the coders contain that are measured.
  var coder: String?
  /// Where the report is written to, with its plots.
  var folder: String?
  /// The file that figures of peers are written to.
  var peerFile: String?
  /// How libpq reaches a server that takes part; nil for none.
  var postgreSQL: String?
  var asJSON = false
  /// Whether work is only done, for a tool that counts its instructions.
  var asTrace = false
  var asksForHelp = false

  static let usage = """
    usage: archivebench [--rounds N] [--filter NAME] [--coder NAME] [--write FOLDER] [--json]
                        [--peers FILE] [--postgresql CONNINFO]
           archivebench --trace
      --rounds N      how often each coder is measured, at least 7; \(BenchArguments().rounds) by default
      --filter NAME   only workloads whose name contains NAME
      --coder NAME    only coders whose name contains NAME
      --write FOLDER  also writes FOLDER/BENCHMARKS.md and its plots
      --peers FILE    also writes to FILE what was measured of peers, for a checkout's \(PeerFigures.path)
      --postgresql CONNINFO  a server whose records are measured too where the trait PostgreSQL is on
      --json          prints results as JSON
      --trace         does each work once, for .ci/bench-check to count instructions

    \(StreamBench.usage)

    \(FormsBench.usage)

    \(MemoryBench.usage)

    \(ShapesBench.usage)
    \(RecordsBench.usage)
    \(OpeningBench.usage)
    """

  private init() {}

  init(_ arguments: some Sequence<String>) throws {
    var remaining = arguments.makeIterator()
    func value(of option: String) throws -> String {
      guard let value = remaining.next() else {
        throw UsageError(message: "\(option) needs a value")
      }
      return value
    }
    while let argument = remaining.next() {
      switch argument {
      case "--json": asJSON = true
      case "--trace": asTrace = true
      case "--help", "-h": asksForHelp = true
      case "--filter": filter = try value(of: argument)
      case "--coder": coder = try value(of: argument)
      case "--write": folder = try value(of: argument)
      case "--peers": peerFile = try value(of: argument)
      case "--postgresql": postgreSQL = try value(of: argument)
      case "--rounds":
        guard let count = Int(try value(of: argument)), count >= 7 else {
          throw UsageError(message: "--rounds needs a number, at least 7")
        }
        rounds = count
      default: throw UsageError(message: "unknown argument: \(argument)")
      }
    }
    if folder != nil || peerFile != nil, filter != nil || coder != nil {
      throw UsageError(
        message: "--write and --peers are for all workloads and coders, so not with a filter")
    }
    if peerFile != nil, Peers.all.isEmpty {
      throw UsageError(message: "--peers is for a build that has peers")
    }
  }
}

/// A command line that asks for nothing there is.
struct UsageError: Error {
  var message: String
}
