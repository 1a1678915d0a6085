#if Macros
  import Foundation
  import TestTraits
  import Testing

  @testable import KeyedArchives

  /// Types whose coding the macro writes, in older and newer forms.
  @Suite struct EvolvingTests {
    private static var unarchivers: [KeyedUnarchiver] {
      var cells = KeyedUnarchiver(allowedTypes: [Disc.self])
      cells.usesCells = true
      return [KeyedUnarchiver(allowedTypes: [Disc.self]), cells]
    }

    @Test func structsAndClasses() throws {
      let old: [UInt8] = try KeyedArchiver().encode([
        OldTrack(name: "a", length: "1:30"), OldTrack(name: "b", length: "0:05"),
      ])
      let discs: [UInt8] = try KeyedArchiver().encode([OldDisc("x"), OldDisc("y")])
      for unarchiver in Self.unarchivers {
        let tracks = try unarchiver.decode([NewTrack].self, from: old)
        #expect(tracks.map(\.seconds) == [90, 5] && tracks.map(\.title) == ["a", "b"])
        // The present form is written by generated code, with its version, and read by it.
        let again: [UInt8] = try KeyedArchiver().encode(tracks)
        if Differential.isWantedHere() {
          #expect(again == (try KeyedArchiver().encodeThroughTape(tracks)))
        }
        #expect(try unarchiver.decode([NewTrack].self, from: again).map(\.seconds) == [90, 5])
        let found = try unarchiver.decode([Medium].self, from: discs)
        #expect(found.map(\.label) == ["x", "y"])
        #expect(found.compactMap { ($0 as? Disc)?.count } == [12, 12])
        let written: [UInt8] = try KeyedArchiver().encode(found)
        if Differential.isWantedHere() {
          #expect(written == (try KeyedArchiver().encodeThroughTape(found)))
        }
        #expect(try unarchiver.decode([Medium].self, from: written).map(\.label) == ["x", "y"])
      }
    }

    @Test func unknownFields() throws {
      let newer: [UInt8] = try KeyedArchiver().encode([NewTrack(title: "t", seconds: 3)])
      for unarchiver in Self.unarchivers {
        let kept = try unarchiver.decode([KeepingTrack].self, from: newer)
        #expect(kept[0].others.fields.map(\.key) == ["seconds"])
        let again: [UInt8] = try KeyedArchiver().encode(kept)
        #expect(again == newer)
        let plain = [KeepingTrack(title: "u", others: ArchivedUnknownFields())]
        let direct: [UInt8] = try KeyedArchiver().encode(plain)
        if Differential.isWantedHere() {
          #expect(direct == (try KeyedArchiver().encodeThroughTape(plain)))
        }
        #expect(try unarchiver.decode([KeepingTrack].self, from: direct)[0].others.isEmpty)
      }
    }
  }

  @Archivable struct OldTrack: ArchiveNamed, ArchiveEvolving {
    static let archiveName = "MacroTrack"
    static let archiveEvolution = ArchiveEvolution(of: OldTrack.self, version: 1)
    var name: String
    var length: String
  }

  @Archivable struct NewTrack: ArchiveNamed, ArchiveEvolving {
    static let archiveName = "MacroTrack"
    static let archiveEvolution = ArchiveEvolution(of: NewTrack.self, version: 2)
      .step(from: 1) { fields in
        let parts = try fields.decode(String.self, forKey: "length").split(separator: ":")
        fields.encode(parts.reduce(0) { $0 * 60 + (Int($1) ?? 0) }, forKey: "seconds")
        fields.remove("length")
      }
      .alias("name", of: "title")
    var title: String
    var seconds: Int
  }

  @Archivable struct KeepingTrack: ArchiveNamed, ArchiveEvolving {
    static let archiveName = "MacroTrack"
    static let archiveEvolution = ArchiveEvolution(of: KeepingTrack.self, version: 2)
    var title: String
    var others: ArchivedUnknownFields
  }

  @Archivable(superclass: nil) class OldMedium: ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Medium" }
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: OldMedium.self, version: 1)
    }
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Archivable(superclass: OldMedium.self) final class OldDisc: OldMedium {
    override class var archiveName: String { "Disc" }
    var sides = 2
    override init(_ name: String) { super.init(name) }
  }

  @Archivable(superclass: nil) class Medium: ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Medium" }
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Medium.self, version: 2).alias("name", of: "label")
    }
    var label: String
    init(_ label: String) { self.label = label }
  }

  @Archivable(superclass: Medium.self) final class Disc: Medium {
    override class var archiveName: String { "Disc" }
    override class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Disc.self, version: 1)
        .step(from: 0) { $0.encode(try $0.decode(Int.self, forKey: "sides") * 6, forKey: "count") }
    }
    var count = 0
  }
#endif
