internal import FuzzOracles

/// A binary property list as its objects: one changes, and the offset table and the trailer follow.
struct BinaryList {
  private static let signature = Array("bplist0".utf8)
  private static let headByteCount = 8
  private static let trailerByteCount = 32
  private static let maximumObjectCount = 4_096

  private var head: [UInt8]
  /// The bytes of each object, up to the next one.
  private var objects: [[UInt8]]
  /// By object: another object and a place in it, where the offset of this one leads to.
  private var aliases: [Int: (object: Int, place: Int)] = [:]
  private var referenceSize: Int
  private var top: Int

  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - Self.trailerByteCount
    guard bytes.starts(with: Self.signature), trailer >= Self.headByteCount else { return nil }
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)])
    top = Self.number(bytes[(trailer + 16)..<(trailer + 24)])
    let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, Self.headByteCount...trailer ~= table,
      1...Self.maximumObjectCount ~= count, count <= (trailer - table) / offsetSize
    else { return nil }
    let offsets = (0..<count).map { index in
      Self.number(bytes[(table + index * offsetSize)..<(table + (index + 1) * offsetSize)])
    }
    guard offsets.allSatisfy({ Self.headByteCount..<table ~= $0 }) else { return nil }
    let starts = Set(offsets).sorted() + [table]
    var ends: [Int: Int] = [:]
    for (start, end) in zip(starts, starts.dropFirst()) { ends[start] = end }
    objects = offsets.map { Array(bytes[$0..<(ends[$0] ?? table)]) }
    head = Array(bytes[..<Self.headByteCount])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 > Int.max >> 9 ? .max >> 9 : $0 << 8 | Int($1) }
  }

  mutating func mutate(_ room: Int, _ random: inout FuzzRandom) {
    let index = random.below(objects.count)
    switch random.below(16) {
    case 0...5: ByteMutation.mutate(&objects[index], min(room, 64), &random)
    case 6: objects[index] = objects[random.below(objects.count)]
    case 7 where room > 64: objects.append(objects[index])
    case 8: objects.swapAt(index, random.below(objects.count))
    case 9: top = random.below(objects.count)
    case 10: aliases[index] = (random.below(objects.count), random.below(4))
    case 11...13: refer(&random)
    case 14: lead(&random)
    default: objects[index][0] = Self.markers[random.below(Self.markers.count)]
    }
  }

  /// Each kind of object, with small counts and with one in an integer.
  private static let markers: [UInt8] = [
    0x00, 0x08, 0x09, 0x10, 0x11, 0x12, 0x13, 0x14, 0x22, 0x23, 0x33, 0x40, 0x41, 0x4F, 0x50,
    0x51, 0x5F, 0x60, 0x61, 0x6F, 0x80, 0x81, 0x83, 0x87, 0x8F, 0xA0, 0xA1, 0xAF, 0xC0, 0xC1,
    0xCF, 0xD0, 0xD1, 0xDF,
  ]

  /// Lets a reference in a container lead to another object.
  private mutating func refer(_ random: inout FuzzRandom) {
    let containers = objects.indices.filter { objects[$0][0] >= 0xA0 && objects[$0].count > 1 }
    guard !containers.isEmpty else { return }
    let container = containers[random.below(containers.count)]
    let count = (objects[container].count - 1) / referenceSize
    guard count > 0 else { return }
    let end = 1 + (1 + random.below(count)) * referenceSize
    objects[container][end - 1] = UInt8(truncatingIfNeeded: random.below(objects.count))
  }

  /// Lets a reference of an archive lead to another entry.
  private mutating func lead(_ random: inout FuzzRandom) {
    let references = objects.indices.filter { objects[$0][0] >> 4 == 8 && objects[$0].count > 1 }
    guard !references.isEmpty else { return }
    let index = references[random.below(references.count)]
    objects[index][objects[index].count - 1] = UInt8(truncatingIfNeeded: random.below(24))
  }

  /// The list with an offset table of its objects.
  var bytes: [UInt8] {
    var (bytes, offsets): ([UInt8], [Int]) = (head, [])
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    for (index, alias) in aliases where index < offsets.count && alias.object < offsets.count {
      offsets[index] = min(offsets[alias.object] + alias.place, bytes.count - 1)
    }
    let table = bytes.count
    let offsetSize = table < 256 ? 1 : table < 65_536 ? 2 : 4
    for offset in offsets { bytes += Self.digits(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    return bytes + Self.digits(objects.count, 8) + Self.digits(top, 8) + Self.digits(table, 8)
  }

  private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
