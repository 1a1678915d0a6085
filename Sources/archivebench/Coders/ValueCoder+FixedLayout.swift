import ArchiveCompression
import Foundation
import Workloads

extension ValueCoder where Value: FixedLayoutDocument {
  /// The codec written by hand, with the checksum that an archive has.
  static var fixedLayout: ValueCoder {
    let checksum: FixedLayoutChecksum = { Checksum.crc32($0, seed: 0) }
    return ValueCoder(
      name: "Written by hand (the limit)", encode: { $0.encoded(checksum: checksum) },
      decode: { try Value.decoded(from: $0, checksum: checksum) })
  }

  /// The codec written by hand, without a checksum.
  static var fixedLayoutUnchecked: ValueCoder {
    ValueCoder(
      name: "Written by hand, no checksum", output: .asAnother,
      encode: { $0.encoded(checksum: nil) },
      decode: { try Value.decoded(from: $0, checksum: nil) })
  }
}

extension ValueCoder<Data> {
  /// No coder at all: bytes are copied to others.
  static var copy: ValueCoder {
    let copy: (Data) -> Data = { $0.withUnsafeBytes { Data($0) } }
    return ValueCoder(name: "Copying those bytes", output: .asAnother, encode: copy, decode: copy)
  }
}
