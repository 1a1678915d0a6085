/// Takes frame after frame of a record log, and tells what stands behind the last.
///
/// It needs memory for one payload. What it reads is never longer than the file.
public struct LogReader: Sendable {
  /// A frame with its entries.
  public struct Commit: Sendable {
    /// Where it stands.
    public let frame: LogFrame
    /// What it says.
    public let payload: LogPayload
  }

  /// The file.
  public let file: any LogFile
  /// Its header.
  public let header: LogHeader
  /// Bytes from the start of the file to what was not taken yet.
  public private(set) var byteOffset: Int
  /// The sequence of the next frame.
  public private(set) var nextSequence: UInt64
  /// The group of the last frame; 0 if there was none.
  public private(set) var group: UInt64
  /// The checksum that the next frame has to have of what stands in front of it.
  package private(set) var nextLink: UInt32
  /// The last frame that was taken; nil if there was none.
  public private(set) var lastFrame: LogFrame?
  /// Where the last group begins, or what was taken of it; nil if nothing was taken.
  private(set) var groupOffset: Int?
  private let form: FrameForm
  /// The shift of the frames that are read: not 0 behind inserted or removed bytes, after ``skip()``.
  private var shift = 0
  /// Bytes of frames that ``skip()`` read and that were not whole.
  private var wastedByteCount = 0
  /// Bytes of payloads that ``skip()`` read for nothing, behind heads that nothing else proves.
  private var triedByteCount = 0
  /// The bytes of the longest file that is read: beyond, sums of offsets could overflow.
  private static let maximumFileByteCount = Int.max >> 3

  /// A reader of all frames.
  ///
  /// - Throws: ``LogError`` for a header that is none, as ``LogHeader/init(_:)``; ``LogError/Code/limitExceeded`` for a file of
  ///   more bytes than an eighth of the greatest `Int`.
  public init(_ file: any LogFile) throws(LogError) {
    guard try file.byteCount() <= Self.maximumFileByteCount else {
      throw LogError(
        .limitExceeded, "the file has more than \(Self.maximumFileByteCount) bytes",
        byteOffset: 0)
    }
    let header = try LogHeader(file.read(0..<LogHeader.byteCount))
    self.init(file, header, from: LogHeader.byteCount, sequence: header.firstSequence, group: 0)
  }

  /// A reader that goes on behind a frame.
  public init(_ file: any LogFile, _ header: LogHeader, after frame: LogFrame) {
    self.init(
      file, header, from: frame.end, sequence: frame.sequence + 1, group: frame.group)
    lastFrame = frame
    nextLink = frame.nextLink
  }

  private init(
    _ file: any LogFile, _ header: LogHeader, from byteOffset: Int, sequence: UInt64, group: UInt64
  ) {
    self.file = file
    self.header = header
    self.byteOffset = byteOffset
    nextSequence = sequence
    self.group = group
    nextLink = header.checksum
    form = header.form
  }

  /// The next commit; nil where there is no whole frame (rules F1 to F5).
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  public mutating func next() throws(LogError) -> Commit? {
    guard let frame = try head(at: byteOffset, shift), frame.sequence == nextSequence,
      frame.group == group && group > 0 || frame.group == frame.sequence, frame.link == nextLink,
      let payload = try payload(of: frame)
    else { return nil }
    if frame.group != group || groupOffset == nil { groupOffset = frame.byteOffset }
    byteOffset = frame.end
    lastFrame = frame
    nextSequence += 1
    nextLink = frame.nextLink
    group = frame.group
    return Commit(frame: frame, payload: payload)
  }

  /// A reader that goes on behind the frame that a hint names; nil if the hint is another log's, or its frame is not there.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func resumed(at hint: LogHint) throws(LogError) -> LogReader? {
    guard hint.salt == header.salt, hint.frameOffset >= LogHeader.byteCount,
      hint.frameOffset % LogFrame.alignment == 0, hint.frameOffset < (try file.byteCount()),
      let frame = try head(at: hint.frameOffset), frame.sequence == hint.sequence,
      frame.checksum == hint.checksum, try payload(of: frame) != nil
    else { return nil }
    return LogReader(file, header, after: frame)
  }

  /// The sequence up to which all frames were durable, by a hint's word; 0 if it is another log's.
  func durableSequence(of hint: LogHint?) -> UInt64 {
    hint.map { $0.salt == header.salt ? $0.sequence : 0 } ?? 0
  }

  /// What is thrown for a log that is damaged behind what was taken (rule T2).
  func damage(_ hint: LogHint?) -> LogError {
    LogError(
      .damaged,
      "frame \(nextSequence) was durable, and is not whole any more"
        + (durableSequence(of: hint) >= nextSequence
          ? "; if the file is an older copy of itself, or one that went on separately, remove the hint beside it"
          : ""),
      byteOffset: byteOffset)
  }

  /// Whether what was taken last stands in the file still: a log that was cut back or replaced in its place has others there.
  ///
  /// - Throws: ``LogError/Code/inputOutput``.
  func isUpToDate() throws(LogError) -> Bool {
    if let lastFrame { return try head(at: lastFrame.byteOffset) == lastFrame }
    let bytes = try file.read(0..<LogHeader.byteCount)
    return (try? LogHeader(bytes)) == header
  }

  private func head(at byteOffset: Int, _ shift: Int = 0) throws(LogError) -> LogFrame? {
    let bytes = try file.read(byteOffset..<byteOffset + FrameForm.headByteCount)
    return LogFrame(head: bytes[...], at: byteOffset, shift: shift, form)
  }

  private func payload(of frame: LogFrame) throws(LogError) -> LogPayload? {
    guard frame.end <= (try file.byteCount()) else { return nil }
    let bytes = try file.read(frame.payload.lowerBound..<frame.end)
    guard frame.holds(bytes[...]) else { return nil }
    return LogPayload(
      Array(bytes.prefix(frame.payloadByteCount)), at: frame.payload.lowerBound)
  }

  /// What stands behind the last whole frame. O(bytes behind it).
  ///
  /// - Parameter durable: The sequence up to which a hint says that all frames were durable; 0 without one.
  /// - Throws: ``LogError/Code/inputOutput``.
  public func ending(durable: UInt64 = 0) throws(LogError) -> LogEnding {
    let end = try file.byteCount()
    if durable >= nextSequence { return .damaged(at: byteOffset) }
    guard end > byteOffset else { return .complete }
    if try isOtherHistory() { return .damaged(at: byteOffset) }
    if try laterFrame(from: byteOffset, to: end) { return .damaged(at: byteOffset) }
    let rest = try lastByte(from: byteOffset, to: end)
    return rest == 0 ? .complete : .torn(at: byteOffset, byteCount: rest)
  }

  /// The last byte of what was taken that is not zero.
  func tail() throws(LogError) -> LogTail {
    let last = try lastByte(from: 0, to: byteOffset) - 1
    guard last >= 0, let byte = try file.read(last..<last + 1).first else {
      throw LogError(.inputOutput, "the log cannot be read any more")
    }
    return LogTail(byteOffset: last, byte: byte)
  }

  /// Returns the number of bytes up to the last one that is not zero. Holes of the file are not read.
  private func lastByte(from start: Int, to end: Int) throws(LogError) -> Int {
    var (limit, step) = (end, Self.windowByteCount)
    while limit > start {
      let base = max(start, limit - step)
      guard let data = try file.dataOffset(from: base), data < limit else {
        // All of it is a hole: what stands in front may be one too.
        (limit, step) = (base, 2 * min(step, end))
        continue
      }
      guard step == Self.windowByteCount else {
        step = Self.windowByteCount
        continue
      }
      let window = try file.read(base..<limit)
      if let last = window.lastIndex(where: { $0 != 0 }) { return base + last + 1 - start }
      limit = base
    }
    return 0
  }

  /// Returns whether the next frame is whole, but for what it says of those before: it is of a copy of the log that went on separately (rule T2).
  private func isOtherHistory() throws(LogError) -> Bool {
    guard let frame = try head(at: byteOffset, shift), frame.sequence == nextSequence,
      frame.link != nextLink
    else { return false }
    return try payload(of: frame) != nil
  }

  /// Returns whether a frame stands there that was written after the missing one had been made durable (rule T2).
  private func laterFrame(from start: Int, to end: Int) throws(LogError) -> Bool {
    var tried = 0
    let later = try firstFrame(from: start, to: end) { frame throws(LogError) in
      guard frame.group > nextSequence else { return false }
      if try isProven(frame) { return true }
      return try isProvenByPayload(frame, to: end, &tried)
    }
    return later != nil
  }

  /// Returns whether the payload of a head proves the head (rule T2). Bytes of user data can look like a head that was moved: so the
  /// sequence has to be near, and no more payloads are tried once four times the bytes of the file were read for nothing.
  private func isProvenByPayload(
    _ frame: LogFrame, to end: Int, _ tried: inout Int
  ) throws(LogError) -> Bool {
    let distance = frame.sequence - min(nextSequence, frame.sequence)
    guard distance <= UInt64(end / 32), frame.end <= end, tried <= 4 * end else { return false }
    if try payload(of: frame) != nil { return true }
    tried += frame.payloadByteCount
    return false
  }

  /// Returns whether a head stands where it was written, or the next head is shifted by as many bytes.
  private func isProven(_ frame: LogFrame) throws(LogError) -> Bool {
    if frame.shift == 0 { return true }
    guard let next = try head(at: frame.end, frame.shift) else { return false }
    return next.sequence == frame.sequence + 1 && next.link == frame.nextLink
      && (next.group == frame.group || next.group == next.sequence)
  }

  /// Goes on behind a place where there is no whole frame: at the first one with valid checksums and a sequence that was not
  /// taken yet (rule T4). For salvage alone: what it takes need not be a state that the log ever had. O(bytes behind).
  ///
  /// - Returns: The sequences that are missing; nil if there is no such frame, and then nothing has changed.
  /// - Throws: ``LogError/Code/inputOutput``; ``LogError/Code/limitExceeded`` for a file that is full of heads of frames that are
  ///   not whole, as no writer leaves it.
  public mutating func skip() throws(LogError) -> Range<UInt64>? {
    let end = try file.byteCount()
    guard end > byteOffset else { return nil }
    var (wasted, tried) = (wastedByteCount, triedByteCount)
    let found = try firstFrame(from: byteOffset, to: end) { frame throws(LogError) in
      guard nextSequence <= frame.sequence, frame.end <= end else { return false }
      guard try isProven(frame) else { return try isProvenByPayload(frame, to: end, &tried) }
      if try payload(of: frame) != nil { return true }
      wasted += frame.payloadByteCount
      guard wasted <= 4 * end else {
        throw LogError(
          .limitExceeded, "too many frames are not whole", byteOffset: frame.byteOffset)
      }
      return false
    }
    (wastedByteCount, triedByteCount) = (wasted, tried)
    guard let found else { return nil }
    defer {
      (byteOffset, nextSequence, group) = (found.byteOffset, found.sequence, found.group)
      (nextLink, shift) = (found.link, found.shift)
    }
    return nextSequence..<found.sequence
  }

  /// The first frame that is wanted, by its head.
  private func firstFrame(
    from start: Int, to end: Int, where isWanted: (LogFrame) throws(LogError) -> Bool
  ) throws(LogError) -> LogFrame? {
    var (base, windowByteCount) = (start, Self.firstWindowByteCount)
    while base + FrameForm.headByteCount <= end {
      // The first four bytes of a head are its count, which is not zero: at most three of them are in a hole.
      guard let data = try file.dataOffset(from: base) else { return nil }
      base = max(base, data - 3)
      guard base + FrameForm.headByteCount <= end else { return nil }
      let limit = min(end, base + windowByteCount + FrameForm.headByteCount)
      let window = try file.read(base..<limit)
      let frame = try FrameSearch(form).first(
        in: window, at: base, startCount: windowByteCount, where: isWanted)
      if let frame { return frame }
      base += windowByteCount
      windowByteCount = min(2 * windowByteCount, Self.windowByteCount)
    }
    return nil
  }

  private static let windowByteCount = 1 << 16
  /// The next frame is mostly close, so that ``skip()`` begins with few bytes.
  private static let firstWindowByteCount = 1 << 12
}

/// What stands behind the last whole frame of a record log.
public enum LogEnding: Hashable, Sendable {
  /// Nothing, or zeros.
  case complete
  /// What was being written when it was cut off, and was never acknowledged.
  case torn(at: Int, byteCount: Int)
  /// Frames that were durable, and are not whole any more.
  case damaged(at: Int)
}
