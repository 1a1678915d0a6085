/// Bytes that grow by whole words: a store and an addition for each word, however many of its bytes count.
struct WordBuffer {
  /// The bytes, and zeros that are written over.
  private var room: [UInt8] = []
  private(set) var count = 0

  private static let zeros = [UInt8](repeating: 0, count: 512)

  /// No bytes, with room reserved. Memory that is not written to is not taken.
  init(capacity: Int = 0) { room.reserveCapacity(capacity) }

  /// The bytes from an index on.
  func bytes(from first: Int) -> ArraySlice<UInt8> { room[first..<count] }

  /// Takes the bytes out.
  mutating func take() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &room)
    bytes.removeLast(bytes.count - count)
    count = 0
    return bytes
  }

  mutating func append(_ byte: UInt8) { append(ByteWord(byte)) }

  @inline(__always)
  mutating func append(_ word: ByteWord) {
    makeRoom(for: 8)
    let place = count
    var span = room.mutableSpan
    var bytes = unsafe span.mutableBytes
    Self.store(word.bits, at: place, &bytes)
    count = place &+ word.count
  }

  @inline(__always)
  mutating func append(_ first: ByteWord, _ second: ByteWord) {
    makeRoom(for: 16)
    let place = count
    var span = room.mutableSpan
    var bytes = unsafe span.mutableBytes
    Self.store(first.bits, at: place, &bytes)
    Self.store(second.bits, at: place &+ first.count, &bytes)
    count = place &+ first.count &+ second.count
  }

  mutating func append(_ pair: (ByteWord, ByteWord)) { append(pair.0, pair.1) }

  mutating func append(_ text: WordText) {
    append(ByteWord(), text.words, from: 0, byteCount: text.byteCount)
  }

  /// Appends a word, and bytes that begin with a word.
  mutating func append(
    _ start: ByteWord, _ words: [UInt64], from first: Int, byteCount: Int
  ) {
    makeRoom(for: byteCount &+ 16)
    let place = count
    let end = place &+ start.count &+ byteCount
    var span = room.mutableSpan
    var bytes = unsafe span.mutableBytes
    Self.store(start.bits, at: place, &bytes)
    var (index, next) = (first, place &+ start.count)
    while next < end {
      Self.store(words[index], at: next, &bytes)
      index &+= 1
      next &+= 8
    }
    count = end
  }

  @inline(__always)
  private mutating func makeRoom(for byteCount: Int) {
    while room.count &- count < byteCount { room += Self.zeros }
  }

  /// Stores a word; traps if the place is not in the room.
  @inline(__always)
  private static func store(_ bits: UInt64, at place: Int, _ bytes: inout MutableRawSpan) {
    bytes.storeBytes(of: bits.littleEndian, toByteOffset: place, as: UInt64.self)
  }
}
