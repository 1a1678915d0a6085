package import ArchiveFormat
internal import CZlib

/// zlib streams (RFC 1950) and raw deflate streams (RFC 1951), bounded in what they may become.
package enum Zlib {
  /// The wrapping of a deflate stream.
  package enum Wrapping: Sendable {
    /// A header and a checksum (RFC 1950).
    case zlib
    /// Nothing: no checksum finds changed bytes (RFC 1951).
    case raw

    /// The parameter `windowBits` of zlib: the largest window, negative for raw streams.
    var windowBits: Int32 { self == .zlib ? 15 : -15 }
  }

  /// `bytes` as one zlib stream.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` when zlib refuses the level.
  package static func deflated(
    _ bytes: ArraySlice<UInt8>, level: Int
  ) throws(ArchiveError) -> [UInt8] {
    var packedByteCount = compressBound(UInt(bytes.count))
    var status: Int32 = 0
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: Int(packedByteCount)) {
      target, count in
      status = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe compress2(
          target.baseAddress, &packedByteCount, source.baseAddress, UInt(source.count),
          Int32(truncatingIfNeeded: level))
      }
      count = status == Z_OK ? Int(packedByteCount) : 0
    }
    guard status == Z_OK else {
      throw ArchiveError(.invalidValue, "zlib refuses compression level \(level)")
    }
    return packed
  }

  /// Whether packed bytes are smaller than what they stand for, and no reader with the limits for
  /// untrusted bytes takes them for a bomb.
  static func isWorthKeeping(_ packedByteCount: Int, rawByteCount: Int) -> Bool {
    packedByteCount < rawByteCount
      && (rawByteCount <= bombByteCount
        || rawByteCount / packedByteCount <= ArchiveLimits.untrusted.maximumInflationRatio)
  }

  /// Raw bytes up to which the ratio does not matter.
  private static let bombByteCount = 1 << 20

  /// What a stream that is all of `bytes[range]` inflates to, exactly `rawByteCount` bytes.
  ///
  /// A declared count alone reserves nothing, and no more is held than it says.
  package static func inflated(
    _ bytes: [UInt8], _ range: Range<Int>, rawByteCount: Int, limits: ArchiveLimits
  ) throws(ArchiveError) -> [UInt8] {
    var raw: [UInt8] = []
    try inflate(bytes, range, rawByteCount: rawByteCount, limits: limits, into: &raw)
    return raw
  }

  /// Appends what a stream that is all of `bytes[range]` inflates to, exactly `rawByteCount` bytes.
  static func inflate(
    _ bytes: [UInt8], _ range: Range<Int>, rawByteCount: Int, limits: ArchiveLimits,
    into raw: inout [UInt8]
  ) throws(ArchiveError) {
    // What there is would be copied in order to grow, which is not done for what is not so.
    if !raw.isEmpty, raw.capacity - raw.count < rawByteCount {
      try verify(bytes, range, rawByteCount: rawByteCount, limits: limits)
    }
    let inflater = try inflater(for: range, rawByteCount: rawByteCount, limits: limits)
    defer { inflater.end() }
    let byteCount =
      try raw.isEmpty && raw.capacity < rawByteCount
      ? inflater.inflate(bytes[range], atMost: rawByteCount, into: &raw)
      : unsafe inflater.inflate(bytes[range], atMost: rawByteCount) {
        unsafe raw.append(contentsOf: $0)
      }
    try inflater.check(byteCount, is: rawByteCount)
  }

  /// Inflates a stream as ``inflated(_:_:rawByteCount:limits:)`` does, and keeps nothing of it.
  static func verify(
    _ bytes: [UInt8], _ range: Range<Int>, rawByteCount: Int, limits: ArchiveLimits
  ) throws(ArchiveError) {
    let inflater = try inflater(for: range, rawByteCount: rawByteCount, limits: limits)
    defer { inflater.end() }
    try inflater.check(
      unsafe inflater.inflate(bytes[range], atMost: rawByteCount) { _ in }, is: rawByteCount)
  }

  private static func inflater(
    for range: Range<Int>, rawByteCount: Int, limits: ArchiveLimits
  ) throws(ArchiveError) -> Inflater {
    if rawByteCount > bombByteCount,
      rawByteCount / max(range.count, 1) > limits.maximumInflationRatio
    {
      throw ArchiveError(
        .limitExceeded,
        "\(range.count) bytes inflate to \(rawByteCount), over \(limits.maximumInflationRatio) times",
        byteOffset: range.lowerBound)
    }
    return try Inflater(at: range.lowerBound)
  }

  /// Bytes that a stream may inflate to which does not tell its size.
  package static func maximumByteCount(inflatedFrom byteCount: Int, _ limits: ArchiveLimits) -> Int
  {
    let (product, overflows) = byteCount.multipliedReportingOverflow(
      by: limits.maximumInflationRatio)
    return min(
      limits.maximumInflatedByteCount, max(bombByteCount, overflows ? .max : product), .max - 1)
  }

  /// What a stream inflates to that does not tell its size, within the limits.
  package static func inflated(
    _ bytes: ArraySlice<UInt8>, _ wrapping: Wrapping = .zlib, limits: ArchiveLimits
  ) throws(ArchiveError) -> [UInt8] {
    let limit = maximumByteCount(inflatedFrom: bytes.count, limits)
    let inflater = try Inflater(at: 0, wrapping)
    defer { inflater.end() }
    var raw: [UInt8] = []
    guard try inflater.inflate(bytes, atMost: limit, into: &raw) <= limit else {
      throw ArchiveError(
        .limitExceeded, "\(bytes.count) bytes inflate to more than \(limit)", byteOffset: 0)
    }
    return raw
  }
}

/// One run of zlib's inflate. The stream has an address of its own: zlib refuses one that moved.
@safe private struct Inflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let offset: Int
  private let wrapping: Zlib.Wrapping

  init(at offset: Int, _ wrapping: Zlib.Wrapping = .zlib) throws(ArchiveError) {
    self.offset = offset
    self.wrapping = wrapping
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit2_(
      stream, wrapping.windowBits, ZLIB_VERSION,
      Int32(truncatingIfNeeded: MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw ArchiveError(.limitExceeded, "zlib has no memory", byteOffset: offset)
    }
  }

  func end() {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates a stream, which is all of `packed`, to `raw`, which is empty; tells how many bytes it is, and of more than
  /// the limit only that.
  ///
  /// Room is made for 32 times the packed bytes at most. A stream that inflates to more is inflated twice, the second
  /// time with as much room as was counted: no more is ever held than comes out.
  func inflate(
    _ packed: ArraySlice<UInt8>, atMost limit: Int, into raw: inout [UInt8]
  ) throws(ArchiveError) -> Int {
    let room = min(limit, Self.believedRatio * packed.count)
    raw.reserveCapacity(room)
    var isFull = false
    let byteCount = try unsafe inflate(packed, atMost: limit) { piece in
      isFull = isFull || raw.count + piece.count > room
      if !isFull { unsafe raw.append(contentsOf: piece) }
    }
    guard isFull, byteCount <= limit else { return byteCount }
    raw = []
    raw.reserveCapacity(byteCount)
    guard unsafe inflateReset(stream) == Z_OK else { throw malformed("not to be read twice, not") }
    return try unsafe inflate(packed, atMost: byteCount) { unsafe raw.append(contentsOf: $0) }
  }

  /// Inflates a stream, which is all of `packed`, piece by piece, and tells how many bytes it is; one byte more than the
  /// limit of a stream that goes on there.
  ///
  /// - Parameter take: Is handed what is within the limit.
  func inflate(
    _ packed: ArraySlice<UInt8>, atMost limit: Int, _ take: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(ArchiveError) -> Int {
    var byteCount = 0
    var consumed = packed.startIndex
    var status = Z_OK
    let piece = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: min(Self.pieceByteCount - 1, limit) + 1)
    defer { unsafe piece.deallocate() }
    while status == Z_OK, byteCount <= limit {
      let room = min(piece.count - 1, limit - byteCount) + 1
      let input = packed[consumed...].prefix(1 << 30)
      let (used, made) = unsafe input.withUnsafeBufferPointer { source in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: source.count)
        unsafe stream.pointee.next_out = piece.baseAddress
        unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
        status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        return unsafe (
          source.count - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out)
        )
      }
      consumed += used
      byteCount += made
      if byteCount <= limit { unsafe take(UnsafeBufferPointer(rebasing: piece[..<made])) }
      if used == 0, made == 0 { break }
    }
    if byteCount > limit { return byteCount }
    guard status == Z_STREAM_END else {
      throw malformed("no complete \(wrapping == .zlib ? "zlib" : "deflate") stream, not")
    }
    guard consumed == packed.endIndex else { throw malformed("a stream that ends early, not") }
    return byteCount
  }

  func check(_ byteCount: Int, is rawByteCount: Int) throws(ArchiveError) {
    guard byteCount == rawByteCount else {
      throw malformed(
        byteCount > rawByteCount ? "more than \(rawByteCount)" : "fewer than \(rawByteCount)")
    }
  }

  private func malformed(_ what: String) -> ArchiveError {
    ArchiveError(
      .malformed, "packed bytes are \(what) inflated bytes", byteOffset: offset)
  }

  /// Inflated bytes that room is made for before any were counted, for each packed byte.
  private static let believedRatio = 32
  private static let pieceByteCount = 64 << 10
}
