/// What reading an archive may cost. Reaching a limit is ``ArchiveError/Code/limitExceeded``.
///
/// The limits bound work and memory, not only depth: a few bytes can declare a lot. Each holds for one call of a reader; the
/// ``budget`` lowers those on values, visits and memory to what the bytes that are read pay for. The defaults and their
/// reasons stand in `Spec/archive-format.md`, section 12.
public struct ArchiveLimits: Hashable, Sendable {
  /// Containers within containers.
  public var maximumDepth = 512
  /// Values of every kind, packed elements not counted.
  public var maximumValueCount = 20_000_000
  /// Values that take no bits in the archive.
  public var maximumZeroWidthCount = 20_000_000
  /// Class instances.
  public var maximumObjectCount = 5_000_000
  /// Values visited while decoding; a shared value that is decoded again is visited again. The keys of coding paths
  /// that are made count as visits too, but for the first 32 of each.
  public var maximumVisitCount = 50_000_000
  /// Bytes of the values built, count × stride.
  public var maximumMaterializedByteCount = 1 << 30
  /// Bytes of all content after inflating.
  public var maximumInflatedByteCount = 1 << 30
  /// Inflated bytes per stored byte, checked for parts that inflate to more than 1 MiB.
  public var maximumInflationRatio = 250
  /// Raw bytes of one block.
  public var maximumBlockByteCount = 16 << 20
  /// Rows of types and shapes.
  public var maximumDefinitionCount = 65_536
  /// Fields of one shape.
  public var maximumFieldCount = 4_096
  /// Fields of all shapes together; a derived shape has those of its base.
  public var maximumTotalFieldCount = 1_000_000
  /// UTF-8 bytes of one key.
  public var maximumKeyByteCount = 65_536

  /// A budget that lowers the limits by the size of the input; nil to have no other limits than those above.
  public var budget: ReadingBudget? = ReadingBudget()
  /// The limits that ``budget`` lowered, once the input is known.
  private var lowered: Lowered?

  private struct Lowered: Hashable {
    let inputByteCount: Int
    var resources: Set<Resource> = []
  }

  /// The limits for bytes from anywhere: the default.
  public static let untrusted = ArchiveLimits()

  /// The limits for bytes that the caller wrote: sizes as far as memory goes, depth as by default.
  public static let trusted = {
    var limits = ArchiveLimits()
    limits.maximumValueCount = .max
    limits.maximumZeroWidthCount = .max
    limits.maximumObjectCount = .max
    limits.maximumVisitCount = .max
    limits.maximumMaterializedByteCount = .max
    limits.maximumInflatedByteCount = .max
    limits.maximumInflationRatio = .max
    limits.maximumDefinitionCount = .max
    limits.maximumFieldCount = .max
    limits.maximumTotalFieldCount = .max
    limits.maximumKeyByteCount = .max
    limits.budget = nil
    return limits
  }()

  /// The default limits; change what the case needs.
  public init() {}

  /// The resources whose limits the budget may lower.
  package enum Resource: Sendable {
    case values, zeroWidthValues, objects, visits, memory, inflatedBytes
  }

  /// The limits for an input of some bytes: those above, lowered to what the budget allows.
  package func forInput(byteCount: Int) -> ArchiveLimits {
    guard let budget else { return self }
    var limits = self
    var lowered = Lowered(inputByteCount: byteCount)
    func lower(_ limit: WritableKeyPath<ArchiveLimits, Int>, _ resource: Resource, to most: Int) {
      guard most < self[keyPath: limit] else { return }
      limits[keyPath: limit] = most
      lowered.resources.insert(resource)
    }
    let visitCount = budget.visitCount(forInput: byteCount)
    lower(\.maximumVisitCount, .visits, to: visitCount)
    lower(\.maximumValueCount, .values, to: visitCount)
    lower(\.maximumZeroWidthCount, .zeroWidthValues, to: visitCount)
    lower(\.maximumObjectCount, .objects, to: visitCount)
    let memory = budget.byteCount(forInput: byteCount)
    lower(\.maximumMaterializedByteCount, .memory, to: memory)
    lower(\.maximumInflatedByteCount, .inflatedBytes, to: memory)
    limits.budget = nil
    limits.lowered = lowered
    return limits
  }

  /// Lowers these limits by bytes of memory that are taken and values that were read. Limits that the budget
  /// did not lower stay.
  package func after(byteCount: Int, valueCount: Int = 0) -> ArchiveLimits {
    var limits = self
    if isLowered(.memory) {
      limits.maximumMaterializedByteCount = max(0, maximumMaterializedByteCount - byteCount)
    }
    if isLowered(.values) { limits.maximumValueCount = max(0, maximumValueCount - valueCount) }
    return limits
  }

  private func isLowered(_ resource: Resource) -> Bool {
    lowered?.resources.contains(resource) ?? false
  }

  /// The sentence that such a limit was reached, with what would allow more.
  package func excess(_ resource: Resource, _ what: String, _ limit: Int) -> String {
    guard let lowered, lowered.resources.contains(resource) else {
      return "more than \(limit) \(what)"
    }
    return "more than \(limit) \(what): ArchiveLimits.budget allows no more for "
      + "\(lowered.inputByteCount) bytes of input"
  }

  /// The error that such a limit was reached.
  package func exceeded(
    _ resource: Resource, _ what: String, _ limit: Int, at offset: Int
  ) -> ArchiveError {
    ArchiveError(.limitExceeded, excess(resource, what, limit), byteOffset: offset)
  }

  static func exceeded(_ what: String, _ limit: Int, at offset: Int) -> ArchiveError {
    ArchiveError(.limitExceeded, "more than \(limit) \(what)", byteOffset: offset)
  }
}
