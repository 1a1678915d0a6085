import RecordStorage
import StorageTransforms
import Synchronization

/// Writes records with a fault.
final class FaultyWriting: FaultyReading, StorageWriting {
  private let writing: any StorageWriting
  /// What was committed before the transaction had its turn.
  private let early: any StorageReading
  /// What was committed when it had it.
  private let begin: any StorageReading
  /// What was changed, in order; nil for what was deleted.
  private(set) var changes: [(table: RecordTable, key: RecordKey, values: [StoredValue]?)] = []

  init(
    _ writing: any StorageWriting, _ place: FaultyMedium.Place, _ fault: Fault?,
    _ kept: KeptTables?, early: any StorageReading
  ) throws {
    self.writing = writing
    self.early = early
    begin = try place.snapshot()
    super.init(writing, place, fault, kept)
  }

  override var reading: any StorageReading {
    get throws {
      switch fault {
      case .readsBeforeItsTurn: changes.isEmpty ? early : writing
      case .ownChangesAreUnseen: changes.isEmpty ? writing : begin
      default: writing
      }
    }
  }

  private func note(_ table: RecordTable, _ record: StoredRecord) {
    changes.append((inner(table), record.key, record.values))
  }

  private func inner(_ record: StoredRecord, _ table: RecordTable) -> StoredRecord {
    guard let fault else { return record }
    return StoredRecord(
      key: fault.inner(record.key), values: fault.inner(record.values, in: table))
  }

  /// Does something, and changes the error that comes of it.
  private func telling<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var error as StorageError {
      switch fault {
      case .errorWithoutExistingKey: error.existingKey = nil
      case .errorWithoutAttribute: error.attribute = nil
      case .errorWithoutValue: error.value = nil
      case .errorOfAnotherCode where error.code == .duplicateKey: error.code = .notUnique
      default: break
      }
      throw error
    }
  }

  // MARK: Unique values

  private func checkUnique(_ record: StoredRecord, _ table: RecordTable) throws {
    guard let fault, fault.keepsUniqueItself, fault != .uniquenessIsForgotten else { return }
    for position in table.uniquePositions {
      let value = record.values[position]
      if value == .null, fault != .uniquenessOfNull { continue }
      let cursor = try writing.cursor(.equal(to: value, by: position), in: inner(table))
      while let other = try cursor.next() {
        if other.key == record.key, fault != .ownValueIsInTheWay { continue }
        guard try isSeen(other, position, table) else { continue }
        throw StorageError.notUnique(
          position, value, key: record.key, existingKey: other.key, in: table)
      }
    }
  }

  private func isSeen(
    _ other: StoredRecord, _ position: Int, _ table: RecordTable
  ) throws -> Bool {
    let isOwn = changes.contains { $0.key == other.key && $0.table.id == table.id }
    func isIn(_ reading: any StorageReading) throws -> Bool {
      guard try reading.tables().contains(where: { $0.id == table.id }) else { return false }
      return try reading.values(of: other.key, in: inner(table))?[position]
        == other.values[position]
    }
    switch fault {
    case .uniquenessWithinTheTransactionOnly: return isOwn
    case .uniquenessAgainstCommittedOnly: return try isIn(begin)
    case .uniquenessCheckedTooEarly: return try isOwn || isIn(early)
    default: return true
    }
  }

  // MARK: Changes

  func insert(_ outer: StoredRecord, into table: RecordTable) throws {
    let record = inner(outer, table)
    try telling {
      let isThere = try writing.values(of: record.key, in: inner(table)) != nil
      switch fault {
      case .insertOverwrites: return try writing.upsert(record, in: inner(table))
      case .insertIsLost where !isThere: return
      case .keyCheckedTooEarly where isThere:
        let isKnown =
          try changes.contains { $0.key == record.key }
          || early.tables().contains { $0.id == table.id }
            && early.values(of: record.key, in: inner(table)) != nil
        if !isKnown { return try writing.upsert(record, in: inner(table)) }
      case .failedInsertStays where isThere: try writing.upsert(record, in: inner(table))
      default: break
      }
      if !isThere { try checkUnique(record, table) }
      try writing.insert(record, into: inner(table))
    }
    note(table, record)
  }

  func update(_ outer: StoredRecord, in table: RecordTable) throws -> Bool {
    let record = inner(outer, table)
    let isThere = try writing.values(of: record.key, in: inner(table)) != nil
    if fault == .updateIsLost { return isThere }
    if isThere { try telling { try checkUnique(record, table) } }
    if fault == .updateInserts {
      try telling { try writing.upsert(record, in: inner(table)) }
      note(table, record)
      return isThere
    }
    let wasThere = try telling { try writing.update(record, in: inner(table)) }
    if wasThere { note(table, record) }
    return fault == .updateSaysNo ? false : wasThere
  }

  func upsert(_ outer: StoredRecord, in table: RecordTable) throws {
    let record = inner(outer, table)
    if fault == .upsertKeepsTheOld,
      try writing.values(of: record.key, in: inner(table)) != nil
    {
      return
    }
    try telling {
      try checkUnique(record, table)
      try writing.upsert(record, in: inner(table))
    }
    note(table, record)
  }

  func delete(_ outer: RecordKey, from table: RecordTable) throws -> Bool {
    let key = fault?.inner(outer) ?? outer
    if fault == .deleteIsLost { return try writing.values(of: key, in: inner(table)) != nil }
    let wasThere = try writing.delete(key, from: inner(table))
    if wasThere { changes.append((inner(table), key, nil)) }
    switch fault {
    case .deleteSaysNo: return false
    case .deleteSaysYes: return true
    default: return wasThere
    }
  }

  // MARK: Tables

  func define(
    _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
  ) throws {
    kept = nil
    let old = former.map { inner($0) }
    if former == nil, place.notes.withLock({ $0.hidden.remove(table.id) != nil }),
      let kept = try writing.tables().first(where: { $0.id == table.id })
    {
      let isAlike =
        kept.entity.attributes.count == table.entity.attributes.count
        && kept.keyKind == table.keyKind
      if !isAlike { try writing.drop(kept) }
      return try writing.define(inner(table), replacing: isAlike ? kept : nil, rewrite: nil)
    }
    do {
      try telling {
        if fault != .definitionForgetsUniqueness, former != nil { try checkUnique(table, rewrite) }
        try writing.define(
          inner(table), replacing: old, rewrite: fault == .rewriteIsIgnored ? nil : rewrite)
      }
    } catch let error as StorageError where fault == .failedDefinitionStays {
      if let old { try writing.drop(old) }
      try writing.define(inner(table), replacing: nil, rewrite: nil)
      throw error
    }
    if fault == .definitionLosesARecord, former != nil,
      let first = try writing.cursor(RecordQuery(), in: inner(table)).next()
    {
      _ = try writing.delete(first.key, from: inner(table))
    }
  }

  /// Whether the records of a table would have unique values.
  private func checkUnique(_ table: RecordTable, _ rewrite: RecordRewrite?) throws {
    guard let fault, fault.keepsUniqueItself, fault != .uniquenessIsForgotten else { return }
    var taken: [StoredValue: RecordKey] = [:]
    for position in table.uniquePositions {
      let cursor = try writing.cursor(RecordQuery(), in: inner(table))
      while let record = try cursor.next() {
        let value = try (rewrite?(record) ?? record.values)[position]
        if value == .null { continue }
        if let other = taken.updateValue(record.key, forKey: value) {
          throw StorageError.notUnique(
            position, value, key: record.key, existingKey: other, in: table)
        }
      }
      taken = [:]
    }
  }

  func drop(_ table: RecordTable) throws {
    kept = nil
    switch fault {
    case .dropKeepsRecords: place.notes.withLock { _ = $0.hidden.insert(table.id) }
    case .dropIsLost: break
    default: try writing.drop(inner(table))
    }
  }
}
