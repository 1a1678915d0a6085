/// Up to eight bytes in a word, which a ``WordBuffer`` takes at once.
struct ByteWord {
  /// The bytes, the first one in the lowest bits; zeros behind the last one.
  private(set) var bits: UInt64 = 0
  private(set) var count = 0

  /// No bytes.
  init() {}

  init(_ byte: UInt8) {
    bits = UInt64(byte)
    count = 1
  }

  /// Eight bytes.
  init(bits: UInt64) {
    self.bits = bits
    count = 8
  }

  /// The bytes of a text of eight bytes at most.
  init(_ text: StaticString) {
    for byte in text.description.utf8 {
      bits |= UInt64(byte) << UInt64(8 * count)
      count += 1
    }
  }

  /// Numbers below have six digits at most.
  static let numberLimit = 1_000_000

  /// The decimal digits of a number below ``numberLimit``, and two bytes behind them at most.
  @inline(__always)
  init(_ number: UInt32, then end: ByteWord) {
    let digits = Self.digits(number)
    let zeroCount = min(digits.trailingZeroBitCount >> 3, 7)
    count = 8 &- zeroCount
    bits = (digits | Self.zeros) >> UInt64(8 &* zeroCount) | end.bits &<< UInt64(8 &* count)
    count &+= end.count
  }

  /// Eight decimal digits of a number below 10^8, zeros in front.
  init(eightDigits number: UInt32) { self.init(bits: Self.digits(number) | Self.zeros) }

  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The values of eight decimal digits, the highest one in the lowest byte.
  @inline(__always)
  private static func digits(_ number: UInt32) -> UInt64 {
    // All digits at once: four of them in each half, two in each quarter, then one in each byte.
    // (Khuong, "How to print integers really fast", 2017. The factors are 1/100 and 1/10 for numbers that small.)
    let halves = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let quarters = (halves &- 100 &* hundreds) << 16 | hundreds
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    return (quarters &- 10 &* tens) << 8 | tens
  }

  /// The eight hexadecimal digits of a number.
  init(digits number: UInt32) {
    // Each four bits get a byte of their own, the highest four the highest byte.
    var spread = UInt64(number)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // Six more carry ten and above into the next four bits: those are letters.
    let letters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    let toLetter = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
    bits = (spread + Self.zeros + letters * toLetter).byteSwapped
    count = 8
  }

  /// The two hexadecimal digits of a byte.
  init(digits byte: UInt8) {
    bits = ByteWord(digits: UInt32(byte) << 24).bits & 0xFFFF
    count = 2
  }
}
