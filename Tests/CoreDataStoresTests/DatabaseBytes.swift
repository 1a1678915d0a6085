#if SQLite
  import Foundation
  import GRDB
  import Testing

  /// The bytes of a database, to change pages of it: section 1.6 of SQLite's "Database File Format". Pages are counted from 0.
  struct DatabaseBytes {
    var bytes: [UInt8]
    let pageSize: Int
    var pageCount: Int { bytes.count / pageSize }

    init(_ path: String) throws {
      bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    }

    func write(_ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    func page(_ index: Int) -> [UInt8] {
      Array(bytes[index * pageSize..<(index + 1) * pageSize])
    }

    /// The page in which the tree of a table begins.
    func rootPage(of table: String, _ path: String) throws -> Int {
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      let page = try queue.read {
        try Int.fetchOne(
          $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table])
      }
      return try #require(page) - 1
    }

    /// The offsets of the cells of an inner page, each of which begins with the number of a page.
    func cells(_ page: Int) -> [Int] {
      let start = page * pageSize
      let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
      return (0..<count).map {
        start + (Int(bytes[start + 12 + 2 * $0]) << 8 | Int(bytes[start + 13 + 2 * $0]))
      }
    }

    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    mutating func setNumber(_ number: Int, _ offset: Int) {
      for index in 0..<4 {
        bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index))
      }
    }

    mutating func copyPage(_ page: Int, to other: Int) {
      bytes.replaceSubrange(other * pageSize..<(other + 1) * pageSize, with: self.page(page))
    }

    /// Repeats the one row of a leaf page, with keys from 1, until the page is full.
    mutating func repeatOnlyCell(_ page: Int, keyOffset: Int) {
      let start = page * pageSize
      let place = Int(bytes[start + 8]) << 8 | Int(bytes[start + 9])
      let cell = Array(bytes[start + place..<start + pageSize])
      let count = (pageSize - 8) / (cell.count + 2)
      var end = pageSize
      for index in 0..<count {
        end -= cell.count
        var copy = cell
        copy[keyOffset] = UInt8(index + 1)
        bytes.replaceSubrange(start + end..<start + end + cell.count, with: copy)
        bytes[start + 8 + 2 * index] = UInt8(end >> 8)
        bytes[start + 9 + 2 * index] = UInt8(end & 0xFF)
      }
      (bytes[start + 3], bytes[start + 4]) = (0, UInt8(count))
      (bytes[start + 5], bytes[start + 6]) = (UInt8(end >> 8), UInt8(end & 0xFF))
    }
  }
#endif
