import ArchiveCompression
import ArchiveFormat
import KeyedArchives
import ReferenceCoder

extension ReferenceDecoder {
  /// A decoder that reads packed bytes, too.
  static func inflating(
    _ types: [TypeAllowList.DecodableType] = [], limits: ArchiveLimits = .untrusted,
    dictionary: [UInt8]? = nil
  ) -> ReferenceDecoder {
    var decoder = ReferenceDecoder(allowedTypes: types, names: .declared)
    decoder.limits = limits
    decoder.dictionary = dictionary
    decoder.inflate = { bytes, range, rawByteCount throws(ArchiveError) in
      try Zlib.inflated(bytes, range, rawByteCount: rawByteCount, limits: limits)
    }
    return decoder
  }
}
