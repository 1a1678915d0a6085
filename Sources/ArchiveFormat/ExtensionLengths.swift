/// The lengths of extensions whose bytes are being written.
///
/// A length stands in front of what it counts, and is known only behind it. All lengths are put there when the outermost
/// extension ends: so each byte is moved once, however deep extensions are in each other.
struct ExtensionLengths {
  private struct Length {
    /// Where it belongs, in bytes that have no lengths in them yet.
    let position: Int
    /// How many bytes all lengths have that were known when the extension began.
    let knownByteCount: Int
    var value = 0
  }

  /// Those of the outermost extension and of all in it, in the order of their positions.
  private var lengths: [Length] = []
  /// Those of the extensions that have not ended, the outermost first.
  private var open: [Int] = []
  /// How many bytes the known lengths have.
  private var knownByteCount = 0

  /// Begins an extension at the end of a sink.
  mutating func begin(_ sink: ByteSink) {
    open.append(lengths.count)
    lengths.append(Length(position: sink.count, knownByteCount: knownByteCount))
  }

  /// Ends the innermost extension at the end of a sink. O(1), and O(bytes) for the outermost.
  mutating func end(_ sink: inout ByteSink) {
    guard let last = open.popLast() else { return }
    let length = lengths[last]
    let value = sink.count - length.position + knownByteCount - length.knownByteCount
    lengths[last].value = value
    knownByteCount += ByteSink.varintByteCount(value)
    if open.isEmpty { insertLengths(&sink) }
  }

  private mutating func insertLengths(_ sink: inout ByteSink) {
    let start = lengths[0].position
    // Copied, so that what stands before is not.
    let written = Array(sink.bytes[start...])
    sink.bytes.removeSubrange(start...)
    var index = 0
    for length in lengths {
      sink.append(written[index..<length.position - start])
      sink.varint(length.value)
      index = length.position - start
    }
    sink.append(written[index...])
    lengths.removeAll(keepingCapacity: true)
    knownByteCount = 0
  }
}
