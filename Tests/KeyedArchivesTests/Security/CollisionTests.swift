import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Members and keys that bytes make collide: each would be compared with all before it.
@Suite struct CollisionTests {
  /// A type of a program's own, with the hash of what it holds.
  struct Held: Codable, Hashable { var data: Data }

  /// A type whose own hash value is not what sets use.
  struct Multiple: Codable, Hashable {
    var number: Int
    var hashValue: Int { number << 20 }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private static func unarchivers(visits: Int) -> [KeyedUnarchiver] {
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    return [KeyedUnarchiver(), KeyedUnarchiver(usesGeneratedCode: false), cells].map {
      var unarchiver = $0
      unarchiver.limits.maximumVisitCount = visits
      return unarchiver
    }
  }

  private static func nans(_ count: Int) -> [Double] { Array(repeating: .nan, count: count) }
  private static func data(_ count: Int) -> [Data] {
    (0..<count).map { Data(count: 80) + [UInt8($0 & 255), UInt8($0 >> 8)] }
  }
  private static func decimals(_ count: Int) throws -> [Decimal] {
    try (0..<count).map {
      try #require(Decimal(string: "1.0000000000000000000000000\(100_000 + $0)"))
    }
  }

  private func expectRefused<Collection: Codable>(
    _ type: Collection.Type, _ archived: some Encodable, visits: Int = 2_000_000
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(archived)
    for unarchiver in Self.unarchivers(visits: visits) {
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(type, from: bytes)
      }
      #expect(error?.code == .limitExceeded)
    }
  }

  private func expectRead<Collection: Codable & Equatable>(
    _ collection: Collection, _ archived: some Encodable
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(archived)
    for unarchiver in Self.unarchivers(visits: ArchiveLimits.untrusted.maximumVisitCount) {
      #expect(try unarchiver.decode(Collection.self, from: bytes) == collection)
    }
  }

  @Test func `members with one hash are visits`() throws {
    try expectRefused(
      Set<Double>.self, Self.nans(5_000), visits: ArchiveLimits.untrusted.maximumVisitCount)
    try expectRefused(Set<Double>.self, Self.nans(1_000))
    try expectRefused(Set<Data>.self, Self.data(1_000))
    try expectRefused(Set<Decimal>.self, Self.decimals(1_000))
    try expectRefused(Set<Held>.self, Self.data(1_000).map(Held.init))
    try expectRefused([Set<Data>].self, [Self.data(1_000)])
    // Among so many others that have hashes of their own.
    let others = (0..<20_000).map { Double($0) }
    try expectRefused(Set<Double>.self, others + Self.nans(1_000))
  }

  @Test func `keys with one hash are visits`() throws {
    let keys = Self.data(1_000)
    try expectRefused(
      [Data: Int].self, Dictionary(uniqueKeysWithValues: zip(keys, 0...)))
    try expectRefused(
      [Double: Int].self, Dictionary(uniqueKeysWithValues: zip(Self.nans(1_000), 0...)))
  }

  @Test(.long) func `a few that collide, and many that do not, are read`() throws {
    let nans = try KeyedUnarchiver().decode(
      Set<Double>.self, from: KeyedArchiver().encode(Self.nans(300)) as [UInt8])
    #expect(nans.count == 300)
    try expectRead(Set(Self.data(500)), Self.data(500))
    let reals = (0..<100_000).map { Double($0) / 3 }
    try expectRead(Set(reals), reals)
    let data = (0..<50_000).map { Data("\($0)".utf8) }
    try expectRead(Set(data), data)
    let multiples = (0..<20_000).map { Multiple(number: $0) }
    try expectRead(Set(multiples), multiples)
    let keys = Dictionary(uniqueKeysWithValues: zip(reals, 0...))
    try expectRead(keys, keys)
  }
}
