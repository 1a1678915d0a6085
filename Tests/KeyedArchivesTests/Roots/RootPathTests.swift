import Foundation
import KeyedArchives
import TestTraits
import Testing

/// A path leads to the same value as decoding the whole root does: over several roots, of several blocks each.
@Suite struct RootPathTests {
  private struct Library: Codable, Equatable {
    var name: String
    var more: [Entry]
    var sets: [Set<[Int?]>]
    var table: [String: [Int]]
    var flags: [Bool?]
  }

  private struct Entry: Codable, Equatable {
    var id: Int
    var text: String
    var rest: [Int?]
  }

  private static func library(_ name: String, _ seed: Int, entryCount: Int) -> Library {
    let padding = String(repeating: "padding ", count: 12)
    return Library(
      name: name,
      more: (0..<entryCount).map {
        Entry(
          id: $0 &* 7 &+ seed, text: "entry \($0) of \(name), \(padding)", rest: [$0, nil, seed])
      },
      sets: (0..<3).map { [[$0, nil], [nil, seed], []] },
      table: Dictionary(uniqueKeysWithValues: (0..<200).map { ("k\($0)", [$0, seed]) }),
      flags: (0..<40).map { $0 % 3 == 0 ? nil : $0 % 2 == seed % 2 })
  }

  private static let names = ["", "a", "b", "[0]", "a.b", "a[1]", "\"q\"", "é\n"]

  private static func archive(
    _ names: [String], _ archiver: KeyedArchiver, entryCount: Int
  ) throws -> Data {
    try archiver.encodeRoots { roots in
      for (seed, name) in names.enumerated() {
        try roots.encode(library(name, seed, entryCount: entryCount), named: name)
      }
    }
  }

  @Test func `each value stands at its path, in each root`() throws {
    try checkPaths(KeyedArchiver(), ["", "a"])
  }

  @Test(.long, arguments: [KeyedArchiver(), KeyedArchiver(compression: .zlib())])
  func `each value stands at its path, in each of many roots`(archiver: KeyedArchiver) throws {
    try checkPaths(archiver, ["", "a", "b"])
    try checkPaths(archiver, ["x", "y"])
  }

  /// Each root takes two or three blocks.
  private func checkPaths(_ archiver: KeyedArchiver, _ names: [String]) throws {
    let entryCount = 4_000
    let data = try Self.archive(names, archiver, entryCount: entryCount)
    let unarchiver = KeyedUnarchiver()
    for (seed, name) in names.enumerated() {
      let whole = Self.library(name, seed, entryCount: entryCount)
      let root: [ArchivePath.Step] = name.isEmpty ? [] : [.root(name)]
      for index in [0, entryCount / 2, entryCount - 1] {
        let path = ArchivePath(root + [.key("more"), .index(index)])
        let entry = try unarchiver.decode(Entry.self, at: path, from: data)
        #expect(entry == whole.more[index], "\(path)")
      }
      let rest = ArchivePath(root + [.key("more"), .index(3_001), .key("rest"), .index(2)])
      #expect(try unarchiver.decode(Int.self, at: rest, from: data) == seed)
      let value = ArchivePath(root + [.key("table"), .key("k150"), .index(0)])
      #expect(try unarchiver.decode(Int.self, at: value, from: data) == 150)
      for index in [0, 1, 2, 39] {
        let path = ArchivePath(root + [.key("flags"), .index(index)])
        #expect(try unarchiver.decode(Bool?.self, at: path, from: data) == whole.flags[index])
      }
    }
  }

  @Test func `members of sets, and what stands in them, stand at their paths`() throws {
    let data = try Self.archive(["", "a"], KeyedArchiver(), entryCount: 1)
    let unarchiver = KeyedUnarchiver()
    for (seed, name) in ["", "a"].enumerated() {
      let root: [ArchivePath.Step] = name.isEmpty ? [] : [.root(name)]
      for index in 0..<3 {
        let path = root + [.key("sets"), .index(index)]
        var found: Set<[Int?]> = []
        for member in 0..<3 {
          let at = ArchivePath(path + [.index(member)])
          let list = try unarchiver.decode([Int?].self, at: at, from: data)
          for place in list.indices {
            let inner = ArchivePath(at.steps + [.index(place)])
            #expect(try unarchiver.decode(Int?.self, at: inner, from: data) == list[place])
          }
          found.insert(list)
        }
        #expect(found == [[index, nil], [nil, seed], []])
      }
    }
  }

  @Test(arguments: [-1, -2, .min, .max, 40, 1 << 40])
  func `nothing stands at an index that is none`(index: Int) throws {
    let data = try Self.archive(["", "a"], KeyedArchiver(), entryCount: 40)
    for list in ["more", "sets", "flags"] {
      for root: [ArchivePath.Step] in [[], [.root("a")]] {
        let error = #expect(throws: ArchiveError.self) {
          try KeyedUnarchiver().decode(
            ArchivedPlaceholder.self, at: ArchivePath(root + [.key(list), .index(index)]),
            from: data)
        }
        #expect(error?.code == .keyNotFound)
      }
    }
  }

  @Test func `names of roots that look like steps are quoted`() throws {
    for name in Self.names.dropFirst() {
      let path = ArchivePath([.root(name), .key("name")])
      #expect(try ArchivePath(parsing: path.description) == path, "\(path)")
    }
    let data = try KeyedArchiver().encodeRoots { roots in
      for name in Self.names { try roots.encode(["name": name], named: name) }
    }
    for name in Self.names {
      let steps: [ArchivePath.Step] = name.isEmpty ? [] : [.root(name)]
      let path = ArchivePath(steps + [.key("name")]).description
      #expect(try KeyedUnarchiver().decode(String.self, at: path, from: data) == name)
    }
  }

  @Test func `a key of any integer type leads to its value`() throws {
    func check<Key: FixedWidthInteger & Codable & Sendable>(_: Key.Type) throws {
      let map = Dictionary(uniqueKeysWithValues: [Key.min, 5, 64, .max].map { ($0, "\($0)") })
      let data = try KeyedArchiver().encode(map) as Data
      for (key, value) in map {
        let path = ArchivePath([.key("\(key)")])
        #expect(try KeyedUnarchiver().decode(String.self, at: path, from: data) == value)
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(UInt64.self)
    try check(Int128.self)
    try check(UInt128.self)
  }
}
