/// The state bits of a record: the values of its bools and which of its optional fields are there.
///
/// Every field is added, in order; those without a bit add none (Spec, section 6, record body).
public struct ArchiveStateBits {
  @usableFromInline var word: UInt64 = 0
  @usableFromInline var count = 0

  /// A record with more state bits is encoded by its `encode(to:)`.
  public static let limit = 64

  /// No bits yet.
  @inlinable
  @inline(__always)
  public init() {}

  @inlinable
  @inline(__always)
  mutating func append(_ bit: Bool) {
    precondition(count < Self.limit, "more state bits than a record that is written so can have")
    word |= (bit ? 1 : 0) << UInt64(truncatingIfNeeded: count)
    count &+= 1
  }

  /// Adds a field that is always there; a bool is its own bit.
  @inlinable
  @inline(__always)
  public mutating func add<Value: ArchivableLeaf>(_ value: Value) {
    if Value.isStateBit { append(value.stateBit) }
  }

  /// Adds a field that is always there: no bit.
  @inlinable
  @inline(__always)
  public mutating func add<Value: Encodable>(_ value: Value) {}

  /// Adds a field that may be absent.
  @inlinable
  @inline(__always)
  public mutating func add<Value: Encodable>(_ value: Value?) { append(value != nil) }

  /// Adds a field that may be absent.
  @inlinable
  @inline(__always)
  public mutating func add<Value: ArchivableLeaf>(_ value: Value?) { append(value != nil) }
}
