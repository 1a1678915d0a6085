import Foundation
import KeyedArchives
import Workloads

/// Measures what parts are good for: reading one value, and packing on two cores.
struct PartsBench {
  private let clock = ContinuousClock()

  func run() throws {
    try measurePacking()
    try measurePartialReading()
  }

  private func best(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let time = try clock.measure(body)
      best = min(
        best, Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
    }
    return best
  }

  private func measurePartialReading() throws {
    let count = 1_000_000
    var archiver = KeyedArchiver(compression: .zlib())
    archiver.maximumConcurrency = 2
    let log = WebLog.generated(count: count)
    let data: Data = try archiver.encode(log)
    let path = ArchivePath([.key("logs"), .index(count / 2)])
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits = .trusted
    guard try unarchiver.decode(WebLog.Entry.self, at: path, from: data) == log.entries[count / 2]
    else { throw WrongResult() }
    let whole = try best(1) { _ = try unarchiver.decode(WebLog.self, from: data) }
    let part = try best(20) { _ = try unarchiver.decode(WebLog.Entry.self, at: path, from: data) }
    print("one of \(count) entries: \(part) ms; all: \(whole) ms; \(100 * part / whole) %")
  }

  private func measurePacking() throws {
    let mesh = TriangleMesh.generated(count: TriangleMesh.standardCount)
    var archiver = KeyedArchiver(compression: .zlib(level: 6))
    var times: [Int: Double] = [1: .infinity, 2: .infinity]
    var bytes: [Int: Data] = [:]
    for _ in 0..<7 {
      for count in [1, 2] {
        archiver.maximumConcurrency = count
        let time = try best(1) { bytes[count] = try archiver.encode(mesh) }
        times[count] = min(times[count] ?? time, time)
      }
    }
    guard bytes[1] == bytes[2], let one = times[1], let two = times[2] else { throw WrongResult() }
    print("mesh, zlib 6: one core \(one) ms, two cores \(two) ms: \(one / two) ×")
  }
}
