import ArchiveFormat
import Foundation
import KeyedArchives
import TestTraits
import Testing
import Workloads

/// One value of an archive by its path (Spec, section 4, partial reads).
@Suite struct PartialDecodingTests {
  private struct Shelf: Codable, Equatable {
    var name: String
    var numbers: [Int]
    var flags: [Bool]
    var maybe: [String?]
    var table: [String: Book]
    var byNumber: [Int: [Double]]
    var books: [Book]
    var last: Last?
    var none: Int?
  }

  private struct Book: Codable, Equatable {
    var title: String
    var pages: [Float]
    var isRead: Bool
  }

  private enum Last: Codable, Equatable {
    case number(Int)
    case list([Int])
  }

  private static func shelf(_ scale: Int) -> Shelf {
    func book(_ number: Int) -> Book {
      Book(
        title: "book \(number)", pages: (0..<number % 40).map { Float($0) },
        isRead: number % 3 == 0)
    }
    return Shelf(
      name: "shelf", numbers: (0..<scale * 9).map { $0 * 977 },
      flags: (0..<scale).map { $0 % 2 == 0 },
      maybe: (0..<scale).map { $0 % 4 == 0 ? nil : "\($0)" },
      table: Dictionary(uniqueKeysWithValues: (0..<scale / 2).map { ("key \($0)", book($0)) }),
      byNumber: Dictionary(uniqueKeysWithValues: (0..<scale / 4).map { ($0, [Double($0)]) }),
      books: (0..<scale * 2).map(book), last: .list([4, 5]))
  }

  private func check<Value: Codable & Equatable>(
    _ expected: Value, at text: [ArchivePath.Step], _ data: Data,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try KeyedUnarchiver().decode(Value.self, at: ArchivePath(text), from: data)
    #expect(found == expected, "\(text)", sourceLocation: sourceLocation)
  }

  @Test(.long, arguments: Layout.all, [10, 9_000])
  func `every kind of step leads to its value`(layout: Layout, scale: Int) throws {
    let shelf = Self.shelf(scale)
    let data = try Data(layout.bytes(shelf))
    try check(shelf.name, at: [.key("name")], data)
    for index in [0, 1, scale / 2, scale - 1] {
      try check(shelf.numbers[index * 9], at: [.key("numbers"), .index(index * 9)], data)
      try check(shelf.flags[index], at: [.key("flags"), .index(index)], data)
      try check(shelf.maybe[index], at: [.key("maybe"), .index(index)], data)
      try check(shelf.books[index * 2], at: [.key("books"), .index(index * 2)], data)
      try check(
        shelf.books[index * 2].isRead, at: [.key("books"), .index(index * 2), .key("isRead")], data)
      for page in shelf.books[index].pages.indices.suffix(1) {
        try check(
          shelf.books[index].pages[page],
          at: [.key("books"), .index(index), .key("pages"), .index(page)], data)
      }
      let key = "key \(index / 2)"
      if let book = shelf.table[key] {
        try check(book.title, at: [.key("table"), .key(key), .key("title")], data)
      }
      if let row = shelf.byNumber[index / 4] {
        try check(row, at: [.key("byNumber"), .key("\(index / 4)")], data)
      }
    }
    try check(shelf.last, at: [.key("last")], data)
    try check(5, at: [.key("last"), .key("list"), .key("_0"), .index(1)], data)
    if scale < 100 { try check(shelf, at: [], data) }
  }

  @Test(.long, arguments: Layout.all, [10, 9_000])
  func `what is not there is said so`(layout: Layout, scale: Int) throws {
    let data = try Data(layout.bytes(Self.shelf(scale)))
    let paths: [[ArchivePath.Step]] = [
      [.key("other")], [.index(0)], [.key("none")], [.key("name"), .key("x")],
      [.key("numbers"), .index(scale * 9)], [.key("flags"), .index(scale)],
      [.key("table"), .key("key")], [.key("byNumber"), .key("x")], [.root("x")],
      [.key("books"), .index(0), .key("pages"), .index(0)],
    ]
    for path in paths {
      let error = #expect(throws: ArchiveError.self, "\(path)") {
        try KeyedUnarchiver().decode(Int.self, at: ArchivePath(path), from: data)
      }
      #expect(error?.code == .keyNotFound, "\(path)")
    }
  }

  @Test(.long) func `every element of large workloads is found`() throws {
    let log = WebLog.generated(count: 12_000)
    let data: Data = try KeyedArchiver(compression: .zlib(level: 1)).encode(log)
    for index in stride(from: 0, to: 12_000, by: 397) {
      try check(log.entries[index], at: [.key("logs"), .index(index)], data)
    }
    let saves = PlayerSaves.generated(count: 400)
    let saved: Data = try KeyedArchiver().encode(saves)
    for index in stride(from: 0, to: 400, by: 23) {
      try check(saves.players[index], at: [.key("players"), .index(index)], saved)
    }
    let numbers = (0..<400_000).map { $0 * $0 }
    let row: Data = try KeyedArchiver().encode(numbers)
    for index in stride(from: 0, to: 400_000, by: 9_973) {
      try check(numbers[index], at: [.index(index)], row)
    }
  }

  private final class Node: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  /// Bools are read a run at a time, also those that are passed over. This writer has all in one run behind the first.
  @Test func `elements of several runs are found`() throws {
    let runs = "05 05 05 09  03 07 05  1F 03 07 05 02  0F 03 03 61  03 01 02"
    let expected: [Mixed?] = [
      .int(1), .int(2), .bool(true), .bool(false), .bool(true), .bool(false), nil, .bool(true),
      .text("a"),
      .bool(false), .bool(true),
    ]
    let letters = "abcdefghijk"
    let keys = letters.utf8.map { "03 " + String($0, radix: 16) }.joined(separator: " ")
    let array = Data(singlePart("01 16 01 2F " + runs))
    let map = Data(singlePart("01 18 0F 01 5D " + keys + " " + runs))
    #expect(try KeyedUnarchiver().decode([Mixed?].self, from: array) == expected)
    for (index, (value, key)) in zip(expected, letters).enumerated() {
      try check(value, at: [.index(index)], array)
      try check(value, at: [.key(String(key))], map)
    }
  }

  private enum Mixed: Codable, Equatable {
    case int(Int)
    case bool(Bool)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  @Test func `objects are read where they stand, and others are named`() throws {
    let shared = Node("shared")
    let nodes = (0..<40_000).map { $0 % 1_000 == 999 ? shared : Node("node \($0)") }
    let data: Data = try KeyedArchiver().encode(nodes)
    for index in [0, 998, 999, 25_000, 39_998] {
      let found = try KeyedUnarchiver().decode(
        Node.self, at: ArchivePath([.index(index)]), from: data)
      #expect(found.name == nodes[index].name)
    }
    for path in [[.index(1_999)], [.index(39_999), .key("name")]] as [[ArchivePath.Step]] {
      let error = #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(Node.self, at: ArchivePath(path), from: data)
      }
      #expect(error?.code == .objectElsewhere)
    }
  }

  @Test
  func `rules M1, M5 and M8: damage on the way is found, and of other blocks is not looked for`()
    throws
  {
    let numbers = (0..<400_000).map { $0 * $0 }
    let data: Data = try KeyedArchiver().encode(numbers)
    func read(_ data: Data, _ index: Int) throws -> Int {
      try KeyedUnarchiver().decode(Int.self, at: ArchivePath([.index(index)]), from: data)
    }
    var damaged = data
    damaged[data.count / 2] ^= 1
    #expect(try read(damaged, 5) == 25)
    #expect(throws: ArchiveError.self) {
      for index in stride(from: 0, to: 400_000, by: 20_000) { _ = try read(damaged, index) }
    }
    for count in [0, 1, 24, 50, data.count / 2, data.count - 1] {
      #expect(throws: ArchiveError.self) { try read(data.prefix(count), 5) }
    }
  }

  @Test
  func `the error of a path that leads nowhere says how far the path leads, and why not further`()
    throws
  {
    struct Address: Codable { var street: String, city: String? }
    struct User: Codable { var addresses: [Address], byName: [String: Int] }
    let data: Data = try KeyedArchiver().encode(
      ["users": [User(addresses: [Address(street: "a", city: nil)], byName: ["Anna": 1])]])
    let beginning = "nothing stands at this path: "
    for (path, message) in [
      ("user", "there is no key “user” (did you mean “users”?)"),
      ("users[7]", "behind $.users the number of elements there is 1"),
      ("users.first", "behind $.users the value there has no keys"),
      (
        "users[0].adresses",
        "behind $.users[0] there is no key “adresses” (did you mean “addresses”?)"
      ),
      ("users[0][1]", "behind $.users[0] the value there has keys in place of indices"),
      (
        "users[0].byName.anna",
        "behind $.users[0].byName there is no key “anna” (did you mean “Anna”?)"
      ),
      ("users[0].byName.Anna.x", "behind $.users[0].byName.Anna the value there has no parts"),
      ("$other.users", "there is no root “other”"),
    ] {
      let error = #expect(throws: ArchiveError.self, "\(path)") {
        try KeyedUnarchiver().decode(Int.self, at: path, from: data)
      }
      #expect(error?.code == .keyNotFound && error?.message == beginning + message, "\(path)")
      let parsed = try ArchivePath(parsing: path)
      #expect(error?.path == parsed)
    }
  }

  @Test func `a value of several blocks is read whole`() throws {
    struct Rows: Codable {
      var rows: [[Double]]
      var texts: [String]
    }
    let rows = (0..<3).map { row in (0..<100_000).map { Double($0 * row) } }
    let value = Rows(rows: rows, texts: (0..<60_000).map { "text number \($0)" })
    let data: Data = try KeyedArchiver().encode(value)
    let unarchiver = KeyedUnarchiver()
    #expect(try unarchiver.decode([Double].self, at: "rows[1]", from: data) == rows[1])
    #expect(try unarchiver.decode([String].self, at: "texts", from: data) == value.texts)
    #expect(try unarchiver.decode([[Double]].self, at: "rows", from: data) == rows)
  }

  @Test func `a slice of data is read by its own offsets`() throws {
    let data = try Data([1, 2, 3]) + KeyedArchiver().encode((0..<300_000).map { $0 })
    let value = try KeyedUnarchiver().decode(
      Int.self, at: ArchivePath([.index(299_999)]), from: data.dropFirst(3))
    #expect(value == 299_999)
  }

  @Test func `blocks are packed by several threads into the same bytes`() throws {
    let mesh = TriangleMesh.generated(count: 12_000)
    var archiver = KeyedArchiver(compression: .zlib(level: 1))
    let expected: Data = try archiver.encode(mesh)
    for count in [2, 3, 100] {
      archiver.maximumConcurrency = count
      #expect(try archiver.encode(mesh) as Data == expected)
    }
    archiver.compression = .zlib(level: 99)
    #expect(throws: ArchiveError.self) { try archiver.encode(mesh) as Data }
  }
}
