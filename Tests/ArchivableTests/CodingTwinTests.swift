#if Macros
  import Foundation
  import TestTraits
  import Testing

  @testable import KeyedArchives

  /// A type with the macro codes as its twin does, which the compiler makes Codable; each reads the other's archives and JSON.
  @Suite struct CodingTwinTests {
    struct Other: Codable { var number = 0 }

    /// Unarchivers with options that change the way of reading.
    private static let unarchivers: [(name: String, unarchiver: KeyedUnarchiver)] = {
      var hooked = KeyedUnarchiver()
      hooked.hooks.replace(Other.self) { value in value }
      var observing = KeyedUnarchiver()
      observing.typeObserver = { _ in }
      return [
        ("default", KeyedUnarchiver()), ("hook for another type", hooked), ("observer", observing),
        ("without generated code", KeyedUnarchiver(usesGeneratedCode: false)),
      ]
    }()

    func check<Made: Codable & Hashable, Plain: Codable & Hashable>(
      _ made: [Made], _ plain: [Plain], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let (json, plainJSON) = (try encoder.encode(made), try encoder.encode(plain))
      #expect(
        String(decoding: json, as: UTF8.self) == String(decoding: plainJSON, as: UTF8.self),
        sourceLocation: sourceLocation)
      #expect(
        try JSONDecoder().decode([Made].self, from: plainJSON) == made,
        sourceLocation: sourceLocation)
      for isPacked in [false, true] {
        let archiver = KeyedArchiver(compression: isPacked ? .zlib() : .none)
        let bytes: [UInt8] = try archiver.encode(made)
        let plainBytes: [UInt8] = try archiver.encode(plain)
        if Differential.isWantedHere() {
          #expect(
            try archiver.encodeThroughTape(made) == bytes, "through containers",
            sourceLocation: sourceLocation)
        }
        // The archive names of the two may differ, which are equally long.
        if !isPacked {
          #expect(bytes.count == plainBytes.count, sourceLocation: sourceLocation)
        }
        for (name, unarchiver) in Self.unarchivers {
          #expect(
            try unarchiver.decode([Made].self, from: bytes) == made, "\(name)",
            sourceLocation: sourceLocation)
          #expect(
            try unarchiver.decode([Made].self, from: plainBytes) == made, "\(name)",
            sourceLocation: sourceLocation)
          #expect(
            try unarchiver.decode([Plain].self, from: bytes) == plain, "\(name)",
            sourceLocation: sourceLocation)
          if let first = made.first {
            #expect(
              try unarchiver.decode(Made.self, at: "[0]", from: Data(bytes)) == first, "\(name)",
              sourceLocation: sourceLocation)
          }
        }
      }
    }

    @Test func `a wrapper whose name begins with a small letter`() throws {
      try check([Macro.Small(level: 3)], [Plain.Small(level: 3)])
    }

    @Test func `overloads of the module's own for a wrapper and for a type`() throws {
      try check(
        [
          Macro.Overloaded(tags: ["a"], mood: .fine),
          Macro.Overloaded(tags: ["b", "c"], mood: .fine),
        ],
        [
          Plain.Overloaded(tags: ["a"], mood: .fine),
          Plain.Overloaded(tags: ["b", "c"], mood: .fine),
        ])
      try check(
        [Macro.Overloaded(tags: [], mood: .fine)], [Plain.Overloaded(tags: [], mood: .fine)])
      let old = Data(#"{"mood":"blue"}"#.utf8)
      #expect(
        try JSONDecoder().decode(Macro.Overloaded.self, from: old)
          == Macro.Overloaded(tags: [], mood: .unknown))
    }

    @Test func `raw values of an alias of String`() throws {
      try check([Macro.Named.red, .blue], [Plain.Named.red, .blue])
    }

    @Test func `coding that protocols bring`() throws {
      try check([Macro.Raw(rawValue: 3)], [Plain.Raw(rawValue: 3)])
      try check([Macro.Single(number: 3)], [Plain.Single(number: 3)])
      try check(
        [Macro.Shape(name: "a", size: nil), Macro.Shape(name: "b", size: 2)],
        [Plain.Shape(name: "a", size: nil), Plain.Shape(name: "b", size: 2)])
      try check([Macro.Step.first(2), .other], [Plain.Step.first(2), .other])
      try check([Macro.Event.opened(at: 1), .closed], [Plain.Event.opened(at: 1), .closed])
    }

    @Test func `generated code stands in for the type's own coding alone`() throws {
      let (shape, event) = (Macro.Shape(name: "a", size: 1), Macro.Event.closed)
      #expect(OwnCoding.confirms(shape, [:]) && OwnCoding.confirms(event, case: 1, [:]))
      let shapeKeys = try #require(Macro.Shape.confirmedKeys)
      #expect(OwnCoding.decodes(Macro.Shape.self, shapeKeys, [:]))
      let eventKeys = try #require(Macro.Event.confirmedKeys)
      #expect(OwnCoding.decodes(Macro.Event.self, eventKeys, [:]))
      let (raw, single) = (Macro.Raw(rawValue: 1), Macro.Single(number: 1))
      #expect(!OwnCoding.confirms(raw, [:]) && !OwnCoding.confirms(single, [:]))
      let rawKeys = try #require(Macro.Raw.confirmedKeys)
      #expect(!OwnCoding.decodes(Macro.Raw.self, rawKeys, [:]))
      #expect(!OwnCoding.confirms(Macro.Flag(isOn: true), [:]))
    }

    @Test func `aliases of optionals`() throws {
      try check(
        [
          Macro.Aliased(number: nil, text: "a", twice: nil),
          Macro.Aliased(number: 1, text: "b", twice: .some(2)),
        ],
        [
          Plain.Aliased(number: nil, text: "a", twice: nil),
          Plain.Aliased(number: 1, text: "b", twice: .some(2)),
        ])
    }

    @Test func `keys of another type, and with texts of their own`() throws {
      try check([Macro.Foreign(first: 1, second: "b")], [Plain.Foreign(first: 1, second: "b")])
      try check([Macro.Keyed(left: 1, right: nil)], [Plain.Keyed(left: 1, right: nil)])
      try check([Macro.Keyed(left: 1, right: 2)], [Plain.Keyed(left: 1, right: 2)])
    }

    @Test func `codings that protocols bring, inside of other values`() throws {
      func board(_ isOn: Bool) -> Macro.Board {
        let flag = Macro.Flag(isOn: isOn)
        return Macro.Board(
          flag: flag, flags: [flag], set: [flag], named: ["a": flag], maybe: [flag, nil, flag])
      }
      func plainBoard(_ isOn: Bool) -> Plain.Board {
        let flag = Plain.Flag(isOn: isOn)
        return Plain.Board(
          flag: flag, flags: [flag], set: [flag], named: ["a": flag], maybe: [flag, nil, flag])
      }
      try check([board(true), board(false)], [plainBoard(true), plainBoard(false)])
      try check([Macro.Flag(isOn: true)], [Plain.Flag(isOn: true)])
      try check([Macro.Level.low, .high], [Plain.Level.low, .high])
      try check([Macro.Late.first(2), .other], [Plain.Late.first(2), .other])
    }

    /// In a row bools are bits, which a coding of the element's own does not know.
    @Test(arguments: [1, 2, 8, 9, 64, 65, 5_000])
    func `rows of elements whose own coding writes a bool`(count: Int) throws {
      let flags = (0..<count).map { $0 % 3 == 0 }
      let (row, plainRow) = (flags.map(Macro.Flag.init), flags.map(Plain.Flag.init))
      try check([row], [plainRow])
      try check(row, plainRow)
      try check(
        [["a": row, "b": [Macro.Flag(isOn: true)]]],
        [["a": plainRow, "b": [Plain.Flag(isOn: true)]]])
      let board = Macro.Board(
        flag: row[0], flags: row, set: [row[0]], named: ["a": row[0]],
        maybe: row.map { $0.isOn ? $0 : nil })
      let plainBoard = Plain.Board(
        flag: plainRow[0], flags: plainRow, set: [plainRow[0]], named: ["a": plainRow[0]],
        maybe: plainRow.map { $0.isOn ? $0 : nil })
      try check([board, board], [plainBoard, plainBoard])
    }

    /// More than a block, so that blocks are cut inside of the values.
    @Test func `codings with elements, in many records`() throws {
      let numbers = 0..<Rounds.of(30_000)
      try check(
        numbers.map {
          Macro.Around(
            text: "text \($0)", bag: Macro.Bag(number: $0), bags: [Macro.Bag(number: -$0)])
        },
        numbers.map {
          Plain.Around(
            text: "text \($0)", bag: Plain.Bag(number: $0), bags: [Plain.Bag(number: -$0)])
        })
    }

    @Test func `names that are keywords elsewhere`() throws {
      try check(
        [Macro.OddNames(unsafe: 1, await: 2, Swift: 3, field: .init())],
        [Plain.OddNames(unsafe: 1, await: 2, Swift: 3, field: .init())])
    }

    @Test func `a constant with a value and a key`() throws {
      try check([Macro.ConstantBeside(name: "a")], [Plain.ConstantBeside(name: "a")])
      try check([Macro.Constant(name: "a")], [Plain.Constant(name: "a")])
    }

    /// Reading passes over a constant, whatever stands there.
    @Test func `a constant that other versions of a program stored otherwise`() throws {
      struct Text: Codable { var version = "three", name = "a" }
      struct List: Codable { var version = [1, 2], name = "a" }
      struct Missing: Codable { var name = "a" }
      struct Maybe: Codable { var version: Int?, name = "a" }
      func check(_ values: some Codable) throws {
        for isPacked in [false, true] {
          let bytes: [UInt8] = try KeyedArchiver(compression: isPacked ? .zlib() : .none).encode(
            values)
          for (name, unarchiver) in Self.unarchivers {
            #expect(
              try unarchiver.decode([Macro.Constant].self, from: bytes).map(\.name) == ["a", "a"],
              "\(name)")
            #expect(
              try unarchiver.decode([Macro.ConstantBeside].self, from: bytes).map(\.name)
                == ["a", "a"], "\(name)")
          }
        }
      }
      try check([Text(), Text()])
      try check([List(), List()])
      try check([Missing(), Missing()])
      try check([Maybe(), Maybe(version: 2)])
    }

    @Test func `functions with the labels of coding that are none`() throws {
      try check([Macro.Labelled(text: "a")], [Plain.Labelled(text: "a")])
      try check([Macro.Nothing()], [Plain.Nothing()])
    }
  }
#endif
