import Foundation
import TestSupport

/// Calls on decoders and containers that user code keeps: some while the archive is decoded, most when it is over.
///
/// They are drawn at random. The result of each is compared with the item that the decoder or container is one of.
///
/// `@unchecked Sendable`: a decoder's `userInfo` asks for it, and each test uses its own on one thread.
final class KeptCalls: @unchecked Sendable {
  static let key = CodingUserInfoKey(rawValue: "kept calls").unsafelyUnwrapped

  private enum Kept {
    case decoder(any Decoder, Item)
    case record(KeyedDecodingContainer<Item.Key>, Item)
    case pair(KeyedDecodingContainer<Item.Pair>, Item)
    case list(any UnkeyedDecodingContainer, Item, index: Int)
    case single(any SingleValueDecodingContainer, Item)
  }

  private var random: SeededGenerator
  private var kept: [Kept] = []
  /// The items that are decoded next.
  private var next: [Item]
  private var depth = 0
  private(set) var callCount = 0
  private(set) var differences: [String] = []

  init(_ item: Item, seed: UInt64) {
    next = [item]
    random = SeededGenerator(seed: seed)
  }

  private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func keep(_ value: Kept) {
    kept.append(value)
    // Some are let go.
    if kept.count > 24 { kept.remove(at: draw(kept.count)) }
  }

  /// Lets go of all: what is kept has this in its user info.
  func end() { kept = [] }

  // MARK: Values that keep something

  /// Reads a part of an item, and keeps its decoder or containers.
  func read(_ decoder: any Decoder) throws {
    let item = next.removeFirst()
    depth += 1
    defer { depth -= 1 }
    if draw(3) == 0 { keep(.decoder(decoder, item)) }
    if draw(8) == 0 { keep(.single(try decoder.singleValueContainer(), item)) }
    let container = try decoder.container(keyedBy: Item.Key.self)
    if draw(2) == 0 { keep(.record(container, item)) }
    for _ in 0..<draw(5) { call(container, item) }
    if draw(4) == 0 { call() }
    if draw(2) == 0 { keepers(container, item) }
  }

  private func keepers(_ container: KeyedDecodingContainer<Item.Key>, _ item: Item) {
    let others = next
    defer { next = others }
    next = item.items
    expect(item.items.count, try container.decode([Keeper].self, forKey: .items).count)
  }

  // MARK: Calls

  /// A call on something that was kept.
  func call() {
    guard !kept.isEmpty else { return }
    let index = draw(kept.count)
    switch kept[index] {
    case .list(var list, let item, var place):
      call(&list, item, &place)
      kept[index] = .list(list, item, index: place)
    case .decoder(let decoder, let item): call(decoder, item)
    case .record(let record, let item): call(record, item)
    case .single(let single, let item): expect(item.name, try single.decode(Item.self).name)
    case .pair(let pair, let item): call(pair, item)
    }
  }

  private func expect<Value: Equatable>(
    _ expected: Value?, _ value: @autoclosure () throws -> Value, line: Int = #line
  ) {
    callCount += 1
    let found = Result { try value() }
    let isExpected = expected.map { (try? found.get()) == $0 } ?? ((try? found.get()) == nil)
    if !isExpected {
      let text = expected.map { "\($0)" } ?? "an error"
      differences.append("call \(callCount), line \(line): \(found) in place of \(text)")
    }
  }

  private func call(_ pair: KeyedDecodingContainer<Item.Pair>, _ item: Item) {
    switch draw(4) {
    case 0: expect(item.count + 1, try pair.decode(Int.self, forKey: .x))
    case 1: expect(item.name + "!", try pair.decode(String.self, forKey: .y))
    case 2: expect(2, pair.allKeys.count)
    default: expect(nil, try pair.decode(String.self, forKey: .x))
    }
  }

  private func call(_ decoder: any Decoder, _ item: Item) {
    switch draw(5) {
    case 0: expect(item, try Item(from: decoder))
    case 1: expect(nil, try decoder.unkeyedContainer().count)
    case 2: expect(item.count, try decoder.singleValueContainer().decode(Item.self).count)
    case 3: expect(nil, try decoder.singleValueContainer().decode(Int.self))
    default:
      guard let container = try? decoder.container(keyedBy: Item.Key.self) else {
        return expect("a container", "none")
      }
      keep(.record(container, item))
      call(container, item)
    }
  }

  private func call(_ record: KeyedDecodingContainer<Item.Key>, _ item: Item) {
    switch draw(15) {
    case 0: expect(item.name, try record.decode(String.self, forKey: .name))
    case 1: expect(item.count, try record.decode(Int.self, forKey: .count))
    case 2: expect(item.ratio, try record.decode(Double.self, forKey: .ratio))
    case 3: expect(item.isNew, try record.decode(Bool.self, forKey: .isNew))
    case 4: expect(item.note, try record.decodeIfPresent(String.self, forKey: .note))
    case 5: expect(item.note != nil, record.contains(.note))
    case 6: expect(item.numbers, try record.decode([Int].self, forKey: .numbers))
    case 7: expect(nil, try record.decode(Int.self, forKey: .name))
    case 8: expect(item.note == nil ? 7 : 8, record.allKeys.count)
    case 9: expect(item.items, try record.decode([Item].self, forKey: .items))
    case 10: expect(false, try record.decodeNil(forKey: .name))
    case 11:
      guard let pair = try? record.nestedContainer(keyedBy: Item.Pair.self, forKey: .pair) else {
        return expect("a pair", "none")
      }
      keep(.pair(pair, item))
      call(pair, item)
    case 12:
      guard var list = try? record.nestedUnkeyedContainer(forKey: .numbers) else {
        return expect("a list", "none")
      }
      var index = 0
      call(&list, item, &index)
      keep(.list(list, item, index: index))
    case 13 where depth < 6: keepers(record, item)
    default: expect(item.note, try record.decode(String.self, forKey: .note))
    }
  }

  private func call(
    _ list: inout any UnkeyedDecodingContainer, _ item: Item, _ index: inout Int
  ) {
    let element = index < item.numbers.count ? item.numbers[index] : nil
    switch draw(5) {
    case 0: expect(nil, try list.decode(Bool.self))
    case 1: expect("\(index), \(element == nil)", "\(list.currentIndex), \(list.isAtEnd)")
    case 2: expect(element.map { _ in false }, try list.decodeNil())
    default:
      expect(element, try list.decode(Int.self))
      if element != nil { index += 1 }
    }
  }
}

/// An item as it is written.
struct Item: Codable, Equatable {
  var name: String
  var count: Int
  var ratio: Double
  var isNew: Bool
  var note: String?
  var numbers: [Int]
  var items: [Item]

  enum Key: CodingKey { case name, count, ratio, isNew, note, numbers, pair, items }
  enum CodingKeys: CodingKey { case name, count, ratio, isNew, note, numbers, items }
  enum Pair: CodingKey { case x, y }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(count, forKey: .count)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(isNew, forKey: .isNew)
    try container.encodeIfPresent(note, forKey: .note)
    try container.encode(numbers, forKey: .numbers)
    var nested = container.nestedContainer(keyedBy: Pair.self, forKey: .pair)
    try nested.encode(count + 1, forKey: .x)
    try nested.encode(name + "!", forKey: .y)
    try container.encode(items, forKey: .items)
  }

  static func make(_ random: inout SeededGenerator, depth: Int) -> Item {
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let count = draw(1_000)
    return Item(
      name: "item \(count)", count: count, ratio: Double(draw(64)) + 0.25, isNew: draw(2) == 0,
      note: draw(2) == 0 ? "note \(draw(9))" : nil, numbers: (0..<draw(4)).map { $0 * count },
      items: depth == 0 ? [] : (0..<draw(4)).map { _ in make(&random, depth: depth - 1) })
  }
}

/// An item as it is read: through calls that are drawn at random.
struct Keeper: Decodable {
  init(from decoder: any Decoder) throws {
    try (decoder.userInfo[KeptCalls.key] as? KeptCalls)?.read(decoder)
  }
}
