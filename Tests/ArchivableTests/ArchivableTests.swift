#if Macros
  import Foundation
  import KeyedArchives
  import TestTraits
  import Testing

  @Suite struct ArchivableTests {
    private let tree = Tree(
      name: "root",
      children: [
        Tree(
          name: "leaf", colour: .deepBlue, size: .init(width: 1, height: 2), default: 3, first: 4,
          second: 5)
      ], size: .init(width: 0, height: 0), default: -1, first: 0, second: -0)

    /// The archive by generated code, which is that through the tape.
    @discardableResult
    private func archive<Value: Codable>(
      _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [UInt8] {
      let archiver = KeyedArchiver()
      let general = try archiver.encodeThroughTape(value)
      for _ in 0..<3 {
        let direct = try archiver.directly(value, { unsafe Array($0) }, { $0.array })
        if let direct {
          if Differential.isWantedHere() {
            #expect(direct == general, sourceLocation: sourceLocation)
          }
        }
      }
      return general
    }

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
      try KeyedUnarchiver().decode(Value.self, from: archive(value))
    }

    @Test func `a struct with everything`() throws {
      let account = Account(id: 1, address: "a@b.c", attempts: 2, nickname: nil, isActive: false)
      #expect(try roundTrip(account) == account)
      #expect(try roundTrip([account, account]) == [account, account])
    }

    @Test func `a missing key gives the default`() throws {
      let old: [UInt8] = try KeyedArchiver().encode(OldAccount(id: 7, mail: "m"))
      let account = try KeyedUnarchiver().decode(Account.self, from: old)
      #expect(account == Account(id: 7, address: "m", attempts: 0, nickname: nil))
      let json = Data(#"{"id":7,"mail":"m"}"#.utf8)
      #expect(try JSONDecoder().decode(Account.self, from: json) == account)
    }

    @Test func `keys are those of the declaration`() throws {
      func keys(_ value: some Encodable) throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        return ((object as? [String: Any]) ?? [:]).keys.sorted()
      }
      #expect(
        try keys(Account(id: 1, address: "a")) == [
          "attempts", "id", "isActive", "mail", "nickname", "version",
        ])
      #expect(try keys(OwnKeys(left: 1, right: 2)) == ["left", "r"])
      #expect(try keys(tree) == ["children", "default", "first", "name", "second", "size"])
    }

    @Test func `nested, recursive, generic and empty structs`() throws {
      #expect(try roundTrip(tree) == tree)
      #expect(try roundTrip([tree, tree]) == [tree, tree])
      let pair = Pair(first: true, second: tree, rest: [false, true])
      #expect(try roundTrip(pair) == pair)
      let empty = Pair<Int, String>(first: 1, second: nil, rest: [])
      #expect(try roundTrip([empty]) == [empty])
      #expect(try roundTrip(Free(value: [1, 2])).value == [1, 2])
      #expect(try roundTrip(Nothing()) == Nothing())
      #expect(try roundTrip([Nothing(), Nothing()]).count == 2)
      #expect(try roundTrip(OwnKeys(left: 1, right: 2)) == OwnKeys(left: 1, right: 2))
      #expect(try roundTrip(Wrapped(value: 1)) == Wrapped(value: 1, other: 5))
    }

    @Test func `records are written without containers`() throws {
      let records: [any Any.Type] = [
        Tree.self, Tree.Size.self, Pair<Int, Bool>.self, Free<Int>.self,
      ]
      for type in records { #expect(type is any ArchivableRecord.Type) }
      let leaf: any Any.Type = Tree.Colour.self
      #expect(leaf is any ArchivableLeaf.Type)
      let archiver = KeyedArchiver()
      #expect(try archiver.directly([tree], { unsafe Array($0) }, { $0.array }) != nil)
    }

    @Test func `enumerations with payloads`() throws {
      let figures: [Figure] = [
        .circle(radius: 1), .rectangle(width: 2, height: 3), .nothing,
        .labelled("x", .labelled("y", .circle(radius: 4))),
      ]
      for figure in figures { #expect(try roundTrip(figure) == figure) }
      #expect(try roundTrip(figures) == figures)
      let messages: [Message<Int?>] = [
        .`default`(nil, in: true), .`default`("a", in: false), .value(nil), .value(1), .many([]),
        .many([2, nil]), .none, .at(Date(timeIntervalSinceReferenceDate: 3), UUID(), Data([4])),
      ]
      for message in messages { #expect(try roundTrip(message) == message) }
      #expect(try roundTrip(messages) == messages)
      let scalars: [Scalar] = [.Int(1), .text("a")]
      #expect(try roundTrip(scalars) == scalars)
    }

    @Test func `classes and their superclasses`() throws {
      let taxi = Taxi(wheels: 4)
      taxi.sign = "B"
      taxi.name = "cab"
      taxi.isOld = true
      let garage = Garage()
      garage.cars = [taxi, taxi]
      garage.first = taxi
      garage.bus = Bus(wheels: 8)
      let back = try KeyedUnarchiver(allowedTypes: [Car.self, Taxi.self]).decode(
        Garage.self, from: archive(garage))
      let car = try #require(back.cars.first as? Taxi)
      #expect(car === back.first)
      #expect(car.wheels == 4 && car.name == "cab" && car.isOld && car.sign == "B")
      #expect(back.bus?.wheels == 8)
      #expect(car.doors == 4 && car.fare == 2.5)
      // What generated code writes is what containers write.
      #expect(ObjectIdentifier(Garage.archivedClass) == ObjectIdentifier(Garage.self))
      #expect(ObjectIdentifier(Taxi.archivedClass) == ObjectIdentifier(Taxi.self))
      var containers = KeyedArchiver()
      containers.usesGeneratedCode = false
      if Differential.isWantedHere() {
        #expect(try containers.encode(garage) == archive(garage))
      }
      let general = KeyedUnarchiver(usesGeneratedCode: false)
      #expect(try general.decode(Bus.self, from: archive(Bus(wheels: 6))).wheels == 6)
      #expect(try roundTrip(Bus(wheels: 6)).wheels == 6)
    }

    @Test func `subclasses that decode themselves, generic ones and those of other classes`() throws
    {
      let tram = LightTram(line: "T1")
      tram.name = "light"
      let holder = ListKeeper([[1], [2, 3]])
      let above = AbovePlain()
      (above.note, above.number) = ("other", 7)
      let readTram = try expectOneForm(tram)
      #expect(readTram.line == "T1!" && readTram.wheels == 16 && readTram.name == "light")
      let readHolder = try expectOneForm(holder)
      #expect(readHolder.value == [[1], [2, 3]] && readHolder.first == [1])
      let readAbove = try expectOneForm(above)
      #expect(readAbove.note == "other" && readAbove.number == 7)
    }

    @Test func `references between objects`() throws {
      let trunk = Branch("trunk")
      trunk.twigs = [Branch("a"), Branch("b")]
      for twig in trunk.twigs {
        twig.trunk = trunk
        twig.neighbours = trunk.twigs + [Branch("other")]
      }
      let back = try expectOneForm(trunk)
      #expect(back.twigs.allSatisfy { $0.trunk === back })
      #expect(back.twigs[1].neighbours.map(\.name) == ["a", "b", "other"])
      #expect(back.twigs[1].neighbours[0] === back.twigs[0])
      for twig in trunk.twigs + back.twigs { twig.neighbours = [] }
      // An archive from before there were any.
      struct Before: Codable {
        var name = "old"
        var twigs: [[String: Int]] = []
      }
      var unarchiver = KeyedUnarchiver()
      unarchiver.allowedTypes.allow(Branch.self, names: ["ArchivableTests.Before"])
      let old = try unarchiver.decode(Branch.self, from: archive(Before()))
      #expect(old.name == "old" && old.trunk == nil && old.neighbours.isEmpty)
    }

    /// An archive has the same bytes with straight-line code and without, and is read by either.
    private func expectOneForm<Value: Codable>(_ value: Value) throws -> Value {
      var containers = KeyedArchiver()
      containers.usesGeneratedCode = false
      if Differential.isWantedHere() {
        #expect(try containers.encode(value) == archive(value))
      }
      _ = try KeyedUnarchiver(usesGeneratedCode: false).decode(Value.self, from: archive(value))
      return try roundTrip(value)
    }
  }
#endif
