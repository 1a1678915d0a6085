import Foundation
import Testing

@testable import KeyedArchives

/// The types that the list of allowed types allows, and the types that it does not.
@Suite struct ListedTypeTests {
  private struct Places: Codable {
    var left: Sides
    var right: Sides
    var other: [Figure] = []
  }
  private struct Sides: Codable {
    var near: [Figure] = []
    var far: [Figure] = []
  }
  private struct Twice: Codable {
    var own: Disc
    var base: Figure
  }

  private func outcomes<Value: Decodable>(
    _ type: Value.Type, _ list: TypeAllowList, _ value: some Encodable
  ) throws -> [ArchiveError.Code?] {
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    var cells = KeyedUnarchiver(allowedTypes: list)
    cells.usesCells = true
    return [KeyedUnarchiver(allowedTypes: list), cells].map { unarchiver in
      do {
        _ = try unarchiver.decode(type, from: bytes)
        return nil
      } catch {
        return (error as? ArchiveError)?.code
      }
    }
  }

  @Test func `a listed type that is no subclass is refused`() throws {
    let figures = [Figure(name: "f"), Disc(name: "d", radius: 1)]
    var list = TypeAllowList()
    #expect(try outcomes([Figure].self, list, figures) == [.typeNotAllowed, .typeNotAllowed])
    list.allow(Counter.self, names: ["Disc"])
    #expect(try outcomes([Figure].self, list, figures) == [.typeNotAllowed, .typeNotAllowed])
    #expect(try outcomes([Figure].self, [Disc.self], figures) == [nil, nil])
  }

  @Test func `a type under a path is allowed there and inside, and nowhere else`() throws {
    let disc = [Disc(name: "d", radius: 1)]
    var list = TypeAllowList()
    list.allow(Disc.self, under: try ArchivePath(parsing: "left.near"))
    func isAllowed(_ places: Places) throws -> Bool {
      let found = try outcomes(Places.self, list, places)
      #expect(found[0] == found[1] && [nil, .typeNotAllowed].contains(found[0]))
      return found[0] == nil
    }
    let (near, far) = (Sides(near: disc), Sides(far: disc))
    #expect(try isAllowed(Places(left: near, right: Sides())))
    #expect(try !isAllowed(Places(left: far, right: Sides())))
    #expect(try !isAllowed(Places(left: Sides(), right: near)))
    list.allow(Disc.self, under: try ArchivePath(parsing: "right.far"))
    #expect(try isAllowed(Places(left: near, right: far)))
    #expect(try !isAllowed(Places(left: far, right: Sides())))
    #expect(try !isAllowed(Places(left: Sides(), right: near)))
    #expect(try !isAllowed(Places(left: Sides(), right: Sides(), other: disc)))
    list.allow(Disc.self)
    #expect(try isAllowed(Places(left: far, right: near, other: disc)))
  }

  @Test func `an object that was allowed as its own class is not as its superclass`() throws {
    let disc = Disc(name: "d", radius: 1)
    let twice = Twice(own: disc, base: disc)
    #expect(try outcomes(Twice.self, [], twice) == [.typeNotAllowed, .typeNotAllowed])
    #expect(try outcomes(Twice.self, [Disc.self], twice) == [nil, nil])
  }
}
