import Foundation
import KeyedArchives

/// Encodes and decodes what nests deeper than any stack a thread has by itself: refused on those, done on a
/// stack of its own size.
struct DepthBench {
  private static let nodeCount = 1_000_000
  private static let arrayDepth = 100_000

  func run() throws {
    let list = ListNode.list(count: Self.nodeCount)
    defer { list.takeApart() }
    var array = NestedArray.nested(depth: Self.arrayDepth)
    defer { _ = NestedArray.depthTakenApart(&array) }
    print("a list of \(Self.nodeCount) nodes, an array nested \(Self.arrayDepth) deep")
    try refuse("main thread", list, array)
    try onSmallThread { try refuse("512 KiB thread", list, array) }
    try measure("list", list, stackByteCount: 4 << 30) { back in
      defer { back.takeApart() }
      return back.orderedCount == Self.nodeCount
    }
    try measure("array", array, stackByteCount: 1 << 30) {
      NestedArray.depthTakenApart(&$0) == Self.arrayDepth
    }
  }

  /// Both the default limit and, with the limit raised, the stack end in a typed error.
  private func refuse(_ name: String, _ list: ListNode, _ array: NestedArray) throws {
    var raised = KeyedArchiver()
    raised.maximumDepth = .max / 4
    for (limit, archiver) in [("default limit", KeyedArchiver()), ("limit raised", raised)] {
      let clock = ContinuousClock()
      let start = clock.now
      let codes = [
        Self.refusal { try archiver.encode(list) }, Self.refusal { try archiver.encode(array) },
      ]
      guard codes.allSatisfy({ $0 != nil }) else { throw WrongResult() }
      print(
        "\(name), \(limit): \(codes.compactMap { $0?.rawValue }), \((clock.now - start) / .milliseconds(1)) ms"
      )
    }
  }

  private static func refusal(_ encode: () throws -> Data) -> ArchiveError.Code? {
    do {
      _ = try encode()
      return nil
    } catch {
      return (error as? ArchiveError)?.code
    }
  }

  private func onSmallThread(_ body: () throws -> Void) throws {
    try withoutActuallyEscaping(body) { body in
      // `nonisolated(unsafe)`: the calling thread waits for the other, so one of them at a time uses what they share.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var result: Result<Void, any Error>?
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        result = Result(catching: body)
        done.signal()
      }
      thread.stackSize = 512 << 10
      thread.start()
      done.wait()
      try result?.get()
    }
  }

  private func measure<Value: Codable>(
    _ name: String, _ value: Value, stackByteCount: Int, _ isRight: (inout Value) -> Bool
  ) throws {
    var archiver = KeyedArchiver()
    archiver.maximumDepth = .max / 4
    archiver.stackByteCount = stackByteCount
    var unarchiver = KeyedUnarchiver(limits: .trusted)
    unarchiver.limits.maximumDepth = .max / 16
    unarchiver.stackByteCount = stackByteCount
    let clock = ContinuousClock()
    _ = ProcessMemory.resetPeak()
    let start = clock.now
    let data: Data = try archiver.encode(value)
    let (encoded, encodingPeak) = (clock.now, ProcessMemory.peak)
    ProcessMemory.trim()
    _ = ProcessMemory.resetPeak()
    let decodingStart = clock.now
    var back = try unarchiver.decode(Value.self, from: data)
    let (end, decodingPeak) = (clock.now, ProcessMemory.peak)
    guard isRight(&back) else { throw WrongResult() }
    print(
      "\(name), \(data.count) bytes: encoded in \((encoded - start) / .milliseconds(1)) ms, peak",
      "\(encodingPeak >> 20) MiB; decoded in \((end - decodingStart) / .milliseconds(1)) ms, peak",
      "\(decodingPeak >> 20) MiB")
  }
}
