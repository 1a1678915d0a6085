import Foundation

/// Measures the archiver beside other coders: time to encode, time to decode, and size.
///
/// All coders of a workload take turns in every round, so that what disturbs the machine disturbs
/// all of them; what is shown is the median of the rounds. A coder is measured only after what it
/// decodes was compared with the original. Every encoding and every decoding starts with a fresh
/// coder, as a transformer of a single attribute would.
@main
struct ArchiveBench {
  static func main() {
    do {
      if CommandLine.arguments.dropFirst().first == "stream" {
        return try StreamBench(CommandLine.arguments.dropFirst(2)).run()
      }
      if CommandLine.arguments.dropFirst().first == "parts" { return try PartsBench().run() }
      if CommandLine.arguments.dropFirst().first == "graph" { return try GraphBench().run() }
      if CommandLine.arguments.dropFirst().first == "parents" {
        let arguments = CommandLine.arguments
        if arguments.count == 4, let count = Int(arguments[3]) {
          return try ParentsBench.runFoundation(count)
        }
        return print(try ParentsBench.section())
      }
      if CommandLine.arguments.dropFirst().first == "forms" {
        return try FormsBench(CommandLine.arguments.dropFirst(2)).run()
      }
      if CommandLine.arguments.dropFirst().first == "nib" {
        return try NibBench.run(Array(CommandLine.arguments.dropFirst(2)))
      }
      if CommandLine.arguments.dropFirst().first == "stored" { return try StoredBench().run() }
      if CommandLine.arguments.dropFirst().first == "scaling" {
        return try ScalingBench.run(Array(CommandLine.arguments.dropFirst(2)))
      }
      if CommandLine.arguments.dropFirst().first == "depth" { return try DepthBench().run() }
      if CommandLine.arguments.dropFirst().first == "memory" {
        return try MemoryBench(CommandLine.arguments.dropFirst(2)).run()
      }
      if CommandLine.arguments.dropFirst().first == "shapes" {
        return try ShapesBench(CommandLine.arguments.dropFirst(2)).run()
      }
      if CommandLine.arguments.dropFirst().first == "records" {
        return try RecordsBench(CommandLine.arguments.dropFirst(2)).run()
      }
      if CommandLine.arguments.dropFirst().first == "opening" {
        return try OpeningBench(CommandLine.arguments.dropFirst(2)).run()
      }
      let arguments = try BenchArguments(CommandLine.arguments.dropFirst())
      if arguments.asksForHelp { return print(BenchArguments.usage) }
      if arguments.asTrace { return try InstructionTrace.run() }
      let folder = arguments.folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
      // Before minutes go by that a damaged file would waste.
      let peers = try folder.flatMap { try PeerFigures.load(from: $0) }
      let forms = try folder.flatMap { try FormFigures.load(from: $0) }
      let report = try run(arguments)
      print(arguments.asJSON ? try report.json() : report.text())
      if let folder {
        complain("measuring graphs with parents, keyed archives and record stores ...")
        let chapters = BenchReport.Chapters(
          parents: try ParentsBench.section(), nib: try NibBench.section(),
          records: try RecordsBench.section(postgreSQL: arguments.postgreSQL))
        try report.write(to: folder, chapters, forms: forms, peers: peers)
      }
      if let file = arguments.peerFile {
        try PeerFigures(of: report, peers: Peers.all).write(to: URL(filePath: file))
      }
      exit(report.isComplete ? 0 : 1)
    } catch let error as UsageError {
      complain("\(error.message)\n\(BenchArguments.usage)")
      exit(64)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: BenchArguments) throws -> BenchReport {
    let names = Contest.all.map(\.name)
    let contests = Contest.all.filter { contest in
      arguments.filter.map { contest.name.contains($0) } ?? true
    }
    guard !contests.isEmpty else {
      throw UsageError(message: "no such workload; there are \(names.joined(separator: ", "))")
    }
    return BenchReport(
      rounds: arguments.rounds, machine: .current,
      results: contests.map { contest in
        complain("measuring \(contest.name) ...")
        return contest.run(rounds: arguments.rounds, coder: arguments.coder)
      })
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }
}
