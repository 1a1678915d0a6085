#if SQLite
  import ArchiveCompression
  import ArchiveFormat
  import CoreDataStores

  /// All rows of an entity, and the errors between them.
  struct StoredRows {
    private(set) var rows: [CoreDataRow] = []
    private(set) var errors: [ArchiveError] = []
    /// Entities and keys of the rows.
    var names: [String] { rows.map { "\($0.entity) \($0.key)" } }

    /// - Parameter maximumErrorCount: Where to stop, so that no test goes on without an end.
    init(_ store: CoreDataStore, _ entity: String, maximumErrorCount: Int = 1_000) throws {
      var cursor = try store.rows(of: entity)
      while errors.count < maximumErrorCount {
        do throws(ArchiveError) {
          guard let row = try cursor.next() else { return }
          rows.append(row)
        } catch {
          errors.append(error)
        }
      }
    }
  }

  enum Deflated {
    /// Bytes as a zlib stream.
    static func bytes(_ bytes: [UInt8]) throws -> [UInt8] {
      try Zlib.deflated(bytes[...], level: 9)
    }
  }
#endif
