internal import RecordStorage

/// One change of a table's records.
enum Change: Sendable {
  case insert(StoredRecord)
  case update(StoredRecord)
  case upsert(StoredRecord)
  case delete(RecordKey)

  /// What kinds of changes there are.
  enum Kind: String, CaseIterable, Sendable {
    case insert, update, upsert, delete
  }

  init(_ kind: Kind, _ record: StoredRecord) {
    switch kind {
    case .insert: self = .insert(record)
    case .update: self = .update(record)
    case .upsert: self = .upsert(record)
    case .delete: self = .delete(record.key)
    }
  }

  /// Makes the change in a store.
  func apply(to id: String, _ writer: RecordWriter) throws -> Outcome {
    switch self {
    case .insert(let record): try writer.insert(record, into: id)
    case .update(let record): return try writer.update(record, in: id) ? .done : .missed
    case .upsert(let record): try writer.upsert(record, in: id)
    case .delete(let key): return try writer.delete(key, from: id) ? .done : .missed
    }
    return .done
  }
}

extension Change: CustomStringConvertible {
  var description: String {
    switch self {
    case .insert(let record): "insert of \(record.key)"
    case .update(let record): "update of \(record.key)"
    case .upsert(let record): "upsert of \(record.key)"
    case .delete(let key): "delete of \(key)"
    }
  }
}
