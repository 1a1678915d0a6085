import Foundation
import HostileInput

/// Reads every small change of many archives: `flips [--repaired] [--stride N] [--seeds N]`.
enum FlipCommand {
  static func run(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let samples =
      try HostileSamples.vectors(in: root.appending(path: "Spec/vectors"))
      + HostileSamples.generated(seeds: 1..<(1 + UInt64(options.number("--seeds") ?? 7)))
    var trial = ChangeTrial(isRepaired: options.has("--repaired"))
    let start = clock()
    for sample in samples { trial.run(sample, stride: options.number("--stride") ?? 1) }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let byteCount = samples.reduce(0) { $0 + $1.bytes.count }
    print(
      "flips\(trial.isRepaired ? " with repaired checksums" : ""): \(samples.count) archives of "
        + "\(byteCount) bytes, \(trial.inputCount) changed inputs, "
        + "\(trial.counts.values.reduce(0, +)) reads, \(String(format: "%.1f", seconds)) s of processor time"
    )
    for (verdict, count) in trial.counts.sorted(by: { $0.key < $1.key }) {
      print("  \(verdict): \(count)")
    }
    for failure in trial.failures { print("  FAILURE \(failure)") }
    print(trial.failureCount == 0 ? "flips: ok" : "flips: \(trial.failureCount) failures")
    return trial.failureCount == 0
  }
}
