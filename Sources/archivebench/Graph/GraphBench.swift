import Foundation
import KeyedArchives
import Workloads

/// Measures how long a large graph of objects takes to decode straight from its bytes, and through
/// cells.
struct GraphBench {
  func run() throws {
    let graph = PartGraph.sample(scale: 25)
    let bytes: [UInt8] = try KeyedArchiver().encode(graph)
    let direct = KeyedUnarchiver(allowedTypes: [Gear.self, Assembly.self])
    var throughCells = direct
    throughCells.usesCells = true
    var times = [Double](repeating: .infinity, count: 2)
    for _ in 0..<9 {
      for (index, unarchiver) in [direct, throughCells].enumerated() {
        var back = PartGraph(roots: [])
        let time = try ContinuousClock().measure {
          back = try unarchiver.decode(PartGraph.self, from: bytes)
        }
        times[index] = min(times[index], time / .milliseconds(1))
        guard back.lines == graph.lines else { throw WrongResult() }
      }
    }
    print(
      "\(graph.objectCount) objects: \(times[0]) ms straight from bytes, \(times[1]) ms through",
      "cells: \(times[1] / times[0]) ×")
  }
}
