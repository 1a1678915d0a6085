import Foundation
import KeyedArchives

/// Types whose archived forms have versions, and roots that share objects.
enum VersionSamples {
  class Animal: Codable, ArchiveNamed, ArchiveEvolving {
    class var archiveName: String { "Animal" }
    class var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Animal.self, version: 3) }
    var name = "Rex"
    init() {}
  }

  final class Dog: Animal {
    override class var archiveName: String { "Dog" }
    override class var archiveEvolution: ArchiveEvolution {
      ArchiveEvolution(of: Dog.self, version: 300)
    }
    var tricks: [Trick] = [Trick(), Trick(name: "roll")]

    enum CodingKeys: String, CodingKey { case tricks }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([Trick].self, forKey: .tricks)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try super.encode(to: container.superEncoder())
    }
  }

  struct Trick: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Trick"
    static let archiveEvolution = ArchiveEvolution(of: Trick.self, version: 1)
    var name = "sit"
  }

  static func value() -> [Animal] { [Dog(), Animal()] }

  static func roots() throws -> Data {
    let links = (0..<3).map { ReferenceSamples.Link($0) }
    links[0].next = links[1]
    links[1].next = links[2]
    return try KeyedArchiver().encodeRoots { roots in
      try roots.encode([links[0]], named: "a")
      try roots.encode(7)
      try roots.encode([links[2], links[0]], named: "zwei")
    }
  }
}
