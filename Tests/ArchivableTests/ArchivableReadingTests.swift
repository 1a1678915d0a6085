#if Macros
  import KeyedArchives
  import TestTraits
  import Testing

  /// Types are read by the code that the macro writes.
  @Suite struct ArchivableReadingTests {
    /// Whether a value comes back by generated code, without any call of a witness's `init(from:)`;
    /// the two other ways give the same.
    private func expectReading<Value: Codable & Equatable>(
      _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let archiver = KeyedArchiver()
      let bytes = try archiver.encodeThroughTape(value)
      for _ in 0..<3 {
        let direct = try archiver.directly(value, { unsafe Array($0) }, { $0.array })
        // Some values are left to the tape at first.
        if let direct {
          if Differential.isWantedHere() {
            #expect(direct == bytes, sourceLocation: sourceLocation)
          }
        }
        let count = try Decodings.count {
          let read = try KeyedUnarchiver().decode(Value.self, from: bytes)
          #expect(read == value, sourceLocation: sourceLocation)
        }
        #expect(count == 0, sourceLocation: sourceLocation)
      }
      let general = try KeyedUnarchiver(usesGeneratedCode: false).decode(Value.self, from: bytes)
      #expect(general == value, sourceLocation: sourceLocation)
      var throughCells = KeyedUnarchiver()
      throughCells.usesCells = true
      let cells = try throughCells.decode(Value.self, from: bytes)
      #expect(cells == value, sourceLocation: sourceLocation)
    }

    @Test func `names that the code uses itself`() throws {
      try expectReading(Names.sample)
      try expectReading([Names.sample, Names.sample])
      try expectReading(["a": Names.sample])
      let bytes: [UInt8] = try KeyedArchiver().encode(Names.sample)
      let count = try Decodings.count {
        let read = try KeyedUnarchiver(usesGeneratedCode: false).decode(Names.self, from: bytes)
        #expect(read == .sample)
      }
      #expect(count == 4, "the general way calls each `init(from:)`")
    }

    @Test func `private, wrapped, ignored and observed properties`() throws {
      // A wrapper is archived by its own coding.
      try expectReading(Hidden(5))
      try expectReading([Hidden(5), Hidden(6)])
      let bytes: [UInt8] = try KeyedArchiver().encode(Hidden(1))
      let read = try KeyedUnarchiver().decode(Hidden.self, from: bytes)
      #expect(read.changes == 0 && read.note == nil)
    }

    @Test func `types of which nothing is archived`() throws {
      try expectReading(AllIgnored())
      try expectReading([AllIgnored(), AllIgnored()])
      try expectReading(Holder(AllIgnored(), [Nothing(), Nothing()]))
    }

    @Test func `generic types`() throws {
      try expectReading(Holder(1, ["a", "b"]))
      try expectReading(Holder(Witness(rawValue: 1), [Witness(rawValue: 2)]))
      try expectReading([Holder(Hidden(1), [Names.sample]), Holder(Hidden(2), [Names.sample])])
      try expectReading(Holder(true, [1.5]))
      try expectReading(Holder([1 as Int?, nil], [[Witness(rawValue: 1)]]))
    }

    @Test func `a type with decoding of its own keeps it`() throws {
      let bytes: [UInt8] = try KeyedArchiver().encode([OwnDecoding(number: 1)])
      let read = try KeyedUnarchiver().decode([OwnDecoding].self, from: bytes)
      #expect(read.map(\.isDecoded) == [true])
      let held = Holder(OwnDecoding(number: 1), [OwnDecoding(number: 2)])
      let heldBytes: [UInt8] = try KeyedArchiver().encode(held)
      let count = try Decodings.count {
        let read = try KeyedUnarchiver().decode(
          Holder<OwnDecoding, OwnDecoding>.self, from: heldBytes)
        #expect(read.value.isDecoded && read.others.allSatisfy(\.isDecoded))
      }
      #expect(count == 0, "what holds it is read by generated code, and so is what it holds")
    }

    @Test func `an archive of an older version is read with the defaults`() throws {
      let old: [UInt8] = try KeyedArchiver().encode([OldAccount(id: 7, mail: "m")])
      let accounts = try KeyedUnarchiver().decode([Account].self, from: old)
      #expect(accounts == [Account(id: 7, address: "m", attempts: 0, nickname: nil)])
    }

    @Test func `raw values are archived in the place of their structs`() throws {
      try expectReading([Choice.first, []])
      try expectReading(["a": Identifier(rawValue: "x")])
      try expectReading(Holder(Choice.first, [Identifier(rawValue: "x")]))
    }
  }
#endif
