internal import ArchiveFormat

/// The forms that the records of a type have in the definitions of an archive, by shape.
final class RecordForms {
  enum Found {
    case current
    case older(RecordForm)
    /// One that steps have to change, or that is unknown: cells find out.
    case other
  }

  private let type: any Any.Type
  private let lineage: TypeLineage
  /// The level that the records are of: 0 for the type itself, more inside of `super`.
  private let level: Int
  /// The row of the class, if the values are objects; the shapes of others have their rows.
  private let row: Int?
  /// True if a row may be that of the type under a name that it had before.
  private let hasFormerNames: Bool
  private var known: [Int: Found] = [:]
  private var allForms: (areCurrent: Bool, areRead: Bool)?
  /// The forms of the records of the superclass, inside of these.
  private lazy var ofSuperclass = RecordForms(
    type, lineage, level: level + 1, row: row, hasFormerNames: hasFormerNames)

  init(
    _ type: any Any.Type, _ lineage: TypeLineage, level: Int = 0, row: Int? = nil,
    hasFormerNames: Bool = false
  ) {
    self.type = type
    self.lineage = lineage
    self.level = level
    self.row = row
    self.hasFormerNames = hasFormerNames
  }

  /// The form of the records of a shape. O(fields × names and defaults) when it is asked for first, then O(1).
  func form(ofShape shape: Int, _ definitions: ArchiveDefinitions) -> Found {
    if let found = known[shape] { return found }
    let found =
      isWithoutSteps(shape, definitions) ? makeForm(ofShape: shape, definitions) : Found.other
    known[shape] = found
    return found
  }

  /// Returns whether the records of all shapes are in the present form, and whether no step changes any. O(definitions) when it is asked for first, then O(1).
  func all(_ definitions: ArchiveDefinitions) -> (areCurrent: Bool, areRead: Bool) {
    if let allForms { return allForms }
    var found = (areCurrent: true, areRead: true)
    for shape in definitions.shapes.indices {
      switch form(ofShape: shape, definitions) {
      case .current: continue
      case .older: found.areCurrent = false
      case .other: found = (false, false)
      }
    }
    allForms = found
    return found
  }

  /// The change that a record needs which is decoded from cells after all.
  func evolution(of decoder: ValueDecoder) throws -> RecordEvolution? {
    guard let row else { return try decoder.session.evolution(of: type, decoder) }
    var evolution = try decoder.session.evolution(
      of: type, row: row, decoder.place, { decoder.uncountedPath(to: .none) })
    for _ in 0..<level { evolution = evolution?.ofSuperclass }
    return evolution
  }

  /// Returns whether no step has to change records of a shape, as far as their own row tells the version.
  private func isWithoutSteps(_ shape: Int, _ definitions: ArchiveDefinitions) -> Bool {
    guard row == nil, let row = definitions.shapes[shape].type else { return true }
    // The name of another type is a label that tells nothing.
    guard lineage.levels[0].isNamed(row, definitions) else { return !hasFormerNames }
    return lineage.levels[0].isWithoutSteps(definitions.types[row].version)
  }

  private func makeForm(ofShape shape: Int, _ definitions: ArchiveDefinitions) -> Found {
    var keys = definitions.shapes[shape].fields.map { definitions.keys[$0.key] }
    let superKey = ArchiveCodingKey.super.stringValue
    let superField = keys.firstIndex { $0.hasSameBytes(as: superKey) }
    let isSplit = superField != nil && level + 1 < lineage.levels.count
    var missing: [ArchiveEvolution.Default] = []
    var isOlder = false
    func has(_ key: String) -> Bool {
      keys.contains { $0.hasSameBytes(as: key) }
        || missing.contains { $0.key.hasSameBytes(as: key) }
    }
    // Fields that superclasses share a record with are those of all, and the superclasses' come first.
    let levels = isSplit ? [level] : (level..<lineage.levels.count).reversed()
    for evolution in levels.compactMap({ lineage.levels[$0].evolution }) {
      for alias in evolution.aliases where !has(alias.key) {
        if let index = keys.firstIndex(where: { $0.hasSameBytes(as: alias.old) }) {
          keys[index] = alias.key
        } else if let index = missing.firstIndex(where: { $0.key.hasSameBytes(as: alias.old) }) {
          missing[index].key = alias.key
        } else {
          continue
        }
        isOlder = true
      }
      for field in evolution.defaults where !has(field.key) {
        guard !field.value.isOptional else { return .other }
        missing.append(field)
        isOlder = true
      }
    }
    if let superField, isSplit {
      let kind = definitions.kinds[definitions.shapes[shape].fields[superField].kind]
      if kind.code == .recordOfShape,
        case .current = ofSuperclass.form(ofShape: Int(kind.number), definitions)
      {
        return isOlder ? .older(RecordForm(keys, missing, nil)) : .current
      }
      return .older(RecordForm(keys, missing, ofSuperclass))
    }
    return isOlder ? .older(RecordForm(keys, missing, nil)) : .current
  }
}

extension TypeLineage.Level {
  /// Returns whether a row is that of this very type.
  func isNamed(_ row: Int, _ definitions: ArchiveDefinitions) -> Bool {
    name.hasSameBytes(as: definitions.fullName(ofType: row))
  }

  /// Returns whether no step has to change records of a version.
  func isWithoutSteps(_ archived: UInt64) -> Bool {
    archived <= version && (evolution?.steps(from: archived).isEmpty ?? true)
  }
}
