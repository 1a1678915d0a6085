import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Random programs of container calls: what the direct encoder writes is what the general one does.
@Suite(.differential) struct ContainerProgramTests {
  struct Root: Codable {
    var first: [Programmed<TagZero>]
    var second: Programmed<TagOne>?
    var third: ProgrammedObject
    var fourth: ProgrammedObject?
    var fifth: [ProgrammedObject]
    var sixth: [String: ProgrammedObject]
    var seventh: [Programmed<TagTwo>?]
  }

  private static func root(_ seed: UInt64) -> Root {
    func mix(_ place: Int) -> UInt64 { ProgramRun.mix(seed, place) }
    let one = ProgrammedObject(choice: mix(0), depth: 0)
    let two = ProgrammedObject(choice: mix(1), depth: 0)
    return Root(
      first: (0..<Int(mix(2) % 4)).map { Programmed(choice: mix(10 + $0), depth: 0) },
      second: mix(3) % 2 == 0 ? nil : Programmed(choice: mix(4), depth: 0),
      third: mix(5) % 2 == 0 ? one : two, fourth: mix(6) % 3 == 0 ? nil : one,
      fifth: mix(7) % 2 == 0 ? [] : [one, two],
      sixth: mix(8) % 2 == 0 ? [:] : ["x": mix(9) % 2 == 0 ? one : two],
      seventh: mix(30) % 2 == 0 ? [] : [nil, Programmed(choice: mix(31), depth: 0)])
  }

  /// Encodes several roots with one encoder; how many it took.
  private func check(_ library: ProgramLibrary, _ seed: UInt64) throws -> Int {
    let key = try #require(CodingUserInfoKey.programs)
    var archiver = KeyedArchiver(framing: .singlePart)
    archiver.userInfo[key] = library
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    var directCount = 0
    for round in 0..<5 {
      let root = Self.root(ProgramRun.mix(seed, round))
      let general = try? archiver.encodeThroughTape(root)
      if let place = unsafe encoder.encode(
        root: root, archiver, leavesGaps: false),
        let definitions = unsafe encoder.definitionBytes(), unsafe encoder.putTag(ofRoot: place)
      {
        let direct = unsafe Array(encoder.singlePart(definitions))
        #expect(direct == general, "seed \(seed), round \(round): \(library.programs)")
        directCount += 1
      }
      encoder.end()
    }
    return directCount
  }

  @Test(.long, arguments: [false, true], [false, true])
  func `programs are written alike`(_ asksAgain: Bool, _ isRecursive: Bool) throws {
    var directCount = 0
    for seed in 0..<500 as Range<UInt64> {
      let library = ProgramLibrary(seed: seed, asksAgain: asksAgain, isRecursive: isRecursive)
      directCount += try check(library, seed)
    }
    #expect(directCount > 300)
  }
}
