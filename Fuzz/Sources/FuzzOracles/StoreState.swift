internal import RecordStorage
internal import StorageTransforms

/// All that a store holds, to be compared.
struct StoreState: Equatable {
  var tables: [RecordTable] = []
  var records: [[StoredRecord]] = []

  /// Reads all; nil where a record cannot be read.
  init?(_ backEnd: any StorageBackEnd, byteCount: Int) {
    do {
      try RecordStore(backEnd).read { session in
        for table in try session.tables() {
          tables.append(table)
          let found = try session.records(in: table.id)
          Oracle.require(
            try session.count(in: table.id) == found.count, "a table counts other records")
          for record in found {
            Oracle.require(
              try session.values(of: record.key, in: table.id) == record.values,
              "by its key a record has other values")
          }
          records.append(found)
        }
      }
    } catch {
      Oracle.check(error, in: byteCount)
      return nil
    }
  }
}
