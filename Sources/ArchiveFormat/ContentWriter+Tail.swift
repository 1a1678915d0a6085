/// The objects behind the roots, to which only back references lead (Spec, section 8).
extension ContentWriter {
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
