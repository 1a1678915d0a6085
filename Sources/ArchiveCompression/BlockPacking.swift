package import ArchiveFormat

/// Whether and how the parts of an archive are compressed.
public struct BlockPacking: Hashable, Sendable {
  /// The zlib level, nil for none.
  package var level: Int?

  /// Bytes are stored as they are.
  public static let none = BlockPacking(level: nil)

  /// zlib per part, where that makes it smaller. Levels go from 1, the fastest, to 9, the smallest;
  /// 0 stores.
  public static func zlib(level: Int = 6) -> BlockPacking { BlockPacking(level: level) }
}

/// How an archive is laid out as bytes.
public struct ArchiveLayout: Hashable, Sendable {
  /// Which framing to use.
  public enum Framing: Hashable, Sendable {
    /// Single-part up to 65,536 raw bytes, multi-part beyond.
    case automatic
    /// One checksum over everything: the least bytes for small values.
    case singlePart
    /// Blocks with a checksum each, an index and an end mark: for large values and files that grow.
    case multiPart

    /// Tells whether content of some size is framed as a single part.
    package func isSinglePart(_ byteCount: Int) -> Bool {
      self == .singlePart || self == .automatic && byteCount <= ArchiveFraming.singlePartByteCount
    }
  }

  /// Which framing to use.
  public var framing: Framing
  /// Whether and how parts are compressed.
  public var packing: BlockPacking
  /// How many threads pack blocks at once. The bytes do not depend on it.
  public var maximumConcurrency = 1
  /// The budget that readers have for the archive; nil if they read whatever it costs. The writer leaves parts unpacked that would be too small to pay for
  /// reading them.
  package var budget: ReadingBudget? = ReadingBudget()
  /// The part of that budget that is spent beside the values.
  package var further = FurtherCost()

  /// A layout.
  public init(framing: Framing = .automatic, packing: BlockPacking = .none) {
    self.framing = framing
    self.packing = packing
  }
}
