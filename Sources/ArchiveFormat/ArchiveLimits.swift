/// What reading an archive may cost. Reaching a limit is ``ArchiveError/Code/limitExceeded``.
///
/// The limits bound work and memory, not only depth: a few bytes can declare a lot. Each holds for one call of a reader; the
/// ``budget`` lowers those on values, objects, visits and memory to what the bytes that are read pay for. By default the budget is
/// the only bound on values, objects and visits. The defaults and their reasons stand in `Spec/archive-format.md`, section 12.
public struct ArchiveLimits: Hashable, Sendable {
  /// Containers within containers.
  public var maximumDepth = 512
  /// Values of every kind, packed elements not counted.
  public var maximumValueCount = Int.max
  /// Values that take no bits in the archive.
  public var maximumZeroWidthCount = Int.max
  /// Class instances.
  public var maximumObjectCount = Int.max
  /// Values visited while decoding; a shared value that is decoded again is visited again. The keys of coding paths
  /// that are made count as visits too, but for the first 32 of each.
  public var maximumVisitCount = Int.max
  /// Bytes of the values built, count × stride.
  public var maximumMaterializedByteCount = Self.defaultMaterializedByteCount
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

  /// A budget that lowers the limits by the size of the input; nil to have no other limits than those above. Without a budget set those on values,
  /// values without bytes, objects and visits for bytes that may come from anywhere.
  public var budget: ReadingBudget? = ReadingBudget()
  /// The rest of the budget of an archive that this one stands in; nil for one that stands alone.
  package var outer: OuterBudget?
  /// The rest of ``budget``, once the input is known.
  private var rest: Rest?

  private struct Rest: Hashable {
    /// The bytes of input that pay for memory, and those that pay for visits.
    var (inputByteCount, sharedByteCount): (Int, Int)
    var byteCount: Int
    var visitCount: Int
    /// The resources whose limits the budget lowered.
    var lowered: Resource = []
  }

  /// The limits for bytes from anywhere: the default.
  public static let untrusted = ArchiveLimits()

  /// The limits for bytes that the caller wrote: sizes as far as memory goes, depth as by default.
  public static let trusted = {
    var limits = ArchiveLimits()
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

  @inlinable package static var defaultMaterializedByteCount: Int { 1 << 30 }

  /// The default limits; change what the case needs.
  public init() {}

  /// Resources whose limits the budget may lower.
  package struct Resource: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let values = Resource(rawValue: 1)
    package static let zeroWidthValues = Resource(rawValue: 2)
    package static let objects = Resource(rawValue: 4)
    package static let visits = Resource(rawValue: 8)
    package static let memory = Resource(rawValue: 16)
    package static let inflatedBytes = Resource(rawValue: 32)
  }

  /// Lowers these limits to what the budget allows for an input.
  ///
  /// - Parameters:
  ///   - byteCount: The bytes of the input.
  ///   - stream: The bytes of the stream so far that the input is the last part of, and the visits that the parts before took: the
  ///     parts share the visits. Nil for an input that stands alone.
  package func forInput(
    byteCount: Int, of stream: (byteCount: Int, visitCount: Int)? = nil
  ) -> ArchiveLimits {
    guard budget != nil || outer != nil else { return self }
    let sharedByteCount = stream?.byteCount ?? byteCount
    var limits = self
    limits.budget = nil
    var rest = Rest(
      inputByteCount: byteCount, sharedByteCount: sharedByteCount,
      byteCount: budget?.byteCount(forInput: byteCount) ?? .max,
      visitCount: max(
        0, (budget?.visitCount(forInput: sharedByteCount) ?? .max) - (stream?.visitCount ?? 0)))
    if let outer, outer.byteCount < rest.byteCount {
      (rest.byteCount, rest.inputByteCount) = (outer.byteCount, outer.inputByteCount)
    }
    if let outer, outer.visitCount < rest.visitCount {
      (rest.visitCount, rest.sharedByteCount) = (outer.visitCount, outer.inputByteCount)
    }
    limits.rest = rest
    limits.lower()
    return limits
  }

  /// The budget of the archives inside of an archive with these limits; nil without a budget.
  package var forInside: OuterBudget? {
    guard let rest else { return outer }
    return OuterBudget(
      inputByteCount: rest.sharedByteCount, byteCount: rest.byteCount, visitCount: rest.visitCount)
  }

  /// Takes bytes of memory and values that were read from the rest of the budget. Without a budget nothing changes.
  package func after(byteCount: Int, valueCount: Int = 0) -> ArchiveLimits {
    guard var rest else { return self }
    rest.byteCount = max(0, rest.byteCount - byteCount)
    rest.visitCount = max(0, rest.visitCount - valueCount)
    var limits = self
    limits.rest = rest
    limits.lower()
    return limits
  }

  /// Makes no limit greater than the rest of the budget.
  private mutating func lower() {
    guard var rest else { return }
    func lower(_ limit: inout Int, _ resource: Resource, to most: Int) {
      guard most < limit else { return }
      limit = most
      rest.lowered.insert(resource)
    }
    lower(&maximumVisitCount, .visits, to: rest.visitCount)
    lower(&maximumValueCount, .values, to: rest.visitCount)
    lower(&maximumZeroWidthCount, .zeroWidthValues, to: rest.visitCount)
    lower(&maximumObjectCount, .objects, to: rest.visitCount)
    lower(&maximumMaterializedByteCount, .memory, to: rest.byteCount)
    lower(&maximumInflatedByteCount, .inflatedBytes, to: rest.byteCount)
    self.rest = rest
  }

  /// The sentence that such a limit was reached, with what would allow more.
  package func excess(_ resource: Resource, _ what: String, _ limit: Int) -> String {
    guard let rest, rest.lowered.contains(resource) else { return "more than \(limit) \(what)" }
    let byteCount =
      resource == .memory || resource == .inflatedBytes ? rest.inputByteCount : rest.sharedByteCount
    return
      "more than \(limit) \(what): ArchiveLimits.budget allows no more for \(byteCount) bytes of input"
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
