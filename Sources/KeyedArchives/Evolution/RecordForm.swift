/// The fields of the records of one shape as their type names them now, where no step has to change them: some have other names, and others
/// have defaults.
final class RecordForm {
  /// By field of the shape: its name now.
  let keys: [String]
  /// The fields that the shape lacks, in the order in which they come after the others.
  let missing: [ArchiveEvolution.Default]
  /// The forms of the superclass's record inside of this one.
  let ofSuperclass: RecordForms?

  init(
    _ keys: [String], _ missing: [ArchiveEvolution.Default], _ ofSuperclass: RecordForms?
  ) {
    self.keys = keys
    self.missing = missing
    self.ofSuperclass = ofSuperclass
  }

  /// Its size in memory, about.
  var byteCount: Int { (keys.count + 4 * missing.count) * MemoryLayout<String>.stride }

  /// The number of the default of a key; nil if it has none.
  func number(ofMissing key: String) -> Int? {
    missing.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}
