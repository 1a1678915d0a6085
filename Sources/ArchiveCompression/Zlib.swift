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
  /// Output grows as it is produced, so that a declared count alone reserves nothing.
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
    let raw = try inflater.inflate(bytes[range], atMost: rawByteCount)
    guard raw.count == rawByteCount else {
      throw inflater.malformed(
        "\(raw.count > rawByteCount ? "more than" : "fewer than") \(rawByteCount)")
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
    let raw = try inflater.inflate(bytes, atMost: limit)
    guard raw.count <= limit else {
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

  /// What a stream inflates to, which is all of `packed`; one byte more than the limit if it is more.
  func inflate(_ packed: ArraySlice<UInt8>, atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    var raw: [UInt8] = []
    raw.reserveCapacity(min(limit, Self.reservedRatio * packed.count))
    var consumed = packed.startIndex
    var status = Z_OK
    while status == Z_OK {
      let chunkByteCount = min(64 << 10, limit - raw.count + 1)
      let input = packed[consumed...].prefix(1 << 30)
      var used = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: chunkByteCount) { target, count in
        unsafe input.withUnsafeBufferPointer { source in
          unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: source.count)
          unsafe stream.pointee.next_out = target.baseAddress
          unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: target.count)
          status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          used = unsafe source.count - Int(stream.pointee.avail_in)
          count = unsafe target.count - Int(stream.pointee.avail_out)
        }
      }
      consumed += used
      raw.append(contentsOf: chunk)
      guard raw.count <= limit else { return raw }
      if status == Z_OK, used == 0, chunk.isEmpty { break }
    }
    guard status == Z_STREAM_END else { throw malformed("no complete zlib stream, not") }
    guard consumed == packed.endIndex else { throw malformed("a stream that ends early, not") }
    return raw
  }

  /// Inflated bytes that room is made for at first, for each packed byte.
  private static let reservedRatio = 32

  func malformed(_ what: String) -> ArchiveError {
    ArchiveError(
      .malformed, "packed bytes are \(what) inflated bytes", byteOffset: offset)
  }
}
