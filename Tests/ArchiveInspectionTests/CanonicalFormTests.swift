import ArchiveFormat
import ArchiveInspection
import TestSupport
import Testing

/// Whether bytes are canonical is decided from the bytes (Spec, section 10).
@Suite struct CanonicalFormTests {
  @Test(arguments: 0..<8) func `what the writer writes is canonical`(_ batch: UInt64) throws {
    for seed in (batch * 250)..<(batch * 250 + 250) {
      var generator = SeededGenerator(seed: seed)
      var builder = ArchivedValueBuilder()
      addValue(&builder, depth: 0, &generator)
      let bytes = try builder.finish().archived()
      let findings = ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings
      if !findings.isEmpty { Issue.record("seed \(seed): \(findings)") }
    }
  }

  /// Adds a value whose records take their keys from few, leave some out, and mix kinds.
  private func addValue(
    _ builder: inout ArchivedValueBuilder, depth: Int, _ generator: inout SeededGenerator
  ) {
    switch Int.random(in: depth > 4 ? 4...9 : 0...9, using: &generator) {
    case 0, 1:
      builder.beginRecord()
      for key in ["a", "b", "c", "d", "e", "f"].shuffled(using: &generator)
      where Bool.random(using: &generator) {
        builder.key(key)
        addValue(&builder, depth: depth + 1, &generator)
      }
      builder.end()
    case 2, 3:
      builder.beginArray()
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        addValue(&builder, depth: depth + 1, &generator)
      }
      builder.end()
    case 4: builder.null()
    case 5: builder.bool(Bool.random(using: &generator))
    case 6: builder.double(0.5)
    case 7: builder.string("s")
    default: builder.int(Int64.random(in: -100...100, using: &generator))
    }
  }
}
