/// Telling whether a block begins before or after the place where the scanner stands.
extension ContentScanner {
  /// The containers that are open up to one, as the states of blocks show them; nil where blocks with
  /// states do not begin.
  package func openFrames(through depth: Int) -> [BlockState.Frame]? {
    var found: [BlockState.Frame] = []
    for (index, frame) in frames[...depth].enumerated() {
      switch frame.role {
      case .record:
        found.append(
          .record(
            shape: frame.shape, nextField: frame.field - fieldStarts[frame.shape],
            bits: frame.bits, byteCount: 0))
      case .elements:
        guard frame.nullBits < 0 else { return nil }
        let isValues = index > 0 && frames[index - 1].role == .map
        let role: BlockState.ElementRole =
          frame.elementRole ?? (isValues ? .values : cells[frame.cell].kind == .set ? .set : .array)
        found.append(
          .elements(
            leftInRun: frame.left, leftAfterRun: frame.remaining, role, kind: frame.kind))
      case .object: found.append(.object(Int(cells[frame.cell].detail)))
      case .typed: if frame.openObject >= 0 { found.append(.object(frame.openObject)) }
      case .map: break
      case .extension: return nil
      }
    }
    return found
  }

  /// Tells whether a block with a state begins inside of the container that is open at a depth, and its state says of
  /// the containers up to that one what was read of them.
  package func isInside(_ state: [UInt8], through depth: Int) -> Bool {
    // The kinds of the state are added to these, and so have the numbers that they have here.
    var definitions = definitions
    guard let open = openFrames(through: depth),
      let stated = try? BlockState.frames(state, &definitions), stated.root == rootNumber,
      stated.frames.count >= open.count
    else { return false }
    return zip(stated.frames, open).enumerated().allSatisfy { index, pair in
      let isLast = index == open.count - 1
      switch pair {
      case (
        .elements(let left, let after, let role, let kind),
        .elements(let ownLeft, let ownAfter, let ownRole, let ownKind)
      ):
        guard role == ownRole, kind == ownKind || after != ownAfter else { return false }
        return isLast
          ? left + after <= ownLeft + ownAfter
          : left + after == ownLeft + ownAfter && index < stated.frames.count - 1
      case (
        .record(let shape, let next, let bits, let byteCount),
        .record(let ownShape, let ownNext, let ownBits, _)
      ):
        return shape == ownShape && (isLast ? next >= ownNext : next == ownNext)
          && state[bits..<bits + byteCount] == cursor.bytes[ownBits..<ownBits + byteCount]
      case (.object(let number), .object(let own)): return number == own
      default: return false
      }
    }
  }
}

extension BlockState {
  /// Whether a block with a state begins at or before a child of the last of some open containers.
  package static func begins(
    _ state: [Frame], notAfter target: ContentScanner.Target, in open: [Frame]
  ) -> Bool {
    for (index, frame) in open.enumerated() {
      guard index < state.count else { return true }
      let isLast = index == open.count - 1
      switch (state[index], frame) {
      case (.elements(let left, let after, _, _), .elements(let ownLeft, let ownAfter, _, _)):
        if isLast {
          guard case .element(let element, let count) = target else { return false }
          return count - left - after <= element
        }
        if left + after != ownLeft + ownAfter { return left + after > ownLeft + ownAfter }
        if index == state.count - 1 { return false }
      case (.record(_, let next, _, _), .record(_, let ownNext, _, _)):
        if isLast {
          guard case .field(let field) = target else { return false }
          return next <= field
        }
        if next != ownNext { return next < ownNext }
      case (.object(let number), .object(let own)):
        if number != own { return number < own }
      default: return false
      }
    }
    return true
  }
}
