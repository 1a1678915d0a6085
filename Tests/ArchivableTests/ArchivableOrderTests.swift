#if Macros
  import KeyedArchives
  import TestTraits
  import Testing

  /// The code that the macro writes reads records of older and newer programs: with fewer fields, with more, and with fields in another order.
  @Suite struct ArchivableOrderTests {
    /// Reads what another type wrote, by generated code alone, and as the general ways do.
    private func check<Written: Encodable, Read: Codable & Equatable>(
      _ written: Written, _ expected: Read, isGenerated: Bool = true,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for archiver in [KeyedArchiver(framing: .singlePart), KeyedArchiver(framing: .multiPart)] {
        let bytes: [UInt8] = try archiver.encode(written)
        var throughCells = KeyedUnarchiver()
        throughCells.usesCells = true
        let count = try Decodings.count {
          for _ in 0..<3 {
            let read = try KeyedUnarchiver().decode(Read.self, from: bytes)
            #expect(read == expected, sourceLocation: sourceLocation)
          }
        }
        #expect((count == 0) == isGenerated, "\(count)", sourceLocation: sourceLocation)
        for unarchiver in [KeyedUnarchiver(usesGeneratedCode: false), throughCells] {
          let read = try unarchiver.decode(Read.self, from: bytes)
          #expect(read == expected, sourceLocation: sourceLocation)
        }
      }
    }

    // MARK: Structs

    private struct Older: Codable { var order: Witness, clamped = Clamped(wrappedValue: 5) }

    private struct Newer: Codable {
      var unknown = [["a": 1], [:]]
      var clamped = Clamped(wrappedValue: 6)
      var index: [Witness]
      var flag = true
      var field0 = 2.5
      var fields: String? = "text"
      var further: String?
      var `default` = 8
      var bits = false
      var reader = 9
      var constant = 77
      var order: Witness
      var last = "last"
    }

    @Test func `a struct of older and newer programs`() throws {
      let witness = Witness(rawValue: 3)
      var older = OrderedNames(order: witness, clamped: 5)
      try check(Older(order: witness), older)
      try check(
        [Older](repeating: Older(order: witness), count: 40),
        [OrderedNames](repeating: older, count: 40))
      older = OrderedNames(
        reader: 9, order: witness, bits: false, fields: "text", index: [witness, witness],
        field0: 2.5, clamped: 6, default: 8)
      let newer = Newer(index: [witness, witness], order: witness)
      try check(newer, older)
      try check(["a": newer, "b": newer], ["a": older, "b": older])
      try check([newer, nil, newer], [older, nil, older])
    }

    // MARK: Classes

    private final class OlderScreen: Codable, ArchiveNamed {
      static let archiveName = "Screen"
      var count = Witness(rawValue: 1)
      init() {}
    }

    private final class NewerScreen: Codable, ArchiveNamed {
      static let archiveName = "Screen"
      var child: NewerScreen?
      var unknown: [NewerScreen] = []
      var size: Int? = 7
      var mode = 5
      var isWide = true
      var count = Witness(rawValue: 1)
      var shared: NewerScreen?
      init() {}
    }

    @Test func `a class of older and newer programs`() throws {
      try check([OlderScreen(), OlderScreen()], [Screen(), Screen()])
      let newer = NewerScreen()
      newer.child = NewerScreen()
      let expected = Screen()
      (expected.mode, expected.isWide, expected.size) = (5, true, 7)
      expected.child = Screen()
      expected.child.map { ($0.mode, $0.isWide, $0.size) = (5, true, 7) }
      try check(newer, expected)
      // An object that a field holds which is passed over may be referred to behind it.
      newer.unknown = [NewerScreen()]
      newer.shared = newer.unknown[0]
      let bytes: [UInt8] = try KeyedArchiver().encode([newer, newer.unknown[0]])
      let screens = try KeyedUnarchiver().decode([Screen].self, from: bytes)
      #expect(screens[0].shared === screens[1] && screens[0] == expected)
    }

    // MARK: Coding that a protocol brings

    private struct Renamed: Codable { var name = "n", nickname = "nick" }

    @Test func `a coding that looks for other keys is the coding`() throws {
      let bytes: [UInt8] = try KeyedArchiver().encode([Renamed(), Renamed()])
      for unarchiver in [KeyedUnarchiver(), KeyedUnarchiver(usesGeneratedCode: false)] {
        for _ in 0..<3 {
          let read = try unarchiver.decode([Nicknamed].self, from: bytes)
          #expect(read.map(\.nick) == ["nick", "nick"])
        }
      }
    }

    @Test func `unknown fields are kept`() throws {
      struct Written: Codable { var title = "t", seconds = 5 }
      let bytes: [UInt8] = try KeyedArchiver().encode([Written()])
      let read = try KeyedUnarchiver().decode([Keeping].self, from: bytes)
      #expect(read[0].title == "t" && read[0].others?.isEmpty == false)
    }
  }

  /// Fields with the names that the macro's own code uses.
  @Archivable
  struct OrderedNames: Equatable {
    var reader: Int = 7
    var order: Witness
    var bits = true
    var fields: String?
    var index: [Witness] = []
    var field0: Double = 0.5
    let constant = 4
    @Clamped var clamped: Int
    var `default` = 2 + 1
  }

  let isTablet = false

  @Archivable
  final class Screen: Equatable, ArchiveNamed {
    static let archiveName = "Screen"
    var isWide = true && isTablet
    var mode = isTablet ? 1 : 2
    var size: Int?
    var count: Witness
    var child: Screen?
    var shared: Screen?

    init() { count = Witness(rawValue: 1) }

    static func == (left: Screen, right: Screen) -> Bool {
      left.isWide == right.isWide && left.mode == right.mode && left.size == right.size
        && left.count == right.count && left.child == right.child
    }
  }

  protocol Nicked: Codable {
    init(name: String, nick: String?)
  }

  private enum NickKeys: String, CodingKey { case name, nick, nickname }

  extension Nicked {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NickKeys.self)
      self.init(
        name: try container.decode(String.self, forKey: .name),
        nick: try container.decodeIfPresent(String.self, forKey: .nick)
          ?? container.decodeIfPresent(String.self, forKey: .nickname))
    }
  }

  @Archivable
  struct Nicknamed: Nicked, Equatable {
    var name: String
    var nick: String?
    init(name: String, nick: String?) { (self.name, self.nick) = (name, nick) }
  }

  @Archivable
  struct Keeping {
    var title: String
    var others: ArchivedUnknownFields?
  }
#endif
