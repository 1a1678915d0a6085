import Foundation

/// Measures stores of records side by side, durability made equal: each commit is on the medium when it is acknowledged.
struct RecordsBench {
  static let usage = """
    usage: archivebench records [--count N] [--durable N] [--rounds N] [--store NAME] [--folder PATH]
                              [--postgresql CONNINFO] [--step NAME [--repeat N]]
      --count N       photos that are stored in batches, 100000 by default
      --durable N     photos that are stored one by one, 1000 by default
      --rounds N      how often all is done, 5 by default
      --store NAME    only the stores whose name begins so
      --folder PATH   where the stores are made, and removed; the current folder by default
      --postgresql CONNINFO  a server that takes part, as libpq reaches it
      --step NAME     does that alone, in one store, and tells how many commits and nanoseconds a photo it took
      --repeat N      does it so many times: what fetches, scans or updates
    """

  private var count = 100_000
  private var durableCount = 1_000
  private var rounds = 5
  private var only = ""
  private var folder = URL(filePath: FileManager.default.currentDirectoryPath)
  private var postgreSQL: String?
  private var step: String?
  private var repetitions = 1
  /// Whether what is printed is a section for `BENCHMARKS.md`.
  private var asSection = false

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--section" {
        asSection = true
        continue
      }
      switch (argument, rest.popFirst()) {
      case ("--count", let value?): count = max(Int(value) ?? count, 2_000)
      case ("--durable", let value?): durableCount = max(Int(value) ?? durableCount, 8)
      case ("--rounds", let value?): rounds = max(Int(value) ?? rounds, 1)
      case ("--repeat", let value?): repetitions = max(Int(value) ?? repetitions, 1)
      case ("--store", let value?): only = value
      case ("--folder", let value?): folder = URL(filePath: value)
      case ("--postgresql", let value?): postgreSQL = value
      case ("--step", let value?): step = value
      default: throw UsageError(message: "records: \(argument)?")
      }
    }
  }

  func run() throws {
    let work = try PhotoWork(count: count, durableCount: durableCount)
    let contestants = PhotoContestant.all(postgreSQL: postgreSQL)
      .filter { $0.name.hasPrefix(only) }
    guard let first = contestants.first else {
      throw UsageError(message: "records: no store is called '\(only)'")
    }
    if let step { return try run(step, of: work, first) }
    var results = try PhotoMeasurement(
      work: work, contestants: contestants, rounds: rounds, folder: folder
    ).run()
    let counting = SynchronizationCount(folder: folder, durableCount: durableCount)
    do {
      try results.count(counting)
    } catch let missing as SynchronizationCount.Missing {
      results.missingCounts = "\(missing)"
    }
    print(asSection ? results.section() : results.text())
  }

  /// A section for `BENCHMARKS.md`, from a process of its own that may run on all processors.
  static func section(postgreSQL: String?) throws -> String {
    let folder = OwnProcess.program.deletingLastPathComponent()
    var arguments = ["records", "--section", "--folder", folder.path]
    if let postgreSQL { arguments += ["--postgresql", postgreSQL] }
    let output = try OwnProcess.output(arguments, under: OwnProcess.onAllProcessors)
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Does one step, and leaves without closing the store, as if the process were killed.
  private func run(_ name: String, of work: PhotoWork, _ contestant: PhotoContestant) throws {
    let steps = work.steps + [.nothing]
    guard let step = steps.first(where: { $0.name == name }) else {
      let names = steps.map(\.name).joined(separator: ", ")
      throw UsageError(message: "records: the steps are \(names)")
    }
    let scratch = folder.appending(path: "records-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let store = try contestant.make(scratch)
    if step.needsPhotos { try work.fill(store) }
    let start = ContinuousClock.now
    for _ in 0..<repetitions { try step.run(store, 0..<step.itemCount) }
    let time = (ContinuousClock.now - start) / .nanoseconds(repetitions * max(step.photoCount, 1))
    let done = SynchronizationCount.Step(
      commitCount: step.commitCount * repetitions, nanosecondsPerPhoto: time)
    FileHandle.standardOutput.write(try JSONEncoder().encode(done))
    try store.finish()
    try? FileManager.default.removeItem(at: scratch)
    exit(0)
  }
}
