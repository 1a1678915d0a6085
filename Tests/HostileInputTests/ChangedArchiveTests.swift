import Foundation
import HostileInput
import TestTraits
import Testing

/// Small changes of archives, a part of those that `hostiletest flips` makes (Spec, S1, M1, M5, M7).
@Suite struct ChangedArchiveTests {
  private static let seed: UInt64 = 1
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func samples() throws -> [HostileSample] {
    try HostileSamples.vectors(in: root.appending(path: "Spec/vectors"))
      + HostileSamples.generated(seeds: seed..<seed + 1)
  }

  @Test(.long) func `whatever is changed in an archive is found by every reader`() throws {
    var trial = ChangeTrial()
    for sample in try Self.samples() { trial.run(sample, stride: 97) }
    #expect(trial.failures == [], "seed \(Self.seed)")
    #expect(trial.inputCount > 4_000)
  }

  @Test(.long) func `changed archives with right checksums are read alike by every reader`() throws
  {
    var trial = ChangeTrial(isRepaired: true)
    for sample in try Self.samples() { trial.run(sample, stride: 251) }
    #expect(trial.failures == [], "seed \(Self.seed)")
    // Otherwise nothing behind the checksums was read.
    #expect(trial.counts["schema-less: value", default: 0] > 100)
    #expect(trial.counts["schema-less: malformed", default: 0] > 100)
  }

  @Test func `a change that checksums are made to hide is told from none`() throws {
    let sample = try HostileSample("ints", [1, 2, 3], ArchiveForm.all[0], ==)
    let isSame = try #require(sample.isSame)
    #expect(try isSame(sample.bytes, false))
    var bytes = sample.bytes
    bytes[bytes.count - 5] ^= 2
    #expect(throws: (any Error).self) { try isSame(bytes, false) }
    #expect(try !isSame(ChecksumRepair.repaired(bytes), false))
  }
}
