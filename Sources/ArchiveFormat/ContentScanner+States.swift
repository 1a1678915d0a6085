/// Whether the states of blocks are true (Spec, rule M9).
extension ContentScanner {
  /// A block that says which containers are open where it begins.
  package struct StatedBlock {
    /// Where the block begins in the content.
    package var offset: Int
    package var state: [UInt8]

    package init(offset: Int, state: [UInt8]) {
      (self.offset, self.state) = (offset, state)
    }
  }

  /// The blocks, by their numbers in the list, whose state is none that reading comes to where they begin.
  ///
  /// O(content + states) time: values are passed over, and of rows of numbers only those are read one by one in which a
  /// block begins. The content is one that was read, a list of roots, and the states
  /// have their form.
  ///
  /// - Parameter blocks: In the order in which they stand.
  package mutating func untrueStates(
    _ blocks: [StatedBlock]
  ) throws(ArchiveError) -> [Int] {
    passesOver = true
    var untrue: [Int] = []
    var number = 0
    var expected = try expectation(blocks, number)
    watchedOffset = expected?.offset
    var root = 0
    while let head = try expected == nil ? nil : cursor.count(), head > 0 {
      _ = try cursor.range(ofByteCount: head - 1)
      key = 0
      try scanTagged()
      while !frames.isEmpty {
        while let state = expected, cursor.position >= state.offset {
          let isPassed = cursor.position > state.offset
          if isPassed { untrue.append(number) }
          guard isPassed || isTrue(state, inRoot: root) else { break }
          number += 1
          expected = try expectation(blocks, number)
          watchedOffset = expected?.offset
        }
        try passOver()
      }
      root += 1
    }
    return untrue + Array(number..<blocks.count)
  }

  /// Reads on to a later block, and tells whether that one states what the scanner finds there.
  ///
  /// This is for a scanner that began at the first of them.
  ///
  /// - Parameters:
  ///   - state: What the later block states.
  ///   - offset: Where it begins in the bytes that are read.
  ///   - nextObject: The number that the next new object gets there.
  package mutating func leads(
    to state: [UInt8], at offset: Int, nextObject: Int
  ) throws(ArchiveError) -> Bool {
    passesOver = true
    let stated = try BlockState.frames(state, &definitions)
    let expected = Expectation(
      offset: offset, root: stated.root, frames: stated.frames, state: state)
    watchedOffset = offset
    repeat {
      while !frames.isEmpty {
        guard cursor.position <= offset else { return false }
        if cursor.position == offset, isTrue(expected, inRoot: rootNumber),
          objects.count == nextObject
        {
          return true
        }
        try passOver()
      }
    } while try beginNextRoot()
    return false
  }

  /// Reads on to the end of the list of roots.
  ///
  /// This is for a scanner that began at a block with a state, with all bytes of the scope from there on.
  package mutating func finishRoots() throws(ArchiveError) {
    repeat { try finishRoot() } while try beginNextRoot()
  }

  private mutating func beginNextRoot() throws(ArchiveError) -> Bool {
    let head = try cursor.count()
    guard head > 0 else { return false }
    _ = try cursor.range(ofByteCount: head - 1)
    rootNumber += 1
    key = 0
    try scanTagged()
    return true
  }

  private struct Expectation {
    let offset: Int
    let root: Int
    let frames: [BlockState.Frame]
    let state: [UInt8]
  }

  private mutating func expectation(
    _ blocks: [StatedBlock], _ number: Int
  ) throws(ArchiveError) -> Expectation? {
    guard number < blocks.count else { return nil }
    let (root, frames) = try BlockState.frames(blocks[number].state, &definitions)
    return Expectation(
      offset: blocks[number].offset, root: root, frames: frames, state: blocks[number].state)
  }

  private func isTrue(_ expected: Expectation, inRoot root: Int) -> Bool {
    guard root == expected.root, frames.last?.role == .elements else { return false }
    // From the innermost outwards, since that is the one that changes.
    var index = frames.count
    for stated in expected.frames.reversed() {
      index -= 1
      while index >= 0, isUnstated(frames[index]) { index -= 1 }
      guard index >= 0, isTrue(stated, of: index, expected.state) else { return false }
    }
    return frames[..<index].allSatisfy(isUnstated)
  }

  /// True if states say nothing of a container: a map has the frame of its values, and labels have none.
  private func isUnstated(_ frame: ScanFrame) -> Bool {
    frame.role == .map || frame.role == .typed && frame.openObject < 0
  }

  private func isTrue(_ stated: BlockState.Frame, of index: Int, _ state: [UInt8]) -> Bool {
    let frame = frames[index]
    switch (stated, frame.role) {
    case (.record(let shape, let nextField, let bits, let byteCount), .record):
      return frame.shape == shape && frame.field - fieldStarts[shape] == nextField
        && cursor.bytes[frame.bits..<frame.bits + byteCount] == state[bits..<bits + byteCount]
    case (.elements(let leftInRun, let leftAfterRun, let role, let kind), .elements):
      return frame.nullBits < 0 && frame.left == leftInRun && frame.remaining == leftAfterRun
        && frame.kind == kind && role == elementRole(of: index)
    case (.object(let number), .object): return Int(cells[frame.cell].detail) == number
    // So the body of an object that was open where reading began.
    case (.object(let number), .typed): return frame.openObject == number
    default: return false
    }
  }

  private func elementRole(of index: Int) -> BlockState.ElementRole {
    if let role = frames[index].elementRole { return role }
    if index > 0, frames[index - 1].role == .map {
      return frames[index - 1].field == 1 ? .keys : .values
    }
    return cells[frames[index].cell].kind == .set ? .set : .array
  }
}
