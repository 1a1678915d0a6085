extension BlockState {
  /// A container that is open where a block begins.
  package enum Frame: Hashable, Sendable {
    /// A record whose fields before `nextField` are read or being read; its state bits are so many
    /// bytes from `bits` on.
    case record(shape: Int, nextField: Int, bits: Int, byteCount: Int)
    /// Elements of which `leftInRun`, and `leftAfterRun` after their run, are still to be read.
    case elements(leftInRun: Int, leftAfterRun: Int, ElementRole, kind: KindID)
    case object(Int)
  }

  /// The frames that bytes describe, without that of the root, with kinds added to those of the
  /// definitions (rule M8).
  package static func frames(
    _ bytes: [UInt8], _ definitions: inout ArchiveDefinitions
  ) throws(ArchiveError) -> (root: Int, frames: [Frame]) {
    var cursor = ByteCursor(bytes)
    let depth = try cursor.count()
    guard depth > 1 else { throw malformed(0) }
    guard depth <= cursor.remaining else { throw cursor.truncated(depth) }
    var start = cursor.position
    guard try cursor.byte() == 0 else { throw malformed(start) }
    let root = try cursor.count()
    var frames: [Frame] = []
    for _ in 1..<depth {
      start = cursor.position
      switch try cursor.byte() {
      case 1:
        let (shape, next) = (try cursor.count(), try cursor.count())
        guard shape < definitions.shapes.count, next > 0,
          next <= definitions.shapes[shape].fields.count
        else { throw malformed(start) }
        let bits = try cursor.bitRow(bitCount: definitions.shapes[shape].bitCount())
        frames.append(
          .record(
            shape: shape, nextField: next, bits: bits, byteCount: cursor.position - bits))
      case 2:
        let (left, after) = (try cursor.count(), try cursor.count())
        let role = ElementRole(rawValue: try cursor.byte())
        var reader = KindReader(
          typeLimit: definitions.types.count, shapeLimit: definitions.shapes.count)
        let kind = try reader.read(&cursor, into: &definitions.kinds, nullable: false)
        guard let role, role != .keys, kind != .undetermined, kind != KindID(.bool) else {
          throw malformed(start)
        }
        frames.append(
          .elements(leftInRun: left, leftAfterRun: after, role, kind: kind))
      case 3: frames.append(.object(try cursor.count()))
      default: throw malformed(start)
      }
    }
    guard case .elements(let left, _, _, _) = frames.last, left > 0 else {
      throw malformed(start)
    }
    guard cursor.remaining == 0 else { throw malformed(cursor.position) }
    return (root, frames)
  }

  private static func malformed(_ offset: Int) -> ArchiveError {
    ArchiveError(.malformed, "the state of a block is not in its form", byteOffset: offset)
  }
}
