internal import struct ArchiveFormat.ArchiveError
internal import struct ArchiveFormat.ArchivePath

/// A value of a document to be decoded: a cell with its index, −1 for an element of a packed row.
struct Slot {
  var cell: ArchiveCell
  var index: Int
}

/// Decoding from the cells of one document.
final class DecodingSession {
  let document: ArchivedDocument
  let map: OffsetMap
  let settings: ReferenceDecoder
  let limits: ReadingLimits
  /// The types by the bytes of their names.
  let allowList: [Digest: ReferenceDecoder.DecodableType]
  var visitCount = 0
  private var materializedByteCount = 0
  /// The first refusal. The outermost call throws it, even if user code caught it.
  private var refusal: ArchiveError?
  let objects = DecodedObjects()
  let graph = GraphCompletion()
  private var keyNumbers: [Digest: UInt32]?
  private var typeNames: [Int: String] = [:]

  init(
    _ document: ArchivedDocument, _ map: OffsetMap, _ settings: ReferenceDecoder,
    _ limits: ReadingLimits
  ) throws(ArchiveError) {
    (self.document, self.map, self.settings, self.limits) = (document, map, settings, limits)
    allowList = try settings.grants()
  }

  func slot(_ index: Int) -> Slot { Slot(cell: document.cells[index], index: index) }

  func decodeRoot<Value: Decodable>(_ type: Value.Type, cell: Int) throws -> Value {
    defer { graph.end() }
    do {
      let value = try decode(type, slot(cell), parent: nil, step: .none)
      try graph.complete(self)
      if let refusal { throw refusal }
      return value
    } catch {
      throw refusal ?? ArchiveError.outermost(error)
    }
  }

  func typeName(_ row: Int) -> String {
    if let known = typeNames[row] { return known }
    let name = document.definitions.fullName(ofType: row)
    typeNames[row] = name
    return name
  }

  // MARK: Errors

  /// An error at a slot's place in the file.
  func error(_ code: ArchiveError.Code, _ message: String, _ slot: Slot) -> ArchiveError {
    let place = map.place(slot.cell.rawOffset)
    return ArchiveError(
      code, message, byteOffset: place.byteOffset, rawOffset: place.rawOffset)
  }

  /// Makes an error one that user code cannot swallow.
  func refuse(_ error: ArchiveError, _ path: [any CodingKey]) -> ArchiveError {
    var error = error
    if error.path.isEmpty { error.path = ArchivePath(codingPath: path) }
    refusal = refusal ?? error
    return error
  }

  /// Throws the first refusal, even if user code caught it.
  func checkRefusal() throws(ArchiveError) {
    if let refusal { throw refusal }
  }

  /// Counts bytes that are about to be built.
  func charge(_ count: Int, stride: Int, _ slot: Slot) throws(ArchiveError) {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
    guard !overflow, byteCount <= limits.maximumMaterializedByteCount - materializedByteCount
    else {
      throw refuse(
        error(
          .limitExceeded, "more than \(limits.maximumMaterializedByteCount) bytes to build", slot),
        [])
    }
    materializedByteCount += byteCount
  }

  // MARK: Values

  /// The number of a key in the document; one past the last for a key it does not have.
  func number(ofKey key: String) -> UInt32 {
    let numbers =
      keyNumbers
      ?? Dictionary(
        uniqueKeysWithValues: document.definitions.keys.enumerated().map {
          ($1.digest, UInt32(truncatingIfNeeded: $0))
        })
    keyNumbers = numbers
    return numbers[key.digest] ?? UInt32(truncatingIfNeeded: numbers.count)
  }

  private func countVisit(_ slot: Slot) throws(ArchiveError) { try countVisits(1, slot) }

  /// Counts values that are about to be looked at.
  func countVisits(_ count: Int, _ slot: Slot) throws(ArchiveError) {
    if let refusal { throw refusal }
    visitCount &+= count
    guard visitCount <= limits.maximumVisitCount else {
      throw refuse(
        error(.limitExceeded, "more than \(limits.maximumVisitCount) visits", slot), [])
    }
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
    guard decoder.depth / 8 < limits.maximumDepth else {
      throw refuse(
        error(.limitExceeded, "decoders nest deeper than 8 × \(limits.maximumDepth)", slot),
        decoder.codingPath)
    }
  }

  /// Decodes the value at a slot. Errors are ours, or what user code threw.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, parent: ValueDecoder?, step: ValueDecoder.Step
  ) throws -> Value {
    try countVisit(slot)
    let plan = DecodingPlan(type)
    switch plan {
    case .leaf(let leaf):
      let seen = seeThrough(slot)
      try chargeLeaf(seen)
      if let value = leaf.value(seen.cell, document) as? Value {
        if let text = value as? String, seen.cell.kind != .string {
          try charge(text.utf8.count, stride: 1, seen)
        }
        return value
      }
      throw mismatch(type, seen)
    case .object: return try decodeObject(type, slot, parent, step)
    case .existential(let existential):
      if let value = try decodeExistential(existential, slot, parent, step) as? Value {
        return value
      }
      throw mismatch(type, slot)
    case .edge(let edge):
      if let value = try decodeEdge(edge, slot) as? Value { return value }
      throw mismatch(type, slot)
    case .collection, .container:
      let child = ValueDecoder(self, slot, parent: parent, step: step)
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
    let (references, objectCount) = (graph.count, objects.count)
    do {
      return try body()
    } catch {
      // Nobody gets the value, so the session forgets its references. Objects in the value may hold some of these: the
      // session makes such objects again.
      if graph.count > references {
        graph.forget(downTo: references)
        objects.forget(downTo: objectCount)
      }
      throw error
    }
  }

  /// The slot that a value type sees: the body of an object, a reference, a typed value or an extension.
  ///
  /// Only the first edge is followed: an object whose body is an edge may lead back to itself.
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
      visitCount &+= 1
    }
  }

  /// The null that stands for a reference to an object that stands nowhere.
  private func null(_ slot: Slot) -> Slot {
    var cell = ArchiveCell(.null)
    cell.offset = slot.cell.offset
    return Slot(cell: cell, index: slot.index)
  }

  /// Returns a Boolean value that says whether a value is null. A conditional edge to an object that nobody stored is
  /// null too.
  func isNull(_ slot: Slot) -> Bool {
    slot.cell.kind == .null
      || slot.cell.kind == .conditionalReference
        && document.cell(ofObject: Int(slot.cell.detail)) == nil
  }

  /// The error of a key that a record or map does not have.
  func missing(_ key: any CodingKey, _ slot: Slot, _ path: [any CodingKey]) -> DecodingError {
    let error = error(.keyNotFound, "the key “\(key.stringValue)” is not there", slot)
    return DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: path, debugDescription: error.message, underlyingError: error.at(path + [key])))
  }

  func mismatch(_ type: any Any.Type, _ slot: Slot) -> ArchiveError {
    switch slot.cell.kind {
    case .null, .absent:
      error(.valueNotFound, "a value of \(type) is needed, null is there", slot)
    default:
      error(
        .typeMismatch,
        "a value of \(type) is asked for, one of kind \(slot.cell.kind) is there", slot)
    }
  }
}
