import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Old forms of types, read as the present ones.
@Suite struct EvolutionTests {
  /// The forms that programs wrote before.
  enum Old {
    struct Track: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Track"
      static let archiveEvolution = ArchiveEvolution(of: Track.self, version: 1)
      var name: String
      var length: String
      var artist: String
      var obsolete = 7
    }

    struct FirstTrack: Codable, ArchiveNamed {
      static let archiveName = "Track"
      var label: String
      var length: String
      var artist: String
    }

    final class Album: Codable, ArchiveNamed {
      static let archiveName = "Album"
      var tracks: [Track]
      var again: [Track]
      @BackReference var next: Album?

      init(_ tracks: [Track]) {
        self.tracks = tracks
        again = tracks
      }
    }
  }

  struct Artist: Codable, Equatable {
    var given: String
    var family: String
  }

  struct Track: Codable, Equatable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Track"
    var title: String
    var seconds: Double
    var artist: Artist
    var plays: Int
    var note: String?

    static let archiveEvolution = ArchiveEvolution(of: Track.self, version: 3)
      .step(from: 1) { fields in
        let parts = try fields.decode(String.self, forKey: "length").split(separator: ":")
        let numbers = parts.compactMap { Double($0) }
        fields.encode(numbers[0] * 60 + numbers[1], forKey: "seconds")
        fields.remove("length")
      }
      .step(from: 2) { fields in
        let words = try fields.decode(String.self, forKey: "artist").split(separator: " ")
        fields.encode(Artist(given: "\(words[0])", family: "\(words[1])"), forKey: "artist")
      }
      .step(from: 0) { fields in fields.rename("label", to: "name") }
      .step(from: 3) { _ in Issue.record("a step from the present version") }
      .alias("name", of: CodingKeys.title)
      .default(12, for: CodingKeys.plays)
      .default("none", for: CodingKeys.note)
  }

  final class Album: Codable, ArchiveNamed {
    static let archiveName = "Album"
    var tracks: [Track]
    var again: [Track]
    @BackReference var next: Album?
  }

  private static let present = Track(
    title: "So What", seconds: 545, artist: Artist(given: "Miles", family: "Davis"), plays: 12,
    note: "none")

  /// What reads archives in all ways.
  private static var unarchivers: [KeyedUnarchiver] {
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    return [KeyedUnarchiver(), cells]
  }

  /// Steps run from the version of the archive on, in order; then come aliases and defaults.
  @Test func chains() throws {
    let old = Old.Track(name: "So What", length: "9:05", artist: "Miles Davis")
    let first = Old.FirstTrack(label: "So What", length: "9:05", artist: "Miles Davis")
    for unarchiver in Self.unarchivers {
      let track = try unarchiver.decode(Track.self, from: KeyedArchiver().encode(old) as Data)
      #expect(track == Self.present)
      let archive: Data = try KeyedArchiver().encode([first, first])
      #expect(try unarchiver.decode([Track].self, from: archive) == [Self.present, Self.present])
    }
  }

  /// In arrays and graphs with back references, whatever is around.
  @Test func insideGraphs() throws {
    let tracks = (0..<20).map {
      Old.Track(name: "\($0)", length: "\($0):05", artist: "Miles Davis")
    }
    let old = Old.Album(tracks)
    old.next = old
    let archive: Data = try KeyedArchiver().encode(["best": old])
    for unarchiver in Self.unarchivers {
      let albums = try unarchiver.decode([String: Album].self, from: archive)
      let album = try #require(albums["best"])
      #expect(album.next === album)
      let seconds: [Double] = (0..<20).map { Double($0 * 60 + 5) }
      #expect(album.tracks.map(\.seconds) == seconds)
      #expect(album.again == album.tracks)
    }
  }

  /// What is written is the present form, with its version, whichever way it is written, and read as it is.
  @Test func presentForm() throws {
    var track = Self.present
    track.note = nil
    let direct: [UInt8] = try KeyedArchiver().encode([track, Self.present])
    if Differential.isWantedHere() {
      #expect(direct == (try KeyedArchiver().encodeThroughTape([track, Self.present])))
    }
    let needs = try KeyedUnarchiver().requirements(of: Data(direct))
    #expect(needs.types.first { $0.name == "Track" }?.version == 3)
    for unarchiver in Self.unarchivers {
      // A field that was encoded as nil is nil, and not its default.
      #expect(
        try unarchiver.decode([Track].self, from: Data(direct)) == [track, Self.present])
    }
  }

  /// Versions that are newer than the present one.
  @Test func newerVersions() throws {
    struct Track: Codable, ArchiveNamed {
      static let archiveName = "Track"
      var title: String
    }
    struct Other: Codable { var title: String }
    let archive: Data = try KeyedArchiver().encode([Self.present, Self.present])
    for var unarchiver in Self.unarchivers {
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Track].self, from: archive)
      }
      #expect(error?.code == .newerVersion)
      #expect(error?.path.description == "$[0]")
      #expect(error?.byteOffset != nil)
      #expect(error?.message.contains("version 3 of “Track”") == true)
      // The names of structs are labels: another type does not know of versions.
      #expect(try unarchiver.decode([Other].self, from: archive).count == 2)
      unarchiver.newerVersionHandler = { newer in
        #expect(newer.name == "Track" && newer.archivedVersion == 3 && newer.knownVersion == 0)
        if newer.path.description == "$[1]" { throw CancellationError() }
      }
      #expect(throws: CancellationError.self) {
        try unarchiver.decode([Track].self, from: archive)
      }
      unarchiver.newerVersionHandler = { _ in }
      #expect(try unarchiver.decode([Track].self, from: archive).map(\.title).count == 2)
    }
  }

  /// What was encoded as none stays so under a new name, and maps have aliases and defaults too.
  @Test func absentFields() throws {
    struct Older: Codable, ArchiveNamed {
      static let archiveName = "Note"
      var text: String?
      var number = 1
    }
    struct Note: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Note"
      var title: String?
      var number: Int
      var weight: Double
      static let archiveEvolution = ArchiveEvolution(of: Note.self, version: 1)
        .step(from: 0) { $0.rename("number", to: "count") }
        .step(from: 0) { $0.rename("count", to: "number") }
        .alias("text", of: CodingKeys.title)
        .default("none", for: CodingKeys.title)
        .default(0, for: CodingKeys.weight)
    }
    for unarchiver in Self.unarchivers {
      let archive: Data = try KeyedArchiver().encode([Older(), Older(text: "a")])
      let notes = try unarchiver.decode([Note].self, from: archive)
      #expect(notes.map(\.title) == [nil, "a"] && notes[0].weight == 0)
      let map: Data = try KeyedArchiver().encode([["number": 5], ["number": 6, "weight": 2]])
      let fromMaps = try unarchiver.decode([Note].self, from: map)
      #expect(fromMaps.map(\.title) == ["none", "none"] && fromMaps.map(\.weight) == [0, 2])
    }
  }

  /// Structs that see what objects hold are brought to the present form as well.
  @Test func fromObjects() throws {
    final class Older: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Amount"
      static let archiveEvolution = ArchiveEvolution(of: Older.self, version: 1)
      var value = 1
    }
    struct Amount: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Amount"
      static let archiveEvolution = ArchiveEvolution(of: Amount.self, version: 2)
        .step(from: 1) {
          $0.encode(try $0.decode(Int.self, forKey: "value") * 1_000, forKey: "value")
        }
      var value = 1
    }
    struct Plain: Codable, ArchiveNamed {
      static let archiveName = "Amount"
      var value = 1
    }
    let archive: Data = try KeyedArchiver().encode([Older(), Older()])
    for unarchiver in Self.unarchivers {
      #expect(try unarchiver.decode([Amount].self, from: archive).map(\.value) == [1_000, 1_000])
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Plain].self, from: archive)
      }
      #expect(error?.code == .newerVersion)
    }
  }

  /// Objects in defaults are those of the default, and not ones of the archive.
  @Test func objectsInDefaults() throws {
    final class Style: Codable {
      var name: String
      init(_ name: String) { self.name = name }
    }
    struct Older: Codable, ArchiveNamed {
      static let archiveName = "Styled"
      var style = Style("archived")
    }
    struct Styled: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Styled"
      var style: Style
      @BackReference var other: Style?
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Styled.self).default(Style("default"), for: "other")
      }
    }
    let archive: Data = try KeyedArchiver().encodeRoots { roots in
      try roots.encode(Older(), named: "a")
      try roots.encode([Style("b")], named: "b")
    }
    let roots = try KeyedUnarchiver().roots(of: archive)
    let styled = try roots.decode(Styled.self, named: "a")
    #expect(styled.style.name == "archived" && styled.other?.name == "default")
    #expect(try roots.decode([Style].self, named: "b")[0].name == "b")
  }

  /// Numbers widen where nothing is lost; one that does not fit is an error that shows it.
  @Test func numbers() throws {
    struct Small: Codable {
      var a: Int8 = 5
      var b: UInt16 = 65_535
      var c: Float = 0.5
      var d = 3
    }
    struct Wide: Codable {
      var a: Int64
      var b: UInt32
      var c: Double
      var d: Double
    }
    struct Narrow: Codable { var b: UInt8 }
    struct Cut: Codable { var c: Int }
    let archive: Data = try KeyedArchiver().encode(Small())
    for unarchiver in Self.unarchivers {
      let wide = try unarchiver.decode(Wide.self, from: archive)
      #expect(wide.a == 5 && wide.b == 65_535 && wide.c == 0.5 && wide.d == 3)
      let narrow = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(Narrow.self, from: archive)
      }
      #expect(narrow?.code == .typeMismatch)
      #expect(narrow?.message.contains("65535") == true)
      #expect(narrow?.path.description == "$.b")
      let cut = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(Cut.self, from: archive)
      }
      #expect(cut?.message.contains("0.5") == true)
    }
  }

  /// What a step throws, and what is wrong with what it puts in, is told with its place.
  @Test func errors() throws {
    let wrong = Old.Track(name: "So What", length: "9:05", artist: "Miles Davis")
    struct Track: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Track"
      var name: Int
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Track.self, version: 2)
          .step(from: 1) { fields in
            #expect(fields.keys == ["name", "length", "artist", "obsolete"])
            #expect(fields.archivedVersion == 1)
            #expect(throws: DecodingError.self) { try fields.decode(Int.self, forKey: "missing") }
            #expect(try fields.decodeIfPresent(Int.self, forKey: "missing") == nil)
            _ = try fields.decode(Int.self, forKey: "length")
          }
      }
    }
    struct Mistaken: Codable, ArchiveNamed, ArchiveEvolving {
      static let archiveName = "Track"
      var name: Int
      static var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Mistaken.self, version: 2)
          .step(from: 1) { $0.encode(["no number"], forKey: "name") }
      }
    }
    let archive: Data = try KeyedArchiver().encode(["a": wrong])
    for unarchiver in Self.unarchivers {
      let thrown = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([String: Track].self, from: archive)
      }
      #expect(thrown?.code == .typeMismatch)
      #expect(thrown?.path.description == "$.a.length")
      let mistaken = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([String: Mistaken].self, from: archive)
      }
      #expect(mistaken?.code == .typeMismatch)
      #expect(mistaken?.path.description == "$.a.name")
    }
  }
}
