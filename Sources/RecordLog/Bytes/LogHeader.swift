internal import ArchiveCompression
internal import ArchiveFormat

/// The first 64 bytes of a record log (Spec/record-log.md, section 2).
///
/// ```
/// 0        8    10   12      16         32          40              48      60     64
/// +--------+----+----+-------+----------+-----------+---------------+-------+------+
/// | magic  | rw | d  | unused| salt     | generation| first sequence| unused| crc  |
/// +--------+----+----+-------+----------+-----------+---------------+-------+------+
/// ```
public struct LogHeader: Hashable, Sendable {
  /// The bytes of a header.
  public static let byteCount = 64
  static let magic: [UInt8] = [0x89, 0x4B, 0x52, 0x45, 0x43, 0x0D, 0x0A, 0x1A]
  static let version: UInt8 = 1
  /// The draft of the bytes that this package writes, until they are final (Spec/record-log.md, section 2).
  static let draft = 3

  /// 16 bytes that no other file has.
  public let salt: [UInt8]
  /// How often the log was written anew, from 1; after 2^64 − 1 comes 1 again.
  public let generation: UInt64
  /// The sequence of the first frame.
  public let firstSequence: UInt64
  /// Whether this version may write the log.
  public let isWritable: Bool
  /// The CRC32 of the bytes.
  let checksum: UInt32

  /// The header of a new file.
  public init(generation: UInt64 = 1, firstSequence: UInt64 = 1) {
    var random = SystemRandomNumberGenerator()
    self.init(
      salt: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) },
      generation: generation, firstSequence: firstSequence)
  }

  init(salt: [UInt8], generation: UInt64, firstSequence: UInt64) {
    self.salt = salt
    self.generation = generation
    self.firstSequence = firstSequence
    isWritable = true
    checksum = Checksum.crc32(
      0, Self.sealed(salt, generation: generation, firstSequence: firstSequence)[...])
  }

  /// The header of a file.
  ///
  /// - Parameter bytes: The first bytes of the file, ``byteCount`` of them if there are as many.
  /// - Throws: ``LogError``: ``LogError/Code/notARecordLog``, ``LogError/Code/truncated``,
  ///   ``LogError/Code/unsupportedVersion``, ``LogError/Code/malformed``, ``LogError/Code/checksumMismatch``.
  public init(_ bytes: [UInt8]) throws(LogError) {
    guard bytes.prefix(8).elementsEqual(Self.magic.prefix(bytes.count)) else {
      throw LogError(.notARecordLog, "this is no record log", byteOffset: 0)
    }
    guard bytes.count >= Self.byteCount else {
      throw LogError(.truncated, "the file ends in its header", byteOffset: bytes.count)
    }
    var cursor = ByteCursor(bytes, from: 32, to: Self.byteCount)
    do {
      generation = try cursor.fixed(UInt64.self)
      firstSequence = try cursor.fixed(UInt64.self)
      cursor.position = 60
      checksum = try cursor.fixed(UInt32.self)
      guard checksum == Checksum.crc32(0, bytes[0..<60]) else {
        throw LogError(.checksumMismatch, "the header was changed", byteOffset: 60)
      }
    } catch let error as LogError {
      throw error
    } catch {
      throw LogError(.truncated, "the file ends in its header", byteOffset: bytes.count)
    }
    let draft = Int(bytes[10]) + Int(bytes[11]) << 8 + 1
    guard draft == Self.draft else {
      throw LogError(
        .unsupportedVersion,
        "the log is of draft \(draft) of the format, and this version of the package reads draft \(Self.draft)",
        byteOffset: 10)
    }
    guard bytes[8] <= Self.version else {
      throw LogError(
        .unsupportedVersion, "the log is of version \(bytes[8]), and this reads \(Self.version)",
        byteOffset: 8)
    }
    for (isWritten, place) in [
      (bytes[8] > 0, 8), (bytes[9] > 0, 9), (generation > 0, 32),
      (1..<LogFrame.sequenceLimit ~= firstSequence, 40),
    ] where !isWritten {
      throw LogError(.malformed, "the header is none that is written", byteOffset: place)
    }
    salt = Array(bytes[16..<32])
    isWritable = bytes[9] <= Self.version
  }

  /// The bytes of the header.
  public var bytes: [UInt8] {
    var sink = ByteSink()
    sink.append(
      Self.sealed(salt, generation: generation, firstSequence: firstSequence)[...])
    sink.fixed(checksum)
    return sink.bytes
  }

  /// The bytes in front of the checksum.
  private static func sealed(
    _ salt: [UInt8], generation: UInt64, firstSequence: UInt64
  ) -> [UInt8] {
    var sink = ByteSink()
    sink.append(magic[...])
    sink.byte(version)
    sink.byte(version)
    sink.fixed(UInt16(truncatingIfNeeded: draft - 1))
    sink.fixed(UInt32(0))
    sink.append(salt[...])
    sink.fixed(generation)
    sink.fixed(firstSequence)
    sink.fixed(UInt64(0))
    sink.fixed(UInt32(0))
    return sink.bytes
  }

  /// The header of the log that comes in the place of this one.
  ///
  /// - Throws: ``LogError/Code/limitExceeded`` if there is no sequence left.
  func next(firstSequence: UInt64) throws(LogError) -> LogHeader {
    guard firstSequence < LogFrame.sequenceLimit else {
      throw LogError(.limitExceeded, "the sequences of the log are used up")
    }
    return LogHeader(
      generation: generation == .max ? 1 : generation + 1, firstSequence: firstSequence)
  }

  /// The form of the frames.
  var form: FrameForm { FrameForm(seed: Checksum.crc32(0, salt[...])) }
}
