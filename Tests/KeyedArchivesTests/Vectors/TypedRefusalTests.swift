import ArchiveFormat
import Foundation
import KeyedArchives
import TestSupport
import Testing
import VectorSupport

/// Invalid vectors that are decoded as values of Swift types, by generated code, by containers straight from their
/// bytes, and through cells.
@Suite struct TypedRefusalTests {
  /// What may be wrong with what is asked for, before anything is found to be wrong with the bytes.
  private static let schemaCodes: Set<ArchiveError.Code> = [
    .typeMismatch, .keyNotFound, .valueNotFound, .typeNotAllowed, .dataCorrupted, .invalidValue,
  ]

  @Test(arguments: InvalidVector.all().filter { !$0.isFoundByVerificationOnly })
  func `no way of decoding accepts an invalid vector, or tells another place of what is wrong`(
    _ vector: InvalidVector
  ) {
    guard vector.dictionary == nil else { return }
    check([Int].self, vector)
    check([String: Int].self, vector)
    check([HandWritten.Plain].self, vector)
    check(HandWritten.Everything.self, vector)
    check([[String]].self, vector)
  }

  private func check<Value: Codable>(_ type: Value.Type, _ vector: InvalidVector) {
    let ways = ThreeWays(type, vector.bytes, limits: vector.archiveLimits)
    for (way, result) in [
      ("generated", ways.generated), ("containers", ways.general), ("cells", ways.cells),
    ] {
      guard case .failure(let error) = result else {
        Issue.record("\(vector), \(type), \(way): accepted \(vector.bytes)")
        continue
      }
      guard let error = error as? ArchiveError else {
        Issue.record("\(vector), \(type), \(way): \(error)")
        continue
      }
      #expect(RepeatedText.first(in: "\(error)") == nil, "\(vector), \(way): \(error)")
      #expect(error.localizedDescription == "\(error)")
      if Self.schemaCodes.contains(error.code) { continue }
      // Elements of a row that are asked for one by one are missing one by one.
      if error.code == .truncated, vector.name.hasPrefix("V5-row-of-floats") { continue }
      // Values of a row are counted together, so that a limit has another place.
      if error.code == .limitExceeded, vector.code == .limitExceeded { continue }
      let place = ArchivePlace(byteOffset: error.byteOffset, rawOffset: error.rawOffset)
      #expect(
        error.code == vector.code && place == vector.place,
        "\(vector), \(type), \(way): \(error), not \(vector.code) at \(vector.place)")
    }
  }
}
