/// The form that heads of frames have in one log: that of its draft, sealed with its salt (Spec/record-log.md, section 3).
struct FrameForm: Hashable, Sendable {
  /// The CRC32 of the salt, with which the checksums of heads begin.
  let seed: UInt32
  /// True if a head has the checksum of the head before, as since draft 2.
  let isLinked: Bool

  /// The bytes in front of a payload.
  var headByteCount: Int { Self.headByteCount(isLinked: isLinked) }
  /// The bytes of a head that stand in front of its checksum.
  var sealedByteCount: Int { headByteCount - 4 }
  /// Works out where heads of this form were written.
  var origin: FrameOrigin { isLinked ? .linked : .unlinked }

  static func headByteCount(isLinked: Bool) -> Int { isLinked ? 32 : 28 }
}
