/// What a hint says of a log: which it is, and up to where all of it was durable (Spec/record-log.md, section 8).
public struct LogHint: Hashable, Sendable {
  /// That of the log's header.
  public let salt: [UInt8]
  /// The sequence of the last frame that the hint is of.
  public let sequence: UInt64
  /// Bytes from the start of the file to that frame.
  public let frameOffset: Int
  /// The checksum of the frame's head, which is one of all commits up to there: copies of one log that went different ways have the same sequences.
  public let checksum: UInt32

  /// A hint.
  public init(salt: [UInt8], sequence: UInt64, frameOffset: Int, checksum: UInt32) {
    self.salt = salt
    self.sequence = sequence
    self.frameOffset = frameOffset
    self.checksum = checksum
  }
}
