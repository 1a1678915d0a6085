internal import ArchiveFormat

/// Which form the values of an archive have.
extension DecodingSession {
  /// How the record of a value becomes one of the form that its type has now; nil if its type has one form only.
  ///
  /// - Parameter row: The row that names the type; nil if none does.
  /// - Throws: ``ArchiveError/Code/newerVersion``, or what the caller's handler throws.
  func evolution(
    of type: any Any.Type, row: Int?, _ slot: Slot, _ path: () -> [any CodingKey]
  ) throws -> RecordEvolution? {
    let form = form(of: type, row)
    for level in form.newer {
      try refuse(
        NewerVersion(
          name: level.name, archivedVersion: level.archived, knownVersion: level.known,
          path: ledger.path(path())), slot)
    }
    return form.lineage.map { RecordEvolution(form, $0) }
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
      { child.uncountedPath(to: .none) })
  }

  /// The row that tells the version of a value of a type; nil if none does.
  func row(of type: any Any.Type, _ slot: Slot) -> Int? {
    var slot = slot
    while slot.cell.kind == .extension { slot = self.slot(slot.index + 1) }
    guard let row = slot.cell.typeRow else { return nil }
    return names(type, scope.typeName(row, document.definitions)) ? row : nil
  }

  /// Whether a name is that of a type, or one that it had before.
  func names(_ type: any Any.Type, _ name: String) -> Bool {
    ledger.name(of: type).hasSameBytes(as: name)
      || ledger.allowList[name.utf8.digest].map { ObjectIdentifier($0.type) }
        == ObjectIdentifier(type)
  }

  private func refuse(_ newer: NewerVersion, _ slot: Slot) throws {
    if let handler = ledger.settings.newerVersionHandler {
      return try ledger.sticky { try handler(newer) }
    }
    throw error(
      .newerVersion,
      "the archive has version \(newer.archivedVersion) of “\(newer.name)”, known is "
        + "\(newer.knownVersion)", slot)
  }

  private func form(of type: any Any.Type, _ row: Int?) -> TypeForm {
    let key = TypeFormKey(type: ObjectIdentifier(type), row: row)
    if let known = scope.forms[key] { return known }
    let lineage = TypeName.of(type).lineage
    let form: TypeForm
    if let lineage {
      let versions = archivedVersions(lineage, row)
      form = TypeForm(
        lineage, versions,
        newer: zip(lineage.levels, versions).compactMap { level, version in
          version.flatMap {
            $0 > level.version ? (name: level.name, archived: $0, known: level.version) : nil
          }
        })
    } else {
      form = TypeForm(nil, [], newer: row.map(versionsAboveZero) ?? [])
    }
    scope.forms[key] = form
    return form
  }

  /// Superclasses of a row that are looked at: an archive may have a chain as long as its definitions for each of them.
  private static var superclassLimit: Int { 64 }

  /// A type that declares no form knows none but version 0.
  private func versionsAboveZero(
    of row: Int
  ) -> [(name: String, archived: UInt64, known: UInt64)] {
    var found: [(name: String, archived: UInt64, known: UInt64)] = []
    var next: Int? = row
    for _ in 0..<Self.superclassLimit {
      guard let row = next, found.isEmpty else { break }
      let archived = document.definitions.types[row]
      if archived.version > 0 {
        found.append((scope.typeName(row, document.definitions), archived.version, 0))
      }
      next = archived.superclass
    }
    return found
  }

  /// The versions that the rows of a value tell of the levels of its type.
  private func archivedVersions(_ lineage: TypeLineage, _ row: Int?) -> [UInt64?] {
    var versions: [UInt64?] = Array(repeating: nil, count: lineage.levels.count)
    guard let row else { return versions }
    let types = document.definitions.types
    versions[0] = types[row].version
    var level = 1
    var next = types[row].superclass
    for _ in 0..<Self.superclassLimit {
      guard let row = next, level < lineage.levels.count else { break }
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
