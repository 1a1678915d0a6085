internal import ArchiveCompression
internal import ArchiveFormat

/// A batch that is encoded straight to bytes.
///
/// A value that the encoder did not foresee sends its batch the general way, which adds definitions that the encoder knows nothing of. The next batch is
/// encoded as if it were alone, and once more if its shapes have other numbers in the stream: ``ShapeNumbering``. With these numbers the
/// encoder goes on, as long as nothing new comes.
@safe
final class DirectBatch<Element: Encodable>: StreamBatch {
  /// The source of the definitions of the batch.
  private enum Definitions {
    /// The encoder's are those of the stream.
    case own
    /// The encoder's are to be found among those of the stream.
    case unknown
    /// They were found. As long as the encoder's are made from these numbers, nothing is new.
    case found([UInt32])
  }

  private let settings: KeyedArchiver
  private var encoder: DirectEncoder
  private var written: DirectEncoder.StreamElements
  /// For another pass, and for the general way.
  private var elements: [Element] = []
  /// True if its elements had other shapes than those of the batch before, and were encoded anew, and again with the numbers that the shapes have in the
  /// stream: that takes longer than the general way, if the elements are few. Nil behind a batch that went the general way, where all do that.
  private(set) var isCostly: Bool? = false
  /// So many elements pay for finding the shapes of a batch in those of the stream.
  private static var smallCount: Int { 64 }
  /// Passes through the batch.
  private var passCount = 0
  /// What the definitions of the batches before were made from.
  private var source: [UInt32] = []
  private var definitions = Definitions.own
  /// The types of the batches before, by name.
  private var types: [String.UTF8View.Digest: ObjectIdentifier] = [:]

  init(_ settings: KeyedArchiver) {
    self.settings = settings
    encoder = Self.encoder(settings)
    unsafe written = unsafe encoder.beginStream(
      userInfo: settings.userInfo, maximumDepth: settings.maximumDepth)
    beginBatch()
  }

  /// Begins to number shapes anew.
  private func beginCall() {
    encoder.begin(settings.maximumDepth)
    encoder.beginNames(types)
  }

  private func beginBatch() { unsafe encoder.beginBatch(&written, of: Element.self) }

  /// An encoder for one stream.
  private static func encoder(_ settings: KeyedArchiver) -> DirectEncoder {
    let encoder = DirectEncoder(
      usesGeneratedCode: settings.usesGeneratedCode && settings.hooks.isEmpty)
    encoder.hooks = settings.hooks
    return encoder
  }

  /// True for settings with which an encoder may write batches.
  static func suits(_ settings: KeyedArchiver) -> Bool {
    // Bools in a row are bits.
    !settings.hooks.areInConflict && !DirectEncoder.leavesDepthUncounted(settings)
      && Element.self != Bool.self
  }

  var byteCount: Int { unsafe encoder.content.count }
  var isCounted: Bool { false }
  var valueCount: ValueCount? { nil }
  var furtherCost: FurtherCost {
    var cost = encoder.furtherCost(settings)
    cost.add(elements.count, stride: MemoryLayout<Element>.stride)
    return cost
  }

  func append(_ element: Element) -> Bool {
    guard !encoder.isFull else { return false }
    let isWritten = unsafe encoder.append(element, to: written)
    elements.append(element)
    if isWritten || encodeByNextPass() { return true }
    elements.removeLast()
    return false
  }

  /// Encodes all elements once more, as long as that finds out something; false if they go the general way.
  ///
  /// - Parameter isWhole: True if no element follows.
  private func encodeByNextPass(isWhole: Bool = false) -> Bool {
    while passCount < DirectEncoder.passLimit {
      passCount += 1
      if encoder.hasDeviated {
        guard encoder.triesAgain else { return false }
        // The last record of the pass may not be whole.
        beginCall()
        definitions = .unknown
      }
      if encodeAgain(), unsafe !isWhole || encoder.endBatch(written) { return true }
    }
    return false
  }

  /// Encodes all elements once more; false if some are not foreseen.
  private func encodeAgain() -> Bool {
    beginBatch()
    return elements.allSatisfy { unsafe encoder.append($0, to: written) }
  }

  /// Encodes them as the elements of a whole batch.
  private func encodeWhole() -> Bool { unsafe encodeAgain() && encoder.endBatch(written) }

  func finish(
    _ history: DefinitionHistory,
    _ body: (DefinitionRows, UnsafeRawBufferPointer, _ end: [UInt8], [BlockCut]) throws -> Void
  ) throws -> Bool {
    guard unsafe encoder.endBatch(written) || encodeByNextPass(isWhole: true),
      let rows = rows(history),
      encoder.hasFewEmptyElements(and: byteCount == 0 ? elements.count : 0),
      unsafe encoder.putHead(of: written, count: elements.count),
      let cuts = encoder.blockCuts(elementCount: elements.count),
      // The rows of a stream have other numbers than those of the batch.
      !encoder.labels.areNamed
    else { return false }
    try unsafe body(rows, encoder.content, [ArchiveFraming.endOfRoots], cuts)
    return true
  }

  /// The rows that the batch adds to the definitions of the stream; nil if the batch has to go the general way.
  private func rows(_ history: DefinitionHistory) -> DefinitionRows? {
    switch definitions {
    case .own:
      if encoder.definitionSource() == source { return DefinitionRows.none }
      if let numbering = encoder.numbering(in: history), numbering.isIdentity {
        return history.rows(to: numbering.definitions)
      }
    case .found(let source):
      if encoder.definitionSource() == source { return DefinitionRows.none }
    case .unknown: return foundRows(history)
    }
    // A row that stands never changes: a shape that became more definite is another one.
    if isCostly != nil { isCostly = elements.count < Self.smallCount }
    beginCall()
    return encodeWhole() ? foundRows(history) : nil
  }

  /// Finds the definitions of the batch among those of the stream, and encodes all elements once more if they have other numbers there.
  private func foundRows(_ history: DefinitionHistory) -> DefinitionRows? {
    let isOtherType = encoder.definedTypes.contains { name, type in
      types[name].map { $0 != type } ?? false
    }
    guard !isOtherType, let numbering = encoder.numbering(in: history) else { return nil }
    if numbering.isIdentity {
      definitions = .own
      return history.rows(to: numbering.definitions)
    }
    encoder.number(
      numbering.numbers, shapeCount: numbering.definitions.shapes.count,
      maximumDepth: settings.maximumDepth)
    // A value may encode itself otherwise than before.
    guard encodeWhole(), let again = encoder.rows(KindTable()),
      numbering.holds(for: again)
    else { return nil }
    definitions = .found(encoder.definitionSource())
    return history.rows(to: numbering.definitions)
  }

  func begin(_ history: DefinitionHistory) {
    if case .own = definitions { source = encoder.definitionSource() }
    types = allTypes
    elements.removeAll(keepingCapacity: true)
    passCount = 0
    isCostly = false
    beginBatch()
  }

  /// Begins a batch behind one that went the general way, or behind another archive.
  ///
  /// - Parameter types: The types of the batches before, by name.
  func follow(_ types: [String.UTF8View.Digest: ObjectIdentifier]) {
    self.types = types
    definitions = .unknown
    elements.removeAll(keepingCapacity: true)
    passCount = 0
    isCostly = nil
    if encoder.isFull {
      encoder.dispose()
      encoder = Self.encoder(settings)
      unsafe written = unsafe encoder.beginStream(
        userInfo: settings.userInfo, maximumDepth: settings.maximumDepth)
    } else {
      encoder.userInfo = settings.userInfo
      encoder.begin(settings.maximumDepth)
    }
    encoder.beginNames(types)
    beginBatch()
  }

  private var allTypes: [String.UTF8View.Digest: ObjectIdentifier] {
    types.merging(encoder.definedTypes) { old, _ in old }
  }

  func end() { encoder.dispose() }

  func general(_ history: DefinitionHistory) throws -> TapeBatch<Element> {
    var batch = TapeBatch<Element>(settings, history)
    // The types of this batch count once its values are encoded there.
    batch.types = types
    batch.begin(history)
    for element in elements { _ = try batch.append(element) }
    elements.removeAll()
    encoder.end()
    return batch
  }
}
