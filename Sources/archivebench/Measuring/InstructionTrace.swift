import ArchiveCompression
import Foundation
import KeyedArchives
import Workloads

/// Does the work of this package's coders on small values, and that of the file back end, each once, so that a tool can count the
/// instructions of each.
///
/// All that is counted happens inside of ``traceWork(_:)``, and after each call of it comes one of
/// ``traceEnd()``. A line for each is printed, in their order: the workload, whether it has the number of records that is compared
/// with earlier counts (1) or twice that (2), the direction, and the coder.
enum InstructionTrace {
  static func run() throws {
    // Both sizes of each are framed alike: a second part is a cost of its own.
    try trace("log", WebLog.self, count: 1_000)
    try trace("mesh", TriangleMesh.self, count: 2_000)
    try trace("minecraft", PlayerSaves.self, count: 40)
    try trace("mk48", GameUpdates.self, count: 80)
    try trace("twitter", TwitterSearch.self) { $0.statuses += $0.statuses }
    try trace("citm", TicketCatalog.self) { $0.performances += $0.performances }
    try trace("canada", CanadaMap.self) { map in
      for index in map.features.indices {
        map.features[index].geometry.coordinates += map.features[index].geometry.coordinates
      }
    }
    try trace("tiny", Tiny.sample, factor: 1)
    try traceGraph()
    for factor in 1...2 { try traceRecords(factor: factor) }
  }

  private static func trace<Value: GeneratedWorkload & MeasuredValue>(
    _ name: String, _ type: Value.Type, count: Int
  ) throws {
    for factor in 1...2 { try trace(name, type.generated(count: count * factor), factor: factor) }
  }

  private static func trace<Document: CorpusDocument & MeasuredValue>(
    _ name: String, _ type: Document.Type, double: (inout Document) -> Void
  ) throws {
    guard var document = try Corpus.load(type) else { return }
    try trace(name, document, factor: 1)
    double(&document)
    try trace(name, document, factor: 2)
  }

  private static func trace<Value: MeasuredValue>(
    _ name: String, _ value: Value, factor: Int
  ) throws {
    for coder in ValueCoder<Value>.archives where coder.output != .compressed {
      try trace(name, Contestant(coder, value, isSame: ==), factor: factor)
    }
  }

  private static func traceGraph() throws {
    let coder = ValueCoder<PartGraph>.archive(
      "KeyedArchives, Codable", .none, allowing: [Gear.self, Assembly.self])
    let contestant = try Contestant(coder, .sample()) { $0.lines == $1.lines }
    try trace("graph", contestant, factor: 1)
  }

  /// The contestant did its work once before, so nothing is counted that happens only once.
  private static func trace(_ name: String, _ contestant: Contestant, factor: Int) throws {
    for (direction, work) in [("encode", contestant.encode), ("decode", contestant.decode)] {
      try trace(name, direction, contestant.name, factor: factor, work)
    }
  }

  /// Does each step of ``PhotoWork``, in a store of the file back end. All were done in another store before.
  private static func traceRecords(factor: Int) throws {
    let work = try PhotoWork(count: 2_000 * factor, durableCount: 100 * factor)
    for isTraced in [false, true] {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = try PhotoContestant.file.make(folder)
      for step in work.steps {
        let run = { try step.run(store, 0..<step.itemCount) }
        // How much threads wait for each other is no count to compare.
        if isTraced, step.name != "insert-8" {
          try trace("records", step.name, PhotoContestant.file.name, factor: factor, run)
        } else {
          try run()
        }
      }
      try store.finish()
    }
  }

  /// Does work once, to be counted, and prints a line that tells which.
  static func trace(
    _ name: String, _ direction: String, _ coder: String, factor: Int, _ work: () throws -> Void
  ) throws {
    try trace(work)
    print(name, factor, direction, coder, separator: "\t")
  }

  /// Does a piece of work whose instructions are counted.
  static func trace(_ work: () throws -> Void) throws {
    try traceWork(work)
    traceEnd()
  }

  // The counting tool knows these by their names, so they must stay functions.

  @inline(never) @_optimize(none)
  private static func traceWork(_ work: () throws -> Void) throws { try work() }

  @inline(never) @_optimize(none)
  private static func traceEnd() {}
}
