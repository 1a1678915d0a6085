#if SQLite
  public import ArchiveFormat

  extension CoreDataStore {
    /// The number of rows of each entity, without those of its subentities; none for entities without a row. O(rows of the store).
    ///
    /// Rows that cannot be read belong to no entity, and are not counted. Reading ``rows(of:properties:)`` shows them.
    ///
    /// - Returns: The numbers by the names of the entities, and the first error of rows that are not counted.
    public func rowCounts() -> (counts: [String: Int], error: ArchiveError?) {
      var counts: [String: Int] = [:]
      var first: ArchiveError?
      for name in model.names where model.entities[name]?.root == name {
        // The findings of the model name entities without a table.
        guard model.entities[name]?.table != nil else { continue }
        do throws(ArchiveError) {
          var rows = try rows(of: name, properties: [])
          while true {
            do throws(ArchiveError) {
              guard let row = try rows.next() else { break }
              counts[row.entity, default: 0] += 1
            } catch {
              // The rows behind it follow, or nil.
              first = first ?? error
            }
          }
        } catch {
          first = first ?? error
        }
      }
      return (counts, first)
    }
  }
#endif
