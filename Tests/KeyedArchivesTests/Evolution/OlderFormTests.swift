import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Records that lack fields of the present form, or have them under former names, are read from bytes as from cells.
@Suite struct OlderFormTests {
  private typealias Old = OlderForms.Old
  private typealias Track = OlderForms.Track
  private typealias Disc = OlderForms.Disc
  private typealias Person = OlderForms.Person
  private typealias Employee = OlderForms.Employee
  private typealias Guest = OlderForms.Guest

  private static func track(_ name: String, _ rating: Int?) -> Track {
    Track(
      title: name, plays: 12, seconds: 1.5, stars: rating, tags: ["new"], parts: ["a", "b"],
      note: "none")
  }

  /// In every place: as the root, as elements of one shape and of several, as values of maps, beside other values, and in single values.
  @Test func structs() throws {
    struct Wrapped: Codable, Equatable {
      var track: Track
      init(_ track: Track) { self.track = track }
      init(from decoder: any Decoder) throws {
        track = try decoder.singleValueContainer().decode(Track.self)
      }
    }
    struct Either: Decodable, Equatable {
      var track: Track?
      var number: Int?
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        number = try? container.decode(Int.self)
        track = try? container.decode(Track.self)
      }
    }
    let names = ["a", "b", "c"]
    let old = names.map { Old.Track(name: $0, seconds: 1.5, rating: $0 == "b" ? nil : 3) }
    let tracks = names.map { Self.track($0, $0 == "b" ? nil : 3) }
    for unarchiver in OlderForms.unarchivers() {
      func same<Stored: Encodable, Read: Decodable & Equatable>(
        _ stored: Stored, _ expected: Read, _ line: Int = #line
      ) throws {
        let archive: Data = try KeyedArchiver().encode(stored)
        // A second time, what was found out about the shapes is known.
        for _ in 0..<2 {
          #expect(try unarchiver.decode(Read.self, from: archive) == expected, "line \(line)")
        }
      }
      try same(old[0], tracks[0])
      try same(old, tracks)
      try same(["x": old[0], "y": old[1]], ["x": tracks[0], "y": tracks[1]])
      try same([old[0], nil, old[2]], [tracks[0], nil, tracks[2]])
      try same([old[0]], [Wrapped(tracks[0])])
      try same([1: old], [1: tracks])
      // Beside values of other kinds, the tag of each tells what it is.
      let mixed: Data = try KeyedArchiver().encode(
        [
          OlderForms.AnyStored(5), OlderForms.AnyStored(old[0]), OlderForms.AnyStored("text"),
          OlderForms.AnyStored(old[1]),
        ])
      let read = try unarchiver.decode([Either].self, from: mixed)
      #expect(read.map(\.track) == [nil, tracks[0], nil, tracks[1]])
    }
  }

  /// Objects, with those that they hold; fields of superclasses in a record of their own and in a common one.
  @Test func classes() throws {
    let disc = Old.Disc("one", [Old.Track(name: "a", seconds: 1.5, rating: 3)])
    disc.next = Old.Disc("two", [])
    let (employee, guest) = (Old.Employee(), Old.Guest())
    employee.contact = guest
    guest.contact = Old.Person()
    let discs: Data = try KeyedArchiver().encode([disc, disc])
    let people: Data = try KeyedArchiver().encode([employee, guest] as [Old.Person])
    for unarchiver in OlderForms.unarchivers([Person.self, Employee.self, Guest.self]) {
      let read = try unarchiver.decode([Disc].self, from: discs)
      #expect(read[0] === read[1] && read[0].title == "one" && read[0].year == 1_959)
      #expect(read[0].tracks == [Self.track("a", 3)] && read[0].next?.title == "two")
      let texts = try unarchiver.decode([Person].self, from: people).map(\.text)
      #expect(texts == ["7 true Ada 40 3 Ada 40 Ada 40 -", "3 Ada 40 Ada 40 -"])
    }
  }

  /// Whatever a container is asked about its record.
  @Test func questions() throws {
    struct Asked: Decodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Track"
      static let archiveEvolution = Track.archiveEvolution
      enum Keys: String, CodingKey {
        case note, title, plays, stars, seconds, name, missing, playz, tags, parts
      }
      enum Other: String, CodingKey { case plays, title }
      struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      /// The value inside of the record tells whether that is still read from bytes.
      struct Coder: Decodable {
        var name: String
        init(from decoder: any Decoder) { name = "\(type(of: decoder))" }
      }

      static let question = CodingUserInfoKey(rawValue: "question").unsafelyUnwrapped
      var answer = ""
      var coder = ""

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let questions: [() throws -> String] = [
          { "\(container.allKeys.map(\.stringValue))" },
          { "\(container.contains(.plays)) \(container.contains(.title))" },
          { "\(container.contains(.name)) \(container.contains(.missing))" },
          { "\(container.contains(.stars))" },
          {
            "\(try container.decodeNil(forKey: .plays)) \(try container.decodeNil(forKey: .title))"
          },
          { try container.decode(String.self, forKey: .note) },
          { "\(try container.decode(Int.self, forKey: .plays))" },
          { "\(try (0..<2).map { _ in try container.decode(Int.self, forKey: .plays) })" },
          { "\(try container.decodeIfPresent(Int.self, forKey: .plays) ?? -1)" },
          { "\(try container.decode(Double.self, forKey: .plays))" },
          { "\(try container.decode(String.self, forKey: .plays))" },
          { "\(try container.decode(Decimal.self, forKey: .plays))" },
          { "\(try container.decode(Bool.self, forKey: .plays))" },
          { "\(try container.decode(Double.self, forKey: .seconds))" },
          { try container.decode(String.self, forKey: .title) },
          { "\(try container.decode([String].self, forKey: .tags))" },
          { "\(try container.decode(Set<String>.self, forKey: .tags))" },
          { "\(try container.nestedUnkeyedContainer(forKey: .tags).count ?? -1)" },
          { try container.decode(String.self, forKey: .name) },
          { "\(try container.decode(Bool.self, forKey: .missing))" },
          { "\(try container.decode(Bool.self, forKey: .playz))" },
          { "\(try container.decode(Bool.self, forKey: .title))" },
          {
            let other = try decoder.container(keyedBy: Other.self)
            return "\(other.allKeys) \(try other.decode(String.self, forKey: .title)) "
              + "\(try other.decode(Int.self, forKey: .plays))"
          },
          {
            let any = try decoder.container(keyedBy: AnyKey.self)
            return "\(any.allKeys.map(\.stringValue)) "
              + "\(try any.decode(Int.self, forKey: AnyKey(stringValue: "plays")))"
          },
        ]
        let number = decoder.userInfo[Self.question] as? Int ?? 0
        guard number < questions.count else { throw CancellationError() }
        do { answer = try questions[number]() } catch { answer = "\(error)" }
        coder = try container.decode(Coder.self, forKey: .parts).name
      }
    }
    let archive: Data = try KeyedArchiver().encode(
      ["x": [Old.Track(name: "a", seconds: 1.5, rating: nil)]])
    var (number, inCells) = (0, [Int]())
    while true {
      let asked = try OlderForms.unarchivers().map { unarchiver -> Asked? in
        var unarchiver = unarchiver
        unarchiver.userInfo[Asked.question] = number
        do {
          return try unarchiver.decode([String: [Asked]].self, from: archive)["x"]?[0]
        } catch is CancellationError {
          return nil
        }
      }
      guard let direct = asked[0], let cells = asked[1] else { break }
      #expect(direct.answer == cells.answer)
      if direct.coder != "DirectDecoder" { inCells.append(number) }
      number += 1
    }
    // Containers inside of a default, and keys of any type, need the cells of the record. So does a container that goes on after another one.
    #expect(number == 24)
    #expect(inCells == [17, 22, 23])
  }

  /// Defaults cost what they are charged with, and errors name the present keys.
  @Test func limitsAndErrors() throws {
    struct Mistaken: Decodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Track"
      var title: Int
      static let archiveEvolution = Track.archiveEvolution
    }
    let archive: Data = try KeyedArchiver().encode(
      (0..<100).map { Old.Track(name: "\($0)", seconds: 1, rating: nil) })
    for var unarchiver in OlderForms.unarchivers() {
      let mistaken = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Mistaken].self, from: archive)
      }
      #expect(mistaken?.code == .typeMismatch && mistaken?.path.description == "$[0].title")
      unarchiver.limits.maximumMaterializedByteCount = 100_000
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Track].self, from: archive)
      }
      #expect(error?.code == .limitExceeded)
      unarchiver.limits.maximumMaterializedByteCount = 400_000
      #expect(try unarchiver.decode([Track].self, from: archive).count == 100)
    }
  }

  /// Every byte of an old archive changed: from bytes comes what comes from cells. A changed byte may break several rules, of which any may be told.
  @Test func changedBytes() throws {
    let (employee, guest) = (Old.Employee(), Old.Guest())
    guest.contact = employee
    let people: [UInt8] = try KeyedArchiver().encode([employee, guest] as [Old.Person])
    let tracks: [UInt8] = try KeyedArchiver().encode(
      ["x": [Old.Track(name: "a", seconds: 1.5, rating: 3)]])
    var unarchivers = OlderForms.unarchivers([Person.self, Employee.self, Guest.self])
    for index in unarchivers.indices { unarchivers[index].verifiesChecksums = false }
    func outcome<Value: Decodable>(
      _ type: Value.Type, _ bytes: [UInt8], _ unarchiver: KeyedUnarchiver,
      _ text: (Value) -> String
    ) -> String {
      do {
        return text(try unarchiver.decode(type, from: bytes))
      } catch {
        return error is ArchiveError ? "refused" : "\(error)"
      }
    }
    for (bytes, isTracks) in [(people, false), (tracks, true)] {
      for index in bytes.indices {
        for change: UInt8 in [1, 0x80, 0x10] {
          var changed = bytes
          changed[index] ^= change
          let outcomes = unarchivers.map { unarchiver in
            isTracks
              ? outcome([String: [Track]].self, changed, unarchiver) { "\($0)" }
              : outcome([Person].self, changed, unarchiver) { $0.map(\.text).joined() }
          }
          #expect(outcomes[0] == outcomes[1], "byte \(index) ^ \(change)")
        }
      }
    }
  }
}
