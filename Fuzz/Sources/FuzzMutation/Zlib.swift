internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// zlib streams, so that what is packed can be changed too.
enum Zlib {
  static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    (try? ZlibTransform().restore(Data(bytes))).map { Array($0) }
  }

  static func deflated(_ bytes: [UInt8], level: Int) -> [UInt8] {
    (try? ZlibTransform(level: level).store(Data(bytes))).map { Array($0) } ?? []
  }
}
