#if Macros
  import Foundation
  import KeyedArchives
  import Testing

  /// Each declaration compiles, and its values come back from archives and from JSON.
  @Suite struct OddDeclarationTests {
    private func check<Value: Codable & Equatable>(
      _ values: Value..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let archive: [UInt8] = try KeyedArchiver().encode(values)
      let back = try KeyedUnarchiver().decode([Value].self, from: archive)
      #expect(back == values, sourceLocation: sourceLocation)
      let json = try JSONEncoder().encode(values)
      #expect(
        try JSONDecoder().decode([Value].self, from: json) == values, sourceLocation: sourceLocation
      )
    }

    /// What a record has whose archive lacks a key.
    private func defaults<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    @Test func `types in types, and what stands around them`() throws {
      let sum = Odd.Expression.sum(.number(1), .list([.named(["a": .number(2)])]))
      try check(sum, .number(0))
      try check(Odd.Figure.circle(Odd.Centre(x: 1), radius: 2), .kinds(of: [.first], 3), .nothing)
      try check(Odd.Deeper.Still.Below(kind: .here(.init())), .init(kind: .there))
      try check(Odd.Keeper.Kept(kind: .second))
      try check(Odd.Worker.Job(kind: nil), .init())
      try check(Odd.InExtension(), .init(kind: .second))
      try check(Odd.CasesInExtension.a(.second))
      try check(Odd.InPublicExtension(), .init(a: 1))
      try check(Odd.CasesInPublicExtension.a(1))
      try check(Odd.SaidInPublicExtension(a: 1))
      try check(Odd.InPackageExtension(a: 1))
      try check(Odd.inPrivate())
      try check(Odd.hidden())
      try check(Odd.hiddenCase())
      try check(Odd.Frozen(a: 1))
      try check(Odd.ArchiveFields(a: .init(a: 1)))
    }

    @Test func `defaults that name what stands around the type`() throws {
      let value = try defaults(Odd.Defaults.self, #"{"required":4}"#)
      #expect(value == Odd.Defaults(required: 4))
      #expect(value.name == "made" && value.text == "at most 7" && value.centre.x == 7)
      try check(value, Odd.Defaults(kind: .first, other: .second, name: "n", required: 5))
      #expect(try defaults(Odd.InPublicExtension.self, "{}") == .init())
      #expect(try defaults(Odd.Keeper.Kept.self, "{}") == .init())
      #expect(try defaults(Odd.Deeper.Still.Below.Further.self, "{}") == .init())
      #expect(try defaults(Odd.OwnInitializer.self, #"{"a":1}"#) == .init(1))
      #expect(try defaults(Sized<String, Int>.self, "{}") == .init())
      #expect(try defaults(Classes.Holder<Int>.self, #"{"element":1}"#).count == 3)
    }

    @Test func `odd names`() throws {
      try check(
        Odd.Keywords(
          class: 1, func: "f", in: true, protocol: 2, where: 3, try: 4, _1: 6))
      try check(
        Odd.KeywordCases.class(in: 1), .`init`(self: 1, default: "d"), .default, .func,
        .switch(1, case: 2))
      try check(
        Odd.Locals(
          reader: 1, writer: 2, places: 3, place: 4, bits: 5, fields: 6, container: 7, decoder: 8,
          encoder: 9, field0: 10, field1: 11, value0: 12, payload: 13, index: 14, cases: 15,
          superclass: 16))
      try check(
        Odd.LocalCases.reader(writer: 1), .writer(reader: 1, value0: 2, value1: 3),
        .payload(bits: 1), .place(payload: 1), .bits, .value0, .index(index: 1), .places)
      try check(Odd.Lettered(数: 1, 🚀: ["r"], quoted: 2, empty: 3, lines: 4))
      try check(Odd.LetteredCases.größe(höhe: 1), .数(2), .🚀)
    }

    @Test func `odd ways to write properties and cases`() throws {
      try check(
        Odd.Optionals(
          a: 1, b: nil, c: 2, d: .some(.first), e: [1, nil], f: [.first: Odd.Centre()]),
        Odd.Optionals(a: nil, b: 2, c: nil, d: nil, e: [], f: [:]))
      try check(Odd.Written(a: 1, b: 2, c: 3, d: 4, e: "e", f: 5, g: 6))
      let ignoring: [UInt8] = try KeyedArchiver().encode(
        Odd.Ignoring(id: 4, action: {}, cache: [1]))
      let back = try KeyedUnarchiver().decode(Odd.Ignoring.self, from: ignoring)
      #expect(back.id == 4 && back.action == nil && back.cache.isEmpty && back.half == 2)
      try check(Odd.OwnInitializer(1))
      try check(Odd.Recursive(next: [.init()], byName: ["a": .init()]))
      try check(Odd.Empty())
      try check(Odd.Unit.only)
      try check(Odd.Preset.a(), .a(x: 1, y: .second), .b(1, 2))
      try check(Odd.Weight.light, .heavy)
      try check(Odd.Implied.a, .b)
      try check(Odd.Flags.one, [])
      try check(Odd.Name(rawValue: "n"))
      try check(Odd.OfKind(rawValue: .second))
      let letters: [UInt8] = try KeyedArchiver().encode([Odd.Letter.a, .b])
      #expect(try KeyedUnarchiver().decode([Odd.Letter].self, from: letters) == [.a, .b])
    }

    @Test func `parameters`() throws {
      try check(Outer<Int>.Using(value: 1, values: [2]))
      try check(Outer<Void>.NotUsing(value: 1))
      try check(Outer<String>.Cases.one("s"), .none)
      try check(Outer<Int>.Both<String>(element: 1, other: "o"))
      try check(Outer<Int>.Middle.Chain.link(1, .link(2, .end)))
      try check(OuterOfCodable<Int>.Using(value: 1))
      try check(OuterOfCodable<Int>.Cases.one(1), .many([.init(value: 2)]))
      try check(List.node(1, .node(2, .end)))
      try check(Either<Int, String>.left(1), .right("r"))
      try check(Tagged(tag: 1), Tagged(tag: 2, label: "l"))
      try check(Phantom<Int>(value: 1))
      try check(Sized(table: ["a": 1]))
    }

    @Test func `names that mean something else`() throws {
      try check(
        Shadow.Fields(
          string: .init(characters: [1]), int: .init(digits: "1"), data: .init(count: 2),
          bool: .init(), list: [.init()]))
      try check(Shadow.Renamed(int: .init()))
      try check(Shadow.Nothing())
      try check(Shadow.Cases.string(.init()), .int(.init(), data: .init()), .none)
      try check(Shadow.Raw.a, .b)
    }

    @Test func `classes`() throws {
      func back<Object: AnyObject & Codable>(_ object: Object) throws -> Object {
        let archive: [UInt8] = try KeyedArchiver().encode([object])
        let json = try JSONEncoder().encode([object])
        #expect(try JSONDecoder().decode([Object].self, from: json).count == 1)
        return try #require(KeyedUnarchiver().decode([Object].self, from: archive).first)
      }
      let derived = try back(Shadow.Derived(.init(characters: [1]), .init(digits: "5")))
      #expect(derived.string.characters == [1] && derived.int.digits == "5")
      #expect(try back(Shadow.Alone(.init(digits: "6"))).int.digits == "6")
      #expect(try back(Drawing([.init(y: 2)])).points == [.init(y: 2)])
      let dog = Classes.Dog(Odd.Kind.second)
      dog.legs = 4
      dog.class = .init(x: 5)
      #expect(try back(dog).legs == 4 && back(dog).class?.x == 5 && back(dog).kind == .second)
      #expect(try back(Classes.Holder("e")).element == "e")
    }
  }
#endif
