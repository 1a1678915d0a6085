internal import RecordLog

/// Payloads of commits that are in line, and not in the file yet.
struct WaitingPayloads: Sendable {
  private var payloads: [(sequence: UInt64, byteOffset: Int, payload: LogPayload)] = []

  mutating func append(_ payload: LogPayload, _ frame: LogFrame) {
    payloads.append((frame.sequence, frame.payload.lowerBound, payload))
  }

  /// All up to a sequence are in the file.
  mutating func remove(through sequence: UInt64) {
    payloads.removeFirst(payloads.prefix { $0.sequence <= sequence }.count)
  }

  /// All from a sequence on were refused.
  mutating func remove(from sequence: UInt64) {
    payloads.removeAll { $0.sequence >= sequence }
  }

  /// The payload that a range of the file will stand in, and where in it. O(log n).
  func find(_ range: Range<Int>) -> (payload: LogPayload, range: Range<Int>)? {
    guard let first = payloads.first, range.lowerBound >= first.byteOffset else { return nil }
    var (low, high) = (0, payloads.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if payloads[middle].byteOffset <= range.lowerBound { low = middle } else { high = middle }
    }
    let (_, start, payload) = payloads[low]
    return (payload, range.lowerBound - start..<range.upperBound - start)
  }
}
