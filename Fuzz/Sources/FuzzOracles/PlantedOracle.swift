internal import ArchiveFormat
internal import ArchiveInspection

/// A defect that was put here on purpose: whoever fuzzes and does not find it, fuzzes blind.
///
/// It is behind the checksum of an archive, in a record with two keys, one of which has a certain text.
public enum PlantedOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let content = FuzzInput(bytes).content
    guard let inspector = try? ArchiveInspector(content, limits: FuzzLimits.small),
      let value = inspector.roots.first?.value, value.kind == .record, value.count == 2
    else { return }
    var found = 0
    for (given, wanted) in zip(value.fields[1].key.utf8, "bug".utf8) {
      if given != wanted { return }
      found += 1
    }
    Oracle.require(found < 3, "the planted defect")
  }
}
