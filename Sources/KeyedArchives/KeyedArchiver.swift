package import ArchiveCompression
public import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes any `Encodable` value as an archive.
///
/// ```swift
/// let data = try KeyedArchiver(compression: .zlib()).encode(library)
/// ```
///
/// Class instances keep their identity: one that is reached twice is stored once. A value type is
/// stored where it stands.
///
/// The `encode(to:)` of a value may run several times in one call. The archiver encodes straight to bytes, and begins again where it
/// learns something of a type on the way, or has to go through a list of all values. So `encode(to:)` should give the same each time.
///
/// The same value gives the same bytes with the same settings, if it holds no set or dictionary with more than one
/// element. Swift orders these differently in each process, and they are stored in that order. For bytes that can be
/// compared across processes use ``encodeCanonically(_:)``.
public struct KeyedArchiver: Sendable {
  /// Whether and how parts are compressed; not at all by default.
  public var compression: BlockPacking
  /// Which framing is used; by size by default.
  public var framing: ArchiveLayout.Framing
  /// How deep containers may nest; the readers' default limit by default.
  public var maximumDepth = ArchiveLimits.untrusted.maximumDepth
  /// How many threads compress at once; 1, the calling thread alone, by default.
  ///
  /// Blocks of large archives are compressed independently of each other, on up to as many threads, one
  /// of which is the calling one; the others live as long as that takes. The bytes are the same whatever the number.
  /// User code is always called on the calling thread.
  public var maximumConcurrency = 1
  /// What `encode(to:)` finds in its encoder's `userInfo`.
  public var userInfo = [CodingUserInfoKey: any Sendable]()
  /// The values that are stored in the place of others; encoding is slower where objects have hooks.
  public var hooks = EncodingHooks()
  /// Bytes of stack for values that nest deep; 0, the stack of the calling thread, by default.
  ///
  /// Encoding recurses through the `encode(to:)` of the values, and ends in a typed error where the stack
  /// that is left does not suffice. With this set, it runs on a thread of its own while the calling one
  /// waits: user code finds itself on another thread. ``maximumDepth`` has to be raised as well. Of the stack
  /// no more memory is used than the depth takes, a few KiB a level. *Releasing* a deep value recurses too, in
  /// code of Swift's own: take it apart from the outside in, as `while let next = node.next { node = next }`.
  /// Streams do not use it.
  public var stackByteCount = 0
  /// The budget of the readers; their default budget unless set. Nil for readers with
  /// ``ArchiveLimits/trusted``.
  ///
  /// Blocks that compression would make too small to pay for reading them are left as they are. Values that take no bytes, elements that
  /// take far more memory than bytes, and archives inside of values are an error where they are more than readers take.
  public var readingBudget: ReadingBudget? = ReadingBudget()
  /// The costs that count for the archive around; nil for archives that stand alone.
  package var furtherCosts: FurtherCosts?
  /// Whether generated code writes the types that have it, for tests and measurements that compare it
  /// with `encode(to:)`.
  package var usesGeneratedCode = true

  /// An archiver with these settings.
  public init(
    compression: BlockPacking = .none, framing: ArchiveLayout.Framing = .automatic
  ) {
    self.compression = compression
    self.framing = framing
  }

  /// The archive of a value, with it as the one unnamed root.
  ///
  /// O(values) in time and memory.
  ///
  /// - Throws: ``ArchiveError`` for what cannot be archived, with its path; what `encode(to:)` of
  ///   the value threw, if that is no `EncodingError`.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    if stackByteCount > 0 { return try onLargeStack { try $0.encode(value) } }
    if let direct = unsafe try directly(value, { unsafe Data($0) }, { Data(owning: $0) }) {
      return direct
    }
    return Data(try encodeThroughTape(value))
  }

  /// The archive of a value as an array of bytes.
  ///
  /// - Throws: As the form that returns `Data`.
  @_disfavoredOverload
  public func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    if stackByteCount > 0 { return try onLargeStack { try $0.encode(value) } }
    if let direct = unsafe try directly(value, { unsafe Array($0) }, { $0.array }) { return direct }
    return try encodeThroughTape(value)
  }

  /// What an archiver with these settings does on a thread with the stack that is asked for.
  func onLargeStack<Result>(_ body: (KeyedArchiver) throws -> Result) throws -> Result {
    var archiver = self
    archiver.stackByteCount = 0
    return try LargeStack.run(stackByteCount) { try body(archiver) }
  }

  /// Encodes without a tape; nil if the value needs one.
  ///
  /// The archive comes as bytes to be copied if it is small, else in a buffer of its own.
  package func directly<Value: Encodable, Result>(
    _ value: Value, _ copy: (UnsafeRawBufferPointer) -> Result,
    _ take: (consuming RawBuffer) -> Result
  ) throws -> Result? {
    guard hooks.isEmpty else { return unsafe try directlyWithHooks(value, copy, take) }
    let encoder = DirectEncoderPool.take(usesGeneratedCode: usesGeneratedCode)
    defer { DirectEncoderPool.giveBack(encoder) }
    if let furtherCosts {
      return try unsafe encode(value, with: encoder, furtherCosts, copy, take)
    }
    return try unsafe encode(value, with: encoder, copy, take)
  }

  @inline(never)
  private func directlyWithHooks<Value: Encodable, Result>(
    _ value: Value, _ copy: (UnsafeRawBufferPointer) -> Result,
    _ take: (consuming RawBuffer) -> Result
  ) throws -> Result? {
    guard !hooks.areInConflict else { return nil }
    let encoder = DirectEncoderPool.take(with: hooks)
    defer { DirectEncoderPool.giveBack(encoder, to: hooks) }
    if let furtherCosts {
      return try unsafe encode(value, with: encoder, furtherCosts, copy, take)
    }
    return try unsafe encode(value, with: encoder, copy, take)
  }

  /// The same inside of another archive, to whose costs the general way adds those of the archives inside again.
  @inline(never)
  private func encode<Value: Encodable, Result>(
    _ value: Value, with encoder: DirectEncoder, _ costs: FurtherCosts,
    _ copy: (UnsafeRawBufferPointer) -> Result, _ take: (consuming RawBuffer) -> Result
  ) throws -> Result? {
    let before = costs.sum
    let result = try unsafe encode(value, with: encoder, copy, take)
    if result == nil { costs.reset(to: before) }
    return result
  }

  /// Encodes by what an encoder has learned; nil if the value needs a tape.
  @inline(__always)
  func encode<Value: Encodable, Result>(
    _ value: Value, with encoder: DirectEncoder, _ copy: (UnsafeRawBufferPointer) -> Result,
    _ take: (consuming RawBuffer) -> Result
  ) throws -> Result? {
    let isPlain = compression.level == nil
    guard
      let root = unsafe encoder.encode(
        root: value, self, leavesGaps: isPlain && framing != .singlePart)
    else { return nil }
    guard let definitions = unsafe encoder.definitionBytes(), unsafe encoder.putTag(ofRoot: root)
    else {
      encoder.noteAttempt(succeeded: false)
      return nil
    }
    encoder.noteAttempt(succeeded: true)
    guard let further = furtherCost(of: encoder) else { return nil }
    if isPlain, unsafe framing.isSinglePart(definitions.count + encoder.content.count) {
      return unsafe copy(encoder.singlePart(definitions))
    }
    if isPlain, encoder.isPlaced {
      guard let archive = unsafe try encoder.multiPart(definitions) else { return nil }
      if let buffer = encoder.takeLargeBuffer(archive) { return take(buffer) }
      return unsafe copy(encoder.bytes(archive))
    }
    guard let cuts = encoder.blockCuts() else { return nil }
    let archive = try unsafe ArchiveAssembler(layout(further)).assemble(
      Array(definitions), encoder.content, cuts)
    // What was encoded goes before the archive is copied.
    encoder.end()
    return take(archive)
  }

  /// The part of the readers' budget that is spent beside the values that are counted.
  ///
  /// - Parameters:
  ///   - builtByteCount: Bytes of memory for the elements of collections.
  ///   - inside: What the archives inside of the values cost; they count for the outermost archive.
  func furtherCost(builtByteCount: Int, _ inside: FurtherCosts?) -> FurtherCost {
    var cost = furtherCosts == nil ? inside?.sum ?? FurtherCost() : FurtherCost()
    cost.add(byteCount: builtByteCount)
    return cost
  }

  /// The cost beside the values of what the direct encoder wrote; nil if plain bytes may not pay for that and the values, which the general
  /// way counts.
  @inline(__always)
  func furtherCost(of encoder: DirectEncoder) -> FurtherCost? {
    // Nothing, in most small archives.
    if encoder.hasNoFurtherCost, furtherCosts == nil,
      readingBudget?.paysForValues(in: unsafe encoder.content.count) != false
    {
      return FurtherCost()
    }
    return paidCost(of: encoder)
  }

  @inline(never)
  private func paidCost(of encoder: DirectEncoder) -> FurtherCost? {
    let further = encoder.furtherCost(self)
    let cost = unsafe ReadingCost(rawByteCount: encoder.content.count, further: further)
    guard cost.isPaid(readingBudget) else { return nil }
    encoder.charge(self)
    return further
  }

  /// - Parameter further: What is spent of that beside the values.
  func layout(_ further: FurtherCost) -> ArchiveLayout {
    var layout = ArchiveLayout(framing: framing, packing: compression)
    layout.further = further
    layout.maximumConcurrency = maximumConcurrency
    layout.budget = readingBudget
    return layout
  }

  /// What an encoding through a tape begins with.
  func session(_ tape: ArchiveTape = ArchiveTape()) -> EncodingSession {
    EncodingSession(
      userInfo: userInfo, maximumDepth: maximumDepth, tape: tape,
      hooks: hooks.isEmpty ? nil : hooks, outerCosts: furtherCosts)
  }

  /// The general way: through a tape.
  package func encodeThroughTape<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    let session = session()
    defer { session.end() }
    let tape = try session.tape(of: value)
    return try ArchiveAssembler(layout(session.furtherCost(self))).assemble(
      tape, maximumDepth: maximumDepth)
  }
}

extension ReadingBudget {
  /// True if each byte pays for itself and for as many values as may share it.
  @inline(__always)
  fileprivate func paysForValues(in byteCount: Int) -> Bool {
    visitCountPerInputByte >= ReadingCost.visitCountPerByte && byteCountPerInputByte >= 2
      && byteCount <= ArchiveLimits.defaultMaterializedByteCount
  }
}
