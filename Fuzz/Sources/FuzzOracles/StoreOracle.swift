#if SQLite
  internal import ArchiveFormat
  internal import CoreDataStores

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
#endif

/// Reads bytes as the file of a store of Core Data's: its entities, all rows and what their values hold. Without the trait `SQLite` it does nothing.
///
/// No more text and data is read than the bytes of the file pay for, and the rows are those that are counted.
public enum StoreOracle {
  /// Reads the content of an input, which is written to a file of this process first.
  public static func run(_ bytes: [UInt8]) {
    #if SQLite
      let content = FuzzInput(bytes).content
      do {
        try Data(content).write(to: URL(filePath: path))
      } catch {
        fatalError("no file can be written: \(error)")
      }
      defer { try? FileManager.default.removeItem(atPath: path) }
      do throws(ArchiveError) {
        let store = try CoreDataStore(readOnly: path, limits: limits)
        check(store, content.count)
      } catch {
        Oracle.check(error, in: content.count)
        Oracle.require(openingCodes.contains(error.code), "an error of opening is \(error)")
      }
    #endif
  }
}

#if SQLite
  extension StoreOracle {
    private static let path = FileManager.default.temporaryDirectory
      .appending(path: "core-data-oracle-\(UUID().uuidString)").path
    private static let limits = {
      var limits = ModelOracle.limits
      limits.maximumEntityCount = 100
      limits.maximumPropertyCount = 1_000
      return limits
    }()
    private static let maximumRowCount = 5_000

    private static let openingCodes: Set<ArchiveError.Code> = [
      .notDatabase, .notCoreDataStore, .truncated, .damagedDatabase, .malformedStore,
      .limitExceeded,
    ]
    private static let rowCodes: Set<ArchiveError.Code> = [
      .damagedDatabase, .malformedStore, .limitExceeded,
    ]

    private static func check(_ store: CoreDataStore, _ fileByteCount: Int) {
      let model = store.model
      Oracle.require(
        Set(model.names) == Set(model.entities.keys), "the names are not those of the entities")
      var read: [String: Int] = [:]
      var isWhole = true
      for (name, entity) in model.entities where entity.root == name && entity.table != nil {
        do throws(ArchiveError) {
          var rows = try store.rows(of: name)
          var (rowCount, byteCount) = (0, 0)
          while rowCount < maximumRowCount {
            rowCount += 1
            do throws(ArchiveError) {
              guard let row = try rows.next() else { break }
              read[row.entity, default: 0] += 1
              byteCount += check(row, model)
            } catch {
              check(error)
              isWhole = false
            }
          }
          Oracle.require(
            byteCount <= 2 * fileByteCount + 2 << 20, "rows have \(byteCount) bytes of values")
          if rowCount == maximumRowCount { isWhole = false }
        } catch {
          check(error)
          isWhole = false
        }
      }
      let (counts, error) = store.rowCounts()
      if let error { check(error) }
      Oracle.require(
        !isWhole || error != nil || counts == read, "the rows are other ones than are counted")
    }

    private static func check(_ error: ArchiveError) {
      Oracle.require(rowCodes.contains(error.code), "an error of rows is \(error)")
    }

    /// The bytes of the values.
    private static func check(_ row: CoreDataRow, _ model: CoreDataModel) -> Int {
      Oracle.require(model.entities[row.entity] != nil, "a row is that of no entity")
      for destinations in row.destinations {
        Oracle.require(destinations.relationship.link != nil, "a relationship has keys and no link")
      }
      var byteCount = 0
      for field in row.fields {
        _ = try? field.content(limits: limits)
        switch field.value {
        case .text(let text): byteCount += text.utf8.count
        case .data(let bytes), .malformedText(let bytes): byteCount += bytes.count
        default: break
        }
      }
      return byteCount
    }
  }
#endif
