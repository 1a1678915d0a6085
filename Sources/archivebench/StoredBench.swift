import Foundation
import KeyedArchives
import StorageTransforms
import Workloads

/// Measures what a transform costs beside the archiver alone: one small record, stored and restored, as an attribute of
/// a row in a database is.
struct StoredBench {
  private static let rounds = 41
  private static let callCount = 20_000

  private let archiver = KeyedArchiver()
  private let unarchiver = KeyedUnarchiver()

  func run() throws {
    let value = Tiny.sample
    let plain = ArchiveTransform<Tiny>()
    let records = ArchiveTransform<Tiny>(dictionary: MemoryShapeDictionary())
    let json = JSONTransform<Tiny>().stamped()
    let archive = try archiver.encode(value) as Data
    let (record, text) = (try records.store(value), try json.store(value))
    guard try plain.restore(archive) == value, try records.restore(record) == value,
      try json.restore(text) == value
    else { throw WrongResult() }
    let rows: [(name: String, bytes: Int, store: () throws -> Data, restore: () throws -> Tiny)] = [
      (
        "the archiver alone", archive.count, { try archiver.encode(value) },
        { try unarchiver.decode(Tiny.self, from: archive) }
      ),
      ("archive", archive.count, { try plain.store(value) }, { try plain.restore(archive) }),
      (
        "archive, with a shape dictionary", record.count, { try records.store(value) },
        { try records.restore(record) }
      ),
      ("JSON, with a stamp", text.count, { try json.store(value) }, { try json.restore(text) }),
    ]
    var times = rows.map { _ in (store: [Double](), restore: [Double]()) }
    // All take turns, so that what disturbs the machine disturbs all of them.
    for _ in 0..<Self.rounds {
      for (index, row) in rows.enumerated() {
        times[index].store.append(try Self.nanoseconds { _ = try row.store() })
        times[index].restore.append(try Self.nanoseconds { _ = try row.restore() })
      }
    }
    for (row, time) in zip(rows, times) {
      print(
        "\(row.name): \(row.bytes) bytes, "
          + "stored in \(Self.text(time.store, beside: times[0].store)), "
          + "restored in \(Self.text(time.restore, beside: times[0].restore))")
    }
  }

  /// The median, and that of the ratios of the same round.
  private static func text(_ times: [Double], beside others: [Double]) -> String {
    let ratio = median(zip(times, others).map { $0 / $1 })
    let digits = ratio.formatted(.number.precision(.fractionLength(2)))
    return "\(Int(median(times))) ns (\(digits) of the archiver alone)"
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  private static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<callCount { try body() }
    return (clock.now - start) / .nanoseconds(1) / Double(callCount)
  }
}
