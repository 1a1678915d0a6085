internal import ArchiveCompression
public import ArchiveFormat

/// Writes any number of values as one archive, in memory that does not grow with their number.
///
/// ```swift
/// let writer = try ArchiveStreamWriter<Entry>(to: ArchiveOutput(descriptor: file))
/// for entry in entries { try writer.append(entry) }
/// try writer.finish()
/// ```
///
/// Values are gathered in *batches* of about 240 KiB. A batch is a scope of the archive, with an array
/// as its root (Spec, section 4): objects keep their identity within a batch, and an object that is
/// reached from two batches is stored in both. Types and shapes stand once in the archive, before the
/// batch that first needs them. Which bytes are written depends on the values, the settings and
/// the order in which sets and dictionaries hand out their elements.
///
/// An archive of a stream is whole after ``finish()``, and after each ``flush()``. It is read with
/// ``ArchiveStreamReader``; ``KeyedUnarchiver`` sees its last batch.
///
/// A writer is used by one thread at a time. It has no use after it threw what the output threw.
public final class ArchiveStreamWriter<Element: Encodable> {
  private let output: ArchiveOutput
  private var parts: StreamParts
  private var batch: any StreamBatch<Element>
  /// The batch that is encoded straight to bytes, if there is any; while one goes the general way, it waits.
  private let direct: DirectBatch<Element>?
  /// The attempts to begin a batch with it.
  private var attempts = Attempts()
  private let settings: KeyedArchiver
  /// Values in the batch.
  private var count = 0
  /// Whether parts were written that no end mark follows.
  private var isOpen = true
  private var isFinished = false
  private var failure: (any Error)?
  /// Values after which a batch ends, whatever their size.
  private let maximumBatchCount: Int

  /// Raw bytes after which a batch ends: a little less than a block has.
  package static var batchByteCount: Int { 240 << 10 }

  /// A writer of a new archive.
  ///
  /// - Parameters:
  ///   - settings: Compression, depth and user info. The framing is always multi-part.
  ///   - output: Where the archive goes.
  public convenience init(_ settings: KeyedArchiver = KeyedArchiver(), to output: ArchiveOutput) {
    self.init(settings, to: output, maximumBatchCount: .max)
  }

  package init(
    _ settings: KeyedArchiver, to output: ArchiveOutput, maximumBatchCount: Int,
    isDirect: Bool = true
  ) {
    self.settings = settings
    self.output = output
    self.maximumBatchCount = maximumBatchCount
    parts = StreamParts(settings)
    direct = isDirect && DirectBatch<Element>.suits(settings) ? DirectBatch(settings) : nil
    batch = direct ?? TapeBatch(settings, DefinitionHistory.empty)
  }

  /// A writer that adds to an archive, which `existing` reads from its beginning to its end. What it
  /// writes is to stand behind that; nothing of before is changed.
  ///
  /// The archive is verified whole, scope by scope. Values are matched to the shapes that stand there.
  ///
  /// - Throws: ``ArchiveError`` as for reading it, and
  ///   ``ArchiveError/Code/invalidValue`` for an archive that is a single part, to which
  ///   nothing can be added.
  public init(
    _ settings: KeyedArchiver = KeyedArchiver(), addingTo existing: ArchiveInput,
    to output: ArchiveOutput, limits: ArchiveLimits = .untrusted
  ) throws {
    self.settings = settings
    self.output = output
    maximumBatchCount = .max
    parts = try StreamParts(settings, after: existing, limits)
    direct = DirectBatch<Element>.suits(settings) ? DirectBatch(settings) : nil
    direct?.follow([:])
    batch = direct ?? TapeBatch(settings, parts.history)
    isOpen = false
  }

  /// Whether values go straight to bytes.
  package var isDirect: Bool { batch is DirectBatch<Element> }

  deinit {
    batch.end()
    if !isDirect { direct?.end() }
  }

  /// Adds a value.
  ///
  /// When it throws because the value cannot be archived, nothing of it is in the archive and the
  /// writer goes on. The value may be encoded once more before its batch is written: instances inside of it are not to change until
  /// ``flush()``. O(values inside).
  ///
  /// - Throws: As ``KeyedArchiver/encode(_:)->Data``, and what the output throws.
  public func append(_ element: Element) throws {
    try checkState()
    try add(element)
    count += 1
    if count >= maximumBatchCount || batch.byteCount >= Self.batchByteCount { try seal() }
  }

  /// Adds all values of a sequence in its order.
  ///
  /// - Throws: As ``append(_:)``.
  public func append(contentsOf elements: some Sequence<Element>) throws {
    for element in elements { try append(element) }
  }

  /// Ends the batch and writes an end mark: what was written so far is a whole archive, and stays one
  /// whatever happens to the bytes after it. Costs about 150 bytes.
  ///
  /// Nothing is written if nothing was added since the last time.
  public func flush() throws {
    try checkState()
    if count > 0 || parts.isEmpty { try seal() }
    guard isOpen else { return }
    try writing {
      parts.addEnd()
      try parts.drain(output)
    }
    isOpen = false
  }

  /// Writes what is left and ends the archive. Nothing can be added afterwards.
  ///
  /// An archive without values has one batch without values.
  public func finish() throws {
    try flush()
    isFinished = true
  }

  private func checkState() throws {
    if let failure { throw failure }
    guard !isFinished else { throw ArchiveError(.invalidValue, "the stream is finished") }
  }

  private func add(_ element: Element) throws {
    if try batch.append(element) { return }
    try goGeneralWay()
    _ = try batch.append(element)
  }

  /// Puts the values of the batch into one that goes the general way.
  private func goGeneralWay() throws {
    guard let direct else { return }
    attempts.fail()
    batch = try direct.general(parts.history)
  }

  private func seal() throws {
    isOpen = true
    try writing {
      if try !parts.add(batch) {
        try goGeneralWay()
        _ = try parts.add(batch)
      }
      try parts.drain(output)
    }
    count = 0
    guard let direct else { return batch.begin(parts.history) }
    if let general = batch as? TapeBatch<Element> {
      guard attempts.isTaken() else { return batch.begin(parts.history) }
      direct.follow(general.allTypes)
      general.end()
      batch = direct
    } else {
      let isCostly = direct.isCostly
      batch.begin(parts.history)
      // Small batches that differ from each other are encoded faster the general way.
      switch isCostly {
      case true?: attempts.fail()
      case false?: attempts.succeed()
      case nil: break
      }
      if !attempts.isTaken() { batch = try direct.general(parts.history) }
    }
  }

  private func writing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      failure = error
      throw error
    }
  }
}
