import ArchiveFormat
import ArchiveInspection
import Foundation
import HostileInput
import KeyedArchives
import TestTraits
import Testing

/// States of blocks are hints (Spec, section 4): a false one is a finding, a reader of the whole archive does not look at it, and one of a
/// few values returns none that is wrong.
@Suite struct FalseStateTests {
  private struct Shelf: Codable, Equatable {
    var books: [Book]
    var byTitle: [String: Book]
    var rows: [[Int]]
  }

  private struct Book: Codable, Equatable {
    var isRead: Bool?
    var isLent: Bool?
    var number: Int
    var text: String
    var pages: [Int]?
    var notes: [Int]?

    init(_ number: Int) {
      self.number = number
      text = String(repeating: "\(number) ", count: 1_500)
      isRead = number % 3 == 0 ? nil : number % 2 == 0
      isLent = number % 5 == 0 ? nil : true
      pages = number % 4 == 0 ? nil : [number, 2]
      notes = number % 7 == 0 ? nil : [3, number]
    }
  }

  private static let bookCount = 160
  private static let shelf = Shelf(
    books: (0..<bookCount).map(Book.init),
    byTitle: Dictionary(uniqueKeysWithValues: (0..<20).map { ("book \($0)", Book($0)) }),
    rows: (0..<12).map { row in (0..<16_000).map { row * 1_000_000 + $0 } })

  /// The places of the states in an archive, in the order of the blocks, and of what the index repeats of them.
  private static func states(_ bytes: [UInt8]) throws -> [(block: Range<Int>, index: Int)] {
    var states: [(block: Range<Int>, index: Int)] = []
    var details: [Range<Int>] = []
    var index = 0..<0
    var cursor = ByteCursor(bytes, from: 24)
    while cursor.remaining > 0 {
      let start = cursor.position
      cursor.position += 2
      let detailByteCount = Int(try cursor.fixed(UInt16.self))
      let storedByteCount = Int(try cursor.fixed(UInt64.self))
      let end = start + 24 + detailByteCount
      if bytes[start] == UInt8(ascii: "B") {
        cursor.position = start + 24
        for _ in 0..<5 { _ = try cursor.varint() }
        if try cursor.byte() == 2 { states.append((cursor.position..<end, 0)) }
        details.append(start + 24..<end)
      }
      if bytes[start] == UInt8(ascii: "i") { index = end..<end + storedByteCount }
      cursor.position = end + storedByteCount
    }
    // Details stand in the index one after another.
    var place = index.lowerBound
    for detail in details {
      place = try #require(
        (place...index.upperBound - detail.count).first {
          bytes[$0..<$0 + detail.count] == bytes[detail]
        })
      place += detail.count
      if let state = states.firstIndex(where: { $0.block.upperBound == detail.upperBound }) {
        states[state].index = place - states[state].block.count
      }
    }
    return states
  }

  private static let paths: [(text: String, value: @Sendable (Data, ArchivePath) throws -> Bool)] =
    [0, 40, 85, 120, 159].map { index in
      (
        "books[\(index)]",
        { try KeyedUnarchiver().decode(Book.self, at: $1, from: $0) == shelf.books[index] }
      )
    }
    + [3, 8, 11].map { index in
      (
        "rows[\(index)][15000]",
        { try KeyedUnarchiver().decode(Int.self, at: $1, from: $0) == shelf.rows[index][15_000] }
      )
    }

  @Test func `rule M11: a false state is found, and changes no value`() throws {
    #expect(try Self.checkChanges(each: 59) > 2)
  }

  @Test(.long) func `rule M11: whichever state is false`() throws {
    #expect(try Self.checkChanges(each: 1) > 200)
  }

  /// Reads the archive with each `step`th of the changes of its states.
  ///
  /// - Returns: How many changes there were.
  private static func checkChanges(each step: Int) throws -> Int {
    let bytes: [UInt8] = try KeyedArchiver().encode(Self.shelf)
    let states = try Self.states(bytes)
    try #require(states.count >= 5)
    let paths = try Self.paths.map { (try ArchivePath(parsing: $0.text), $0.value) }
    for (path, isRight) in paths { #expect(try isRight(Data(bytes), path), "\(path)") }
    var (number, changeCount) = (0, 0)
    for (place, copy) in states {
      for offset in place {
        for change in [1, 2, 4, 0x80] as [UInt8] {
          number += 1
          guard number % step == 0 else { continue }
          var changed = bytes
          changed[offset] ^= change
          changed[copy + offset - place.lowerBound] ^= change
          changed = ChecksumRepair.repaired(changed)
          let data = Data(changed)
          for (path, isRight) in paths {
            #expect(
              try isRight(data, path),
              "state at \(place), byte \(offset - place.lowerBound) ^ \(change), \(path)")
          }
          changeCount += 1
          guard changeCount % 4 == 0 else { continue }
          #expect(try KeyedUnarchiver().decode(Shelf.self, from: data) == Self.shelf)
          let findings = ArchiveVerification(of: changed).findings
          #expect(findings.contains { $0.byteOffset.map(place.contains) ?? false }, "\(findings)")
        }
      }
    }
    return changeCount
  }
}
