internal import ArchiveCompression
internal import ArchiveFormat

/// The parts of a stream: its batches as scopes, and the definitions that all of them share.
struct StreamParts: ~Copyable {
  private(set) var history = DefinitionHistory.empty
  private var writer: PartWriter
  /// Whether the archive has no scope.
  private(set) var isEmpty = true
  private let limits: ArchiveLimits
  private let budget: ReadingBudget?
  /// Visits that readers spend on the batches so far, and the bytes that pay for them.
  private var paid = (visitCount: 0, byteCount: 0)

  init(_ settings: KeyedArchiver) {
    limits = .untrusted
    budget = settings.readingBudget
    writer = PartWriter(
      ArchiveLayout(framing: .multiPart, packing: settings.compression), capacity: 256 << 10)
  }

  /// Goes on behind an archive, which is verified.
  init(
    _ settings: KeyedArchiver, after input: ArchiveInput, _ limits: ArchiveLimits
  ) throws {
    self.limits = limits
    budget = settings.readingBudget
    var scopes = ScopeStream(
      limits: limits, maximumScopeByteCount: limits.maximumInflatedByteCount,
      keepsDefinitionBytes: true, source: input.read)
    while try scopes.next() != nil {}
    guard let place = scopes.place else {
      throw ArchiveError(.invalidValue, "nothing can be added to an archive of a single part")
    }
    for part in scopes.definitionBytes {
      try history.append(definitionsPart: part, limits: limits)
    }
    isEmpty = false
    // The values that are there were not counted: they may take all that their bytes pay for.
    let visitCount = budget?.visitCount(forInput: scopes.byteCount) ?? 0
    paid = (min(visitCount, .max / 4), scopes.byteCount)
    writer = PartWriter(
      ArchiveLayout(framing: .multiPart, packing: settings.compression), after: place)
  }

  /// Adds a batch; false if it has to go the general way first.
  mutating func add<Element>(_ batch: any StreamBatch<Element>) throws -> Bool {
    guard isPaid(batch) else { return false }
    var copy = history
    let isAdded = try unsafe batch.finish(history) { rows, content, end, cuts in
      if rows.count > 0 {
        // Reads the new rows, so that nothing is written that a reader refuses.
        try copy.append(rows.bytes, limits: limits)
        try writer.add(definitions: rows.countedBytes)
      }
      var cost = unsafe ReadingCost(
        rawByteCount: content.count + end.count, valueCount: batch.valueCount,
        further: batch.furtherCost)
      let (definitions, budget, paid) = (copy.definitions.forValues, budget, paid)
      let before = writer.byteCount
      try unsafe writer.addScope(
        before: [], content, after: end, cuts: cuts, rowCount: copy.rowCount, rootCount: 1
      ) { storedByteCount throws(ArchiveError) in
        guard let budget else { return 0 }
        return try cost.sufficientByteCount(
          budget, storedByteCount: storedByteCount, afterVisits: paid.visitCount,
          paidBy: paid.byteCount
        ) { () throws(ArchiveError) in
          try ContentScanner.valueCount(
            of: unsafe Array(content) + end, from: 0, definitions, hasRootList: true)
        }
      }
      let storedByteCount = writer.byteCount - before
      try cost.check(
        storedByteCount: storedByteCount, budget, afterVisits: paid.visitCount,
        paidBy: paid.byteCount)
      self.paid.visitCount += cost.visitCount
      self.paid.byteCount += storedByteCount
    }
    if isAdded { isEmpty = false }
    history = copy
    return isAdded
  }

  /// True if the values of a batch were counted, or the bytes of the stream pay for as many as may share them.
  private func isPaid<Element>(_ batch: any StreamBatch<Element>) -> Bool {
    guard let budget, !batch.isCounted else { return true }
    let cost = ReadingCost(rawByteCount: batch.byteCount, further: batch.furtherCost)
    return paid.visitCount + cost.visitCount
      <= budget.visitCount(forInput: paid.byteCount + batch.byteCount)
  }

  mutating func addEnd() { writer.addEnd() }

  mutating func drain(_ output: ArchiveOutput) throws { try writer.drain(output.write) }
}
