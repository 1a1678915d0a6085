import ArchiveFormat
import TestSupport
import Testing

@testable import KeyedArchives

/// Few bytes tell the same of objects as whole places do.
@Suite struct ObjectPlacesTests {
  /// The state that an object is to have. Marks are told by their distance from the first one.
  private struct Expected: Equatable {
    var mention: Int
    var header: Int?
    var end: Int?
    var body: ObjectPlaces.Body?
    var isAwaited = false
  }

  private let start = RawCursor(RawBytes(), from: 0).mark

  private func found(_ number: Int, in places: ObjectPlaces) -> Expected {
    Expected(
      mention: start.distance(to: places.mention(number)),
      header: places.header(number).map { start.distance(to: $0) },
      end: places.end(number).map { start.distance(to: $0) }, body: places.body(number),
      isAwaited: places.isAwaited(number))
  }

  /// - Parameters:
  ///   - spread: The largest distance between mentions.
  ///   - bodyCount: How many bodies differ.
  private func check(
    _ places: inout ObjectPlaces, count: Int, spread: Int, bodyCount: Int, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var expected: [Expected] = []
    var mention = 0
    for number in 0..<count {
      mention += Int.random(in: 1...spread, using: &random)
      let isHeader = Int.random(in: 0..<8, using: &random) > 0
      expected.append(Expected(mention: mention, header: isHeader ? mention : nil))
      places.append(start.advanced(by: mention), isHeader: isHeader)
      // Some is said of an object twice, some of it never, in any order.
      for _ in 0..<3 {
        let other = Int.random(in: max(0, number - 2_000)...number, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where expected[other].header == nil:
          let header = expected[other].mention + Int.random(in: 1...spread * 300, using: &random)
          expected[other].header = header
          places.setHeader(other, start.advanced(by: header))
        case 1:
          guard let header = expected[other].header else { continue }
          let end = header + Int.random(in: 0...spread * 30, using: &random)
          let kind = Int.random(in: 0..<bodyCount, using: &random)
          let body = ObjectPlaces.Body(row: kind / 3, kind: KindID(index: kind), depth: kind % 5)
          (expected[other].end, expected[other].body) = (end, body)
          places.settle(other, start.advanced(by: end), body)
        default:
          expected[other].isAwaited = true
          places.setAwaited(other)
        }
      }
    }
    #expect(places.count == count)
    let difference = expected.indices.first { found($0, in: places) != expected[$0] }
    if let difference {
      Issue.record(
        "seed \(seed), object \(difference): \(found(difference, in: places)), not \(expected[difference])"
      )
    }
  }

  @Test func `places of small and large objects, with few and many bodies`() {
    var places = ObjectPlaces()
    defer { places.free() }
    for seed in 0..<2 as Range<UInt64> {
      for spread in [1, 40, 20_000, 1 << 22, 1 << 33] {
        for (count, bodyCount) in [(3, 1), (1_024, 3), (2_100, 100), (1_100, 100_000)] {
          // A call begins without the places of the call before, in its memory.
          places.removeAll()
          #expect(places.count == 0 && places.last == nil)
          check(&places, count: count, spread: spread, bodyCount: bodyCount, seed: seed)
        }
      }
    }
  }

  /// The bodies that a word can name run out.
  @Test func `more bodies than a word can name`() {
    var places = ObjectPlaces()
    defer { places.free() }
    let count = PackedPlace.maximumBodyNumber + 2_000
    func body(_ number: Int) -> ObjectPlaces.Body {
      ObjectPlaces.Body(row: number, kind: .undetermined, depth: 1)
    }
    for number in 0..<count {
      places.append(start.advanced(by: number * 10), isHeader: true)
      places.settle(number, start.advanced(by: number * 10 + 7), body(number))
    }
    let isRight = (0..<count).allSatisfy {
      found($0, in: places)
        == Expected(mention: $0 * 10, header: $0 * 10, end: $0 * 10 + 7, body: body($0))
    }
    #expect(isRight)
  }
}
