import Foundation
import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Decoders and containers that user code keeps go on with their own values, whatever else is decoded meanwhile.
@Suite struct KeptValueTests {
  /// An object that holds an item: what stands inside of an archive with objects.
  private final class Shelf: Codable {
    let item: Item?

    enum CodingKeys: CodingKey { case item }

    init(_ item: Item) { self.item = item }

    init(from decoder: any Decoder) throws {
      item = nil
      _ = try decoder.container(keyedBy: CodingKeys.self).decode(Keeper.self, forKey: .item)
    }
  }

  private func check(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let item = Item.make(&random, depth: 3)
    try check(Keeper.self, item, item, seed)
    try check(Shelf.self, Shelf(item), item, seed)
  }

  private func check<Read: Decodable>(
    _ type: Read.Type, _ value: some Encodable, _ item: Item, _ seed: UInt64
  ) throws {
    for framing in [ArchiveLayout.Framing.singlePart, .multiPart] {
      let archive: [UInt8] = try KeyedArchiver(framing: framing).encode(value)
      for usesCells in [false, true] {
        let calls = KeptCalls(item, seed: seed)
        defer { calls.end() }
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[KeptCalls.key] = calls
        _ = try unarchiver.decode(type, from: archive)
        for _ in 0..<60 { calls.call() }
        if let first = calls.differences.first {
          Issue.record("seed \(seed), \(type), \(framing), cells \(usesCells): \(first)")
          return
        }
      }
    }
  }

  @Test func `a hundred archives`() throws {
    for seed in 0..<100 { try check(seed: UInt64(seed)) }
  }

  @Test(.long) func `five thousand archives`() throws {
    let start = UInt64.random(in: 0...(.max >> 1))
    print("kept calls: seeds from \(start)")
    for seed in start..<start + 5_000 { try check(seed: seed) }
  }
}
