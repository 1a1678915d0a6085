/// Gives every record of a tape its shape and every container its kind (Spec, section 13).
///
/// One sweep over the cells; containers are completed in the order in which they end, so the kinds
/// of a record's fields are known when it is matched. O(cells), plus for a record that fits
/// none of its newest candidates O(16 × fields).
package struct ShapeMatcher {
  package private(set) var cells: [ArchiveCell]
  package private(set) var definitions: ArchiveDefinitions
  /// The runs of arrays that have several; an array's `detail` is an index into them, plus 1.
  package private(set) var runs: [[ElementRun]] = []

  private let keys: [String]
  private var live: LiveShapes
  /// The definitions from which the matching went on.
  let earlier: DefinitionHistory
  private var calls: [FieldCall] = []
  private var usedBodyTypes: Set<Int> = []
  private var usedExtensions: Set<UInt32> = []

  /// Shapes a type may have before its records are written as maps.
  package static let shapeLimit = 256
  package static let fieldLimit = 4_096

  /// A matcher that goes on from `earlier`, with whose keys and types the tape was begun.
  package init(_ tape: ArchiveTape, after earlier: DefinitionHistory = .empty) {
    self.earlier = earlier
    cells = tape.cells
    keys = tape.keys
    definitions = earlier.definitions
    live = earlier.liveShapes
    definitions.types = GrowingArray(tape.types)
    definitions.keys = GrowingArray(tape.keys)
    definitions.extensions = GrowingArray(tape.extensions)
  }

  /// The matcher of a tape that was matched. A tape in which keys have several values becomes one in which they do not, where that is asked for.
  ///
  /// - Throws: What ``match(maximumDepth:)`` throws.
  package static func matched(
    _ tape: inout ArchiveTape, after earlier: DefinitionHistory = .empty, maximumDepth: Int
  ) throws(ArchiveError) -> ShapeMatcher {
    var matcher = ShapeMatcher(tape, after: earlier)
    do throws(ArchiveError) {
      try matcher.match(maximumDepth: maximumDepth)
    } catch {
      guard error.code == .duplicateKey, tape.keepsLastValues else { throw error }
      tape = TapeCopy.lastValues(of: tape, onto: earlier.tape)
      matcher = ShapeMatcher(tape, after: earlier)
      try matcher.match(maximumDepth: maximumDepth)
    }
    return matcher
  }

  /// Whether the definitions need rows that those from which the matching went on lack.
  var hasNewRows: Bool {
    definitions.shapes.count > earlier.definitions.shapes.count
      || definitions.bodyTypes.contains { $0 >= earlier.definitions.types.count }
      || definitions.usedExtensions.contains { $0 >= earlier.definitions.extensions.count }
  }

  /// Throws ``ArchiveError/Code/duplicateKey`` for a record with one key twice and
  /// ``ArchiveError/Code/limitExceeded`` for values that a reader would refuse as nested too deep.
  package mutating func match(maximumDepth: Int) throws(ArchiveError) {
    var open: [Int] = []
    var deepest = 0
    var index = 0
    while true {
      while let last = open.last, Int(truncatingIfNeeded: cells[last].payload) == index {
        open.removeLast()
        try finish(last, in: open.last)
      }
      guard index < cells.count else { break }
      if cells[index].kind.isContainer {
        if cells[index].kind == .extension { use(extension: cells[index].detail) }
        open.append(index)
        deepest = max(deepest, open.count)
      }
      index += 1
    }
    // A container is at most two levels to a reader.
    if deepest > maximumDepth / 2 { try checkDepth(maximumDepth) }
  }

  private mutating func finish(_ index: Int, in parent: Int?) throws(ArchiveError) {
    switch cells[index].kind {
    case .record: try finishRecord(index, in: parent)
    case .keyedMap: try finishKeyedMap(index)
    case .array: finishArray(index, .array)
    case .set: finishArray(index, .set)
    case .map:
      let keys = index + 1
      let values = cells[keys].next(after: keys)
      setKind(
        definitions.kinds.map(key: elementKind(keys), value: elementKind(values)), of: index)
    case .object: finishObject(index)
    case .typed:
      let inner = kind(of: index + 1)
      useBodyType(Int(cells[index].detail))
      setKind(
        definitions.kinds.typed(
          Int(cells[index].detail), inner == .undetermined ? .any : inner), of: index)
    default: setKind(KindID(.extension), of: index)
    }
  }

  private mutating func setKind(_ kind: KindID, of index: Int) {
    cells[index].shape = UInt32(bitPattern: kind.index)
  }

  /// What an array cell's or packed cell's elements are.
  private mutating func elementKind(_ index: Int) -> KindID {
    // Finding the kind may add to the kinds, so it comes first.
    let kind = kind(of: index)
    return definitions.kinds[kind].first
  }

  /// The kind of a value whose inside is finished; undetermined for null and absent.
  package mutating func kind(of index: Int) -> KindID {
    definitions.kind(of: cells[index])
  }

  private mutating func finishArray(_ index: Int, _ code: ArchiveKind) {
    var splitter = RunSplitter()
    var child = index + 1
    for _ in 0..<cells[index].length {
      if cells[child].kind == .null {
        splitter.addNull()
      } else {
        splitter.add(kind(of: child), &definitions.kinds)
      }
      child = cells[child].next(after: child)
    }
    setRuns(splitter.finish(&definitions.kinds), of: index)
    let first = elementRuns(index).first?.kind ?? .undetermined
    setKind(definitions.kinds.container(code, of: first), of: index)
  }

  private mutating func setRuns(_ found: [ElementRun], of index: Int) {
    runs.append(found)
    cells[index].detail = UInt32(truncatingIfNeeded: runs.count)
  }

  private func elementRuns(_ index: Int) -> [ElementRun] { runs[Int(cells[index].detail) - 1] }

  private mutating func finishKeyedMap(_ index: Int) throws(ArchiveError) {
    var splitter = RunSplitter()
    var seen: Set<UInt32> = []
    var child = index + 1
    while child < Int(truncatingIfNeeded: cells[index].payload) {
      let cell = cells[child]
      if cell.kind != .absent {
        guard seen.insert(cell.key).inserted else { throw duplicateKey(cell.key) }
        if cell.kind == .null {
          splitter.addNull()
        } else {
          splitter.add(kind(of: child), &definitions.kinds)
        }
      }
      child = cell.next(after: child)
    }
    cells[index].length = seen.count
    let found = splitter.finish(&definitions.kinds)
    setRuns(found, of: index)
    let key = seen.isEmpty ? .undetermined : KindID(.string)
    setKind(
      definitions.kinds.map(key: key, value: found.first?.kind ?? .undetermined), of: index)
  }

  private mutating func finishObject(_ index: Int) {
    setKind(
      definitions.kinds.container(.object, of: bodyKind(ofObject: index)), of: index)
  }

  /// Whether the body of an object is a record that names the object's class.
  private func bodyNamesClass(ofObject index: Int) -> Bool {
    cells[index + 1].kind == .record && Int(cells[index + 1].detail) - 1 == cells[index].length
  }

  /// The kind of an object's body: that of its record if it names the class, else typed.
  private mutating func bodyKind(ofObject index: Int) -> KindID {
    let body = kind(of: index + 1)
    if bodyNamesClass(ofObject: index) { return body }
    useBodyType(cells[index].length)
    let typed = definitions.kinds.typed(
      cells[index].length, body == .undetermined ? .any : body)
    // The object around it must not lose the label to the limit of nesting.
    return definitions.kinds[typed].depth < KindTable.maximumDepth
      ? typed : definitions.kinds.typed(cells[index].length, .any)
  }

  private mutating func useBodyType(_ type: Int) {
    if usedBodyTypes.insert(type).inserted { definitions.bodyTypes.append(type) }
  }

  private mutating func use(extension number: UInt32) {
    if usedExtensions.insert(number).inserted { definitions.usedExtensions.append(Int(number)) }
  }

  private func duplicateKey(_ key: UInt32) -> ArchiveError {
    ArchiveError(.duplicateKey, "the key “\(keys[Int(key)])” has two values in one record")
  }
}

extension ShapeMatcher {
  /// Counts levels as a reader does: a map's column is one, and so is the type label of an object's
  /// body. Records may have become maps, so this follows the matching.
  private func checkDepth(_ maximumDepth: Int) throws(ArchiveError) {
    var open: [(end: UInt64, levels: Int)] = []
    var depth = 0
    for (index, cell) in cells.enumerated() where cell.kind.isContainer {
      while let last = open.last, last.end <= UInt64(index) {
        depth -= last.levels
        open.removeLast()
      }
      let isLabelled = cell.kind == .object && !bodyNamesClass(ofObject: index)
      let levels = cell.kind == .keyedMap || isLabelled ? 2 : 1
      depth += levels
      guard depth <= maximumDepth else {
        throw ArchiveError(.limitExceeded, "more than \(maximumDepth) levels of nesting")
      }
      open.append((cell.payload, levels))
    }
  }
}

extension ShapeMatcher {
  private mutating func finishRecord(_ index: Int, in parent: Int?) throws(ArchiveError) {
    calls.removeAll(keepingCapacity: true)
    var child = index + 1
    while child < Int(truncatingIfNeeded: cells[index].payload) {
      let cell = cells[child]
      calls.append(FieldCall(cell, kind: kind(of: child)))
      child = cell.next(after: child)
    }
    if try matchCalls(ofRecord: index, payloadCandidates(of: index, in: parent)) { return }
    cells[index].kind = .keyedMap
    try finishKeyedMap(index)
  }

  /// The candidates for a record without a type that is the first thing in a record with one, as the
  /// payload of an enumeration's case is: what the newest record of that type, with that key, had there.
  /// Nil for other records, and where that was no record of one shape.
  private func payloadCandidates(of index: Int, in parent: Int?) -> [Int]? {
    guard let parent, index == parent + 1, cells[parent].kind == .record, !calls.isEmpty,
      cells[parent].detail > 0, cells[index].detail == 0
    else { return nil }
    let slot = LiveShapes.Slot(
      type: Int(cells[parent].detail) - 1, firstKey: Int(cells[index].key))
    guard let shape = live.candidates(slot).first else { return [] }
    let kind = definitions.kinds[definitions.shapes[shape].fields[0].kind]
    return kind.code == .recordOfShape && definitions.shapes[Int(kind.number)].type == nil
      ? [Int(kind.number)] : nil
  }

  /// Finds or makes the shape for `calls`; false if the type has too many shapes already.
  private mutating func matchCalls(
    ofRecord index: Int, _ payloads: [Int]?
  ) throws(ArchiveError) -> Bool {
    let type = cells[index].detail == 0 ? nil : Int(cells[index].detail) - 1
    let slot = LiveShapes.Slot(type: type, firstKey: calls.first.map { Int($0.key) })
    let candidates = payloads ?? live.candidates(slot)
    var partial: (shape: Int, replacement: ArchiveShape)?
    for shape in candidates {
      let old = definitions.shapes[shape]
      let attempt = ShapeFit(calls, old, &definitions.kinds)
      // A row that stands in an earlier part never changes.
      if attempt.isExact, attempt.fields == old.fields || isOwn(shape) {
        definitions.shapes[shape].fields = attempt.fields
        cells[index].shape = UInt32(truncatingIfNeeded: shape)
        return true
      }
      if attempt.isExact || partial == nil && attempt.isWorthWidening {
        partial = (shape, ArchiveShape(type: old.type, fields: attempt.fields, base: shape))
      }
      if attempt.isExact { break }
    }
    if try removeRepeatedCalls() { return try matchCalls(ofRecord: index, payloads) }
    if partial == nil {
      for shape in candidates {
        if let joined = ShapeFit.joined(calls, definitions.shapes[shape], &definitions.kinds) {
          partial = (shape, joined)
          break
        }
      }
    }
    guard calls.count <= Self.fieldLimit, live.hasRoom(slot), isTakenByReaders else { return false }
    if let old = partial?.shape, isOwn(old) {
      ShapeFit.refine(&definitions.shapes[old].fields, by: calls, &definitions.kinds)
    }
    definitions.shapes.append(
      partial?.replacement
        ?? ArchiveShape(
          type: type,
          fields: calls.map { ShapeField(key: Int($0.key), mode: $0.mode, kind: $0.kind) }))
    let shape = definitions.shapes.count - 1
    definitions.fieldCount += definitions.shapes[shape].fields.count
    if payloads == nil {
      live.add(shape, slot, replacing: partial?.shape)
    } else {
      // As a reader of the rows sees it, who does not know what was a payload.
      live.replay(shape, in: definitions.shapes)
    }
    cells[index].shape = UInt32(truncatingIfNeeded: shape)
    return true
  }

  /// Whether readers take one more shape, with the keys of `calls`: what they refuse is written as a map, whose keys are values.
  private var isTakenByReaders: Bool {
    let limits = ArchiveLimits.untrusted
    return definitions.fieldCount + calls.count <= limits.maximumTotalFieldCount
      && (earlier.rowCount > 0
        || definitions.types.count + definitions.shapes.count < limits.maximumDefinitionCount)
      && calls.allSatisfy { keys[Int($0.key)].utf8.count <= limits.maximumKeyByteCount }
  }

  /// True if the writer has still to write the row of a shape.
  private func isOwn(_ shape: Int) -> Bool { shape >= earlier.definitions.shapes.count }

  /// Of a key that was absent in some calls, keeps the one with a value, or the first; true if that
  /// changed anything. A key with two values is an error.
  private mutating func removeRepeatedCalls() throws(ArchiveError) -> Bool {
    if calls.count <= 16, calls.indices.allSatisfy({ !calls[..<$0].contains(calls[$0].key) }) {
      return false
    }
    var chosen: [UInt32: Int] = [:]
    for (position, call) in calls.enumerated() {
      guard let earlier = chosen[call.key] else {
        chosen[call.key] = position
        continue
      }
      if call.state == .absent { continue }
      guard calls[earlier].state == .absent else { throw duplicateKey(call.key) }
      chosen[call.key] = position
    }
    guard chosen.count < calls.count else { return false }
    calls = chosen.values.sorted().map { position in
      var call = calls[position]
      call.isOptional = true
      return call
    }
    return true
  }
}

extension ArraySlice<FieldCall> {
  fileprivate func contains(_ key: UInt32) -> Bool { contains { $0.key == key } }
}
