/// A zlib stream that holds bytes as they are (RFC 1950, RFC 1951 section 3.2.4), so that it is the same
/// whichever library is at hand.
struct ZlibStream {
  private let raw: [UInt8]

  init(_ raw: [UInt8]) { self.raw = raw }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let block = raw[start...].prefix(0xFFFF)
      start += block.count
      let count = UInt16(block.count)
      bytes.append(start == raw.count ? 1 : 0)
      for number in [count, ~count] { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
      bytes += block
    } while start < raw.count
    let sum = adler32
    return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  private var adler32: UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in raw {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
