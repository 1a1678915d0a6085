import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Generated code reads records whose archives have further fields, fewer, or have them in another order.
@Suite struct GeneratedOrderTests {
  private static let fieldCount = OrderedTrack.CodingKeys.allCases.count
  private static let further = fieldCount..<fieldCount + ReorderedTrack.Order.furtherCount

  private static func archive(
    _ order: ReorderedTrack.Order, count: Int = 12, _ archiver: KeyedArchiver = KeyedArchiver()
  ) throws -> [UInt8] {
    try archiver.encode(
      (0..<count).map { ReorderedTrack(track: OrderedTrack($0), order: order) })
  }

  private static func tracks(_ count: Int = 12) -> [OrderedTrack] {
    (0..<count).map { OrderedTrack($0) }
  }

  /// The tracks in words, without the paths that notes tell when they are decoded.
  private static func text(_ tracks: [OrderedTrack]) -> String {
    canonicalText(
      tracks.map { track in
        var track = track
        track.note?.path = ""
        return track
      })
  }

  private static func expectOrdered(
    _ order: ReorderedTrack.Order, _ expected: [OrderedTrack],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try archive(order)
    let counts = try ReadingCounts.of {
      let read = try KeyedUnarchiver().decode([OrderedTrack].self, from: bytes)
      #expect(text(read) == text(expected), "\(order)", sourceLocation: sourceLocation)
    }
    #expect(
      counts.ordered == 12 && counts.general + counts.generated == 0, "\(order): \(counts.ordered)",
      sourceLocation: sourceLocation)
    ThreeWays([OrderedTrack].self, bytes).expectSame("\(order)", sourceLocation: sourceLocation)
  }

  @Test func `each further field, before and behind each of the type's own`() throws {
    for number in Self.further {
      for place in 0...Self.fieldCount {
        var numbers = Array(0..<Self.fieldCount)
        numbers.insert(number, at: place)
        try Self.expectOrdered(.init(numbers: numbers), Self.tracks())
      }
    }
    try Self.expectOrdered(
      .init(numbers: Array(0..<Self.further.upperBound)), Self.tracks())
  }

  @Test func `fields in another order`() throws {
    let numbers = Array(0..<Self.fieldCount)
    try Self.expectOrdered(.init(numbers: numbers.reversed()), Self.tracks())
    for first in numbers {
      for second in numbers where first < second {
        var changed = numbers
        changed.swapAt(first, second)
        try Self.expectOrdered(.init(numbers: changed), Self.tracks())
      }
    }
    try Self.expectOrdered(
      .init(numbers: [7] + numbers.dropLast(), pointIsReversed: true), Self.tracks())
  }

  @Test func `fields that may be missing`() throws {
    func without(_ key: OrderedTrack.CodingKeys) -> ReorderedTrack.Order {
      .init(
        numbers: (0..<Self.fieldCount).filter { OrderedTrack.CodingKeys.allCases[$0] != key })
    }
    func changed(_ change: (inout OrderedTrack) -> Void) -> [OrderedTrack] {
      Self.tracks().map { track in
        var track = track
        change(&track)
        return track
      }
    }
    try Self.expectOrdered(without(.plays), changed { $0.plays = 3 })
    try Self.expectOrdered(without(.rating), changed { $0.rating = nil })
    try Self.expectOrdered(without(.note), changed { $0.note = nil })
    try Self.expectOrdered(without(.children), changed { $0.children = nil })
    for key in [OrderedTrack.CodingKeys.title, .isOn, .tags, .point] {
      let ways = ThreeWays([OrderedTrack].self, try Self.archive(without(key)))
      #expect(!ways.isAccepted)
      ways.expectSame("\(key)")
    }
  }

  @Test(.differential)
  func `orders at random, and changed bytes`() throws {
    var random = SeededGenerator(seed: 36)
    var mutation = ArchiveMutation(seed: 37)
    var (orderedCount, acceptedCount) = (0, 0)
    for _ in 0..<60 {
      var numbers = Array(0..<Self.further.upperBound).shuffled(using: &random)
      numbers.removeLast(Int.random(in: 0..<11, using: &random))
      let order = ReorderedTrack.Order(
        numbers: numbers, pointIsReversed: Bool.random(using: &random))
      let bytes = try Self.archive(order, count: 4, KeyedArchiver(framing: .singlePart))
      let counts = ReadingCounts.of {
        _ = try? KeyedUnarchiver().decode([OrderedTrack].self, from: bytes)
      }
      orderedCount += counts.ordered
      ThreeWays([OrderedTrack].self, bytes).expectSame("\(order)")
      for _ in 0..<40 {
        let changed = mutation.changed(bytes)
        let ways = ThreeWays([OrderedTrack].self, changed, verifiesChecksums: false)
        ways.expectSame("\(order)")
        if ways.isAccepted { acceptedCount += 1 }
      }
    }
    #expect(orderedCount > 60 && acceptedCount > 60, "\(orderedCount), \(acceptedCount)")
  }

  @Test(.differential)
  func `limits count the same`() throws {
    let order = ReorderedTrack.Order(numbers: [8, 7, 0, 13, 1, 2, 12, 3, 4, 5, 6])
    let bytes = try Self.archive(order, count: 4)
    for limit in stride(from: 1, to: 400, by: 3) {
      for path in [\ArchiveLimits.maximumValueCount, \.maximumVisitCount, \.maximumDepth] {
        var limits = ArchiveLimits.untrusted
        limits[keyPath: path] = limit
        // Cells count visits in other places.
        let ways = ThreeWays([OrderedTrack].self, bytes, limits: limits)
        #expect(ways.differenceFromContainers == nil, "\(limit)")
      }
    }
  }

  @Test func `rows across blocks, dictionaries, optionals and roots`() throws {
    let order = ReorderedTrack.Order(numbers: [8, 7, 6, 5, 12, 4, 13, 3, 2, 16, 1, 0])
    let bytes = try Self.archive(order, count: 20_000, KeyedArchiver(framing: .multiPart))
    let counts = try ReadingCounts.of {
      let read = try KeyedUnarchiver().decode([OrderedTrack].self, from: bytes)
      #expect(Self.text(read) == Self.text(Self.tracks(20_000)))
    }
    #expect(counts.general == 0)
    let track = ReorderedTrack(track: OrderedTrack(2), order: order)
    let root: [UInt8] = try KeyedArchiver().encode(track)
    let alone = try KeyedUnarchiver().decode(OrderedTrack.self, from: root)
    #expect(Self.text([alone]) == Self.text([OrderedTrack(2)]))
    let table: [UInt8] = try KeyedArchiver().encode(["a": track, "b": track])
    let entries = try KeyedUnarchiver().decode([String: OrderedTrack].self, from: table)
    #expect(
      entries.count == 2 && entries["b"].map { Self.text([$0]) } == Self.text([OrderedTrack(2)]))
    let gaps: [UInt8] = try KeyedArchiver().encode([track, nil, track])
    let optionals = try KeyedUnarchiver().decode([OrderedTrack?].self, from: gaps)
    #expect(optionals.map { $0?.plays } == [2_000, nil, 2_000])
  }
}
