#if SQLite
  internal import ArchiveFormat

  extension CoreDataStore {
    /// The number of rows of each entity, without those of its subentities; none for entities without a row. O(rows of the store).
    ///
    /// Rows that cannot be read belong to no entity, and are not counted. Reading ``rows(of:properties:)`` shows them.
    ///
    /// - Returns: The numbers by the names of the entities.
    public func rowCounts() -> [String: Int] {
      var counts: [String: Int] = [:]
      for name in model.names where model.entities[name]?.root == name {
        guard var rows = try? rows(of: name, properties: []) else { continue }
        while true {
          do throws(ArchiveError) {
            guard let row = try rows.next() else { break }
            counts[row.entity, default: 0] += 1
          } catch {
            // The rows behind it follow, or nil.
            continue
          }
        }
      }
      return counts
    }
  }
#endif
