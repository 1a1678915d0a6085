import Foundation
import Testing

@testable import KeyedArchives

/// Values of named types that are no records, or older or newer than their type.
@Suite struct NamedFormTests {
  protocol Part: Codable {}

  /// Stored as a number or null.
  struct Maybe: Part, Equatable {
    var number: Int?
    init(_ number: Int?) { self.number = number }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      number = container.decodeNil() ? nil : try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  enum Switch: Int, Part { case off, on }
  struct Flag: Part, Equatable {
    var isOn: Bool
    init(_ isOn: Bool) { self.isOn = isOn }
    init(from decoder: any Decoder) throws {
      isOn = try decoder.singleValueContainer().decode(Bool.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isOn)
    }
  }

  struct Holder: Codable {
    @Existential var first: any Part
    @Existential var second: any Part
    @Existential var third: (any Part)?
    init(_ first: any Part, _ second: any Part, _ third: (any Part)?) {
      (self.first, self.second, self.third) = (first, second, third)
    }
  }

  private static func bothWays(
    _ list: TypeAllowList, _ check: (KeyedUnarchiver) throws -> Void
  ) rethrows {
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver(allowedTypes: list)
      unarchiver.usesCells = usesCells
      try check(unarchiver)
    }
  }

  @Test func `labelled nulls, bools and raw values in fields`() throws {
    let values: [Holder] = [
      Holder(Maybe(nil), Flag(true), Maybe(3)), Holder(Flag(false), Maybe(7), nil),
      Holder(Switch.on, Maybe(nil), Flag(true)), Holder(Maybe(1), Switch.off, Maybe(nil)),
    ]
    for count in 1...values.count {
      let bytes: [UInt8] = try KeyedArchiver().encode(Array(values.prefix(count)))
      try Self.bothWays([Maybe.self, Flag.self, Switch.self]) { unarchiver in
        let back = try unarchiver.decode([Holder].self, from: bytes)
        for (found, value) in zip(back, values) {
          #expect("\(found)" == "\(value)")
        }
      }
    }
  }

  // MARK: Versions

  struct NewRow: Part, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Row"
    static let archiveEvolution = ArchiveEvolution(of: NewRow.self, version: 2)
    var numbers: [Int]
    init(_ numbers: [Int]) { self.numbers = numbers }
    init(from decoder: any Decoder) throws { numbers = try [Int](from: decoder) }
    func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
  }

  struct Row: Part, ArchiveNamed {
    static let archiveName = "Row"
    var numbers: [Int]
    init(from decoder: any Decoder) throws { numbers = try [Int](from: decoder) }
    func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
  }

  struct NewCard: Part, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Card"
    static let archiveEvolution = ArchiveEvolution(of: NewCard.self, version: 1)
    var name = "n"
  }

  struct Card: Part, ArchiveNamed {
    static let archiveName = "Card"
    var name = ""
  }

  struct Renamed: Part { var name = "" }

  @Test func `a newer version is refused, in a label and under another name too`() throws {
    let rows: [UInt8] = try KeyedArchiver().encode(
      Holder(NewRow([1, 2]), NewCard(), nil))
    let cards: [UInt8] = try KeyedArchiver().encode(Holder(NewCard(), NewCard(), nil))
    func refusal(_ unarchiver: KeyedUnarchiver, _ bytes: [UInt8]) -> ArchiveError? {
      #expect(throws: ArchiveError.self) { _ = try unarchiver.decode(Holder.self, from: bytes) }
    }
    var renamed = TypeAllowList()
    renamed.allow(Renamed.self, names: ["Card"])
    let lists: [TypeAllowList] = [[Row.self, Card.self], [Card.self], renamed]
    for (list, bytes) in zip(lists, [rows, cards, cards]) {
      try Self.bothWays(list) { unarchiver in
        #expect(refusal(unarchiver, bytes)?.code == .newerVersion)
        var asked = unarchiver
        asked.newerVersionHandler = { _ in }
        #expect(throws: Never.self) { _ = try asked.decode(Holder.self, from: bytes) }
      }
    }
  }

  /// A map of one key, whose key was another one.
  struct OldNote: Part, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Note"
    static let archiveEvolution = ArchiveEvolution(of: OldNote.self, version: 1)
    var texts = ["old": "text"]
    init() {}
    init(from decoder: any Decoder) throws { texts = try [String: String](from: decoder) }
    func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }
  }

  struct Note: Part, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Note"
    static let archiveEvolution = ArchiveEvolution(of: Note.self, version: 2)
      .step(from: 1) { $0.rename("old", to: "new") }
    var texts: [String: String]
    init(from decoder: any Decoder) throws { texts = try [String: String](from: decoder) }
    func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }
  }

  @Test func `steps of what is stored as a map run in a label`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Holder(OldNote(), OldNote(), nil))
    var found: [String] = []
    Self.bothWays([Note.self]) { unarchiver in
      let back = Result { try unarchiver.decode(Holder.self, from: bytes) }
      found.append("\(back.map { ($0.first as? Note)?.texts })")
    }
    #expect(found[0] == found[1])
  }
}
