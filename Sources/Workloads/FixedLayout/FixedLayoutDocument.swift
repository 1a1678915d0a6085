#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A codec written by hand for the types of the workloads alone: the limit that others are held
/// against.
///
/// It stores what a program that knows the types cannot do without, and nothing else: no names, no
/// kinds, no versions. Numbers have their full width, little-endian; a string, an array and a
/// dictionary start with their count, an optional and a Boolean are a byte. What is decoded is still
/// checked as any input must be: bounds, cases of enumerations and, if asked for, a checksum.
///
/// ```
/// count        elements, records, strings, numbers …      checksum, if any
/// 02 00 00 00  03 00 00 00 61 62 63  01 00 00 00 64  …    4B F0 2A 91
/// ```
package protocol FixedLayoutDocument: FixedLayoutCodable {
  /// The bytes of the value, and their checksum after them if there is to be one.
  func encoded(checksum: FixedLayoutChecksum?) -> Data

  /// The value that was encoded with the same kind of checksum.
  static func decoded(from data: Data, checksum: FixedLayoutChecksum?) throws -> Self
}

/// A checksum over bytes.
package typealias FixedLayoutChecksum = @Sendable (_ bytes: UnsafeRawBufferPointer) -> UInt32

// Requirements with an implementation for all, since they are specialized for each type that way.
extension FixedLayoutDocument {
  package func encoded(checksum: FixedLayoutChecksum?) -> Data {
    var writer = FixedLayoutWriter()
    write(to: &writer)
    if let checksum = unsafe checksum { unsafe writer.write(checksum(writer.bytes)) }
    return writer.finish()
  }

  package static func decoded(
    from data: Data, checksum: FixedLayoutChecksum?
  ) throws -> Self {
    unsafe try data.withUnsafeBytes { bytes in
      var body = unsafe bytes
      if let checksum = unsafe checksum {
        unsafe body = UnsafeRawBufferPointer(rebasing: bytes.dropLast(4))
        var rest = unsafe FixedLayoutReader(
          UnsafeRawBufferPointer(rebasing: bytes[body.count...]))
        guard unsafe try rest.block() == checksum(body) else { throw FixedLayoutError.damaged }
      }
      var reader = unsafe FixedLayoutReader(body)
      return try Self(from: &reader)
    }
  }
}
