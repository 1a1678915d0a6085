internal import RecordStorage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Keys that are like any others, for cases in which keys do not matter. Their order is that of their numbers.
enum SampleKeys {
  /// The key with a number from 0 to 65,535.
  static func key(_ number: Int, _ kind: RecordKey.Kind) -> RecordKey {
    switch kind {
    case .integer: .integer(Int64(number))
    case .text:
      .text("key " + String(repeating: "0", count: 5 - "\(number)".count) + "\(number)")
    case .blob: .blob(Data([UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]))
    }
  }
}
