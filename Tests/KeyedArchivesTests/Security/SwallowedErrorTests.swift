import ArchiveFormat
import Foundation
import KeyedArchives
import Testing

/// Errors that user code catches have coding paths: what long ones take is bounded, as all work is.
@Suite struct SwallowedErrorTests {
  private enum Keys: CodingKey { case inner, text }

  /// A text, some records deep.
  private indirect enum Nested: Encodable {
    case text
    case record(Nested)

    init(depth: Int) {
      self = (1..<depth).reduce(.text) { inner, _ in .record(inner) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch self {
      case .text: try container.encode("text", forKey: .text)
      case .record(let inner): try container.encode(inner, forKey: .inner)
      }
    }
  }

  /// Asks a hundred times for a number where text stands.
  private struct Asking: Decodable {
    /// How often there was none.
    var count = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      if let inner = try container.decodeIfPresent(Asking.self, forKey: .inner) {
        count = inner.count
      } else {
        for _ in 0..<100 where (try? container.decode(Int.self, forKey: .text)) == nil {
          count += 1
        }
      }
    }
  }

  private static func count(depth: Int, usesCells: Bool) throws -> Int {
    let bytes: [UInt8] = try KeyedArchiver().encode(Nested(depth: depth))
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.limits.maximumVisitCount = 2_000
    return try unarchiver.decode(Asking.self, from: bytes).count
  }

  @Test(arguments: [false, true])
  func `paths as long as most are count nothing`(usesCells: Bool) throws {
    #expect(try Self.count(depth: 30, usesCells: usesCells) == 100)
  }

  @Test(arguments: [false, true])
  func `longer paths count as visits`(usesCells: Bool) throws {
    let error = #expect(throws: ArchiveError.self) {
      try Self.count(depth: 100, usesCells: usesCells)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("visits") == true)
  }

  /// An error that goes through all the values around it is one error.
  @Test(arguments: [false, true])
  func `an error from deep inside is counted once`(usesCells: Bool) throws {
    struct Trying: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if container.contains(.inner) {
          _ = try container.decode(Trying.self, forKey: .inner)
        } else {
          _ = try container.decode(Int.self, forKey: .text)
        }
      }
    }
    struct Root: Decodable {
      var isCaught: Bool
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        isCaught = (try? container.decode(Trying.self, forKey: .inner)) == nil
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(Nested(depth: 200))
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.limits.maximumVisitCount = 1_500
    #expect(try unarchiver.decode(Root.self, from: bytes).isCaught)
  }
}
