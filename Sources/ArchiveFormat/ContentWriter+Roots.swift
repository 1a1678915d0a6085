/// Lists of roots, and the objects behind them, to which only back references lead (Spec, section 8).
extension ContentWriter {
  /// The list of the tape's roots, and the tail.
  package mutating func roots() -> [UInt8] {
    sink.bytes.removeAll(keepingCapacity: true)
    sink.bytes.reserveCapacity(tape.bytes.count + cells.count * 2)
    beginCuts()
    for (ordinal, root) in tape.roots.enumerated() {
      rootOrdinal = ordinal
      sink.varint(root.name.utf8.count + 1)
      sink.append(Array(root.name.utf8)[...])
      let start = sink.count
      writeTagged(root.cell)
      while !frames.isEmpty { step() }
      // The payload of a leaf follows a tag of one byte.
      beginPayload(at: start + 1)
    }
    sink.byte(ArchiveFraming.endOfRoots)
    sink.append(tail()[...])
    endCuts()
    return sink.bytes
  }

  /// What follows the value in a list of roots: its end and the tail. The cuts go on through it.
  package mutating func endOfRoots() -> [UInt8] {
    let end = [ArchiveFraming.endOfRoots] + tail()
    if !tape.tail.isEmpty { cut(through: end.count) }
    return end
  }

  /// The objects behind the roots, which were written before.
  package mutating func tail() -> [UInt8] {
    guard !tape.tail.isEmpty else { return [] }
    var roots = ByteSink()
    swap(&sink, &roots)
    // No block begins at a boundary in it.
    nextCut = .max
    for index in tape.tail {
      writeTagged(index)
      while !frames.isEmpty { step() }
    }
    swap(&sink, &roots)
    return roots.bytes
  }
}
