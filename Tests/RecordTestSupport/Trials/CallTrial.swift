internal import Foundation
internal import RecordStorage

/// Makes each call of the system that a program with a file store makes fail in turn, and kills the program in front of it.
///
/// Each error that the program meets has a code; the store then has all that was acknowledged, and goes on. It takes `strace`.
package final class CallTrial {
  /// What the folder has before.
  enum Start: String, CaseIterable {
    /// Nothing.
    case nothing
    /// What a program left that was killed: a torn tail, a new log and a hint that were not whole.
    case remains
  }

  /// Codes of errors that a call of the system leads to.
  private static let codes: Set<String> = ["inputOutput", "noSpace", "outcomeUnknown", "poisoned"]
  private static let movesBefore: Int64 = 5

  private let folder: String
  private let mostPoints: Int
  private let seed: UInt64
  private var log: String { folder + ".strace" }
  private var remains: [String: Data] = [:]

  /// - Parameters:
  ///   - folder: One that is made anew for each point. Its path has no links.
  ///   - mostPoints: Of the points of each fault so many at most, spread evenly.
  ///   - seed: Which of them.
  package init(folder: String, mostPoints: Int = .max, seed: UInt64 = 0) {
    self.folder = folder
    self.mostPoints = mostPoints
    self.seed = seed
  }

  /// - Returns: What was done, in lines.
  /// - Throws: ``TrialFailure``.
  package func run() throws -> String {
    try makeRemains()
    var lines: [String] = []
    var total = 0
    for start in Start.allCases {
      let (called, acknowledgedCount) = try callCounts(start)
      lines.append(
        "from \(start.rawValue), calls: "
          + called.map { "\($0.call) \($0.count)" }.joined(separator: ", "))
      for (call, count) in called {
        var parts: [String] = []
        // Where a torn tail has to be cut off, nothing is written before.
        for fault in Self.faults(of: call) where !fault.isTwofold || start == .nothing {
          let points = try points(start, fault, count, acknowledgedCount)
          parts.append("\(fault.action) \(points)")
          total += points
        }
        lines.append("  \(call): " + parts.joined(separator: ", "))
      }
    }
    lines.append("\(total) points, and the store was whole after each")
    return lines.joined(separator: "\n")
  }

  private func begin(_ start: Start) throws -> ScriptRun {
    switch start {
    case .nothing: try ScriptRun(folder: folder)
    case .remains: try ScriptRun(folder: folder, files: remains, moves: Self.movesBefore)
    }
  }

  private func makeRemains() throws {
    let path = try begin(.nothing).path
    let first = try FileBackEnd(path: path)
    try RecordStore(first).write { session in
      try Ledger.make(in: session)
      try Ballast.make(in: session)
    }
    for _ in 0..<Self.movesBefore { try RecordStore(first).write { _ = try Ledger.move(in: $0) } }
    first.close()
    let hint = try Data(contentsOf: URL(filePath: path + ".hint"))
    let second = try FileBackEnd(path: path)
    try RecordStore(second).write { _ = try Ledger.move(in: $0) }
    second.close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    remains = [
      "": bytes.dropLast(30), ".hint": hint, ".new": bytes.prefix(100),
      ".hint.new": hint.prefix(50),
    ]
  }

  private func strace(_ path: String, _ arguments: [String]) -> [String] {
    try? FileManager.default.removeItem(atPath: log)
    let names = ["", ".lock", ".new", ".hint", ".hint.new"].map { path + $0 }
    return ["strace", "-f", "-qq", "-o", log] + ([folder] + names).flatMap { ["-P", $0] }
      + arguments
  }

  /// How often the program makes each call when nothing fails, and how many commits are acknowledged then.
  private func callCounts(_ start: Start) throws -> ([(call: String, count: Int)], Int) {
    var run = try begin(start)
    let trace = "trace=" + Self.calls.map { "?" + $0 }.joined(separator: ",")
    do {
      let ending = try run.perform(under: strace(run.path, ["-e", trace]))
      guard ending == .exited(0) else { throw Ledger.Broken(description: "\(ending)") }
      try run.check(codes: [])
    } catch {
      throw TrialFailure("without a fault, from \(start.rawValue)", error, run.lines)
    }
    let text = try String(contentsOfFile: log, encoding: .utf8)
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      guard let open = line.firstIndex(of: "(") else { continue }
      counts[String(line[..<open].split(separator: " ").last ?? ""), default: 0] += 1
    }
    let called = counts.filter { Self.calls.contains($0.key) }.sorted { $0.key < $1.key }
    return (called.map { ($0.key, $0.value) }, run.journal.acknowledgedCount)
  }

  /// - Returns: How many points there were, until the program made no such call any more.
  private func points(
    _ start: Start, _ fault: Fault, _ callCount: Int, _ acknowledgedCount: Int
  ) throws -> Int {
    var pointCount = 0
    let step = max(1, callCount / max(1, mostPoints))
    var number = 1 + Int(seed % UInt64(step))
    while true {
      var run = try begin(start)
      let isOver: Bool
      do {
        let ending = try run.perform(under: strace(run.path, fault.arguments(number)))
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        let isInjected = text.split(separator: "\n").contains {
          $0.contains("\(fault.call)(") && $0.contains("(INJECTED)")
        }
        isOver = ending != .killed(by: SIGKILL) && !isInjected
        guard ending == .exited(0) || fault.error == nil && !isOver else {
          throw Ledger.Broken(description: "\(ending)")
        }
        let hasToPass = isOver || fault.hasToPass
        try run.check(codes: hasToPass ? [] : Self.codes)
        guard !hasToPass || run.journal.acknowledgedCount == acknowledgedCount else {
          throw Ledger.Broken(description: "\(run.journal.acknowledgedCount) commits")
        }
        try run.goOn()
      } catch {
        throw TrialFailure("\(fault) at number \(number), from \(start.rawValue)", error, run.lines)
      }
      if isOver { break }
      pointCount += 1
      number += step
    }
    guard (pointCount + 1) * step > callCount / 2 else {
      throw TrialFailure(
        "\(fault)", Ledger.Broken(description: "\(pointCount) points of \(callCount) calls"))
    }
    return pointCount
  }
}
