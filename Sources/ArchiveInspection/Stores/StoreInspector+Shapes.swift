public import ArchiveCompression
internal import ArchiveFormat
internal import RecordLog

extension StoreInspector {
  /// The shape dictionary that archives of the store are written against (Spec/back-ends.md, section 11).
  ///
  /// A store without rows has an empty dictionary: archives without types and shapes are written against none. Behind rows that
  /// cannot be read the dictionary ends, and archives that need no later row can be read still. O(rows).
  ///
  /// - Parameters:
  ///   - limits: What reading the rows may cost.
  ///   - report: Receives how many records of rows are left out, if any are, and what is wrong with the first.
  public func shapeDictionary(
    limits: ArchiveLimits = .untrusted, report: (String) -> Void = { _ in }
  ) -> ShapeDictionary {
    guard let entity = entities.first(where: { $0.schema?.id == "ArchiveShapes" }) else {
      return ShapeDictionary()
    }
    var batches: [(first: Int64, rows: [UInt8])] = []
    var problem = "their rows do not go on from those before"
    let keys = entity.keys
    for key in keys {
      do throws(LogError) {
        guard case .integer(let first) = key,
          case .blob(let rows)? = try record(key, of: entity)?.values.last
        else {
          problem = "record \(key.text) holds no rows"
          break
        }
        batches.append((first, rows))
      } catch {
        problem = "record \(key.text): \(error)"
        break
      }
    }
    let dictionary = ShapeDictionary(batches: batches, limits: limits)
    let count = batches.count { $0.first < dictionary.rowCount }
    if count < keys.count {
      report("\((keys.count - count).counted("record")) of shape rows are left out: \(problem)")
    }
    return dictionary
  }
}
