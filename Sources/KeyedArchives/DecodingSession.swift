internal import ArchiveCompression
internal import ArchiveFormat

/// A value of a document to be decoded: a cell with its index, −1 for an element of a packed row.
struct Slot {
  var cell: ArchiveCell
  var index: Int
}

/// Decoding from the cells of one document.
///
/// The document is a whole scope, or one value in it: then the session has the coding path of that
/// value, and shares its ledger with the others of the same call of `decode`.
final class DecodingSession {
  /// The keys of a value that are compared with a key that was not found.
  static let maximumNamedKeyCount = 64

  let document: ArchivedDocument
  let ledger: DecodingLedger
  let scope: ScopeTables
  /// The coding path of the document's root, or the cell whose path it is.
  private let base: (path: [any CodingKey], cell: Int?)
  /// The coding path of what is decoded first.
  private(set) lazy var basePath = path()

  init(_ document: ArchivedDocument, _ ledger: DecodingLedger, basePath: [any CodingKey] = []) {
    self.document = document
    self.ledger = ledger
    scope = ledger.scope
    base = (basePath, nil)
  }

  /// A session for a value at a path that is known, in a document whose root it is not.
  init(_ session: DecodingSession, at path: [any CodingKey]) {
    document = session.document
    ledger = session.ledger
    scope = session.scope
    base = (path, nil)
  }

  /// A session for the value at a cell, whose path is looked for only if it is asked for: O(cells).
  init(_ session: DecodingSession, pathOf cell: Int) {
    document = session.document
    ledger = session.ledger
    scope = session.scope
    // What stands in no file is where it is put.
    base = scope.map == nil ? session.base : ([], cell)
  }

  /// A session for a value that stands in no file, in a place of what another session decodes.
  init(_ document: ArchivedDocument, in session: DecodingSession) {
    self.document = document
    ledger = session.ledger
    scope = ScopeTables(map: nil)
    base = session.base
  }

  private func path() -> [any CodingKey] {
    guard let cell = base.cell else { return base.path }
    // Errors that user code catches by the thousand are told from where their objects stand.
    return ledger.takeSearch() ? path(toCell: cell).codingPath : []
  }

  /// The way to a cell from the archive's root.
  func path(toCell cell: Int) -> ArchivePath {
    ArchivePath(ledger.rootPath.steps + document.path(toCell: cell).steps)
  }

  func slot(_ index: Int) -> Slot { Slot(cell: document.cells[index], index: index) }

  func decodeRoot<Value: Decodable>(_ type: Value.Type, cell: Int) throws -> Value {
    try decodeRoot(type, slot(cell))
  }

  func decodeRoot<Value: Decodable>(_ type: Value.Type, _ slot: Slot) throws -> Value {
    defer {
      ledger.endGraph()
      ledger.countReading()
    }
    do {
      let value = try decode(type, slot, parent: nil, step: .none)
      // What was refused on the way, and caught, is neither completed nor validated.
      if let refusal = ledger.finalError { throw refusal }
      try ledger.completeGraph()
      try ledger.hooks?.validate(value, ledger.instances)
      ledger.scope.linkViews()
      if let refusal = ledger.finalError { throw refusal }
      ledger.handOutGraph()
      return value
    } catch {
      throw ledger.finalError ?? ArchiveError.outermost(error)
    }
  }

  // MARK: Errors

  /// An error at a slot's place in the file.
  func error(_ code: ArchiveError.Code, _ message: String, _ slot: Slot?) -> ArchiveError {
    guard let slot else { return ArchiveError(code, message) }
    guard let place = scope.map?.place(slot.cell.rawOffset) else {
      return ArchiveError(code, message)
    }
    return ArchiveError(
      code, message, byteOffset: place.byteOffset, rawOffset: place.rawOffset)
  }

  /// Makes an error one that user code cannot swallow.
  func refuse(_ error: ArchiveError, _ path: [any CodingKey]) -> ArchiveError {
    ledger.refuse(error, path)
  }

  /// Counts bytes that are about to be built.
  func charge(_ count: Int, stride: Int, _ slot: Slot) throws(ArchiveError) {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
    guard !overflow,
      byteCount <= ledger.limits.maximumMaterializedByteCount - ledger.materializedByteCount
    else {
      throw refuse(
        error(
          .limitExceeded,
          ledger.limits.excess(
            .memory, "bytes to build", ledger.limits.maximumMaterializedByteCount), slot),
        [])
    }
    ledger.materializedByteCount += byteCount
  }

  // MARK: Values

  /// The number of a key in the document; one past the last for a key it does not have.
  ///
  /// A key is likely to be the next one that stands there: then no table is needed.
  func number(ofKey key: String, likely: UInt32? = nil) -> UInt32 {
    if let likely, document.keys[Int(likely)].hasSameBytes(as: key) { return likely }
    if scope.documentKeys == nil { scope.documentKeys = document.definitions.keyNumbers }
    if scope.documentKeys == nil {
      var numbers: [String.UTF8View.Digest: UInt32] = [:]
      for (number, key) in document.keys.enumerated() {
        numbers[key.utf8.digest] = UInt32(truncatingIfNeeded: number)
      }
      scope.documentKeys = numbers
    }
    return scope.documentKeys?[key.utf8.digest] ?? UInt32(truncatingIfNeeded: document.keys.count)
  }

  private func countVisit(_ slot: Slot) throws(ArchiveError) {
    try countVisits(1, slot)
  }

  /// Counts values that are about to be looked at.
  func countVisits(_ count: Int, _ slot: Slot) throws(ArchiveError) {
    if let refusal = ledger.refusal { throw refusal }
    ledger.visitCount &+= count
    guard ledger.visitCount <= ledger.limits.maximumVisitCount else {
      throw refuse(
        error(
          .limitExceeded,
          ledger.limits.excess(.visits, "visits", ledger.limits.maximumVisitCount), slot),
        [])
    }
  }

  /// Decodes a leaf.
  func decode<Leaf: ArchiveLeaf>(leaf type: Leaf.Type, _ slot: Slot) throws(ArchiveError) -> Leaf {
    try countVisit(slot)
    let seen = seeThrough(slot)
    try chargeLeaf(seen)
    if let value = try leaf(type, seen) { return value }
    if let graft = graft(seen) {
      return try decode(leaf: type, graft)
    }
    throw mismatch(type, seen)
  }

  private func decode<Leaf: ArchiveLeaf>(
    leaf type: Leaf.Type, _ graft: Graft
  ) throws(ArchiveError) -> Leaf {
    if let value = graft.value as? Leaf { return value }
    let (session, slot): (DecodingSession, Slot)
    do {
      (session, slot) = try graft.place(self)
    } catch {
      throw (ArchiveError.outermost(error) as? ArchiveError)
        ?? ArchiveError(.invalidValue, "\(error)")
    }
    return try session.decode(leaf: type, slot)
  }

  /// Counts the bytes of a text or of data that is about to be built.
  private func chargeLeaf(_ slot: Slot) throws(ArchiveError) {
    switch slot.cell.kind {
    case .string, .data, .numberText: try charge(slot.cell.length, stride: 1, slot)
    default: break
    }
  }

  /// Checks, before a container inside a value is handed out, what going deeper may cost.
  ///
  /// References lift the nesting of decoders above that of the archive: chains of them are bounded
  /// here, and what user code does with containers is counted as visits.
  func descend(_ slot: Slot, _ decoder: ValueDecoder) throws(ArchiveError) {
    try countVisit(slot)
    try checkNesting(slot, decoder)
  }

  private func checkNesting(_ slot: Slot, _ decoder: ValueDecoder) throws(ArchiveError) {
    guard decoder.depth / 8 < ledger.limits.maximumDepth else {
      throw refuse(
        error(.limitExceeded, "decoders nest deeper than 8 × \(ledger.limits.maximumDepth)", slot),
        decoder.codingPath)
    }
    do throws(ArchiveError) {
      try StackGuard.check()
    } catch {
      throw refuse(self.error(error.code, error.message, slot), decoder.codingPath)
    }
  }

  /// Decodes the value at a slot. Errors are ours, or what user code threw.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, parent: ValueDecoder?, step: ValueDecoder.Step
  ) throws -> Value {
    try countVisit(slot)
    if let graft = graft(slot) { return try decode(type, graft, parent: parent, step: step) }
    if let hooks = ledger.hooks {
      return try decodeHooked(type, slot, parent: parent, step: step, hooks)
    }
    return try decodeAsItIs(type, slot, parent: parent, step: step)
  }

  /// Decodes a value for which there are no hooks, or whose hooks are its instance's.
  @inline(__always)
  func decodeAsItIs<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, parent: ValueDecoder?, step: ValueDecoder.Step
  ) throws -> Value {
    let plan = ledger.plan(for: type)
    switch plan {
    case .leaf(let leaf):
      let seen = seeThrough(slot)
      try chargeLeaf(seen)
      if let value = try self.leaf(leaf, seen) as? Value { return value }
      throw mismatch(type, seen)
    case .object: return try decodeObject(type, slot, parent, step)
    case .existential(let existential):
      if let value = try decodeExistential(existential, slot, parent, step) as? Value {
        return value
      }
      throw mismatch(type, slot)
    case .untyped(let untyped):
      if let value = try decodeUntyped(untyped, slot) as? Value { return value }
      throw mismatch(type, slot)
    case .edge(let edge):
      if let value = try decodeEdge(edge, slot, parent, step) as? Value { return value }
      throw mismatch(type, slot)
    case .collection, .container:
      let child = ValueDecoder(self, slot, parent: parent, step: step)
      switch child.slot.cell.kind {
      case .record, .keyedMap, .map: child.evolution = try evolution(of: type, child)
      default:
        if slot.cell.kind == .typed { child.evolution = try evolution(of: type, child) }
      }
      if child.slot.cell.kind == .map { child.isDictionary = type is any MapReader.Type }
      return try nested(slot, child) {
        if case .collection(let collection) = plan, seeThrough(slot).cell.kind != .null,
          let value = try collection.decodeElements(from: child) as? Value
        {
          return value
        }
        return try Value(from: child)
      }
    }
  }

  /// Goes one level deeper, within the stack that is left: the nesting itself was checked before.
  func nested<Value>(
    _ slot: Slot, _ decoder: ValueDecoder, _ body: () throws -> Value
  ) throws -> Value {
    try checkNesting(slot, decoder)
    let (references, objects) = (ledger.referenceCount, scope.objects.snapshot())
    let instanceCount = ledger.instances.count
    do {
      return try body()
    } catch {
      // References that nobody gets wait for nothing. Objects are made again if some have references, or if validations look at them.
      if ledger.referenceCount > references || ledger.instances.count > instanceCount {
        ledger.instances.removeLast(ledger.instances.count - instanceCount)
        ledger.forgetReferences(downTo: references)
        scope.objects.forget(since: objects)
      }
      throw error
    }
  }

  /// What a value type sees of an object, a reference, a typed value or an extension: its body.
  ///
  /// Of edges only the first is followed: an object whose body is an edge may lead back to itself.
  func seeThrough(_ slot: Slot) -> Slot {
    var slot = slot
    var followsEdges = true
    while true {
      switch slot.cell.kind {
      case .object, .typed, .extension: slot = self.slot(slot.index + 1)
      case .backReference, .conditionalReference:
        guard let cell = document.cell(ofObject: Int(slot.cell.detail)) else { return null(slot) }
        guard followsEdges else { return slot }
        followsEdges = false
        slot = self.slot(cell)
      case .reference:
        guard let cell = document.cell(ofObject: Int(slot.cell.detail)) else { return null(slot) }
        slot = self.slot(cell)
      default: return slot
      }
      // Objects whose bodies are objects make chains: each link is a visit.
      ledger.visitCount &+= 1
    }
  }

  /// What stands for a reference to an object that stands nowhere.
  private func null(_ slot: Slot) -> Slot {
    var cell = ArchiveCell(.null)
    cell.offset = slot.cell.offset
    return Slot(cell: cell, index: slot.index)
  }

  /// True if a value is null; a conditional edge to an object that nobody stored is.
  func isNull(_ slot: Slot) -> Bool {
    slot.cell.kind == .null || graft(slot)?.isNull ?? false
      || slot.cell.kind == .conditionalReference
        && document.cell(ofObject: Int(slot.cell.detail)) == nil
  }

  /// The error of a key that a record or map does not have. The message names keys like it.
  ///
  /// - Parameter present: The keys that are there, or the first ``maximumNamedKeyCount`` of them: more would make a miss expensive.
  func missing(
    _ key: any CodingKey, among present: some Sequence<String>, _ slot: Slot,
    _ path: [any CodingKey]
  ) -> DecodingError {
    let suggestion =
      ledger.takesNearMiss()
      ? NearMiss.suggestion(
        for: key.stringValue, among: Array(present.prefix(Self.maximumNamedKeyCount))) : ""
    let error = error(.keyNotFound, "the key “\(key.stringValue)” is not there\(suggestion)", slot)
    return DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: path, debugDescription: error.message, underlyingError: error.at(path + [key])))
  }
}
