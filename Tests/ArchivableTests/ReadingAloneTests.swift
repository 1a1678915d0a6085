#if Macros
  import Foundation
  import Testing

  @testable import KeyedArchives

  /// Values of types that this process never writes, with overloads that change values on their way. Twins with the same archive names write them.
  @Suite struct ReadingAloneTests {
    private static let counts = [1, 2, 8, 9, 300, 5_000]

    private static let unarchivers: [(name: String, unarchiver: KeyedUnarchiver)] = {
      var observing = KeyedUnarchiver()
      observing.typeObserver = { _ in }
      return [("default", KeyedUnarchiver()), ("observer", observing)]
    }()

    private func check<Written: Codable, Read: Codable & Equatable>(
      _ written: Written, _ expected: Read, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for isPacked in [false, true] {
        let bytes: [UInt8] = try KeyedArchiver(compression: isPacked ? .zlib() : .none)
          .encode(written)
        for (name, unarchiver) in Self.unarchivers {
          // Plans are kept from one call to the next.
          for round in 0..<3 {
            #expect(
              try unarchiver.decode(Read.self, from: bytes) == expected, "\(name), \(round)",
              sourceLocation: sourceLocation)
          }
        }
      }
    }

    @Test(arguments: counts) func `records in rows`(count: Int) throws {
      let weights = (0..<count).map { Float($0) + 0.5 }
      try check(weights.map { Scales.Load(weight: $0) }, weights.map { Alone.Load(weight: $0) })
    }

    @Test(arguments: counts) func `records in records whose memory is copied`(count: Int) throws {
      let weights = (0..<count).map { Float($0) + 0.5 }
      try check(
        weights.map { Scales.Pair(first: .init(weight: $0), second: .init(weight: 1)) },
        weights.map { Alone.Pair(first: .init(weight: $0), second: .init(weight: 1)) })
    }

    @Test func `records beside text, in maps and optionals`() throws {
      try check(
        ["a": Scales.Box(name: "b", inside: [.init(weight: 3), nil])],
        ["a": Alone.Box(name: "b", inside: [.init(weight: 3), nil])])
    }

    @Test func `cases`() throws {
      try check(
        [Scales.Offer.none, .weighed(by: 3), .weighed(by: 5)],
        [Alone.Offer.none, .weighed(by: 3), .weighed(by: 5)])
    }

    @Test func `a type without another coding is read by generated code`() throws {
      try check([Scales.Count(number: 3)], [Alone.Count(number: 3)])
      #expect(OwnCoding.isConfirmed(Alone.Count.self, case: OwnCoding.noCase))
    }
  }

  /// The types that write.
  enum Scales {
    struct Load: Codable, ArchiveNamed {
      static var archiveName: String { "Load" }
      var weight: Float
    }
    struct Item: Codable, ArchiveNamed {
      static var archiveName: String { "Item" }
      var weight: Float
    }
    struct Part: Codable, ArchiveNamed {
      static var archiveName: String { "Part" }
      var weight: Float
    }
    struct Pair: Codable, ArchiveNamed {
      static var archiveName: String { "Pair" }
      var first: Part
      var second: Part
    }
    struct Box: Codable, ArchiveNamed {
      static var archiveName: String { "Box" }
      var name: String
      var inside: [Item?]
    }
    enum Offer: Codable, ArchiveNamed {
      case none, weighed(by: Float)
      static var archiveName: String { "Offer" }
    }
    struct Count: Codable, ArchiveNamed {
      static var archiveName: String { "Count" }
      var number: Int
    }
  }

  /// The types that read.
  enum Alone {
    @Archivable struct Load: Equatable, ArchiveNamed {
      static var archiveName: String { "Load" }
      var weight: Float
    }
    @Archivable struct Item: Equatable, ArchiveNamed {
      static var archiveName: String { "Item" }
      var weight: Float
    }
    @Archivable struct Part: Equatable, ArchiveNamed {
      static var archiveName: String { "Part" }
      var weight: Float
    }
    @Archivable struct Pair: Equatable, ArchiveNamed {
      static var archiveName: String { "Pair" }
      var first: Part
      var second: Part
    }
    @Archivable struct Box: Equatable, ArchiveNamed {
      static var archiveName: String { "Box" }
      var name: String
      var inside: [Item?]
    }
    @Archivable enum Offer: Equatable, ArchiveNamed {
      case none, weighed(by: Float)
      static var archiveName: String { "Offer" }
    }
    @Archivable struct Count: Equatable, ArchiveNamed {
      static var archiveName: String { "Count" }
      var number: Int
    }
  }
#endif
