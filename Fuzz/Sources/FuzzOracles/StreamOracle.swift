internal import ArchiveFormat
internal import ArchiveInspection
internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads bytes as a stream, in pieces whose sizes the option chooses, and adds to them: a stream has the values that are read
/// at once.
public enum StreamOracle {
  /// Reads the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    let limits = FuzzLimits.small
    var dumps: [[UInt8]] = []
    var failure: (any Error)?
    do {
      let reader = ArchiveStreamReader<ArchivedValue>(
        pieces(of: input), KeyedUnarchiver(limits: limits), maximumBatchByteCount: 1 << 20)
      while let value = try reader.next() { dumps.append(ArchiveInspector.dump(value)) }
    } catch {
      Oracle.check(error, in: input.content.count)
      failure = error
    }
    guard let inspector = try? ArchiveInspector(input.content, limits: limits) else {
      return Oracle.require(failure != nil, "a stream accepts what opening refuses")
    }
    let expected = elements(of: inspector)
    if let failure {
      let error = failure as? ArchiveError
      Oracle.require(
        expected == nil || error?.code == .limitExceeded,
        "a stream refuses what opening accepts: \(failure)")
    } else {
      // Maps can be read as rows of keys and values, too.
      Oracle.require(
        expected == nil || expected == dumps, "a stream has other values than are read at once")
    }
    if ArchiveVerification(of: input.content, limits: limits).isWellFormed { grow(input) }
  }

  private static func pieces(of input: FuzzInput) -> ArchiveInput {
    var rest = input.content[...]
    let size = Int(input.option) + 1
    return ArchiveInput { maximumByteCount in
      let piece = rest.prefix(min(size, maximumByteCount))
      rest = rest.dropFirst(piece.count)
      return Array(piece)
    }
  }

  /// The values that a stream is to have; nil for archives that are none.
  private static func elements(of inspector: ArchiveInspector) -> [[UInt8]]? {
    var dumps: [[UInt8]] = []
    for scope in 0..<inspector.summary.scopeCount {
      let root = inspector.roots.first { $0.scope == scope && $0.name.isEmpty }
      guard let root, root.value.kind == .array else { return nil }
      dumps += root.value.elements.map { ArchiveInspector.dump($0) }
    }
    return dumps
  }

  private static func grow(_ input: FuzzInput) {
    var grown = input.content
    do {
      let writer = try ArchiveStreamWriter<[Int]>(
        addingTo: pieces(of: input), to: ArchiveOutput { grown += $0 }, limits: FuzzLimits.small)
      try writer.append([1, 2, Int(input.switches)])
      try writer.finish()
    } catch {
      Oracle.check(error, in: input.content.count)
      return Oracle.require(
        grown == input.content, "adding failed, and something was written: \(error)")
    }
    Oracle.require(grown.starts(with: input.content), "adding changed what was there")
    do {
      let before = try ArchiveInspector(input.content, limits: FuzzLimits.small)
      let after = try ArchiveInspector(grown)
      Oracle.require(
        after.roots.count == before.roots.count + 1, "adding one root made another number of them")
    } catch {
      fatalError("what was added to is refused: \(error)")
    }
  }
}
