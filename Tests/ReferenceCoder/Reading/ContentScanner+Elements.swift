internal import struct ArchiveFormat.ArchiveError

extension ContentScanner {
  // MARK: Arrays

  mutating func scanArray(_ node: KindNode, at start: Int) throws(ArchiveError) {
    let place = cursor.position
    let head = try cursor.count()
    try openColumn(
      count: head >> 1, isIrregular: head & 1 == 1, node.first,
      ArchiveCell(node.code == .set ? .set : .array), at: start, headedAt: place)
  }

  /// Opens `count` elements, or reads them at once where they are one packed row.
  private mutating func openColumn(
    count: Int, isIrregular: Bool, _ kind: KindID, _ cell: ArchiveCell, at start: Int,
    headedAt place: Int
  ) throws(ArchiveError) {
    var cell = cell
    cell.offset = start
    guard !isIrregular || count > 0 else {
      throw malformed("an irregular array is empty", at: place)
    }
    let code = definitions.kinds.code(kind)
    if !isIrregular, code.isPackable { return try scanPacked(count, code, cell) }
    var frame = ScanFrame(.elements)
    frame.remaining = isIrregular ? count : 0
    try open(cell, frame)
    if !isIrregular { try beginRun(frames.count - 1, count, kind) }
  }

  private mutating func scanPacked(
    _ count: Int, _ code: ArchiveKind, _ cell: ArchiveCell
  ) throws(ArchiveError) {
    var cell = cell
    cell.kind = cell.kind == .set ? .packedSet : .packed
    cell.length = count
    cell.detail = UInt32(code.rawValue)
    let begin = cursor.position
    switch code {
    case .bool: _ = try cursor.bitRow(bitCount: count)
    case .int, .uint:
      guard count <= cursor.remaining else { throw cursor.truncated(count) }
      for _ in 0..<count { _ = try cursor.varint() }
    default:
      let stride = code.fixedByteCount ?? 1
      guard count <= cursor.remaining / stride else { throw cursor.truncated(count) }
      cursor.position += count * stride
    }
    cell.payload = UInt64(truncatingIfNeeded: cursor.position)
    if cell.offset == cursor.position { try countZeroWidth() }
    cell.shape = UInt32(truncatingIfNeeded: begin - cell.offset)
    cell.offset = begin
    try append(cell)
  }

  /// Makes a frame read `count` elements of `kind` next.
  private mutating func beginRun(
    _ top: Int, _ count: Int, _ kind: KindID
  ) throws(ArchiveError) {
    frames[top].left = count
    frames[top].kind = kind
    frames[top].nullBits = -1
    frames[top].runIndex = 0
    guard count > 0 else { return }
    guard kind != .undetermined else {
      throw malformed("\(count) elements of undetermined kind", at: cursor.position)
    }
    let node = definitions.kinds[kind]
    if node.code == .nullable {
      frames[top].nullBits = try cursor.bitRow(bitCount: count)
      frames[top].kind = node.first
    }
    if frames[top].kind == KindID(.bool) { return try scanBools(top) }
    try checkRoom(for: frames[top].nullBits < 0 ? count : valueCount(top), frames[top].kind)
  }

  /// The elements of a run that are not null.
  private func valueCount(_ top: Int) -> Int {
    let frame = frames[top]
    guard frame.nullBits >= 0 else { return frame.left }
    return (0..<frame.left).count { cursor.bit($0, from: frame.nullBits) }
  }

  /// Rule V5: elements that take bytes cannot be more than those that are left.
  private func checkRoom(for count: Int, _ kind: KindID) throws(ArchiveError) {
    guard
      count > cursor.remaining / (definitions.kinds.code(kind).fixedByteCount ?? 1),
      takesBytes(kind)
    else { return }
    throw cursor.truncated(count)
  }

  /// Returns a Boolean value that says whether every value of a kind takes a byte at least.
  private func takesBytes(_ kind: KindID) -> Bool {
    let node = definitions.kinds[kind]
    switch node.code {
    case .typed: return takesBytes(node.first)
    case .recordOfShape:
      return node.number < bitCounts.count && bitCounts[node.number] > 0
    default: return true
    }
  }

  /// Bools in a run: nulls from the null bits, values from a second bit row.
  private mutating func scanBools(_ top: Int) throws(ArchiveError) {
    let frame = frames[top]
    let valueCount = valueCount(top)
    let bits = try cursor.bitRow(bitCount: valueCount)
    var position = 0
    for index in 0..<frame.left {
      var cell = ArchiveCell(.null)
      cell.offset = bits
      if frame.nullBits < 0 || cursor.bit(index, from: frame.nullBits) {
        cell.kind = .bool
        cell.payload = cursor.bit(position, from: bits) ? 1 : 0
        position += 1
      }
      if cell.offset == cursor.position { cell.offset = frame.nullBits }
      try add(cell)
    }
    frames[top].done += frame.left
    frames[top].left = 0
  }

  mutating func stepElements(_ top: Int) throws(ArchiveError) {
    if frames[top].left > 0 {
      frames[top].left -= 1
      frames[top].done += 1
      key = 0
      if frames[top].nullBits >= 0 {
        let index = frames[top].runIndex
        frames[top].runIndex += 1
        if !cursor.bit(index, from: frames[top].nullBits) {
          var cell = ArchiveCell(.null)
          cell.offset = frames[top].nullBits
          return try add(cell)
        }
      }
      return try scan(frames[top].kind, at: cursor.position)
    }
    guard frames[top].remaining > 0 else {
      return try close(top, length: frames[top].done)
    }
    var reader = KindReader(
      typeLimit: definitions.types.count, shapeLimit: definitions.shapes.count)
    let kind = try reader.read(&cursor, into: &definitions.kinds, nullable: true)
    let start = cursor.position
    var count = try cursor.count()
    guard count < frames[top].remaining else {
      throw malformed("a run has more elements than its array", at: start)
    }
    if count == 0 { count = frames[top].remaining }
    frames[top].remaining -= count
    try beginRun(top, count, kind)
  }

  // MARK: Maps

  mutating func scanMap(_ node: KindNode, at start: Int) throws(ArchiveError) {
    let place = cursor.position
    let head = try cursor.count()
    var frame = ScanFrame(.map)
    frame.place = place
    frame.kind = node.first
    frame.valueKind = node.second
    frame.irregularity = head & 3
    frame.remaining = head >> 2
    var cell = ArchiveCell(.map)
    cell.offset = start
    try open(cell, frame)
  }

  mutating func stepMap(_ top: Int) throws(ArchiveError) {
    let column = frames[top].field
    let count = frames[top].remaining
    frames[top].field += 1
    key = 0
    guard column < 2 else {
      return try close(top, length: count)
    }
    try openColumn(
      count: count, isIrregular: frames[top].irregularity >> column & 1 == 1,
      column == 0 ? frames[top].kind : frames[top].valueKind, ArchiveCell(.array),
      at: cursor.position, headedAt: frames[top].place)
  }
}
