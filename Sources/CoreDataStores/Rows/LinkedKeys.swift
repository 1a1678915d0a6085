#if SQLite
  internal import ArchiveFormat
  internal import GRDB

  /// The keys that a relationship leads to, by the key of the row whose relationship it is.
  struct LinkedKeys {
    private struct Pair {
      var source: Int64
      /// The place among the keys of a source; the least for none.
      var order: Int64
      var target: Int64
    }

    private var pairs: [Pair] = []
    private var position = 0

    fileprivate mutating func add(_ source: Int64, _ target: Int64, order: Int64?) {
      pairs.append(Pair(source: source, order: order ?? .min, target: target))
    }

    fileprivate mutating func sort() {
      pairs.sort { ($0.source, $0.order, $0.target) < ($1.source, $1.order, $1.target) }
    }

    /// The keys of a row, whose key is greater than that of the call before.
    mutating func next(of source: Int64) -> [Int64] {
      while position < pairs.count, pairs[position].source < source { position += 1 }
      var keys: [Int64] = []
      while position < pairs.count, pairs[position].source == source {
        keys.append(pairs[position].target)
        position += 1
      }
      return keys
    }
  }

  /// The keys of several relationships. Each table is read from its start to its end; indexes are not believed.
  struct LinkTables {
    /// Links whose columns one statement reads.
    private static let statementLinkCount = 100

    /// By number of a link.
    private var keys: [LinkedKeys] = []
    private var numbers: [CoreDataLink: Int] = [:]
    /// The faults of tables. A table that could not be read to its end has no links.
    private(set) var errors: [ArchiveError] = []
    private var count = 0
    private let maximumCount: Int

    /// Reads links. O(rows of their tables), and 24 bytes for each link.
    init(
      _ links: some Collection<CoreDataLink>, _ connection: ReadingConnection,
      limits: CoreDataLimits
    ) {
      maximumCount = max(limits.maximumLinkedKeyCount, connection.fileByteCount / 8)
      for (table, links) in Dictionary(grouping: links, by: \.table).sorted(by: { $0.key < $1.key })
      {
        var rest = links[...]
        while !rest.isEmpty {
          let some = Array(rest.prefix(Self.statementLinkCount))
          rest = rest.dropFirst(some.count)
          let (first, countBefore) = (keys.count, count)
          keys += repeatElement(LinkedKeys(), count: some.count)
          do throws(ArchiveError) {
            try connection.read { try read(some, from: first, table, $0) }
            for (place, link) in some.enumerated() {
              keys[first + place].sort()
              numbers[link] = first + place
            }
          } catch {
            errors.append(error)
            // A part of the keys would pass for all of them.
            keys.removeSubrange(first...)
            count = countBefore
          }
        }
      }
    }

    /// The number of a link; nil for one that could not be read.
    func number(of link: CoreDataLink) -> Int? { numbers[link] }

    /// The keys of a row by the link of a number. Its key is greater than that of the call before.
    mutating func next(_ number: Int, of source: Int64) -> [Int64] {
      keys[number].next(of: source)
    }

    /// Reads links of a table, which have numbers from the first on.
    private mutating func read(
      _ links: [CoreDataLink], from first: Int, _ table: String, _ database: Database
    ) throws {
      // A table of rows may have a column of this name.
      let key = try TableShape.keyName(of: table, database)
      var columns: [String] = []
      func place(_ column: String?) -> Int? {
        guard let column else { return nil }
        columns.append(TableNames.quoted(column))
        return columns.count
      }
      let places = links.map {
        (
          source: place($0.sourceColumn) ?? 0, target: place($0.destinationColumn) ?? 0,
          order: place($0.orderColumn)
        )
      }
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(([key] + columns).joined(separator: ", ")) FROM \(TableNames.quoted(table)) NOT INDEXED
          ORDER BY \(key)
          """)
      var last: Int64?
      var malformed: Int64?
      var disordered: Int64?
      while let row = try cursor.next() {
        let rowKey = try TableShape.key(row, behind: last, in: table)
        last = rowKey
        for (number, place) in places.enumerated() {
          let (source, target) = (
            CoreDataValue(row, place.source), CoreDataValue(row, place.target)
          )
          // A row without a source belongs to no object.
          if source.isNull { continue }
          guard let source = source.integer, let target = target.integer else {
            malformed = malformed ?? rowKey
            continue
          }
          count += 1
          guard count <= maximumCount else {
            throw ArchiveError(
              .limitExceeded,
              "the table \(table) has keys of relationships beyond the limit of \(maximumCount)")
          }
          let order = place.order.map { CoreDataValue(row, $0) } ?? .null
          if order.integer == nil, !order.isNull { disordered = disordered ?? rowKey }
          keys[first + number].add(source, target, order: order.integer)
        }
      }
      for (key, message) in [
        (malformed, "the row has no keys of two objects"),
        (disordered, "the row has an order that is no integer"),
      ] {
        guard let key else { continue }
        var error = ArchiveError(.malformedStore, message)
        error.path = ArchivePath([.root(table), .index(Int(truncatingIfNeeded: key))])
        errors.append(error)
      }
    }
  }
#endif
