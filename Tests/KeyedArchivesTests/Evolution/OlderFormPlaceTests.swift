import ArchiveFormat
import Foundation
import Testing

@testable import KeyedArchives

/// The present form of a record is that of the type which is decoded, wherever its keys and its shape are used beside.
@Suite struct OlderFormPlaceTests {
  /// Two types with the same keys and the same shape, of which one has defaults; and one that was read as current before.
  @Test func sharedKeys() throws {
    enum Keys: String, CodingKey { case name, plays }
    struct Evolving: Decodable, ArchiveEvolving {
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Evolving.self).default(5, for: Keys.plays)
      }
      var plays: Int?
      init(from decoder: any Decoder) throws {
        plays = try decoder.container(keyedBy: Keys.self).decodeIfPresent(Int.self, forKey: .plays)
      }
    }
    struct Plain: Decodable {
      var plays: Int?
      init(from decoder: any Decoder) throws {
        plays = try decoder.container(keyedBy: Keys.self).decodeIfPresent(Int.self, forKey: .plays)
      }
    }
    struct Both: Decodable {
      var plays: [Int?]
      init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        plays = [
          try single.decode(Evolving.self).plays, try single.decode(Plain.self).plays,
          try single.decode(Evolving.self).plays,
        ]
      }
    }
    struct Stored: Encodable { var name = "n" }
    struct Nested: Decodable {
      var plays: [Int?]
      enum Fields: String, CodingKey { case first, second }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Fields.self)
        let first = try container.decode(Evolving.self, forKey: .first).plays
        let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .second)
        plays = [first, try nested.decodeIfPresent(Int.self, forKey: .plays)]
      }
    }
    struct Pair: Encodable { var first = Stored(); var second = Stored() }
    struct Twice: Decodable {
      var plays: [Int?]
      enum Fields: String, CodingKey { case first, second }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Fields.self)
        let second = try container.decode(Evolving.self, forKey: .second).plays
        let again = try container.nestedContainer(keyedBy: Keys.self, forKey: .second)
        plays = [second, try again.decodeIfPresent(Int.self, forKey: .plays)]
      }
    }
    struct Lenient: Decodable {
      var plays: Int?
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        plays = try (try? container.decode(Int.self)) ?? container.decode(Evolving.self).plays
      }
    }
    let archive: Data = try KeyedArchiver().encode([Stored(), Stored()])
    let mixed: Data = try KeyedArchiver().encode([
      OlderForms.AnyStored(8), OlderForms.AnyStored(["name": "n"]), OlderForms.AnyStored(Stored()),
    ])
    let pair: Data = try KeyedArchiver().encode([Pair()])
    for unarchiver in OlderForms.unarchivers() {
      let both = try unarchiver.decode([Both].self, from: archive)
      #expect(both.map(\.plays) == [[5, nil, 5], [5, nil, 5]])
      #expect(try unarchiver.decode([Lenient].self, from: mixed).map(\.plays) == [8, 5, 5])
      #expect(try unarchiver.decode([Evolving].self, from: archive).map(\.plays) == [5, 5])
      #expect(try unarchiver.decode([Plain].self, from: archive).map(\.plays) == [nil, nil])
      #expect(try unarchiver.decode([Nested].self, from: pair).map(\.plays) == [[5, nil]])
      #expect(try unarchiver.decode([Twice].self, from: pair).map(\.plays) == [[5, nil]])
      #expect(try unarchiver.decode([Nested].self, from: pair).map(\.plays) == [[5, nil]])
    }
  }

  /// Containers that user code keeps after their value know the present form.
  @Test func keptContainers() throws {
    struct Kept: Decodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Track"
      static let archiveEvolution = OlderForms.Track.archiveEvolution
      enum Keys: String, CodingKey { case title, plays }
      let container: KeyedDecodingContainer<Keys>
      let decoder: any Decoder
      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Keys.self)
        self.decoder = decoder
      }
    }
    let archive: Data = try KeyedArchiver().encode(
      (0..<3).map { OlderForms.Old.Track(name: "\($0)", seconds: 1, rating: nil) })
    for unarchiver in OlderForms.unarchivers() {
      for kept in try unarchiver.decode([Kept].self, from: archive).enumerated() {
        let container = kept.element.container
        #expect(try container.decode(String.self, forKey: .title) == "\(kept.offset)")
        #expect(try container.decode(Int.self, forKey: .plays) == 12)
        let again = try kept.element.decoder.container(keyedBy: Kept.Keys.self)
        #expect(try again.decode(Int.self, forKey: .plays) == 12)
        #expect(try again.decode(String.self, forKey: .title) == "\(kept.offset)")
      }
    }
  }

  /// A name that the caller's list knows as a former one tells the version; that of another type tells none. One unarchiver reads the same
  /// archives in both ways by turns.
  @Test func formerNames() throws {
    struct Song: Encodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Song"
      static var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Song.self, version: 1) }
      var name = "n"
    }
    struct Piece: Decodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Piece"
      var name: String
      var plays: Int
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Piece.self, version: 2)
          .step(from: 1) { $0.encode("changed", forKey: "name") }
          .default(5, for: "plays")
      }
    }
    let archive: Data = try KeyedArchiver().encode([Song(), Song()])
    var list: TypeAllowList = []
    list.allow(Piece.self, names: ["Song"])
    let pairs = zip(OlderForms.unarchivers(), OlderForms.unarchivers(list))
    for (plain, listing) in pairs {
      for _ in 0..<3 {
        let pieces = try plain.decode([Piece].self, from: archive)
        #expect(pieces.map(\.name) == ["n", "n"] && pieces.map(\.plays) == [5, 5])
        let known = try listing.decode([Piece].self, from: archive)
        #expect(known.map(\.name) == ["changed", "changed"] && known.map(\.plays) == [5, 5])
      }
    }
  }

  /// A form that is newer than the type is refused before the initializer runs, and whatever that makes of it.
  @Test func newerForms() throws {
    struct Later: Encodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Marker"
      static var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Later.self, version: 2) }
      var name = "n"
    }
    struct Marker: Decodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Marker"
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Marker.self, version: 1)
      }
      enum Keys: CodingKey { case name }
      var isEmpty: Bool
      init(from decoder: any Decoder) throws {
        isEmpty = (try? decoder.container(keyedBy: Keys.self)) == nil
      }
    }
    struct Silent: Decodable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Marker"
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Silent.self, version: 1)
      }
      init(from decoder: any Decoder) {}
    }
    let archives: [Data] = [
      try KeyedArchiver().encode([Later()]),
      try KeyedArchiver().encode([OlderForms.AnyStored(Later()), OlderForms.AnyStored(5)]),
    ]
    for archive in archives {
      for unarchiver in OlderForms.unarchivers() {
        for decode in [
          { _ = try unarchiver.decode([Marker].self, from: archive) },
          { _ = try unarchiver.decode([Silent].self, from: archive) },
        ] {
          let error = #expect(throws: ArchiveError.self) { try decode() }
          #expect(error?.code == .newerVersion)
        }
      }
    }
  }

  /// A decoder that user code keeps, of which it asked for nothing, is that of its own value, whatever is read in its place afterwards.
  @Test func keptDecoders() throws {
    struct Deferred: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    struct DeferredTrack: Decodable, ArchiveEvolving {
      let decoder: any Decoder
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: DeferredTrack.self).default(5, for: Keys.plays)
      }
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    enum Keys: String, CodingKey { case name, title, plays }
    struct Mixed: Decodable {
      var before: any Decoder
      var after: any Decoder
      var tracks: [OlderForms.Track]
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        before = try container.decode(Deferred.self).decoder
        tracks = [try container.decode(OlderForms.Track.self)]
        after = try container.decode(DeferredTrack.self).decoder
        tracks.append(try container.decode(OlderForms.Track.self))
        _ = try container.decode(Deferred.self)
      }
    }
    let archive: Data = try KeyedArchiver().encode(
      (0..<5).map { OlderForms.Old.Track(name: "\($0)", seconds: 1, rating: nil) })
    for unarchiver in OlderForms.unarchivers() {
      let mixed = try unarchiver.decode(Mixed.self, from: archive)
      #expect(mixed.tracks.map(\.title) == ["1", "3"])
      let before = try mixed.before.container(keyedBy: Keys.self)
      #expect(before.allKeys == [.name] && !before.contains(.plays))
      let after = try mixed.after.container(keyedBy: Keys.self)
      #expect(after.allKeys == [.name, .plays])
      #expect(try after.decode(Int.self, forKey: .plays) == 5)
    }
  }

  /// The decoder of a superclass, asked of a container that user code keeps.
  @Test func keptSuperclasses() throws {
    struct Kept: Decodable {
      let container: KeyedDecodingContainer<Keys>
      enum Keys: String, CodingKey { case wage }
      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Keys.self)
      }
    }
    for framing in [KeyedArchiver(), KeyedArchiver(compression: .zlib(level: 6))] {
      let archive: Data = try framing.encode([OlderForms.Old.Employee()])
      for unarchiver in OlderForms.unarchivers() {
        let kept = try unarchiver.decode([Kept].self, from: archive)[0]
        enum Names: String, CodingKey { case name }
        let names = try kept.container.superDecoder().container(keyedBy: Names.self)
        #expect(try names.decode(String.self, forKey: .name) == "Ada")
      }
    }
  }
}
