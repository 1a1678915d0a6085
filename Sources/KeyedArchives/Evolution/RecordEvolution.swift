internal import ArchiveFormat

/// How the record that a decoder is for becomes one of the form that its type has now.
final class RecordEvolution {
  private let lineage: TypeLineage
  /// Which of its levels the record is of: 0, or more inside of `super`.
  private let level: Int
  /// The versions of the levels in the archive; nil for those that it does not tell.
  private let versions: [UInt64?]
  private var migrated: [MigrationFields.Field]?

  init(_ lineage: TypeLineage, level: Int = 0, _ versions: [UInt64?]) {
    self.lineage = lineage
    self.level = level
    self.versions = versions
  }

  /// That of the record of the superclass, which is inside of this one.
  var ofSuperclass: RecordEvolution? {
    level + 1 < lineage.levels.count
      ? RecordEvolution(lineage, level: level + 1, versions) : nil
  }

  /// The fields as the type's `init(from:)` is to find them.
  func fields(of decoder: ValueDecoder) throws -> FieldIndex {
    if let migrated { return FieldIndex(decoder, migrated) }
    let stored = try FieldIndex(decoder)
    // Fields that superclasses share a record with are those of all.
    let isSplit = stored.hasKey(ArchiveCodingKey.super.stringValue)
    let levels = isSplit ? [level] : Array((level..<lineage.levels.count).reversed())
    guard levels.contains(where: { needsChange(stored, $0) }) else { return stored }
    try decoder.session.countVisits(stored.fieldCount, decoder.slot)
    var fields = stored.fields
    for level in levels { try migrate(&fields, decoder, level, stored) }
    migrated = fields
    return FieldIndex(decoder, fields)
  }

  private func needsChange(_ fields: FieldIndex, _ level: Int) -> Bool {
    guard let evolution = lineage.levels[level].evolution else { return false }
    if let version = versions[level], version < evolution.version { return true }
    return evolution.optionalKeys.contains { !fields.hasKey($0) }
  }

  private func migrate(
    _ fields: inout [MigrationFields.Field], _ decoder: ValueDecoder, _ level: Int,
    _ stored: FieldIndex
  ) throws {
    guard let evolution = lineage.levels[level].evolution else { return }
    var changing = MigrationFields(decoder, fields, archivedVersion: versions[level] ?? 0)
    if let version = versions[level] {
      for step in evolution.steps(from: version) { try step.change(&changing) }
    }
    for alias in evolution.aliases
    where !changing.contains(alias.key) && !stored.hasAbsent(alias.key) {
      changing.rename(alias.old, to: alias.key)
    }
    for missing in evolution.defaults
    where !changing.contains(missing.key) && !stored.hasAbsent(missing.key) {
      changing.put(missing.make(), forKey: missing.key)
    }
    fields = changing.fields
  }
}

extension DecodingSession {
  /// How the record of a value becomes one of the form that its type has now; nil if it is in that form.
  ///
  /// - Throws: ``ArchiveError/Code/newerVersion``, or what the caller's hook throws.
  func evolution(
    of type: any Any.Type, row: Int?, _ slot: Slot, _ path: () -> [any CodingKey]
  ) throws -> RecordEvolution? {
    guard let lineage = TypeName.of(type).lineage else {
      if let row { try checkVersion(of: type, row, slot, path) }
      return nil
    }
    let versions = archivedVersions(lineage, row)
    for (level, version) in zip(lineage.levels, versions) {
      guard let version, version > level.version else { continue }
      try refuse(
        NewerVersion(
          name: level.name, archivedVersion: version, knownVersion: level.version,
          path: ledger.path(path())), slot)
    }
    return RecordEvolution(lineage, versions)
  }

  /// How the record of a value that is no object becomes one of the form that its type has now.
  func evolution(of type: any Any.Type, _ child: ValueDecoder) throws -> RecordEvolution? {
    let isVersioned: Bool
    switch child.slot.cell.kind {
    case .record where child.slot.cell.detail > 0:
      isVersioned = document.definitions.types[Int(child.slot.cell.detail) - 1].version > 0
    default: isVersioned = child.place.cell.kind == .typed
    }
    guard isVersioned || ledger.evolves(type) else { return nil }
    return try evolution(
      of: type, row: row(of: type, child.place) ?? row(of: type, child.slot), child.place,
      { child.codingPath })
  }

  /// The row that tells the version of a value of a type; nil if none does.
  func row(of type: any Any.Type, _ slot: Slot) -> Int? {
    var slot = slot
    while slot.cell.kind == .extension { slot = self.slot(slot.index + 1) }
    let row: Int
    switch slot.cell.kind {
    case .record where slot.cell.detail > 0: row = Int(slot.cell.detail) - 1
    case .typed: row = Int(slot.cell.detail)
    default: return nil
    }
    return names(type, scope.typeName(row, document.definitions)) ? row : nil
  }

  /// Whether a name is that of a type, or one that it had before.
  private func names(_ type: any Any.Type, _ name: String) -> Bool {
    TypeName.of(type).text.hasSameBytes(as: name)
      || ledger.allowList[name.utf8.digest].map { ObjectIdentifier($0.type) }
        == ObjectIdentifier(type)
  }

  /// A type that declares no form knows none but version 0.
  private func checkVersion(
    of type: any Any.Type, _ row: Int, _ slot: Slot, _ path: () -> [any CodingKey]
  ) throws {
    var next: Int? = row
    while let row = next {
      let archived = document.definitions.types[row]
      if archived.version > 0 {
        try refuse(
          NewerVersion(
            name: scope.typeName(row, document.definitions), archivedVersion: archived.version,
            knownVersion: 0, path: ledger.path(path())), slot)
      }
      next = archived.superclass
    }
  }

  private func refuse(_ newer: NewerVersion, _ slot: Slot) throws {
    if let handler = ledger.settings.newerVersionHandler { return try handler(newer) }
    throw error(
      .newerVersion,
      "the archive has version \(newer.archivedVersion) of “\(newer.name)”, known is "
        + "\(newer.knownVersion)", slot)
  }

  /// The versions that the rows of a value tell of the levels of its type.
  private func archivedVersions(_ lineage: TypeLineage, _ row: Int?) -> [UInt64?] {
    var versions: [UInt64?] = Array(repeating: nil, count: lineage.levels.count)
    guard let row else { return versions }
    let types = document.definitions.types
    versions[0] = types[row].version
    var level = 1
    var next = types[row].superclass
    while let row = next {
      let name = scope.typeName(row, document.definitions)
      if let found = lineage.levels[level...].firstIndex(where: {
        $0.name.hasSameBytes(as: name)
          || ledger.allowList[name.utf8.digest].map { ObjectIdentifier($0.type) } == $0.type
      }) {
        versions[found] = types[row].version
        level = found + 1
      }
      next = types[row].superclass
    }
    // Archives name no more superclasses than have versions.
    for unnamed in level..<lineage.levels.count { versions[unnamed] = 0 }
    return versions
  }
}
