internal import ArchiveCompression
internal import ArchiveFormat

/// A batch that is encoded straight to bytes.
///
/// The first value that the encoder did not foresee sends its batch, and all after it, the general
/// way: that goes on from the definitions of the batches before, but the encoder knows nothing of what
/// the general way adds to them.
@safe
struct DirectBatch<Element: Encodable>: StreamBatch {
  private let settings: KeyedArchiver
  private let encoder = DirectEncoder()
  private let place: UnsafeMutablePointer<EncodingSlot>
  /// For the general way.
  private var elements: [Element] = []
  /// What the definitions of the batches before were made from.
  private var source: [UInt32] = []

  init(_ settings: KeyedArchiver) {
    self.settings = settings
    unsafe place = unsafe encoder.beginStream(
      userInfo: settings.userInfo, maximumDepth: settings.maximumDepth)
  }

  var byteCount: Int { unsafe encoder.content.count }
  var isCounted: Bool { false }
  var valueCount: ValueCount? { nil }
  var furtherCost: FurtherCost {
    var cost = encoder.furtherCost(settings)
    cost.add(elements.count, stride: MemoryLayout<Element>.stride)
    return cost
  }

  mutating func append(_ element: Element) -> Bool {
    // Bools in a row are bits.
    guard Element.self != Bool.self, !encoder.isFull,
      unsafe encoder.append(element, at: place)
    else { return false }
    elements.append(element)
    if encoder.needsSecondPass {
      unsafe encoder.beginBatch(place)
      for element in elements {
        guard unsafe encoder.append(element, at: place), !encoder.needsSecondPass else {
          elements.removeLast()
          return false
        }
      }
    }
    return true
  }

  func finish(
    _ history: DefinitionHistory,
    _ body: (DefinitionRows, UnsafeRawBufferPointer, _ end: [UInt8], [BlockCut]) throws -> Void
  ) throws -> Bool {
    var rows = DefinitionRows.none
    if encoder.definitionSource() != source {
      guard let definitions = encoder.makeDefinitions(history.definitions.kinds) else {
        return false
      }
      // A row that stands never changes: a shape that became more definite is another one.
      let earlier = history.definitions.shapes
      guard earlier.indices.allSatisfy({ earlier[$0].fields == definitions.shapes[$0].fields })
      else { return false }
      rows = history.rows(to: definitions)
    }
    guard encoder.hasFewEmptyElements(and: byteCount == 0 ? elements.count : 0) else {
      return false
    }
    guard unsafe encoder.putHead(ofElements: place, count: elements.count) else { return false }
    guard let cuts = encoder.blockCuts(elementCount: elements.count) else { return false }
    try unsafe body(rows, encoder.content, [ArchiveFraming.endOfRoots], cuts)
    return true
  }

  mutating func begin(_ history: DefinitionHistory) {
    source = encoder.definitionSource()
    elements.removeAll(keepingCapacity: true)
    unsafe encoder.beginBatch(place)
  }

  func end() { encoder.dispose() }

  func general(_ history: DefinitionHistory) throws -> any StreamBatch<Element> {
    var batch = TapeBatch<Element>(settings, history)
    batch.types = encoder.definedTypes
    batch.begin(history)
    for element in elements { _ = try batch.append(element) }
    return batch
  }
}
