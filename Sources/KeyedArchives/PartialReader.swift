internal import ArchiveCompression
internal import ArchiveFormat

/// Finds the value at a path and reads no more of the archive than it needs.
///
/// It begins at the first block. In each container on the way it goes on at the last block that begins
/// inside of that container and not after the child that is wanted (Spec, section 4, partial reads);
/// from there it passes over what stands before the child. When the bytes at hand end too early it
/// takes twice as many blocks.
struct PartialReader {
  private let limits: ArchiveLimits
  private let rootName: String
  private let steps: [ArchivePath.Step]
  /// A value of more cells is not kept: it can be decoded from its bytes.
  private let keptCellCount: Int
  private let passer: any ValuePasser

  /// Where reading begins.
  private enum Origin {
    case root
    /// A block inside of the container that step `step` leads into.
    case block(Int, depth: Int, step: Int, ContentScanner.Target)
  }

  private enum Outcome {
    case found(FoundValue)
    case goOn(Origin)
    /// Nothing stands there: which steps lead to a value, and why the next one does not.
    case missing(stepCount: Int, String)
  }

  init(
    _ path: ArchivePath, _ limits: ArchiveLimits, keptCellCount: Int, passer: any ValuePasser
  ) {
    self.limits = limits
    self.keptCellCount = keptCellCount
    self.passer = passer
    var (steps, rootName) = (path.steps, "")
    if case .root(let name) = steps.first {
      rootName = name
      steps.removeFirst()
    }
    (self.steps, self.rootName) = (steps, rootName)
  }

  /// The value in content that is all there.
  func find(
    in scope: OpenedScope
  ) throws(ArchiveError) -> (value: FoundValue, map: OffsetMap) {
    var scanner = ContentScanner(
      scope.content, from: scope.start, definitions: scope.definitions,
      fieldTable: scope.outline.fieldTable, limits: limits)
    let outcome: Outcome
    do {
      outcome = try go(.root, hasRootList: scope.hasRootList, &scanner) { _, _, _ in nil }
    } catch {
      throw scope.map.located(error)
    }
    switch outcome {
    case .found(let value): return (value, scope.map)
    case .missing(let stepCount, let reason): throw missing(stepCount, reason)
    // Without blocks there is nowhere else to go on.
    case .goOn: throw missing(0, "the content has no blocks")
    }
  }

  /// The value as a document of its own, and where its bytes stand.
  ///
  /// States of blocks are hints (Spec, section 4). Where the bytes tell that one of those on the way is false, the
  /// value is looked for without them, from the first block on.
  func find(
    in directory: BlockDirectory
  ) throws -> (value: FoundValue, map: OffsetMap) {
    if let found = try find(in: directory, usesStates: true) { return found }
    guard let found = try find(in: directory, usesStates: false) else {
      throw missing(0, "the content has no blocks")
    }
    return found
  }

  /// - Returns: nil if the state of a block is false.
  private func find(
    in directory: BlockDirectory, usesStates: Bool
  ) throws -> (value: FoundValue, map: OffsetMap)? {
    var origin = Origin.root
    var blockCount = 1
    while true {
      var (first, state) = (0, [UInt8]())
      if case .block(let block, _, _, _) = origin {
        (first, state) = (block, directory.blocks[block].detail.state)
      }
      let end = min(directory.blocks.count, first + blockCount)
      let (bytes, map) = try directory.content(first..<end, prefixByteCount: state.count)
      let result: Result<FoundValue, ArchiveError>
      do throws(ArchiveError) {
        var scanner = try scanner(first, state, bytes, in: directory)
        let outcome = try go(origin, hasRootList: true, &scanner) { scanner, depth, target in
          usesStates ? Self.block(of: directory, after: first, scanner, depth, target) : nil
        }
        switch outcome {
        case .found(let value): result = .success(value)
        case .missing(let stepCount, let reason): result = .failure(missing(stepCount, reason))
        case .goOn(let next):
          (origin, blockCount) = (next, 1)
          continue
        }
      } catch {
        if error.code == .truncated, end < directory.blocks.count {
          blockCount *= 2
          continue
        }
        result = .failure(map.located(error))
      }
      guard try first == 0 || isConfirmed(first, state, bytes, end, in: directory) else {
        return nil
      }
      return (try result.get(), map)
    }
  }

  /// Blocks without a state that are read to come to one with a state.
  private static let maximumBlockCountOfConfirmation = 4

  /// Reads on to the next block with a state, or to the end of the scope, and tells whether that bears out the block's own. Where
  /// large values stand between, so that this is far away, the state is believed.
  ///
  /// - Parameters:
  ///   - bytes: Raw bytes of the blocks from that one on.
  ///   - end: The number of the first block that is not in them.
  private func isConfirmed(
    _ first: Int, _ state: [UInt8], _ bytes: [UInt8], _ end: Int, in directory: BlockDirectory
  ) throws -> Bool {
    let blocks = directory.blocks
    let next = blocks[(first + 1)...].firstIndex { $0.detail.start == .state } ?? blocks.count
    guard next - first <= Self.maximumBlockCountOfConfirmation else { return true }
    let content =
      next <= end
      ? bytes : try directory.content(first..<next, prefixByteCount: state.count).bytes
    do throws(ArchiveError) {
      var scanner = try scanner(first, state, content, in: directory)
      guard next < blocks.count else {
        try scanner.finishRoots()
        return true
      }
      let later = blocks[next].detail
      return try scanner.leads(
        to: later.state,
        at: state.count + later.rawOffset - blocks[first].detail.rawOffset,
        nextObject: later.nextObject)
    } catch {
      return false
    }
  }

  private func scanner(
    _ first: Int, _ state: [UInt8], _ bytes: [UInt8], in directory: BlockDirectory
  ) throws(ArchiveError) -> ContentScanner {
    guard first > 0 else {
      return ContentScanner(bytes, from: 0, definitions: directory.definitions, limits: limits)
    }
    let detail = directory.blocks[first].detail
    return try ContentScanner(
      resuming: state, bytes, nextObject: detail.nextObject, rawOffset: detail.rawOffset,
      definitions: directory.definitions, limits: limits)
  }

  /// A later block to begin at for a child of a container, and the depth of the container in its state.
  private typealias Shortcut = (
    _ scanner: ContentScanner, _ depth: Int, _ target: ContentScanner.Target
  ) -> (block: Int, depth: Int)?

  private func go(
    _ origin: Origin, hasRootList: Bool, _ scanner: inout ContentScanner, _ shortcut: Shortcut
  ) throws(ArchiveError) -> Outcome {
    scanner.passer = passer
    var step = 0
    /// The child is not there, though its container states so many.
    func lost() -> Outcome { .missing(stepCount: step, "the container there ends before") }
    /// A leaf stands where a further step leads into.
    func leaf() -> Outcome { .missing(stepCount: step, "the value there has no parts") }
    if case .block(_, let depth, let index, let target) = origin {
      step = index
      guard try scanner.seek(target, at: depth) else { return lost() }
      step += 1
      if step == steps.count { return .found(try scanner.readChild(keeping: keptCellCount)) }
      guard !scanner.hasFoundLeaf, try scanner.openNext() == .container else { return leaf() }
    } else {
      guard try scanner.seekRoot(named: rootName, hasRootList: hasRootList) else {
        return .missing(
          stepCount: 0,
          rootName.isEmpty ? "there is no unnamed root" : "there is no root “\(rootName)”")
      }
      if steps.isEmpty { return .found(try scanner.readChild(keeping: keptCellCount)) }
      guard try scanner.openRoot() == .container else { return leaf() }
    }
    while true {
      let target: ContentScanner.Target
      switch try scanner.child(steps[step]) {
      case .target(let found): target = found
      case .missing(let reason): return .missing(stepCount: step, reason)
      }
      let depth = scanner.innermost
      if let next = shortcut(scanner, depth, target) {
        return .goOn(.block(next.block, depth: next.depth, step: step, target))
      }
      guard try scanner.seek(target, at: depth) else { return lost() }
      step += 1
      if step == steps.count { return .found(try scanner.readChild(keeping: keptCellCount)) }
      guard !scanner.hasFoundLeaf, try scanner.openNext() == .container else { return leaf() }
    }
  }

  /// The error of a path that leads nowhere. It names how far the path leads, and why not further.
  private func missing(_ stepCount: Int, _ reason: String) -> ArchiveError {
    let root: [ArchivePath.Step] = rootName.isEmpty ? [] : [.root(rootName)]
    let there = ArchivePath(root + steps.prefix(stepCount))
    return ArchiveError(
      .keyNotFound,
      stepCount == 0
        ? "nothing stands at this path: \(reason)"
        : "nothing stands at this path: behind \(there) \(reason)",
      path: ArchivePath(root + steps))
  }

  /// The last block after `first` that begins in the open container and not after the target, found by
  /// binary search, and the depth of the container in its state.
  private static func block(
    of directory: BlockDirectory, after first: Int, _ scanner: ContentScanner, _ depth: Int,
    _ target: ContentScanner.Target
  ) -> (block: Int, depth: Int)? {
    guard let open = scanner.openFrames(through: depth) else { return nil }
    let stated = directory.blocks.indices.filter {
      $0 > first && directory.blocks[$0].detail.start == .state
    }
    var (low, high) = (0, stated.count)
    while low < high {
      let middle = (low + high) / 2
      guard let state = state(of: directory.blocks[stated[middle]], directory) else { return nil }
      let isNotAfter =
        state.root == scanner.rootNumber
        ? BlockState.begins(state.frames, notAfter: target, in: open)
        : state.root < scanner.rootNumber
      if isNotAfter { low = middle + 1 } else { high = middle }
    }
    guard low > 0,
      scanner.isInside(directory.blocks[stated[low - 1]].detail.state, through: depth)
    else { return nil }
    return (stated[low - 1], open.count - 1)
  }

  private static func state(
    of block: BlockDirectory.Block, _ directory: BlockDirectory
  ) -> (root: Int, frames: [BlockState.Frame])? {
    var definitions = directory.definitions
    return try? BlockState.frames(block.detail.state, &definitions)
  }
}
