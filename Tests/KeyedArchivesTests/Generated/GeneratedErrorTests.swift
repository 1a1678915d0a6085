import Foundation
import KeyedArchives
import Testing

/// What user code does with errors around generated code, and many threads.
@Suite struct GeneratedErrorTests {
  struct Failure: Error {}

  /// A number of which some are refused by its own `init(from:)`.
  struct Picky: Codable, Equatable, Sendable {
    var number: Int

    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      if number < 0 { throw Failure() }
    }
  }

  typealias Box = HandWritten.Box<Picky>

  /// Gives up what does not decode, and goes on behind it.
  struct Forgiving: Codable, Equatable {
    var name: String
    var first: Box?
    var second: Box?
    var boxes: [Box]?
    var byName: [String: Box]?
    var wrong: HandWritten.Vector?
    var last: Box?
    var counted: [Counted]

    init(
      name: String, first: Box?, second: Box?, boxes: [Box]?, byName: [String: Box]?,
      wrong: HandWritten.Vector?, last: Box?, counted: [Counted]
    ) {
      self.name = name
      self.first = first
      self.second = second
      self.boxes = boxes
      self.byName = byName
      self.wrong = wrong
      self.last = last
      self.counted = counted
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      first = try? container.decode(Box.self, forKey: .first)
      second = try? container.decode(Box.self, forKey: .second)
      boxes = try? container.decode([Box].self, forKey: .boxes)
      byName = try? container.decode([String: Box].self, forKey: .byName)
      // A box is no vector.
      wrong = try? container.decode(HandWritten.Vector.self, forKey: .last)
      last = try container.decodeIfPresent(Box.self, forKey: .last)
      counted = try container.decode([Counted].self, forKey: .counted)
    }
  }

  @Test func `an error that user code catches leaves no trace`() throws {
    func box(_ number: Int) -> Box {
      Box(value: Picky(1), maybe: Picky(2), values: [Picky(3), Picky(number)])
    }
    let counted = [Counted(1), Counted(2, weight: 3)]
    for bad in 0..<16 {
      func number(_ bit: Int) -> Int { bad >> bit & 1 == 1 ? -1 : 4 }
      let archived = Forgiving(
        name: "n", first: box(number(0)), second: box(number(1)),
        boxes: [box(4), box(number(2)), box(4)], byName: ["k": box(number(3)), "l": box(4)],
        wrong: nil, last: box(5), counted: counted)
      var expected = archived
      if bad & 1 != 0 { expected.first = nil }
      if bad & 2 != 0 { expected.second = nil }
      if bad & 4 != 0 { expected.boxes = nil }
      if bad & 8 != 0 { expected.byName = nil }
      let bytes: [UInt8] = try KeyedArchiver().encode([archived, archived])
      for _ in 0..<2 {
        let ways = ThreeWays([Forgiving].self, bytes)
        #expect((try? ways.generated.get()) == [expected, expected], "\(bad)")
        ways.expectSame("\(bad)")
      }
    }
  }

  @Test func `elements that fail are left out one by one`() throws {
    struct Lossy: Codable, Equatable {
      var boxes: [Box]

      init(boxes: [Box]) { self.boxes = boxes }

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        boxes = []
        while !container.isAtEnd {
          if let box = try? container.decode(Box.self) {
            boxes.append(box)
          } else {
            _ = try container.decode(HandWritten.Box<Counting>.self)
          }
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for box in boxes { try container.encode(box) }
      }
    }
    struct Counting: Codable, Equatable, Sendable { var number: Int }
    let boxes = (0..<30).map {
      Box(value: Picky($0 % 3 == 0 ? -1 : $0), maybe: nil, values: [Picky($0 % 7 == 0 ? -1 : 0)])
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(["all": Lossy(boxes: boxes)])
    let ways = ThreeWays([String: Lossy].self, bytes)
    let expected = boxes.filter { $0.value.number >= 0 && $0.values[0].number >= 0 }
    #expect((try? ways.generated.get())?["all"]?.boxes == expected)
    ways.expectSame()
  }

  @Test func `a limit that user code swallows is thrown all the same`() throws {
    struct Swallowing: Codable, Equatable, Sendable {
      var texts: [String]?
      init(_ texts: [String]) { self.texts = texts }
      init(from decoder: any Decoder) throws {
        texts = try? decoder.container(keyedBy: CodingKeys.self).decode(
          [String].self, forKey: .texts)
      }
    }
    let value = Swallowing((0..<50).map { "text number \($0)" })
    let box = HandWritten.Box(value: value, maybe: nil, values: [value])
    let bytes: [UInt8] = try KeyedArchiver().encode([box])
    for allowed in stride(from: 10, to: 130, by: 7) {
      var limits = ArchiveLimits.untrusted
      limits.maximumValueCount = allowed
      let ways = ThreeWays([HandWritten.Box<Swallowing>].self, bytes, limits: limits)
      #expect(ways.isAccepted == (allowed >= 108), "\(allowed)")
      ways.expectSame("\(allowed)")
    }
  }

  @Test func `many threads read at once`() async throws {
    let full = HandWritten.Everything.full
    let everything: [UInt8] = try KeyedArchiver().encode([full, full])
    let counted: [UInt8] = try KeyedArchiver().encode(["a": Counted(1), "b": Counted(2)])
    let small: [UInt8] = try KeyedArchiver().encode(Counted(7, "small"))
    let box = Box(value: Picky(1), maybe: nil, values: [Picky(-1)])
    let failing: [UInt8] = try KeyedArchiver().encode([box])
    let mistakes = await withTaskGroup(of: Int.self) { group in
      for number in 0..<32 {
        group.addTask {
          var mistakes = 0
          for turn in 0..<40 {
            switch (number + turn) % 4 {
            case 0:
              let read = try? KeyedUnarchiver().decode(
                [HandWritten.Everything].self, from: everything)
              if read != [full, full] { mistakes += 1 }
            case 1:
              let read = try? KeyedUnarchiver().decode([String: Counted].self, from: counted)
              if read != ["a": Counted(1), "b": Counted(2)] { mistakes += 1 }
            case 2:
              let read = try? KeyedUnarchiver().decode(Counted.self, from: small)
              if read != Counted(7, "small") { mistakes += 1 }
            default:
              if (try? KeyedUnarchiver().decode([Box].self, from: failing)) != nil { mistakes += 1 }
            }
          }
          return mistakes
        }
      }
      return await group.reduce(0, +)
    }
    #expect(mistakes == 0)
  }

  /// A number that is not written if it is negative.
  struct Reluctant: Codable, Equatable, Sendable {
    var number: Int

    init(_ number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws {
      if number < 0 { throw Failure() }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  /// Its coding writes numbers in a row, which generated code does not see.
  struct Row: Codable, Equatable, Sendable {
    var numbers: [Reluctant]
  }

  @Test func `an error in a row inside of generated rows ends all of them`() throws {
    func rows(_ last: Int) -> [[HandWritten.Box<Row>]] {
      (0..<4).map { outer in
        (0..<3).map { inner in
          let row = Row(numbers: [Reluctant(outer), Reluctant(inner == 1 ? last : inner)])
          return HandWritten.Box(value: row, maybe: nil, values: [row, row])
        }
      }
    }
    let expected: [UInt8] = try KeyedArchiver().encode(rows(7))
    for _ in 0..<20 {
      #expect(throws: Failure.self) { try KeyedArchiver().encode(rows(-1)) as [UInt8] }
      #expect(try KeyedArchiver().encode(rows(7)) == expected)
    }
    #expect(try KeyedUnarchiver().decode([[HandWritten.Box<Row>]].self, from: expected) == rows(7))
  }
}
