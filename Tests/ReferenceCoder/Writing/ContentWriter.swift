/// Writes the values of a matched tape as content (Spec, sections 6–8): one pass, no recursion.
///
/// The writer keeps a stack of open containers. A container is opened where its value is due: its
/// header goes out, its frame on the stack; each step then writes the next child of the top frame.
struct ContentWriter {
  let cells: [ArchiveCell]
  let tape: ArchiveTape
  let runs: [[ElementRun]]
  let typeNumbers: [Int]
  var definitions: ArchiveDefinitions
  var sink = ByteSink()
  var frames: [WriteFrame] = []
  /// The number of the root that is being written, from 0 on.
  var rootOrdinal = 0
  /// The offset in `sink` at which the root's payload begins, in bytes; −1 until its tag is written.
  var payloadStart = -1
  var cutter = BlockCutter()
  /// The places at which blocks end in the value that was written last, counted from its first byte.
  var cuts: [BlockCut] = []
  /// The count of written bytes from which on a boundary between elements is a cut.
  var nextCut = Int.max
  /// The number of open containers inside of which no reader can begin.
  var closedFrameCount = 0
  /// Objects that were mentioned: they are numbered in this order.
  var objectCount = 0
  /// The fields of all shapes in a row, the index of the first field of each shape, and the number of its state bits.
  private let fields: [ShapeField]
  let fieldStarts: [Int]
  let bitCounts: [Int]

  /// The rows that the content needs beside those from which the matcher went on.
  let newRows: DefinitionRows
  init(_ matcher: ShapeMatcher, _ tape: ArchiveTape) {
    cells = matcher.cells
    runs = matcher.runs
    definitions = matcher.definitions
    self.tape = tape
    (newRows, typeNumbers) = definitions.rows(after: matcher.earlier.definitions)
    let table = FieldTable(definitions.shapes)
    (fields, fieldStarts, bitCounts) = (table.fields, table.starts, table.bitCounts)
  }

  /// The tagged value at a cell.
  mutating func value(at index: Int) -> [UInt8] {
    sink.bytes.removeAll(keepingCapacity: true)
    beginCuts()
    writeTagged(index)
    while !frames.isEmpty { step() }
    endCuts()
    return sink.bytes
  }

  mutating func push(_ frame: WriteFrame) {
    frames.append(frame)
    if !frame.allowsCuts { closedFrameCount += 1 }
  }

  private mutating func pop() {
    if let frame = frames.popLast(), !frame.allowsCuts { closedFrameCount -= 1 }
  }

  private mutating func setSkipsNulls(_ top: Int, _ skipsNulls: Bool) {
    guard frames[top].skipsNulls != skipsNulls else { return }
    let wasClosed = !frames[top].allowsCuts
    frames[top].skipsNulls = skipsNulls
    closedFrameCount += (frames[top].allowsCuts ? 0 : 1) - (wasClosed ? 1 : 0)
  }

  mutating func step() {
    let top = frames.count - 1
    switch frames[top].role {
    case .fields:
      if !writeNextField(top) { pop() }
    case .elements:
      if frames[top].remaining > 0 {
        writeNextElement(top)
      } else if frames[top].nextRun >= 0 {
        beginRun(top)
      } else {
        pop()
      }
    case .values(let map, let kind, let isRegular):
      let objects = frames[top].objects
      pop()
      beginColumn(
        map + 1, kind, isRegular, of: cells[map + 1].next(after: map + 1), .values)
      if frames.count > top { frames[top].objects = objects }
    }
  }
}

extension ContentWriter {
  // MARK: Records

  mutating func beginRecord(_ index: Int) {
    let shape = Int(cells[index].shape)
    let end = Int(truncatingIfNeeded: cells[index].payload)
    let bits = sink.bitRow(bitCount: bitCounts[shape])
    var bit = 0
    var child = firstCall(from: index + 1, to: end)
    for position in fieldStarts[
      shape]..<(bitCounts[shape] == 0 ? fieldStarts[shape] : fieldStarts[shape + 1])
    {
      let field = fields[position]
      let isHere = child < end && Int(cells[child].key) == field.key
      let isNull = isHere && cells[child].kind == .null
      if field.mode.contains(.optional) {
        if isHere { sink.setBit(bit, from: bits) }
        bit += 1
      }
      if field.mode.contains(.nullable) {
        if isHere, !isNull { sink.setBit(bit, from: bits) }
        bit += 1
      }
      if field.isBit {
        if isHere, cells[child].payload != 0 { sink.setBit(bit, from: bits) }
        bit += 1
      }
      if isHere { child = firstCall(from: cells[child].next(after: child), to: end) }
    }
    var frame = WriteFrame(role: .fields)
    frame.next = firstCall(from: index + 1, to: end)
    frame.end = end
    frame.field = fieldStarts[shape]
    (frame.shape, frame.bits) = (shape, bits)
    push(frame)
  }

  /// The first child that is not absent.
  private mutating func firstCall(from index: Int, to end: Int) -> Int {
    var index = index
    while index < end, cells[index].kind == .absent { index += 1 }
    return index
  }

  /// Writes the next field that has bytes; false at the end.
  private mutating func writeNextField(_ top: Int) -> Bool {
    while frames[top].next < frames[top].end {
      let child = frames[top].next
      let key = Int(cells[child].key)
      var field = frames[top].field
      while fields[field].key != key { field += 1 }
      let (kind, isBit) = (fields[field].kind, fields[field].isBit)
      frames[top].field = field + 1
      frames[top].next = firstCall(
        from: cells[child].next(after: child), to: frames[top].end)
      if cells[child].kind != .null, !isBit {
        write(child, as: kind)
        return true
      }
    }
    return false
  }

  // MARK: Elements

  private mutating func writeNextElement(_ top: Int) {
    let child = frames[top].next
    frames[top].next = cells[child].next(after: child)
    if cells[child].kind == .absent { return }
    if sink.count >= nextCut, frames[top].isInRun { cut() }
    frames[top].isInRun = true
    frames[top].remaining -= 1
    if cells[child].kind == .null, frames[top].skipsNulls { return }
    write(child, as: frames[top].kind)
  }

  private mutating func beginRun(_ top: Int) {
    let frame = frames[top]
    guard frame.nextRun < frame.runs.count else {
      frames[top].nextRun = -1
      return
    }
    let run = frame.runs[frame.nextRun]
    frames[top].nextRun += 1
    writeKind(run.kind)
    sink.varint(frame.nextRun + 1 == frame.runs.count ? 0 : run.count)
    beginElements(top, run.count, run.kind)
  }

  /// Makes the frame write the next `count` children as elements of `kind`.
  private mutating func beginElements(_ top: Int, _ count: Int, _ kind: KindID) {
    var inner = kind
    var valueCount = count
    setSkipsNulls(top, definitions.kinds.code(kind) == .nullable)
    if definitions.kinds.code(kind) == .nullable {
      inner = definitions.kinds[kind].first
      let bits = sink.bitRow(bitCount: count)
      valueCount = 0
      forEachChild(from: frames[top].next, count) { writer, index, child in
        if writer.cells[child].kind != .null {
          writer.sink.setBit(index, from: bits)
          valueCount += 1
        }
      }
    }
    if inner == KindID(.bool) {
      let bits = sink.bitRow(bitCount: valueCount)
      var position = 0
      frames[top].next = forEachChild(from: frames[top].next, count) { writer, _, child in
        guard writer.cells[child].kind != .null else { return }
        if writer.cells[child].payload != 0 { writer.sink.setBit(position, from: bits) }
        position += 1
      }
      return
    }
    frames[top].kind = inner
    frames[top].remaining = count
    frames[top].isInRun = false
  }

  @discardableResult
  private mutating func forEachChild(
    from first: Int, _ count: Int, _ body: (inout ContentWriter, Int, Int) -> Void
  ) -> Int {
    var child = first
    var index = 0
    while index < count {
      if cells[child].kind != .absent {
        body(&self, index, child)
        index += 1
      }
      child = cells[child].next(after: child)
    }
    return child
  }

  /// The runs of an array or keyed map at a cell.
  private func elementRuns(_ index: Int) -> [ElementRun] { runs[Int(cells[index].detail) - 1] }

  /// Returns a Boolean value that says whether elements need no runs of their own where kind `place` is expected. The
  /// form of more than a few elements depends on these elements alone.
  private func isRegular(_ index: Int, _ place: KindID) -> Bool {
    isRegular(cells[index].length, elementRuns(index), place)
  }

  private func isRegular(_ count: Int, _ runs: [ElementRun], _ place: KindID) -> Bool {
    guard count > ElementRun.rewriteLimit else {
      return runs.allSatisfy { definitions.kinds.fits(place, $0.kind) }
    }
    return runs.count == 1 && definitions.kinds.isWritten(runs[0].kind, as: place)
  }

  /// Writes or begins the elements of the array or keyed map at `index`.
  private mutating func beginColumn(
    _ column: Int, _ place: KindID, _ isRegular: Bool, of index: Int,
    _ elementRole: BlockState.ElementRole
  ) {
    let cell = cells[index]
    guard cell.length > 0 else { return }
    var frame = WriteFrame(role: .elements)
    frame.elementRole = elementRole
    frame.next = index + 1
    if !isRegular {
      frame.runs = elementRuns(index)
      frame.nextRun = 0
    }
    push(frame)
    if isRegular { beginElements(frames.count - 1, cell.length, place) }
  }

  mutating func beginArray(_ index: Int, _ kind: KindID) {
    let place = definitions.kinds[kind].first
    let isRegular = isRegular(index, place)
    sink.varint(cells[index].length << 1 | (isRegular ? 0 : 1))
    beginColumn(index, place, isRegular, of: index, cells[index].kind == .set ? .set : .array)
  }

  mutating func beginMap(_ index: Int, _ kind: KindID) {
    let node = definitions.kinds[kind]
    if cells[index].kind == .keyedMap { return beginKeyedMap(index, node) }
    let keys = index + 1
    let values = cells[keys].next(after: keys)
    let keysAreRegular = isRegular(keys, node.first)
    let valuesAreRegular = isRegular(values, node.second)
    sink.varint(
      cells[keys].length << 2 | (keysAreRegular ? 0 : 1) | (valuesAreRegular ? 0 : 2))
    push(
      WriteFrame(
        role: .values(map: index, kind: node.second, isRegular: valuesAreRegular)))
    beginColumn(keys, node.first, keysAreRegular, of: keys, .keys)
  }

  private mutating func beginKeyedMap(_ index: Int, _ node: KindNode) {
    let cell = cells[index]
    let own = definitions.kinds[KindID(index: Int(cell.shape))].first
    let keysAreRegular = isRegular(
      cell.length, [ElementRun(kind: own, count: cell.length)], node.first)
    let valuesAreRegular = isRegular(index, node.second)
    sink.varint(cell.length << 2 | (keysAreRegular ? 0 : 1) | (valuesAreRegular ? 0 : 2))
    if !keysAreRegular {
      sink.kind(.string)
      sink.varint(0)
    }
    let isTagged = keysAreRegular && node.first == .any
    forEachChild(from: index + 1, cell.length) { writer, _, child in
      let key = writer.tape.keys[Int(writer.cells[child].key)]
      if isTagged { writer.writeTagged(string: key) } else { writer.sink.string(key) }
    }
    beginColumn(index, node.second, valuesAreRegular, of: index, .values)
  }

  private mutating func writeTagged(string key: String) {
    writeTag(string: key.utf8.count)
    sink.append(key.utf8)
  }

  mutating func writeKind(_ kind: KindID) {
    sink.kind(kind, definitions.kinds, typeNumbers: typeNumbers)
  }
}
