/// The form that heads of frames have in one log, sealed with its salt (Spec/record-log.md, section 3).
struct FrameForm: Hashable, Sendable {
  /// The CRC32 of the salt, with which the checksums of heads begin.
  let seed: UInt32

  /// The bytes in front of a payload.
  static let headByteCount = 32
  /// The bytes of a head that stand in front of its checksum.
  static let sealedByteCount = headByteCount - 4
}
