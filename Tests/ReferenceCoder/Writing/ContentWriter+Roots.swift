/// Lists of roots, and the objects behind them, to which only back references lead (Spec, section 8).
extension ContentWriter {
  /// The list of the tape's roots, and the tail.
  mutating func roots() -> [UInt8] {
    sink.bytes.removeAll(keepingCapacity: true)
    beginCuts()
    for (ordinal, root) in tape.roots.enumerated() {
      rootOrdinal = ordinal
      sink.varint(root.name.utf8.count + 1)
      sink.append(root.name.utf8)
      let start = sink.count
      writeTagged(root.cell)
      while !frames.isEmpty { step() }
      // The payload of a leaf follows a tag of one byte.
      if payloadStart < 0 { payloadStart = start + 1 }
    }
    sink.byte(ArchiveFraming.endOfRoots)
    sink.append(tail())
    endCuts()
    return sink.bytes
  }

  /// The bytes that follow the value in a list of roots: its end and the tail. The cuts go on through these bytes.
  mutating func endOfRoots() -> [UInt8] {
    let end = [ArchiveFraming.endOfRoots] + tail()
    if !tape.tail.isEmpty { cut(through: end.count) }
    return end
  }

  /// The objects behind the roots, which were written before.
  mutating func tail() -> [UInt8] {
    guard !tape.tail.isEmpty else { return [] }
    var roots = ByteSink()
    swap(&sink, &roots)
    // No block begins at a boundary in the tail.
    nextCut = .max
    for index in tape.tail {
      writeTagged(index)
      while !frames.isEmpty { step() }
    }
    swap(&sink, &roots)
    return roots.bytes
  }
}
