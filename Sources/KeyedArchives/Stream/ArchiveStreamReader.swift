internal import ArchiveCompression
internal import ArchiveFormat

/// Reads the values of a stream one by one, in memory that does not grow with their number.
///
/// ```swift
/// let reader = try ArchiveStreamReader<Entry>(ArchiveInput(descriptor: file))
/// while let entry = try reader.next() { … }
/// ```
///
/// It reads every archive whose scopes each have an unnamed root that is an array: what
/// ``ArchiveStreamWriter`` writes, and what ``KeyedArchiver`` makes of an array. A value is handed out
/// only after the checksums of its batch were verified. Whether the archive is whole is known at its
/// end: an archive that was cut off throws ``ArchiveError/Code/truncated`` there, after
/// the values of the batches that are there.
///
/// The limits hold for each batch alone, except those for definitions. The batches share the visits that the budget allows for the bytes
/// of the stream so far. A reader is used by one thread at a time.
public final class ArchiveStreamReader<Element: Decodable> {
  private var scopes: ScopeStream
  private let settings: KeyedUnarchiver
  private var batch: [Element] = []
  /// The next value of the batch.
  private var position = 0
  private var failure: (any Error)?
  /// Bytes of the archive, and visits, of the batches before.
  private var cost = (byteCount: 0, visitCount: 0)
  /// Visits of archives inside of the values of those batches.
  private var insideVisitCount = 0

  /// A reader of an archive.
  ///
  /// - Parameters:
  ///   - input: The bytes, from the first on.
  ///   - settings: Allowed classes, limits and user info.
  ///   - maximumBatchByteCount: Raw bytes of one batch; 64 MiB by default. A batch is held whole.
  public init(
    _ input: ArchiveInput, _ settings: KeyedUnarchiver = KeyedUnarchiver(),
    maximumBatchByteCount: Int = 64 << 20
  ) {
    self.settings = settings
    scopes = ScopeStream(
      limits: settings.limits, maximumScopeByteCount: maximumBatchByteCount, source: input.read)
  }

  /// The next value, or nil at the end.
  ///
  /// - Throws: ``ArchiveError`` with code and place in the file; what `init(from:)` of
  ///   the values threw, if that is no `DecodingError`; what the input threw. What was thrown once is
  ///   thrown again.
  public func next() throws -> Element? {
    while position == batch.count {
      // Let go of first, so that one batch is held at a time.
      batch = []
      position = 0
      guard let next = try nextBatch() else { return nil }
      batch = next
    }
    position += 1
    return batch[position - 1]
  }

  /// The values that are left of the batch that was begun, or else those of the next batch; nil at the
  /// end. Batches may be empty.
  ///
  /// - Throws: As ``next()``.
  public func nextBatch() throws -> [Element]? {
    if let failure { throw failure }
    if position < batch.count {
      let rest = Array(batch[position...])
      batch = []
      position = 0
      return rest
    }
    do {
      guard let scope = try scopes.next() else { return nil }
      let limits = limits(of: scope)
      var settings = settings
      if let budget = limits.forInside {
        settings.sharedBudget = SharedBudget(budget.after(visitCount: insideVisitCount))
      }
      let (elements, rootCount, visitCount) = try settings.decode([Element].self, scope, limits)
      if let budget = limits.forInside, let rest = settings.sharedBudget?.rest {
        insideVisitCount = budget.visitCount - rest.visitCount
      }
      cost.byteCount = scopes.byteCount
      cost.visitCount += visitCount
      scopes.count(roots: rootCount)
      return elements
    } catch {
      failure = error
      throw error
    }
  }

  /// Returns the limits for a batch: memory by its own bytes, visits by the bytes of the stream so far.
  private func limits(of scope: OpenedScope) -> ArchiveLimits {
    let limits = settings.limits.forInput(
      byteCount: scopes.byteCount - cost.byteCount, of: (scopes.byteCount, cost.visitCount))
    return scopes.isPacked ? limits.after(byteCount: scope.content.count) : limits
  }
}
