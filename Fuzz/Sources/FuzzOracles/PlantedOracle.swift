internal import ArchiveFormat
internal import ArchiveInspection

/// A defect that was put here on purpose: whoever fuzzes and does not find it, fuzzes blind.
///
/// It is behind the checksum of an archive, in an array of four or more integers of which the first two are equal. No seed
/// has one.
public enum PlantedOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    guard let inspector = try? ArchiveInspector(content, limits: FuzzLimits.small),
      let value = inspector.roots.first?.value, value.kind == .array, value.count >= 4,
      let first = value[0]?.integerValue, let second = value[1]?.integerValue
    else { return }
    Oracle.require(first != second, "the planted defect")
  }
}
