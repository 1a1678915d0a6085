internal import ArchiveCompression
internal import ArchiveFormat

/// A batch that is encoded the general way, through a tape.
struct TapeBatch<Element: Encodable>: StreamBatch {
  private let settings: KeyedArchiver
  private var history: DefinitionHistory
  private var session: EncodingSession
  private var list = CellList()
  private var root: ValueEncoder
  /// For beginning anew without a value that cannot be archived.
  private var elements: [Element] = []
  /// Types of the batches before, by name.
  var types: [String.UTF8View.Digest: ObjectIdentifier] = [:]

  init(_ settings: KeyedArchiver, _ history: DefinitionHistory) {
    self.settings = settings
    self.history = history
    session = settings.session(history.tape)
    root = ValueEncoder(session, list, parent: nil, step: .root)
    beginList()
  }

  /// Two bytes a value and what texts and data have.
  var byteCount: Int {
    session.tape.bytes.count + 2
      * (list.cells.count + session.segments.reduce(0) { $0 + $1.cells.count })
  }

  var isCounted: Bool { true }

  var valueCount: ValueCount? {
    ValueCount(sumOf: ([list] + session.segments).map { ValueCount(of: $0.cells) })
  }

  var furtherCost: FurtherCost {
    var cost = session.furtherCost(settings)
    cost.add(elements.count, stride: MemoryLayout<Element>.stride)
    return cost
  }

  mutating func append(_ element: Element) throws -> Bool {
    do {
      try session.encode(element, into: root, ArchiveCell(.null))
      root.countChild()
      if let misuse = session.misuse { throw misuse }
      try session.encodeAwaited()
    } catch {
      let thrown = session.misuse ?? ArchiveError.outermost(error)
      let before = elements
      beginAnew(history)
      for element in before { _ = try append(element) }
      throw thrown
    }
    elements.append(element)
    return true
  }

  func finish(
    _ history: DefinitionHistory,
    _ body: (DefinitionRows, UnsafeRawBufferPointer, _ end: [UInt8], [BlockCut]) throws -> Void
  ) throws -> Bool {
    try root.finish()
    var tape = try session.tape(of: list)
    guard tape.hasDistinctTypeNames else {
      throw ArchiveError(
        .ambiguousTypeName, "a type has the name of another one of the archive")
    }
    let matcher = try ShapeMatcher.matched(
      &tape, after: history, maximumDepth: settings.maximumDepth)
    var writer = ContentWriter(matcher, tape)
    // The list of roots: one without a name.
    let value = writer.value(at: 0)
    let content = [0x03] + value + writer.endOfRoots()
    let cuts = writer.cuts.map { $0.moved(by: 1) }
    try unsafe content.withUnsafeBytes { try unsafe body(writer.newRows, $0, [], cuts) }
    return true
  }

  mutating func begin(_ history: DefinitionHistory) {
    types = allTypes
    beginAnew(history)
  }

  private mutating func beginAnew(_ history: DefinitionHistory) {
    session.end()
    self.history = history
    session = settings.session(history.tape)
    list = CellList()
    root = ValueEncoder(session, list, parent: nil, step: .root)
    elements.removeAll(keepingCapacity: true)
    beginList()
  }

  /// The types of all batches so far, by name.
  var allTypes: [String.UTF8View.Digest: ObjectIdentifier] {
    types.merging(session.typesByName) { old, _ in old }
  }

  private func beginList() {
    session.typesByName = types
    list.current = root.identity
    root.begin(.unkeyed, .array)
  }

  func end() { session.end() }
}
