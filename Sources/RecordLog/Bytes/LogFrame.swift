internal import ArchiveCompression
internal import ArchiveFormat

/// Where a commit stands in a record log, and what its frame says of it (Spec/record-log.md, section 3).
///
/// ```
/// 0        4           8         16       24          28         32          multiple of 8
/// +--------+-----------+---------+--------+-----------+----------+-----------+-----+
/// | count  | check     | sequence| group  | check of  | check of | payload   | 0 … |
/// |        | of payload|         |        | the one   | this     |           |     |
/// |        |           |         |        | before    |          |           |     |
/// +--------+-----------+---------+--------+-----------+----------+-----------+-----+
/// ```
///
/// Since each head has the checksum of the one before, a checksum is one of all commits up to there.
public struct LogFrame: Hashable, Sendable {
  static let alignment = 8
  /// One more than the greatest sequence.
  package static let sequenceLimit = UInt64.max >> 1
  /// The bytes of the longest payload.
  public static let maximumPayloadByteCount = 1 << 30

  /// Bytes from the start of the file to the frame.
  public let byteOffset: Int
  /// One more than that of the frame before.
  public let sequence: UInt64
  /// The sequence of the first frame that was made durable together with this one.
  public let group: UInt64
  /// The bytes of the payload.
  public let payloadByteCount: Int
  let payloadChecksum: UInt32
  /// The checksum of the head before, or of the header.
  let link: UInt32
  /// The checksum of the head.
  let checksum: UInt32
  /// Bytes inserted before the frame since the frame was written, less the bytes removed.
  let shift: Int

  /// Where the payload stands in the file.
  public var payload: Range<Int> {
    let start = byteOffset + FrameForm.headByteCount
    return start..<start + payloadByteCount
  }

  /// The link of the frame behind.
  var nextLink: UInt32 { checksum }

  /// Bytes from the start of the file to what follows the frame.
  public var end: Int { Self.aligned(payload.upperBound - shift) + shift }

  static func aligned(_ byteOffset: Int) -> Int {
    (byteOffset + alignment - 1) / alignment * alignment
  }

  /// The bytes of a frame.
  ///
  /// - Parameter link: The checksum of the head before, or of the header.
  static func bytes(
    _ payload: [UInt8], sequence: UInt64, group: UInt64, link: UInt32, at byteOffset: Int,
    _ form: FrameForm
  ) -> [UInt8] {
    var sink = ByteSink()
    sink.bytes.reserveCapacity(aligned(FrameForm.headByteCount + payload.count))
    sink.fixed(UInt32(payload.count))
    sink.fixed(checksum(payload[...], sequence))
    sink.fixed(sequence)
    sink.fixed(group)
    sink.fixed(link)
    sink.fixed(checksum(head: sink.bytes[...], UInt64(byteOffset), form))
    sink.append(payload[...])
    while sink.count % alignment != 0 { sink.byte(0) }
    return sink.bytes
  }

  /// A frame by its head; nil if its checksum is not that of a head that stands there.
  ///
  /// - Parameters:
  ///   - head: Its bytes.
  ///   - byteOffset: Where they stand in the file.
  ///   - shift: How many bytes were put in front of them since they were written.
  init?(head: ArraySlice<UInt8>, at byteOffset: Int, shift: Int = 0, _ form: FrameForm) {
    guard byteOffset >= shift else { return nil }
    self.init(numbersOf: head, at: byteOffset, shift: shift)
    let origin = UInt64(byteOffset - shift)
    guard checksum == Self.checksum(head: head.dropLast(4), origin, form) else { return nil }
  }

  /// A frame by a head whose checksum is known to be right; nil if its numbers are not in their ranges.
  init?(numbersOf head: ArraySlice<UInt8>, at byteOffset: Int, shift: Int = 0) {
    guard let numbers = Self.numbers(head) else { return nil }
    (payloadByteCount, sequence, group) = numbers
    checksum = Self.little32(head, FrameForm.sealedByteCount)
    link = Self.little32(head, 24)
    self.shift = shift
    self.byteOffset = byteOffset
    payloadChecksum = Self.little32(head, 4)
  }

  /// The numbers of a head; nil if they are not in their ranges.
  private static func numbers(
    _ head: ArraySlice<UInt8>
  ) -> (payloadByteCount: Int, sequence: UInt64, group: UInt64)? {
    guard head.count == FrameForm.headByteCount else { return nil }
    let payloadByteCount = Int(clamping: little(head, 0..<4))
    guard 1...maximumPayloadByteCount ~= payloadByteCount else { return nil }
    let (sequence, group) = (little(head, 8..<16), little(head, 16..<24))
    guard group > 0, group <= sequence, sequence < sequenceLimit else { return nil }
    return (payloadByteCount, sequence, group)
  }

  /// The checksum that a head has; nil if its numbers are not in their ranges.
  static func checksum(in head: ArraySlice<UInt8>) -> UInt32? {
    numbers(head) == nil ? nil : little32(head, FrameForm.sealedByteCount)
  }

  private static func little32(_ bytes: ArraySlice<UInt8>, _ start: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: little(bytes, start..<start + 4))
  }

  private static func little(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> UInt64 {
    range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[bytes.startIndex + $1]) }
  }

  /// Whether a payload, and the zeros behind it, are those that were written.
  ///
  /// - Parameter bytes: What stands in the file from the payload to the end of the frame.
  func holds(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == end - payload.lowerBound
      && Self.checksum(bytes.prefix(payloadByteCount), sequence) == payloadChecksum
      && bytes.dropFirst(payloadByteCount).allSatisfy { $0 == 0 }
  }

  private static func checksum(_ payload: ArraySlice<UInt8>, _ sequence: UInt64) -> UInt32 {
    Checksum.crc32(UInt32(truncatingIfNeeded: sequence), payload)
  }

  /// - Parameters:
  ///   - head: What it has in front of its checksum.
  ///   - origin: The offset at which it was written.
  static func checksum(
    head: ArraySlice<UInt8>, _ origin: UInt64, _ form: FrameForm
  ) -> UInt32 {
    var place = ByteSink()
    place.fixed(origin)
    return Checksum.crc32(Checksum.crc32(form.seed, place.bytes[...]), head)
  }
}
