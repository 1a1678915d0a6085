/// An input as all targets read it: two bytes that choose, and what is read.
///
/// ```
/// 0        1        2
/// +--------+--------+------------
/// | switch | option | content ...
/// +--------+--------+------------
/// ```
///
/// Bit 7 of the switch is for the mutator: it leaves checksums and lengths broken. Its other bits, and the option, are the
/// target's.
public struct FuzzInput {
  /// Bytes in front of the content.
  public static let headByteCount = 2
  /// Set in the switch, the mutator repairs nothing.
  public static let leavesBroken: UInt8 = 0x80

  /// Bits 0 to 6 are the target's.
  public let switches: UInt8
  /// The target's.
  public let option: UInt8
  /// What is read.
  public let content: [UInt8]

  /// An input out of what the fuzzer made.
  public init(_ bytes: [UInt8]) {
    switches = bytes.first ?? 0
    option = bytes.count > 1 ? bytes[1] : 0
    content = Array(bytes.dropFirst(Self.headByteCount))
  }

  /// The content as two files: the first one's length, a u32, stands in front of both.
  public var files: (first: [UInt8], second: [UInt8]) {
    let count = content.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let rest = content.dropFirst(4)
    return (Array(rest.prefix(count)), Array(rest.dropFirst(count)))
  }
}
