package import RecordStorage

/// Processes that increment one number, each in transactions that others may disturb.
package enum IncrementTrial {
  /// Returns what the processes answered besides “ok”, and the number in the end.
  ///
  /// - Parameters:
  ///   - name: A store without records, as ``WorkerProcess`` takes it.
  ///   - store: The same one, for this process.
  ///   - processes: How many processes there are.
  ///   - count: How often each increments.
  package static func run(
    _ name: String, _ store: RecordStore, processes: Int, count: Int
  ) throws -> (faults: [String], number: Int64) {
    try store.write { try Ledger.make(in: $0) }
    let workers = try (0..<processes).map { _ in try WorkerProcess(name) }
    for worker in workers { _ = try worker.ask("open") }
    for worker in workers { try worker.send("increment \(count)") }
    let answers = try workers.map { try $0.receive() }
    return (answers.filter { $0 != "ok" }, try store.read { try Ledger.check($0) })
  }
}
