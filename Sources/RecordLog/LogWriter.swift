internal import Synchronization

/// Appends commits to a record log, many threads' at once, and makes them durable together.
///
/// A commit is put in line with ``enqueue(_:durability:)``, which says where it will stand, and is acknowledged when
/// ``wait(for:)`` has returned. Whoever waits first writes all that stand in line, with one synchronisation; meanwhile others
/// put theirs in line for the next. One group is in flight at a time (Spec/record-log.md, rule W2).
public final class LogWriter: Sendable {
  /// What holds of a commit that is acknowledged.
  public enum Durability: Sendable {
    /// It is there after the process was killed. After the power went, a state is there that the log had since the last
    /// ``synced`` commit.
    case written
    /// It is there after the power went.
    case synced
  }

  /// A commit in line.
  public struct Ticket: Sendable {
    /// Where it will stand.
    public let frame: LogFrame
    let durability: Durability
    let run: Run

    /// Whether the commit was refused: nothing of it is there, and its place is another's.
    public var isRefused: Bool { refusal != nil }
    /// Why it was.
    fileprivate var refusal: LogError? { run.refusal(of: frame.sequence) }
  }

  /// Commits that build on each other, from one refusal to the next.
  public final class Run: Sendable {
    private let end = Mutex<(sequence: UInt64, error: LogError)?>(nil)

    /// Why the last commits of the run were refused; nil while it goes on.
    public var refusal: LogError? { end.withLock { $0?.error } }

    fileprivate func refusal(of sequence: UInt64) -> LogError? {
      end.withLock { end in end.flatMap { $0.sequence <= sequence ? $0.error : nil } }
    }

    fileprivate func refuse(from sequence: UInt64, _ error: LogError) {
      end.withLock { $0 = (sequence, error) }
    }
  }

  /// How many calls made bytes durable, and how many commits there were.
  public struct Counts: Hashable, Sendable {
    /// Commits that were put in line.
    public internal(set) var commits = 0
    /// Calls that wrote.
    public internal(set) var writes = 0
    /// Calls that made durable.
    public internal(set) var synchronizations = 0
  }

  /// Commits in line.
  private struct Line {
    /// The frames, as they will stand in the file.
    var bytes: [UInt8] = []
    var frames: [LogFrame] = []
    let byteOffset: Int
    let firstSequence: UInt64
    /// The link of the first frame.
    let firstLink: UInt32
    /// Whether any of them is to be made durable.
    var isSynced = false

    var end: Int { byteOffset + bytes.count }
    var nextSequence: UInt64 { firstSequence + UInt64(frames.count) }
    var nextLink: UInt32 { frames.last?.nextLink ?? firstLink }
  }

  private struct State {
    var line: Line
    /// The group that was not made durable yet, and goes on; nil where the next commit begins one.
    var openGroup: UInt64?
    var isWriting = false
    /// The last frame that is written; nil if there is none.
    var lastFrame: LogFrame?
    /// The last bytes of the file.
    var tail: LogTail
    /// The last sequences that are written, and durable.
    var written: UInt64
    var synced: UInt64
    /// What the next commit belongs to.
    var run = Run()
    /// Why nothing is written any more, and the sequences that were being written.
    var poison: (error: LogError, unknown: Range<UInt64>)?
    var counts = Counts()

    func isAcknowledged(_ ticket: Ticket) -> Bool {
      ticket.frame.sequence <= (ticket.durability == .synced ? synced : written)
    }

    /// Why a commit is not there.
    func refusal(of ticket: Ticket) -> LogError? {
      if let refusal = ticket.refusal { return refusal }
      guard let poison, !isAcknowledged(ticket) else { return nil }
      guard poison.unknown.contains(ticket.frame.sequence) else { return poison.error }
      return LogError(
        .outcomeUnknown, "the commit may be there or not: \(poison.error.message)",
        byteOffset: ticket.frame.byteOffset)
    }

    /// What stands in line. What comes from now on is another group if this one is made durable.
    mutating func takeLine() -> Line {
      let taken = line
      if taken.isSynced { openGroup = nil }
      line = Line(
        byteOffset: taken.end, firstSequence: taken.nextSequence, firstLink: taken.nextLink)
      isWriting = true
      return taken
    }
  }

  /// The header of the log.
  public let header: LogHeader
  /// The file.
  public var file: any LogFile { files.log }
  let files: LogFiles
  private let state: Mutex<State>
  private let signal = ThreadSignal()
  private let form: FrameForm

  /// - Parameters:
  ///   - reader: A reader that has taken all frames, of which all are durable. Nothing stands behind them.
  ///   - files: The files whose locks this writer has.
  ///   - tail: The reader's.
  convenience init(_ reader: LogReader, _ files: LogFiles, _ tail: LogTail) {
    self.init(
      reader.header, files, at: reader.byteOffset, nextSequence: reader.nextSequence,
      lastFrame: reader.lastFrame, tail: tail)
  }

  /// - Parameters:
  ///   - byteOffset: The end of the last frame, and of the file. All are durable.
  ///   - nextSequence: The sequence behind it.
  ///   - lastFrame: The last frame; nil if there is none.
  init(
    _ header: LogHeader, _ files: LogFiles, at byteOffset: Int, nextSequence: UInt64,
    lastFrame: LogFrame?, tail: LogTail
  ) {
    self.header = header
    self.files = files
    form = header.form
    state = Mutex(
      State(
        line: Line(
          byteOffset: byteOffset, firstSequence: nextSequence,
          firstLink: lastFrame?.nextLink ?? header.checksum), lastFrame: lastFrame, tail: tail,
        written: nextSequence - 1, synced: nextSequence - 1))
  }

  /// What was done so far.
  public var counts: Counts { state.withLock { $0.counts } }

  /// Bytes of the file, with the commits that are in line.
  public var byteCount: Int { state.withLock { $0.line.end } }

  /// The sequence of the commit that is put in line next, where its payload will stand in the file, and the run that it belongs to:
  /// unless others come before it, or are refused.
  public var next: (sequence: UInt64, payloadOffset: Int, run: Run) {
    state.withLock {
      ($0.line.nextSequence, $0.line.end + FrameForm.headByteCount, $0.run)
    }
  }

  /// Puts a commit in line. O(bytes).
  ///
  /// - Parameters:
  ///   - payload: What it says.
  ///   - durability: What holds when it is acknowledged.
  ///   - run: The run whose commits it builds on; nil if it builds on none.
  /// - Throws: ``LogError/Code/forked``; ``LogError/Code/poisoned``; the error of the refusal that ended the run; ``LogError/Code/limitExceeded`` for more than
  ///   ``LogFrame/maximumPayloadByteCount`` bytes, and where no sequence is left; ``LogError/Code/malformed`` for no entries.
  public func enqueue(
    _ payload: LogPayload, durability: Durability = .synced, in run: Run? = nil
  ) throws(LogError) -> Ticket {
    try files.process.check()
    let bytes = payload.bytes
    guard !bytes.isEmpty else { throw LogError(.malformed, "a commit has at least one entry") }
    guard bytes.count <= LogFrame.maximumPayloadByteCount else {
      throw LogError(.limitExceeded, "a commit of \(bytes.count) bytes is too large")
    }
    return try state.withLock { state -> Result<Ticket, LogError> in
      if let poison = state.poison { return .failure(poison.error) }
      if let refusal = run?.refusal { return .failure(refusal) }
      let (sequence, byteOffset) = (state.line.nextSequence, state.line.end)
      let group = state.openGroup ?? sequence
      let frame = LogFrame.bytes(
        bytes, sequence: sequence, group: group, link: state.line.nextLink, at: byteOffset, form)
      let head = frame.prefix(FrameForm.headByteCount)
      guard let place = LogFrame(numbersOf: head, at: byteOffset) else {
        return .failure(LogError(.limitExceeded, "the sequences of the log are used up"))
      }
      state.openGroup = group
      state.line.bytes += frame
      state.line.frames.append(place)
      if durability == .synced { state.line.isSynced = true }
      state.counts.commits += 1
      return .success(
        Ticket(frame: place, durability: durability, run: state.run))
    }.get()
  }

  /// Waits until a commit is acknowledged.
  ///
  /// - Throws: ``LogError``: ``LogError/Code/noSpace`` or ``LogError/Code/inputOutput`` if nothing of it is there,
  ///   ``LogError/Code/outcomeUnknown`` if nobody knows, ``LogError/Code/poisoned`` if it was never written because one before it
  ///   was of that kind.
  public func wait(for ticket: Ticket) throws(LogError) {
    try files.process.check()
    while true {
      let moment = signal.now
      let turn: Turn = state.withLock { state in
        if let error = state.refusal(of: ticket) { return .refused(error) }
        if state.isAcknowledged(ticket) { return .acknowledged }
        return state.isWriting ? .waits : .writes(state.takeLine())
      }
      switch turn {
      case .waits: signal.wait(after: moment)
      case .acknowledged: return
      case .refused(let error): throw error
      case .writes(let line): write(line)
      }
    }
  }

  /// What a thread that waits finds.
  private enum Turn {
    case acknowledged
    case refused(LogError)
    case writes(Line)
    case waits
  }

  /// Appends a commit and waits until it is acknowledged.
  ///
  /// - Returns: Where it stands.
  /// - Throws: As ``enqueue(_:durability:)`` and ``wait(for:)``.
  @discardableResult
  public func commit(
    _ payload: LogPayload, durability: Durability = .synced
  ) throws(LogError) -> LogFrame {
    let ticket = try enqueue(payload, durability: durability)
    try wait(for: ticket)
    return ticket.frame
  }

  private func write(_ line: Line) {
    defer { signal.raise() }
    do throws(LogError) {
      try files.checkLog(end: line.byteOffset)
    } catch {
      poison(line, error, isWritten: false)
      return
    }
    do throws(LogError) {
      try file.write(line.bytes, at: line.byteOffset)
    } catch {
      refuse(line, error)
      return
    }
    let tail = state.withLock {
      $0.counts.writes += 1
      return $0.tail
    }
    do throws(LogError) {
      if line.isSynced { try file.synchronize() }
      try files.checkAll(end: line.end, tail: tail)
    } catch {
      poison(line, error)
      return
    }
    state.withLock {
      $0.isWriting = false
      $0.lastFrame = line.frames.last ?? $0.lastFrame
      $0.tail = LogTail(line.bytes, at: line.byteOffset) ?? tail
      $0.written = line.nextSequence - 1
      if line.isSynced {
        $0.counts.synchronizations += 1
        $0.synced = line.nextSequence - 1
      }
    }
  }

  /// Makes sure that the files are those that were opened, while nothing is being written (rule W8).
  func checkFiles() throws(LogError) {
    let (end, tail) = state.withLock { ($0.line.byteOffset, $0.tail) }
    try files.checkAll(end: end, tail: tail)
  }

  /// Makes all that is written durable, and says up to where it is; nil if there is nothing, or if that is not known.
  ///
  /// It is not to be called while commits are in line.
  public func hint() -> LogHint? {
    guard files.process.isCurrent else { return nil }
    let (last, isSynced) = state.withLock { state in
      (
        state.poison == nil && !state.isWriting && state.line.frames.isEmpty
          ? state.lastFrame : nil, state.synced == state.written
      )
    }
    guard let last, (try? checkFiles()) != nil else { return nil }
    if !isSynced {
      do throws(LogError) { try file.synchronize() } catch { return nil }
    }
    return LogHint(
      salt: header.salt, sequence: last.sequence, frameOffset: last.byteOffset,
      checksum: last.checksum)
  }

  /// Lets others write the log. This writer is not to be used any more.
  public func releaseLock() { files.releaseLocks() }

  /// Refuses what could not be written, and all that stands behind it. Frames that are whole stay, and are durable then: readers may have
  /// seen them (rule W4).
  private func refuse(_ line: Line, _ error: LogError) {
    let kept: ArraySlice<LogFrame>
    let end: Int
    let tail: LogTail
    do throws(LogError) {
      kept = try wholeFrames(of: line)
      end = kept.last?.end ?? line.byteOffset
      try file.truncate(to: end)
      try file.synchronize()
      let former = state.withLock { $0.tail }
      try files.checkAll(end: end, tail: former)
      tail = LogTail(line.bytes.prefix(end - line.byteOffset), at: line.byteOffset) ?? former
    } catch {
      poison(line, error)
      return
    }
    state.withLock {
      $0.isWriting = false
      $0.lastFrame = kept.last ?? $0.lastFrame
      $0.tail = tail
      $0.line = Line(
        byteOffset: end, firstSequence: line.firstSequence + UInt64(kept.count),
        firstLink: kept.last?.nextLink ?? line.firstLink)
      // What was open before is durable now.
      $0.written = $0.line.firstSequence - 1
      $0.synced = $0.written
      $0.openGroup = nil
      $0.run.refuse(from: $0.line.firstSequence, error)
      $0.run = Run()
    }
  }

  /// The first frames of a line, as far as they stand in the file as they were to be written.
  private func wholeFrames(of line: Line) throws(LogError) -> ArraySlice<LogFrame> {
    let there = try file.read(line.byteOffset..<line.end)
    var count = 0
    for frame in line.frames {
      let range = frame.byteOffset - line.byteOffset..<frame.end - line.byteOffset
      guard range.upperBound <= there.count, there[range] == line.bytes[range] else { break }
      count += 1
    }
    return line.frames.prefix(count)
  }

  /// Takes no more commits (rules W3, W8).
  ///
  /// - Parameter isWritten: Whether any byte of the line may be in the file. If not, its commits are known not to be there.
  private func poison(_ line: Line, _ error: LogError, isWritten: Bool = true) {
    state.withLock {
      $0.isWriting = false
      let poison = LogError(
        .poisoned, "the log takes no more commits: \(error.message)", byteOffset: line.byteOffset)
      $0.poison = (
        poison, $0.synced + 1..<(isWritten ? line.nextSequence : line.firstSequence)
      )
      $0.written = min($0.written, line.firstSequence - 1)
    }
  }
}
