/// Beginning where a block begins (Spec, section 4).
extension ContentScanner {
  /// A scanner of the blocks from one with a state on.
  ///
  /// - Parameters:
  ///   - state: The bytes of its state.
  ///   - content: Its raw bytes and those of blocks after it.
  ///   - nextObject: The number that the next new object gets.
  ///   - rawOffset: The bytes of the scope before the block, of which each object took one at least.
  package init(
    resuming state: [UInt8], _ content: [UInt8], nextObject: Int, rawOffset: Int,
    definitions: ArchiveDefinitions, limits: ArchiveLimits
  ) throws(ArchiveError) {
    guard nextObject <= rawOffset else {
      throw ArchiveError(
        .malformed, "a block states that \(nextObject) objects stand in \(rawOffset) bytes",
        byteOffset: 0)
    }
    var definitions = definitions
    let (root, frames) = try BlockState.frames(state, &definitions)
    guard nextObject <= limits.maximumObjectCount else {
      throw limits.exceeded(.objects, "objects", limits.maximumObjectCount, at: 0)
    }
    guard
      nextObject <= limits.maximumMaterializedByteCount / MemoryLayout<Int>.stride
    else {
      throw limits.exceeded(
        .memory, "bytes for objects", limits.maximumMaterializedByteCount, at: 0)
    }
    // The state bits of open records are read where the state has them.
    self.init(state + content, from: state.count, definitions: definitions, limits: limits)
    objects = Array(repeating: Self.elsewhere, count: nextObject)
    forgottenObjectCount = nextObject
    rootNumber = root
    for frame in frames { try resume(frame) }
  }

  /// The place of an object that was not read, or was forgotten.
  static var elsewhere: Int { -1 }
  /// The place of an object that was mentioned and stands nowhere so far.
  static var nowhere: Int { -2 }
  /// The place of one that a back reference named: it has to stand somewhere.
  static var awaited: Int { -3 }

  private mutating func resume(_ state: BlockState.Frame) throws(ArchiveError) {
    var cell: ArchiveCell
    var frame: ScanFrame
    switch state {
    case .record(let shape, let nextField, let bits, _):
      (cell, frame) = (ArchiveCell(.record), ScanFrame(.record))
      cell.shape = UInt32(truncatingIfNeeded: shape)
      cell.detail = UInt32(truncatingIfNeeded: (definitions.shapes[shape].type ?? -1) + 1)
      frame.shape = shape
      frame.field = fieldStarts[shape] + nextField
      frame.bits = bits
      for field in fields[fieldStarts[shape]..<frame.field] { frame.bit += field.bitCount() }
    case .elements(let leftInRun, let leftAfterRun, let role, let kind):
      (cell, frame) = (ArchiveCell(role == .set ? .set : .array), ScanFrame(.elements))
      frame.left = leftInRun
      frame.remaining = leftAfterRun
      frame.kind = kind
      frame.elementRole = role
    case .object(let number):
      // Its class was checked, or will be, by who reads it whole.
      (cell, frame) = (ArchiveCell(.typed), ScanFrame(.typed))
      frame.openObject = number
    }
    cell.offset = cursor.position
    try open(cell, frame)
  }

  /// Reads to the end of the root that the block is in, and keeps nothing.
  package mutating func finishRoot() throws(ArchiveError) {
    passesOver = true
    while !frames.isEmpty { try passOver() }
  }

  /// Makes one step and forgets what it completed.
  mutating func passOver() throws(ArchiveError) {
    try step(frames.count - 1)
    forgetCompleted()
  }

  /// Forgets what the last step completed.
  mutating func forgetCompleted() {
    guard let last = frames.last else { return }
    switch last.role {
    // Its body tells its class.
    case .object: forget(from: last.cell + 2)
    default: forget(from: last.cell + 1)
    }
  }

  private mutating func forget(from cell: Int) {
    guard cells.count > cell else { return }
    cells.removeLast(cells.count - cell)
    forgetObjects()
  }

  /// From here on a reference to an object that was read so far is one to elsewhere.
  mutating func forgetObjects() {
    for number in forgottenObjectCount..<objects.count { objects[number] = Self.elsewhere }
    for number in lateObjects { objects[number] = Self.elsewhere }
    lateObjects = []
    forgottenObjectCount = objects.count
  }
}

extension ContentScanner {
  /// Bytes that were not read yet.
  package var remainingByteCount: Int { cursor.remaining }
}
