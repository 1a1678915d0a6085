import KeyedArchives
import Testing

/// Content that generated code has to look at closely.
@Suite struct GeneratedContentTests {
  typealias Node = HandWritten.Node

  /// The archive of a value in one part, whose content is changed by `change`; the checksum is wrong then.
  private func bytes(
    of value: some Encodable, changing change: (inout [UInt8]) throws -> Void
  ) throws -> [UInt8] {
    let archive: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(value)
    var content = Array(archive.dropLast(4))
    try change(&content)
    return content + archive.suffix(4)
  }

  private func place(of pattern: [UInt8], in bytes: [UInt8]) throws -> Int {
    let places = bytes.indices.filter { bytes[$0...].starts(with: pattern) }
    return try #require(places.last)
  }

  @Test func `texts of every length close to the end`() throws {
    for character in ["x", "é", "€", "😀", "\u{0}"] {
      for count in 0...40 {
        let text =
          String(repeating: "a", count: count % 3) + String(repeating: character, count: count)
        for value in [Node(name: text), Node(name: text, children: [Node(name: text)])] {
          let archive: [UInt8] = try KeyedArchiver().encode([value])
          let ways = ThreeWays([Node].self, archive)
          let read = try? ways.generated.get()
          #expect(read == [value])
          #expect(read?.first.map { Array($0.name.utf8) } == Array(text.utf8))
          ways.expectSame()
        }
        let texts = ThreeWays(
          HandWritten.Box<String>.self,
          try KeyedArchiver().encode(HandWritten.Box(value: "", maybe: nil, values: [text])))
        #expect((try? texts.generated.get())?.values == [text])
        let names = ThreeWays(
          [String: Counted].self, try KeyedArchiver().encode([text: Counted(1, text)]))
        #expect((try? names.generated.get()) == [text: Counted(1, text)])
      }
    }
  }

  @Test func `texts that are no UTF-8`() throws {
    let wrong: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ]
    for sequence in wrong {
      for count in [0, 3, 8, 12, 16, 30] {
        let text = String(repeating: "a", count: count + sequence.count)
        for value in [Node(name: text), Node(name: "n", children: [Node(name: text)])] {
          for start in Set([0, count / 2, count]) {
            let changed = try bytes(of: [value]) {
              let place = try place(of: Array(text.utf8), in: $0) + start
              $0.replaceSubrange(place..<place + sequence.count, with: sequence)
            }
            let ways = ThreeWays([Node].self, changed, verifiesChecksums: false)
            let error = #expect(throws: ArchiveError.self) { try ways.generated.get() }
            #expect(error?.code == .malformed)
            ways.expectSame("\(sequence) at \(start) of \(text.utf8.count)")
          }
        }
      }
    }
  }

  @Test func `keys and members that are there twice become one`() throws {
    let counted = Counted(1, "n")
    let byName = try bytes(of: ["aa": counted, "ab": counted]) {
      $0[try place(of: Array("ab".utf8), in: $0) + 1] = UInt8(ascii: "a")
    }
    let maps = ThreeWays([String: Counted].self, byName, verifiesChecksums: false)
    #expect(maps.isAccepted)
    maps.expectSame()
    let byNumber = try bytes(of: [1_000: counted]) { _ in }
    #expect(ThreeWays([Int: Counted].self, byNumber, verifiesChecksums: false).isAccepted)
    let twoNumbers = try bytes(of: [10: counted, 11: counted]) { content in
      let keys: [UInt8] = [20 << 1 | 1, 22 << 1 | 1]
      let places = content.indices.filter {
        content[$0...].starts(with: keys) || content[$0...].starts(with: keys.reversed())
      }
      let place = try #require(places.last)
      content[place] = keys[0]
      content[place + 1] = keys[0]
    }
    let numbers = ThreeWays([Int: Counted].self, twoNumbers, verifiesChecksums: false)
    #expect(numbers.isAccepted)
    numbers.expectSame()
    let box = HandWritten.Box(value: Set([5]), maybe: nil, values: [Set([41])])
    let members = try bytes(of: box) {
      // One more member, the same.
      let place = try place(of: [1 << 2 | 1, 82 << 1 | 1], in: $0)
      $0[place] = 2 << 2 | 1
      $0.insert(82 << 1 | 1, at: place + 1)
    }
    let sets = ThreeWays(HandWritten.Box<Set<Int>>.self, members, verifiesChecksums: false)
    #expect(sets.isAccepted)
    sets.expectSame()
  }

  /// Rule A2.
  @Test func `of keys that are alike the last value counts`() throws {
    var isOrdered = true
    let box = HandWritten.Box(value: ["aa": 1, "ab": 2], maybe: nil, values: [])
    let changed = try bytes(of: box) {
      let (first, second) = (
        try place(of: Array("aa".utf8), in: $0), try place(of: Array("ab".utf8), in: $0)
      )
      isOrdered = first < second
      $0[second + 1] = UInt8(ascii: "a")
    }
    let ways = ThreeWays(
      HandWritten.Box<[String: Int]>.self, changed, verifiesChecksums: false)
    for way in [ways.generated, ways.general, ways.cells] {
      #expect(try way.get().value == ["aa": isOrdered ? 2 : 1])
    }
    let numbers = HandWritten.Box(value: [10: 1, 11: 2], maybe: nil, values: [])
    let others = try bytes(of: numbers) {
      let keys: [UInt8] = [20 << 1 | 1, 22 << 1 | 1]
      let content = $0
      let place = try #require(
        content.indices.last {
          content[$0...].starts(with: keys) || content[$0...].starts(with: keys.reversed())
        })
      isOrdered = content[place] == keys[0]
      $0[place] = keys[0]
      $0[place + 1] = keys[0]
    }
    let otherWays = ThreeWays(HandWritten.Box<[Int: Int]>.self, others, verifiesChecksums: false)
    for way in [otherWays.generated, otherWays.general, otherWays.cells] {
      #expect(try way.get().value == [10: isOrdered ? 2 : 1])
    }
  }

  /// Rule V4.
  @Test func `state bits that no record has are refused`() throws {
    // A node has two: whether it is a leaf, and whether it has a weight.
    for bit in 2..<8 {
      let changed = try bytes(of: [Node(name: "n"), Node(name: "m")]) {
        $0[try place(of: [0, 1 << 1 | 1, UInt8(ascii: "m")], in: $0)] = 1 << UInt8(bit)
      }
      let ways = ThreeWays([Node].self, changed, verifiesChecksums: false)
      for way in [ways.generated, ways.general, ways.cells] {
        let error = #expect(throws: ArchiveError.self, "bit \(bit)") { try way.get() }
        #expect(error?.code == .malformed)
      }
    }
  }

  @Test func `numbers keep every bit`() throws {
    let patterns: [UInt32] = [
      0, 1 << 31, 0x7F80_0000, 0x7FC0_0001, 0xFFC0_BEEF, 0x7F80_0001, 1, 0x3DCC_CCCD,
    ]
    let vectors = patterns.map {
      let float = Float(bitPattern: $0)
      return HandWritten.Vector(x: float, y: 1, z: float)
    }
    let rows = ThreeWays([HandWritten.Vector].self, try KeyedArchiver().encode(vectors))
    let read = try? rows.generated.get()
    #expect(read?.map(\.x.bitPattern) == patterns)
    #expect(read?.map(\.z.bitPattern) == patterns)
    rows.expectSame()
    for pattern in [0, 1 << 63, 0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001] as [UInt64] {
      let double = Double(bitPattern: pattern)
      let box = HandWritten.Box(value: double, maybe: double, values: [double, 1, double])
      let ways = ThreeWays(HandWritten.Box<Double>.self, try KeyedArchiver().encode(box))
      let read = try? ways.generated.get()
      #expect(read?.value.bitPattern == pattern && read?.maybe?.bitPattern == pattern)
      #expect(read?.values.map(\.bitPattern) == [pattern, 1.0.bitPattern, pattern])
      ways.expectSame()
      let node = Node(name: "n", weight: double)
      let trees = ThreeWays(Node.self, try KeyedArchiver().encode(node))
      #expect((try? trees.generated.get())?.weight?.bitPattern == pattern)
    }
  }

  @Test func `integers of every width and length`() throws {
    func check<Value: FixedWidthInteger & Codable & Sendable>(_: Value.Type) throws {
      var values: [Value] = [.min, .max, 0, 1]
      for shift in 1..<Value.bitWidth - 1 {
        values += [
          (1 as Value) << shift, ((1 as Value) << shift) &- 1, 0 &- ((1 as Value) << shift),
        ]
      }
      for value in values {
        let box = HandWritten.Box(value: value, maybe: value, values: [value])
        let ways = ThreeWays(HandWritten.Box<Value>.self, try KeyedArchiver().encode(box))
        #expect((try? ways.generated.get()) == box)
      }
      let box = HandWritten.Box(value: 0, maybe: nil, values: values)
      let ways = ThreeWays(HandWritten.Box<Value>.self, try KeyedArchiver().encode(box))
      #expect((try? ways.generated.get()) == box)
      ways.expectSame()
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
  }
}
