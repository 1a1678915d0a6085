#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The blob that a record with a stamp has.
enum CrashBody {
  static func bytes(_ stamp: Int64) -> Data {
    switch stamp % 9 {
    case 3: frames(stamp)
    case 5 where stamp % 5 == 0: Data((0..<600).map { UInt8(truncatingIfNeeded: stamp &+ $0) })
    default: Data(repeating: UInt8(truncatingIfNeeded: stamp), count: Int(stamp % 41))
    }
  }

  /// What looks like heads of later frames of a log, at each of some places, but for the checksum.
  private static func frames(_ stamp: Int64) -> Data {
    var bytes = Data()
    for _ in 0..<8 {
      for number in [UInt64(24) | 7 << 32, UInt64(stamp + 100), UInt64(stamp + 100)] {
        bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
      }
      bytes.append(contentsOf: [1, 2, 3, 4, 0])
    }
    return bytes
  }
}
