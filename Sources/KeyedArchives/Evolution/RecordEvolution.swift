internal import ArchiveFormat

/// How the record that a decoder is for becomes one of the form that its type has now.
final class RecordEvolution {
  private let form: TypeForm
  private let lineage: TypeLineage
  /// Which of its levels the record is of: 0, or more inside of `super`.
  private let level: Int
  private var migrated: [MigrationFields.Field]?

  init(_ form: TypeForm, _ lineage: TypeLineage, level: Int = 0) {
    self.form = form
    self.lineage = lineage
    self.level = level
  }

  /// That of the record of the superclass, which is inside of this one.
  var ofSuperclass: RecordEvolution? {
    level + 1 < lineage.levels.count ? RecordEvolution(form, lineage, level: level + 1) : nil
  }

  /// The fields as the type's `init(from:)` is to find them.
  func fields(of decoder: ValueDecoder) throws -> FieldIndex {
    if let migrated { return FieldIndex(decoder, migrated) }
    let stored = try FieldIndex(decoder)
    guard try isChanging(stored, decoder) else { return stored }
    var fields = stored.fields
    try decoder.session.countVisits(fields.count, decoder.slot)
    for level in levels(stored) { try migrate(&fields, decoder, level) }
    migrated = fields
    return FieldIndex(decoder, fields)
  }

  /// The levels whose fields are in the record: fields that superclasses share a record with are those of all.
  private func levels(_ fields: FieldIndex) -> [Int] {
    let isSplit =
      level + 1 < lineage.levels.count && fields.hasKey(ArchiveCodingKey.super.stringValue)
    return isSplit ? [level] : Array((level..<lineage.levels.count).reversed())
  }

  private func isChanging(_ fields: FieldIndex, _ decoder: ValueDecoder) throws -> Bool {
    let session = decoder.session
    guard decoder.slot.cell.kind == .record, !session.document.definitions.shapes.isEmpty else {
      try session.countVisits(decoder.slot.cell.length, decoder.slot)
      return levels(fields).contains { needsChange(fields, $0) }
    }
    // Records of one shape have the same keys.
    return form.changes(Int(decoder.slot.cell.shape), level: level) {
      levels(fields).contains { needsChange(fields, $0) }
    }
  }

  private func needsChange(_ fields: FieldIndex, _ level: Int) -> Bool {
    guard let evolution = lineage.levels[level].evolution else { return false }
    if let version = form.versions[level], version < evolution.version { return true }
    return evolution.optionalKeys.contains { !fields.hasKey($0) }
  }

  private func migrate(
    _ fields: inout [MigrationFields.Field], _ decoder: ValueDecoder, _ level: Int
  ) throws {
    guard let evolution = lineage.levels[level].evolution else { return }
    let version = form.versions[level]
    var changing = MigrationFields(decoder, fields, archivedVersion: version ?? 0)
    if let version {
      for step in evolution.steps(from: version) { try step.change(&changing) }
    }
    for alias in evolution.aliases where !changing.has(alias.key) {
      changing.rename(alias.old, to: alias.key)
    }
    for missing in evolution.defaults where !changing.has(missing.key) {
      try decoder.session.charge(1, stride: Self.defaultByteCount, decoder.slot)
      changing.put(missing.value.any(), forKey: missing.key)
    }
    fields = changing.fields
  }

  /// What a value in the place of one costs, which may have to be encoded to be decoded as another type.
  static var defaultByteCount: Int { 768 }
}
