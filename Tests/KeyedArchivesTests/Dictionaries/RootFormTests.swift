import ArchiveCompression
import TestTraits
import Testing

@testable import KeyedArchives

/// Roots of one type that hold the same records are not taken for each other where they are written against a dictionary.
@Suite struct RootFormTests {
  /// A record with one of two keys, or a list.
  private indirect enum Figure: Codable, Equatable {
    case point(Int)
    case left([Figure])
    case right([Figure])
    case list([Figure])

    private enum Key: CodingKey { case point, left, right }

    func encode(to encoder: any Encoder) throws {
      if case .list(let figures) = self {
        var container = encoder.singleValueContainer()
        return try container.encode(figures)
      }
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .point(let number): try container.encode(number, forKey: .point)
      case .left(let figures): try container.encode(figures, forKey: .left)
      case .right(let figures): try container.encode(figures, forKey: .right)
      case .list: break
      }
    }

    init(from decoder: any Decoder) throws {
      if let figures = try? decoder.singleValueContainer().decode([Figure].self) {
        self = .list(figures)
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      if let figures = try container.decodeIfPresent([Figure].self, forKey: .left) {
        self = .left(figures)
      } else if let figures = try container.decodeIfPresent([Figure].self, forKey: .right) {
        self = .right(figures)
      } else {
        self = .point(try container.decode(Int.self, forKey: .point))
      }
    }
  }

  /// Values with records of the same shapes, in the same order.
  private static let alike: [[Figure]] = [
    [.point(1), .list([.point(2)]), .list([.point(3), .point(4)]), .point(5)],
    [.left([.right([.left([])])]), .right([.left([])]), .left([.right([.left([])])])],
    [.right([.left([.right([])])]), .left([.right([])]), .list([.right([.left([.right([])])])])],
  ]

  @Test(arguments: [false, true])
  func `records are those of their own roots`(_ usesGeneratedCode: Bool) throws {
    var archiver = KeyedArchiver()
    archiver.usesGeneratedCode = usesGeneratedCode
    for values in Self.alike {
      for first in values.indices {
        var dictionary = ShapeDictionary()
        let turned = values[first...] + values[..<first]
        for value in [turned, turned, turned].joined() {
          let encoding = try archiver.encode(value, against: dictionary)
          if Differential.isWantedHere() {
            #expect(try encoding == archiver.encodeThroughTape(value, dictionary), "\(value)")
          }
          if !encoding.additions.isEmpty {
            dictionary = try dictionary.adding(encoding.additions)
          }
          let found = try KeyedUnarchiver().decode(
            Figure.self, from: encoding.bytes, dictionary: dictionary)
          #expect(found == value)
        }
      }
    }
  }
}
