/// A log that is written beside another one, and takes its place when it is whole (Spec/record-log.md, section 7).
///
/// Until ``finish()`` nothing of it can be seen; an abandoned one is removed by the next writer.
public final class LogReplacement {
  /// Its header: the next generation, and the sequence that follows what was taken from the old log.
  public let header: LogHeader
  private let form: FrameForm
  private let name: String
  private let folder: any LogFileSystem
  private let file: any LogFile
  private let lock: any LogFile
  private let process = OwningProcess()
  /// What writes the log whose place is taken; nil if there is none.
  private let former: LogWriter?
  private var byteOffset = LogHeader.byteCount
  private var sequence: UInt64
  private var bytes: [UInt8] = []
  private var lastFrame: LogFrame?
  private var tail: LogTail?
  private static let bufferByteCount = 1 << 20

  /// Begins a log in the place of one that is being written.
  ///
  /// - Throws: ``LogError/Code/inputOutput``, ``LogError/Code/noSpace``; ``LogError/Code/limitExceeded`` if no sequence is left.
  public convenience init(
    of writer: LogWriter, _ name: String, in folder: any LogFileSystem
  ) throws(LogError) {
    try self.init(
      writer.header.next(firstSequence: writer.next.sequence), name, in: folder, writer.files.lock,
      former: writer)
  }

  /// Begins a log where there is none, and takes its lock.
  ///
  /// - Throws: ``LogError/Code/locked``; ``LogError/Code/inputOutput``, also if there is a file of the name, or the name is one of those that stand
  ///   beside a log; ``LogError/Code/noSpace``.
  public convenience init(making name: String, in folder: any LogFileSystem) throws(LogError) {
    let lock = try LogWriter.takeLock(of: name, in: folder)
    guard try folder.open(name, .read) == nil else {
      throw LogError(.inputOutput, "there is a file '\(name)' already")
    }
    try self.init(LogHeader(), name, in: folder, lock)
  }

  private init(
    _ header: LogHeader, _ name: String, in folder: any LogFileSystem, _ lock: any LogFile,
    former: LogWriter? = nil
  ) throws(LogError) {
    self.header = header
    form = header.form
    self.name = name
    self.folder = folder
    self.lock = lock
    self.former = former
    sequence = header.firstSequence
    file = try LogWriter.makeNew(name, in: folder)
    bytes = header.bytes
    byteOffset = 0
  }

  /// Where the payload that is appended next will stand in the file.
  public var nextPayloadOffset: Int { byteOffset + bytes.count + FrameForm.headByteCount }

  /// Appends a commit.
  ///
  /// - Throws: ``LogError/Code/inputOutput``, ``LogError/Code/noSpace``, ``LogError/Code/limitExceeded``.
  public func append(_ payload: LogPayload) throws(LogError) {
    guard !payload.isEmpty else { return }
    guard payload.bytes.count <= LogFrame.maximumPayloadByteCount else {
      throw LogError(.limitExceeded, "a commit of \(payload.bytes.count) bytes is too large")
    }
    // Each frame is a group of its own: what stands in front of another was durable before the log had its name.
    let start = byteOffset + bytes.count
    let frame = LogFrame.bytes(
      payload.bytes, sequence: sequence, group: sequence,
      link: lastFrame?.nextLink ?? header.checksum, at: start, form)
    guard
      let place = LogFrame(
        head: frame.prefix(FrameForm.headByteCount), at: start, form)
    else { throw LogError(.limitExceeded, "the sequences of the log are used up") }
    lastFrame = place
    bytes += frame
    sequence += 1
    if bytes.count >= Self.bufferByteCount { try flush() }
  }

  private func flush() throws(LogError) {
    try file.write(bytes, at: byteOffset)
    tail = LogTail(bytes, at: byteOffset) ?? tail
    byteOffset += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Makes the log durable, under the name that it has until ``finish()``.
  ///
  /// - Throws: ``LogError/Code/inputOutput``, ``LogError/Code/noSpace``.
  public func prepare() throws(LogError) {
    try flush()
    try file.synchronize()
  }

  /// Removes what was written, as far as that can be done.
  public func abandon() {
    guard process.isCurrent else { return }
    try? folder.remove(LogWriter.newName(name))
  }

  /// Puts the log, which was prepared, in the place of the other.
  ///
  /// - Returns: Its writer. That of the other log is not to be used any more.
  /// - Throws: ``LogError/Code/inputOutput``: then it is not known for certain which of the two has the name; ``LogError/Code/damaged`` if the
  ///   other one has its name no more, or was changed: what has the name belongs to others, and stays.
  public func finish() throws(LogError) -> LogWriter {
    try process.check()
    try former?.checkFiles()
    let tail = tail ?? LogTail(byteOffset: 0, byte: LogHeader.magic[0])
    let files = LogFiles(name: name, folder: folder, log: file, lock: lock)
    try folder.rename(LogWriter.newName(name), to: name)
    try files.checkAll(end: byteOffset, tail: tail)
    try folder.synchronizeFolder()
    return LogWriter(
      header, files, at: byteOffset, nextSequence: sequence, lastFrame: lastFrame, tail: tail)
  }
}
