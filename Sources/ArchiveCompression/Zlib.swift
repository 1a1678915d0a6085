package import ArchiveFormat
internal import CZlib

/// zlib streams (RFC 1950), bounded in what they may become.
package enum Zlib {
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
    if rawByteCount > bombByteCount,
      rawByteCount / max(range.count, 1) > limits.maximumInflationRatio
    {
      throw ArchiveError(
        .limitExceeded,
        "\(range.count) bytes inflate to \(rawByteCount), over \(limits.maximumInflationRatio) times",
        byteOffset: range.lowerBound)
    }
    let inflater = try Inflater(at: range.lowerBound)
    defer { inflater.end() }
    guard let raw = try inflater.inflate(bytes[range], atMost: rawByteCount) else {
      throw inflater.malformed("more than \(rawByteCount)")
    }
    guard raw.count == rawByteCount else {
      throw inflater.malformed("fewer than \(rawByteCount)")
    }
    return raw
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
    _ bytes: ArraySlice<UInt8>, limits: ArchiveLimits
  ) throws(ArchiveError) -> [UInt8] {
    let limit = maximumByteCount(inflatedFrom: bytes.count, limits)
    let inflater = try Inflater(at: 0)
    defer { inflater.end() }
    guard let raw = try inflater.inflate(bytes, atMost: limit) else {
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

  init(at offset: Int) throws(ArchiveError) {
    self.offset = offset
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit_(
      stream, ZLIB_VERSION, Int32(truncatingIfNeeded: MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      unsafe stream.deallocate()
      throw ArchiveError(.limitExceeded, "zlib has no memory", byteOffset: offset)
    }
  }

  func end() {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// What a stream inflates to, which is all of `packed`; nil if that is more than the limit.
  ///
  /// Room is made for 32 times the packed bytes at most, or for as many as were counted: what inflates to more is inflated twice, so that no more
  /// is ever held than comes out.
  func inflate(_ packed: ArraySlice<UInt8>, atMost limit: Int) throws(ArchiveError) -> [UInt8]? {
    var (raw, byteCount) = try inflate(
      packed, room: min(limit, Self.reservedRatio * packed.count), atMost: limit)
    guard byteCount <= limit else { return nil }
    if raw.count == byteCount { return raw }
    // Let go before room is made for all.
    raw = []
    guard unsafe inflateReset(stream) == Z_OK else { throw malformed("not to be read twice, not") }
    (raw, byteCount) = try inflate(packed, room: byteCount, atMost: byteCount)
    return raw
  }

  /// Inflates as much as there is room for, and counts the rest, up to one byte more than the limit.
  private func inflate(
    _ packed: ArraySlice<UInt8>, room: Int, atMost limit: Int
  ) throws(ArchiveError) -> (raw: [UInt8], byteCount: Int) {
    var byteCount = 0
    var consumed = packed.startIndex
    var status = Z_OK
    let surplus = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.surplusByteCount)
    defer { unsafe surplus.deallocate() }
    let raw = unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
      while status == Z_OK, byteCount <= limit {
        let free = room - byteCount
        let output =
          unsafe free > 0
          ? UnsafeMutableBufferPointer(rebasing: target[byteCount..<room]) : surplus
        let outputByteCount = min(output.count - 1, limit - byteCount, (1 << 30) - 1) + 1
        let input = packed[consumed...].prefix(1 << 30)
        let (used, made) = unsafe input.withUnsafeBufferPointer { source in
          unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: source.count)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: outputByteCount)
          status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          return unsafe (
            source.count - Int(stream.pointee.avail_in),
            outputByteCount - Int(stream.pointee.avail_out)
          )
        }
        consumed += used
        byteCount += made
        if used == 0, made == 0 { break }
      }
      count = min(byteCount, room)
    }
    if byteCount > limit { return ([], byteCount) }
    guard status == Z_STREAM_END else { throw malformed("no complete zlib stream, not") }
    guard consumed == packed.endIndex else { throw malformed("a stream that ends early, not") }
    return (raw, byteCount)
  }

  /// Inflated bytes that room is made for before any were counted, for each packed byte.
  private static let reservedRatio = 32
  private static let surplusByteCount = 64 << 10

  func malformed(_ what: String) -> ArchiveError {
    ArchiveError(
      .malformed, "packed bytes are \(what) inflated bytes", byteOffset: offset)
  }
}
