internal import ArchiveCompression
internal import ArchiveFormat

/// A batch that is encoded straight to bytes.
///
/// A value that the encoder did not foresee sends its batch the general way, which adds definitions that the encoder knows nothing of. The next batch is
/// encoded as if it were alone, and once more when it is known which numbers its shapes have in the stream: ``ShapeNumbering``. With these numbers the
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
  private var encoder = DirectEncoder()
  private var place: UnsafeMutablePointer<EncodingSlot>
  /// For the general way.
  private var elements: [Element] = []
  /// What the definitions of the batches before were made from.
  private var source: [UInt32] = []
  private var definitions = Definitions.own
  /// The types of the batches before, by name.
  private var types: [String.UTF8View.Digest: ObjectIdentifier] = [:]

  init(_ settings: KeyedArchiver) {
    self.settings = settings
    unsafe place = unsafe encoder.beginStream(
      userInfo: settings.userInfo, maximumDepth: settings.maximumDepth)
  }

  /// True for settings with which an encoder may write batches.
  static func suits(_ settings: KeyedArchiver) -> Bool {
    // Bools in a row are bits.
    settings.hooks.isEmpty && !DirectEncoder.leavesDepthUncounted(settings)
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
    guard !encoder.isFull, unsafe encoder.append(element, at: place) else { return false }
    elements.append(element)
    guard encoder.needsSecondPass, !encodeAgain() else { return true }
    elements.removeLast()
    return false
  }

  /// Encodes all elements once more; false if they go the general way.
  private func encodeAgain() -> Bool {
    unsafe encoder.beginBatch(place)
    return elements.allSatisfy {
      unsafe encoder.append($0, at: place) && !encoder.needsSecondPass
    }
  }

  func finish(
    _ history: DefinitionHistory,
    _ body: (DefinitionRows, UnsafeRawBufferPointer, _ end: [UInt8], [BlockCut]) throws -> Void
  ) throws -> Bool {
    guard !encoder.hasDeviated, let rows = rows(history),
      encoder.hasFewEmptyElements(and: byteCount == 0 ? elements.count : 0),
      unsafe encoder.putHead(ofElements: place, count: elements.count),
      let cuts = encoder.blockCuts(elementCount: elements.count)
    else { return false }
    try unsafe body(rows, encoder.content, [ArchiveFraming.endOfRoots], cuts)
    return true
  }

  /// The rows that the batch adds to the definitions of the stream; nil if the batch has to go the general way.
  private func rows(_ history: DefinitionHistory) -> DefinitionRows? {
    switch definitions {
    case .own:
      if encoder.definitionSource() == source { return DefinitionRows.none }
      guard let definitions = encoder.makeDefinitions(history.definitions.kinds) else {
        return nil
      }
      let earlier = history.definitions.shapes
      let areSame = earlier.indices.allSatisfy {
        earlier[$0].fields == definitions.shapes[$0].fields
      }
      if areSame { return history.rows(to: definitions) }
    case .found(let source):
      if encoder.definitionSource() == source { return DefinitionRows.none }
    case .unknown: return foundRows(history)
    }
    // A row that stands never changes: a shape that became more definite is another one.
    encoder.begin(settings.maximumDepth)
    return encodeAgain() ? foundRows(history) : nil
  }

  /// Finds the definitions of the batch among those of the stream, and encodes all elements once more with the numbers that they have there.
  private func foundRows(_ history: DefinitionHistory) -> DefinitionRows? {
    let isOtherType = encoder.definedTypes.contains { name, type in
      types[name].map { $0 != type } ?? false
    }
    guard !isOtherType, let numbering = encoder.numbering(in: history) else { return nil }
    encoder.number(
      numbering.numbers, shapeCount: numbering.definitions.shapes.count,
      maximumDepth: settings.maximumDepth)
    // A value may encode itself otherwise than before.
    guard encodeAgain(), let again = encoder.rows(KindTable()),
      numbering.holds(for: again)
    else { return nil }
    definitions = .found(encoder.definitionSource())
    return history.rows(to: numbering.definitions)
  }

  func begin(_ history: DefinitionHistory) {
    if case .own = definitions { source = encoder.definitionSource() }
    types = allTypes
    elements.removeAll(keepingCapacity: true)
    unsafe encoder.beginBatch(place)
  }

  /// Begins a batch behind one that went the general way, or behind another archive.
  ///
  /// - Parameter types: The types of the batches before, by name.
  func follow(_ types: [String.UTF8View.Digest: ObjectIdentifier]) {
    self.types = types
    definitions = .unknown
    elements.removeAll(keepingCapacity: true)
    if encoder.isFull {
      encoder.dispose()
      encoder = DirectEncoder()
      unsafe place = unsafe encoder.beginStream(
        userInfo: settings.userInfo, maximumDepth: settings.maximumDepth)
    } else {
      encoder.userInfo = settings.userInfo
      encoder.begin(settings.maximumDepth)
      unsafe encoder.beginBatch(place)
    }
  }

  private var allTypes: [String.UTF8View.Digest: ObjectIdentifier] {
    types.merging(encoder.definedTypes) { old, _ in old }
  }

  func end() { encoder.dispose() }

  func general(_ history: DefinitionHistory) throws -> TapeBatch<Element> {
    var batch = TapeBatch<Element>(settings, history)
    batch.types = allTypes
    batch.begin(history)
    for element in elements { _ = try batch.append(element) }
    elements.removeAll()
    encoder.end()
    return batch
  }
}
