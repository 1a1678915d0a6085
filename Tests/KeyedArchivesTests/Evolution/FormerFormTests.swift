import Foundation
import Testing

@testable import KeyedArchives

/// Single differences between the form in an archive and the present one.
@Suite struct FormerFormTests {
  private enum Old {
    struct Renamed: Codable, ArchiveNamed {
      static let archiveName = "Renamed"
      var title = "present"
      var name = "former"
    }
    class Base: Codable, ArchiveNamed, ArchiveEvolving {
      class var archiveName: String { "FormerBase" }
      class var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Base.self, version: 1) }
      var size = 3
    }
    final class Sub: Base {
      override class var archiveName: String { "FormerSub" }
    }
  }

  private struct Renamed: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Renamed"
    static let archiveEvolution = ArchiveEvolution(of: Renamed.self, version: 1)
      .alias("name", of: "title")
    var title: String
  }

  private class Base: Codable, ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "FormerBase" }
    class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Base.self, version: 2).step(from: 1) {
        $0.encode(try $0.decode(Int.self, forKey: "size") * 10, forKey: "size")
      }
    }
    var size = 0
  }
  private final class Sub: Base {
    override class var archiveName: String { "FormerSub" }
  }

  private struct First: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Versioned"
    static let archiveEvolution = ArchiveEvolution(of: First.self, version: 1)
    var number = 1
  }
  private struct Second: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Versioned"
    static let archiveEvolution = ArchiveEvolution(of: Second.self, version: 2)
    var number = 1
  }

  private static func unarchivers(_ list: TypeAllowList = []) -> [KeyedUnarchiver] {
    var cells = KeyedUnarchiver(allowedTypes: list)
    cells.usesCells = true
    return [KeyedUnarchiver(allowedTypes: list), cells]
  }

  @Test func `a field of the present name is not taken for one of a former name`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([Old.Renamed()])
    for unarchiver in Self.unarchivers() {
      #expect(try unarchiver.decode([Renamed].self, from: bytes)[0].title == "present")
    }
  }

  @Test func `one version more than is known is an error`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([Second()])
    for unarchiver in Self.unarchivers() {
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([First].self, from: bytes)
      }
      #expect(error?.code == .newerVersion)
      #expect(try unarchiver.decode([Second].self, from: bytes)[0].number == 1)
    }
  }

  @Test func `an older version of a superclass alone takes its steps`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([Old.Sub(), Old.Sub()])
    for unarchiver in Self.unarchivers() {
      #expect(try unarchiver.decode([Sub].self, from: bytes).map(\.size) == [30, 30])
    }
    for unarchiver in Self.unarchivers([Sub.self]) {
      #expect(try unarchiver.decode([Base].self, from: bytes).map(\.size) == [30, 30])
    }
  }
}
