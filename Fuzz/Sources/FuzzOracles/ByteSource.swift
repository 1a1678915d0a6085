/// Numbers and texts out of bytes; zeros when there are none left.
struct ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number below a limit.
  mutating func number(below limit: Int) -> Int { Int(byte()) % max(limit, 1) }

  /// An integer of up to eight bytes.
  mutating func integer() -> Int64 {
    let count = number(below: 9)
    var value: UInt64 = 0
    for _ in 0..<count { value = value << 8 | UInt64(byte()) }
    return Int64(bitPattern: value)
  }

  mutating func double() -> Double {
    byte() & 1 == 0 ? Double(integer()) / 8 : Double(bitPattern: UInt64(bitPattern: integer()))
  }

  mutating func data() -> [UInt8] { (0..<number(below: 40)).map { _ in byte() } }

  mutating func text() -> String { String(decoding: data(), as: UTF8.self) }
}
