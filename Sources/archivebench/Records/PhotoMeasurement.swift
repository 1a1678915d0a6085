import Foundation

/// Stores of all kinds, made anew in each round, that take turns in each step: slice by slice, so that what disturbs the machine
/// disturbs all of them.
struct PhotoMeasurement {
  let work: PhotoWork
  let contestants: [PhotoContestant]
  let rounds: Int
  /// Where the stores are made, and removed.
  let folder: URL

  func run() throws -> PhotoResults {
    var results = PhotoResults(contestants: contestants, rounds: rounds, work: work)
    for round in 0..<rounds {
      let scratch = folder.appending(path: "records-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: scratch) }
      try self.round(round, in: scratch, &results)
    }
    return results
  }

  private func round(_ number: Int, in scratch: URL, _ results: inout PhotoResults) throws {
    var stores: [(name: String, folder: URL, store: any PhotoStore, isLocal: Bool)] = []
    defer { for store in stores { try? store.store.finish() } }
    for contestant in contestants {
      let folder = scratch.appending(path: "\(stores.count)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let store = try contestant.make(folder)
      stores.append((contestant.name, folder, store, contestant.isLocal))
    }
    // Each slice meets the machine as the one before left it, so that is another one's each time.
    var (turns, generator) = (stores, SeededGenerator(seed: UInt64(number)))
    func each(_ steps: [PhotoStep]) throws {
      for step in steps {
        var times: [String: Double] = [:]
        for slice in step.slices {
          turns.shuffle(using: &generator)
          for turn in turns {
            let start = ContinuousClock.now
            try step.run(turn.store, slice)
            times[turn.name, default: 0] += (ContinuousClock.now - start) / .nanoseconds(1)
          }
        }
        for (name, time) in times { results.add(time / Double(step.photoCount), step.name, name) }
      }
    }
    try each(work.inserting)
    for turn in turns { try work.verify(turn.store, updateCount: 0) }
    try each(work.reading)
    try each(work.updating)
    for turn in turns { try work.verify(turn.store, updateCount: work.updating.count) }
    for turn in turns where turn.isLocal {
      let before = try Self.byteCount(of: turn.folder)
      try turn.store.compact()
      results.bytes[turn.name] = PhotoResults.Bytes(
        asLeft: before, compacted: try Self.byteCount(of: turn.folder))
    }
  }

  /// The bytes of all files of a folder, but for memory that SQLite's processes share.
  private static func byteCount(of folder: URL) throws -> Int {
    try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.fileSizeKey]
    ).filter { !$0.path.hasSuffix("-shm") }
      .map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }.reduce(0, +)
  }
}
