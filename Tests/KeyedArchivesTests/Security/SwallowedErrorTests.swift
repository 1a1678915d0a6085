import ArchiveFormat
import Foundation
import KeyedArchives
import Testing

/// Errors that user code catches have coding paths: what long ones take is bounded, as all work is.
@Suite struct SwallowedErrorTests {
  /// Strings, some levels deep.
  private indirect enum Nested: Encodable {
    case strings(Int)
    case array(Nested)

    init(depth: Int, count: Int) {
      self = (1..<depth).reduce(.strings(count)) { inner, _ in .array(inner) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      switch self {
      case .strings(let count): for _ in 0..<count { try container.encode("text") }
      case .array(let inner): try container.encode(inner)
      }
    }
  }

  /// Tries at each value what it is not first.
  private struct Trying: Decodable {
    /// Strings that were found.
    var count = 0

    init(from decoder: any Decoder) throws {
      guard var container = try? decoder.unkeyedContainer() else {
        let single = try decoder.singleValueContainer()
        if (try? single.decode(Int.self)) == nil, (try? single.decode(String.self)) != nil {
          count = 1
        }
        return
      }
      while !container.isAtEnd { count += try container.decode(Trying.self).count }
    }
  }

  private static func tried(depth: Int, usesCells: Bool) throws -> Int {
    let bytes: [UInt8] = try KeyedArchiver().encode(Nested(depth: depth, count: 100))
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.limits.maximumVisitCount = 2_000
    return try unarchiver.decode(Trying.self, from: bytes).count
  }

  @Test(arguments: [false, true])
  func `paths as long as most are count nothing`(usesCells: Bool) throws {
    #expect(try Self.tried(depth: 30, usesCells: usesCells) == 100)
  }

  @Test(arguments: [false, true])
  func `longer paths count as visits`(usesCells: Bool) throws {
    let error = #expect(throws: ArchiveError.self) {
      try Self.tried(depth: 100, usesCells: usesCells)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("visits") == true)
  }
}
