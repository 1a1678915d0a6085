internal import ArchiveFormat
internal import Synchronization

/// The packed bytes of a block, if packing makes it smaller.
struct PackedPiece: Sendable {
  let bytes: [UInt8]?

  /// A block that is left unpacked.
  static let plain = PackedPiece(bytes: nil)

  private init(bytes: [UInt8]?) { self.bytes = bytes }

  /// Packs a block whose raw bytes are given in three pieces.
  init(
    _ before: [UInt8], _ raw: UnsafeRawBufferPointer, _ after: [UInt8], _ layout: ArchiveLayout
  ) throws(ArchiveError) {
    var whole = before
    unsafe whole.append(contentsOf: raw)
    whole += after
    bytes = try layout.packed(whole[...])
  }

  /// The next blocks of a content from one on, packed by several threads; none where that is not
  /// asked for.
  ///
  /// Each thread takes the next block that nobody took; where a block stands in the result does not
  /// depend on who packed it. So few blocks are packed at once that they take little memory before
  /// they are written.
  static func packed(
    _ before: [UInt8], _ content: UnsafeRawBufferPointer, _ after: [UInt8], ends: [Int],
    from first: Int, _ layout: ArchiveLayout
  ) throws(ArchiveError) -> ArraySlice<PackedPiece> {
    let threadCount = min(layout.maximumConcurrency, ends.count)
    guard layout.packing.level != nil, threadCount > 1 else { return [] }
    let blocks = first..<min(ends.count, first + threadCount * blocksPerThread)
    let work = unsafe PackingWork(before, content, after, ends: ends, blocks, layout)
    WorkerThreads.run(threadCount) { work.run() }
    var pieces: [PackedPiece] = []
    for result in work.results.withLock({ $0 }) {
      if let result { pieces.append(try result.get()) }
    }
    return pieces.count == blocks.count ? pieces[...] : []
  }

  private static let blocksPerThread = 4
}

/// The blocks of a content that several threads pack.
@safe
private final class PackingWork: Sendable {
  private let before: [UInt8]
  private let after: [UInt8]
  private let ends: [Int]
  private let blocks: Range<Int>
  private let layout: ArchiveLayout
  // `nonisolated(unsafe)`: the threads only read it, whatever bytes it has, and end before the caller goes on.
  nonisolated(unsafe) private let content: UnsafeRawBufferPointer
  private let next: Atomic<Int>
  let results: Mutex<[Result<PackedPiece, ArchiveError>?]>

  init(
    _ before: [UInt8], _ content: UnsafeRawBufferPointer, _ after: [UInt8], ends: [Int],
    _ blocks: Range<Int>, _ layout: ArchiveLayout
  ) {
    (self.before, self.after, self.ends, self.layout) = (before, after, ends, layout)
    self.blocks = blocks
    next = Atomic(blocks.lowerBound)
    unsafe self.content = unsafe content
    results = Mutex(Array(repeating: nil, count: blocks.count))
  }

  /// Packs the next block that nobody took, until there is none.
  func run() {
    while true {
      let ordinal = next.add(1, ordering: .relaxed).oldValue
      guard ordinal < blocks.upperBound else { return }
      let start = ordinal == 0 ? 0 : ends[ordinal - 1] - before.count
      let end = unsafe min(content.count, ends[ordinal] - before.count)
      let result = Result { () throws(ArchiveError) in
        try unsafe PackedPiece(
          ordinal == 0 ? before : [], UnsafeRawBufferPointer(rebasing: content[start..<end]),
          ordinal == ends.count - 1 ? after : [], layout)
      }
      results.withLock { $0[ordinal - blocks.lowerBound] = result }
    }
  }
}
