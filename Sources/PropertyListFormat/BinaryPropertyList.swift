internal import ArchiveFormat

/// The trailer and the offset table of a binary property list, both checked.
///
/// ```
/// "bplist0?"  objects …  offset table  6 bytes  offset size u8  reference size u8
///                                      object count u64  top object u64  offset of the table u64
/// ```
///
/// All numbers are big-endian. The form is that of Apple's CFBinaryPList.c.
struct BinaryPropertyList: Sendable {
  static let signature: [UInt8] = Array("bplist0".utf8)
  static let headerByteCount = 8
  private static let trailerByteCount = 32

  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let top: Int
  /// The offset of the offset table, where the objects end.
  let tableOffset: Int

  /// Reads the trailer and checks the offset of each object. O(objects).
  init(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(ArchiveError) {
    guard bytes.count >= Self.headerByteCount + Self.trailerByteCount else {
      throw .malformedList("a binary property list ends before its trailer", at: bytes.count)
    }
    let trailer = bytes.count - Self.trailerByteCount
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize else {
      throw .malformedList("an offset has \(offsetSize) bytes", at: trailer + 6)
    }
    guard 1...8 ~= referenceSize else {
      throw .malformedList("a reference has \(referenceSize) bytes", at: trailer + 7)
    }
    let numbers = (0..<3).map { Self.number(bytes, trailer + 8 + 8 * $0, 8) }
    let area = UInt64(trailer)
    guard numbers[2] >= UInt64(Self.headerByteCount), numbers[2] <= area else {
      throw .malformedList("the offset table is not in the file", at: trailer + 24)
    }
    guard numbers[0] > 0, numbers[0] <= (area - numbers[2]) / UInt64(offsetSize) else {
      throw .malformedList(
        "the offset table has no room for \(numbers[0]) objects", at: trailer + 8)
    }
    guard numbers[0] <= UInt64(max(limits.maximumObjectCount, 0)) else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(limits.maximumObjectCount) objects",
        byteOffset: trailer + 8)
    }
    guard numbers[1] < numbers[0] else {
      throw .malformedList("the top object is none of the file's", at: trailer + 16)
    }
    objectCount = Int(numbers[0])
    top = Int(numbers[1])
    tableOffset = Int(numbers[2])
    var entry = tableOffset
    for _ in 0..<objectCount {
      let offset = Self.number(bytes, entry, offsetSize)
      guard offset >= UInt64(Self.headerByteCount), offset < UInt64(tableOffset) else {
        throw .malformedList("an object is not where objects are", at: entry)
      }
      entry += offsetSize
    }
  }

  /// A big-endian number of up to 8 bytes. References and offsets usually have 1, 2 or 4.
  @inline(__always)
  static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    // Loads are checked as subscripts are.
    let loaded = unsafe bytes.span.bytes
    switch count {
    case 1: return UInt64(bytes[offset])
    case 2:
      return UInt64(
        UInt16(
          bigEndian: unsafe loaded.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case 4:
      return UInt64(
        UInt32(
          bigEndian: unsafe loaded.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    default:
      var number: UInt64 = 0
      for index in offset..<offset + count { number = number << 8 | UInt64(bytes[index]) }
      return number
    }
  }

  /// Returns the offset of an object.
  @inline(__always)
  func offset(of object: Int, _ bytes: [UInt8]) -> Int {
    Int(Self.number(bytes, tableOffset + object * offsetSize, offsetSize))
  }

  /// The node at an index of a container; in a dictionary, keys and values in turns.
  @inline(__always)
  func node(
    _ index: Int, of nodes: PropertyListNodes, _ bytes: [UInt8]
  ) throws(ArchiveError) -> PropertyListNode {
    let offset =
      if nodes.values == 0 {
        nodes.first + index * referenceSize
      } else {
        (index & 1 == 0 ? nodes.first : nodes.values) + (index >> 1) * referenceSize
      }
    let number = Self.number(bytes, offset, referenceSize)
    guard number < UInt64(objectCount) else { throw outside(number, at: offset) }
    return PropertyListNode(Int(number))
  }

  @inline(never)
  private func outside(_ number: UInt64, at offset: Int) -> ArchiveError {
    .malformedList("a reference leads to object \(number), of \(objectCount)", at: offset)
  }

  /// The value of an object. O(1).
  func value(of object: Int, _ bytes: [UInt8]) throws(ArchiveError) -> PropertyListValue {
    let start = offset(of: object, bytes)
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x0: return .null
      case 0x8: return .bool(false)
      case 0x9: return .bool(true)
      default: break
      }
    case 0x1 where low <= 4:
      let range = try content(start + 1, 1 << low, start)
      return .integer(Self.integer(bytes, range))
    case 0x2 where low == 2:
      let range = try content(start + 1, 4, start)
      return .real(
        bits: PropertyList.widened(UInt32(Self.number(bytes, range.lowerBound, 4))), isSingle: true)
    case 0x2 where low == 3:
      let range = try content(start + 1, 8, start)
      return .real(bits: Self.number(bytes, range.lowerBound, 8), isSingle: false)
    case 0x3 where low == 3:
      let range = try content(start + 1, 8, start)
      return .date(bits: Self.number(bytes, range.lowerBound, 8))
    case 0x4:
      let (first, count) = try counted(start, bytes, unit: 1)
      return .data(bytes[first..<first + count])
    case 0x5:
      let (first, count) = try counted(start, bytes, unit: 1)
      return .string(PropertyListText(encoding: .ascii, range: first..<first + count))
    case 0x6:
      let (first, count) = try counted(start, bytes, unit: 2)
      return .string(PropertyListText(encoding: .bigEndianUTF16, range: first..<first + 2 * count))
    case 0x8:
      let range = try content(start + 1, low + 1, start)
      let count = min(range.count, 8)
      let last = range.upperBound - count
      let isLarge = bytes[range.lowerBound..<last].contains { $0 != 0 }
      return .reference(isLarge ? .max : Self.number(bytes, last, count))
    case 0xA:
      let (first, count) = try counted(start, bytes, unit: referenceSize)
      return .array(PropertyListNodes(first: first, count: count))
    case 0xC:
      let (first, count) = try counted(start, bytes, unit: referenceSize)
      return .set(PropertyListNodes(first: first, count: count))
    case 0xD:
      let (first, count) = try counted(start, bytes, unit: 2 * referenceSize)
      return .dictionary(
        PropertyListNodes(
          first: first, values: first + count * referenceSize, count: 2 * count))
    default: break
    }
    throw .malformedList(
      "no object begins with the byte 0x\(String(marker, radix: 16))", at: start)
  }

  /// The bytes of an object's content, in front of the offset table.
  private func content(_ start: Int, _ count: Int, _ object: Int) throws(ArchiveError) -> Range<Int>
  {
    guard count <= tableOffset - start else {
      throw .malformedList("an object goes beyond where objects are", at: object)
    }
    return start..<start + count
  }

  /// The content of an object with a count of units: in its marker, or in an integer behind it.
  private func counted(
    _ start: Int, _ bytes: [UInt8], unit: Int
  ) throws(ArchiveError) -> (first: Int, count: Int) {
    var first = start + 1
    var count = Int(bytes[start] & 0x0F)
    if count == 0x0F {
      guard first < tableOffset, bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 4 else {
        throw .malformedList("a count is no integer", at: first)
      }
      let range = try content(first + 1, 1 << Int(bytes[first] & 0x0F), first)
      let number = Self.integer(bytes, range)
      first = range.upperBound
      guard number >= 0, number <= Int128(tableOffset - first) else {
        throw Self.tooMany(number, at: start)
      }
      count = Int(number)
    }
    // A count that is in the file times the 16 bytes of a unit at most is no number that overflows.
    guard count &* unit <= tableOffset - first else { throw Self.tooMany(Int128(count), at: start) }
    return (first, count)
  }

  private static func tooMany(_ count: Int128, at start: Int) -> ArchiveError {
    .malformedList("an object counts \(count), which is more than there is", at: start)
  }

  /// Integers of 1, 2 and 4 bytes are unsigned, those of 8 and 16 signed.
  private static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> Int128 {
    if range.count == 16 {
      let high = Int64(bitPattern: number(bytes, range.lowerBound, 8))
      return Int128(high) << 64 | Int128(number(bytes, range.lowerBound + 8, 8))
    }
    let value = number(bytes, range.lowerBound, range.count)
    return range.count == 8 ? Int128(Int64(bitPattern: value)) : Int128(value)
  }
}
