import ArchiveInspection

/// Reads bytes as an archive without any type: verifies them, walks and prints every value, and
/// writes each root again. What was written must be read, and be written again as the same bytes.
///
/// An input that begins with 00 is what follows the 00, untouched. Any other gets right checksums.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSchemalessRead(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  let bytes = input.first == 0 ? Array(input.dropFirst()) : ChecksumRepair.repaired(input)
  var limits = ArchiveLimits.untrusted
  limits.maximumValueCount = 200_000
  limits.maximumZeroWidthCount = 50_000
  limits.maximumInflatedByteCount = 4 << 20

  let verification = ArchiveVerification(of: bytes, limits: limits, requiresCanonicalForm: true)
  guard let inspector = try? ArchiveInspector(bytes, limits: limits) else {
    if verification.isWellFormed { fatalError("verify accepts what opening refuses") }
    return 0
  }
  guard !inspector.dump().isEmpty, inspector.summary.storedByteCount == bytes.count else {
    fatalError("the dump is empty, or the summary counts other bytes")
  }
  for root in inspector.roots {
    _ = try? root.value.json(.lossy)
    guard let written = try? root.value.archived(), written.count < 4 << 20 else { continue }
    do {
      let again = try ArchiveInspector(written).roots.first?.value.archived()
      if again != written { fatalError("written again, the bytes are others") }
    } catch {
      fatalError("what was written is refused: \(error)")
    }
  }
  return 0
}
