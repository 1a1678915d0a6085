internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Eight bytes in front of stored bytes that tell what wrote them.
///
/// ```
/// 0     1           4              8
/// +-----+-----------+--------------+-----------------
/// | C1  | form: u24 | check: u32   | what was stored
/// +-----+-----------+--------------+-----------------
/// ```
///
/// `form` is the low 24 bits of the CRC-32 of the form's description in UTF-8; `check` is the CRC-32 of that
/// description and then of the bytes behind the stamp. Numbers are little-endian. The first byte starts no
/// well-formed UTF-8, and so no JSON or property list, no zlib stream and no archive: `Spec/stored-forms.md`.
struct TransformStamp: Sendable {
  static let firstByte: UInt8 = 0xC1
  static let byteCount = 8

  let form: TransformForm
  private let seed: UInt32

  init(_ form: TransformForm) {
    self.form = form
    seed = Checksum.crc32(0, ArraySlice(form.description.utf8))
  }

  /// What distinguishes the form in a stamp.
  var code: UInt32 { seed & 0xFF_FFFF }

  func stamped(_ bytes: Data) -> Data {
    var result = Data(capacity: Self.byteCount + bytes.count)
    result.append(Self.firstByte)
    for shift in stride(from: 0, to: 24, by: 8) {
      result.append(UInt8(truncatingIfNeeded: code >> UInt32(shift)))
    }
    let check = checksum(bytes)
    for shift in stride(from: 0, to: 32, by: 8) {
      result.append(UInt8(truncatingIfNeeded: check >> UInt32(shift)))
    }
    result.append(bytes)
    return result
  }

  /// What stands behind the stamp, which is one of this form.
  func content(_ bytes: Data) throws(TransformError) -> Data {
    let stored = bytes.dropFirst(4).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let content = Data(bytes.dropFirst(Self.byteCount))
    guard stored == checksum(content) else {
      throw TransformError(
        .checksumMismatch, "the bytes stored as “\(form)” were changed", byteOffset: 4)
    }
    return content
  }

  /// The code of the form in the stamp that bytes begin with; nil for bytes without one.
  static func code(in bytes: Data) throws(TransformError) -> UInt32? {
    guard bytes.first == firstByte else { return nil }
    guard bytes.count >= byteCount else {
      throw TransformError(
        .truncated, "the bytes end in their stamp", byteOffset: bytes.count)
    }
    return bytes.dropFirst().prefix(3).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func checksum(_ bytes: Data) -> UInt32 { Checksum.crc32(seed, ArraySlice(bytes)) }

  /// Whether bytes begin like an archive.
  static func isArchive(_ bytes: Data) -> Bool {
    guard let first = bytes.first else { return false }
    return first == ArchiveFraming.magic[0] || first & 0xF0 == ArchiveFraming.lead
  }

  /// What bytes without a stamp look like, in words.
  static func guess(_ bytes: Data) -> String {
    guard let first = bytes.first else { return "empty" }
    if bytes.starts(with: Array("bplist".utf8)) { return "a binary property list" }
    if bytes.starts(with: Array("<?xml".utf8)) { return "an XML document" }
    if isArchive(bytes) { return "an archive" }
    return switch first {
    case 0x7B, 0x5B: "JSON"
    case 0x78: "a zlib stream"
    default: "bytes without a stamp"
    }
  }
}
