internal import ArchiveFormat

/// Writes a binary property list: leaves where they come, each once, then containers, the offset table and the trailer.
///
/// An object takes 4 bytes of memory beside its own, 8 to 22 more if it is a leaf, and 4 for each mention of it.
struct BinaryListWriter: Sendable {
  private struct Container {
    var object: UInt32
    /// The place of the container's marker among the links; its children follow.
    var firstLink: Int
  }

  private struct Open {
    var object: UInt32
    var kind: PropertyListContainer
    /// The place of its first child among the children of all open containers.
    var firstChild: Int
  }

  private var bytes = BinaryPropertyList.signature + [UInt8(ascii: "0")]
  /// By object: where its bytes begin. That of a container is known at the end.
  private var offsets: [UInt32] = []
  /// The leaves by their objects. The bytes of a leaf are prefixes of no other leaf's.
  private var leaves = DigestTable()
  private var containers: [Container] = []
  /// The marker of each container, then the objects of its children.
  private var links: [UInt32] = []
  private var open: [Open] = []
  private var children: [UInt32] = []

  /// Adds a value and returns its object.
  mutating func add(_ leaf: PropertyListLeaf) throws(ArchiveError) -> Int {
    let start = bytes.count
    append(leaf)
    guard bytes.count <= UInt32.max else { throw Self.tooLarge }
    let digest = DigestTable.digest(bytes[start...])
    let known = leaves.number(of: digest) { object in
      let first = Int(offsets[object])
      return bytes[first..<first + bytes.count - start].elementsEqual(bytes[start...])
    }
    if let known {
      bytes.removeLast(bytes.count - start)
      children.append(UInt32(truncatingIfNeeded: known))
      return known
    }
    let object = try newObject(at: start)
    leaves.add(Int(object), digest)
    children.append(object)
    return Int(object)
  }

  /// Adds an object once more.
  mutating func add(object: Int) { children.append(UInt32(truncatingIfNeeded: object)) }

  private mutating func newObject(at offset: Int) throws(ArchiveError) -> UInt32 {
    guard offsets.count < Int32.max else { throw Self.tooLarge }
    offsets.append(UInt32(truncatingIfNeeded: offset))
    return UInt32(truncatingIfNeeded: offsets.count - 1)
  }

  private static var tooLarge: ArchiveError {
    ArchiveError(.limitExceeded, "a binary property list of more than 4 GiB is not written")
  }

  mutating func begin(_ kind: PropertyListContainer) throws(ArchiveError) {
    let object = try newObject(at: 0)
    children.append(object)
    open.append(Open(object: object, kind: kind, firstChild: children.count))
  }

  /// Ends the innermost container and returns its object. O(children).
  mutating func end() throws(ArchiveError) -> Int {
    guard let last = open.popLast() else { return 0 }
    if last.kind == .dictionary, hasEqualKeys(from: last.firstChild) {
      throw PropertyListWriter.duplicateKey
    }
    containers.append(Container(object: last.object, firstLink: links.count))
    links.append(last.kind == .array ? 0xA0 : last.kind == .set ? 0xC0 : 0xD0)
    links += children[last.firstChild...]
    children.removeLast(children.count - last.firstChild)
    return Int(last.object)
  }

  /// Equal keys are one object.
  private func hasEqualKeys(from first: Int) -> Bool {
    let count = (children.count - first) / 2
    guard count > 16 else {
      for index in stride(from: first + 2, to: children.count, by: 2) {
        for earlier in stride(from: first, to: index, by: 2)
        where children[earlier] == children[index] { return true }
      }
      return false
    }
    var keys = Set<UInt32>(minimumCapacity: count)
    for index in stride(from: first, to: children.count, by: 2) {
      if !keys.insert(children[index]).inserted { return true }
    }
    return false
  }

  /// The file, once all containers are ended.
  mutating func finish() throws(ArchiveError) -> [UInt8] {
    let referenceSize = Self.size(of: offsets.count - 1)
    for (index, container) in containers.enumerated() {
      guard bytes.count <= UInt32.max else { throw Self.tooLarge }
      offsets[Int(container.object)] = UInt32(truncatingIfNeeded: bytes.count)
      let end = index + 1 < containers.count ? containers[index + 1].firstLink : links.count
      append(container.firstLink..<end, referenceSize)
    }
    let table = bytes.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { append(UInt64(offset), offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [offsets.count, 0, table] { append(UInt64(number), 8) }
    return bytes
  }

  private mutating func append(_ range: Range<Int>, _ referenceSize: Int) {
    let marker = UInt8(truncatingIfNeeded: links[range.lowerBound])
    let children = range.dropFirst()
    guard marker == 0xD0 else {
      append(marker, count: children.count)
      for index in children { append(UInt64(links[index]), referenceSize) }
      return
    }
    append(marker, count: children.count / 2)
    for first in [children.lowerBound, children.lowerBound + 1] {
      for index in stride(from: first, to: children.upperBound, by: 2) {
        append(UInt64(links[index]), referenceSize)
      }
    }
  }

  /// The number of bytes of a number: 1, 2, 4 or 8.
  private static func size(of number: Int) -> Int {
    number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
  }

  private mutating func append(_ number: UInt64, _ byteCount: Int) {
    for index in (0..<byteCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index)))
    }
  }

  private mutating func append(_ marker: UInt8, count: Int) {
    guard count >= 15 else { return bytes.append(marker | UInt8(count)) }
    bytes.append(marker | 0x0F)
    append(integer: Int128(count))
  }

  /// Numbers of up to 32 bits are unsigned.
  private mutating func append(integer number: Int128) {
    if let number = UInt32(exactly: number) {
      let byteCount = Self.size(of: Int(number))
      bytes.append(0x10 | UInt8(byteCount.trailingZeroBitCount))
      append(UInt64(number), byteCount)
    } else if let number = Int64(exactly: number) {
      bytes.append(0x13)
      append(UInt64(bitPattern: number), 8)
    } else {
      bytes.append(0x14)
      append(UInt64(truncatingIfNeeded: number >> 64), 8)
      append(UInt64(truncatingIfNeeded: number), 8)
    }
  }

  private mutating func append(_ leaf: PropertyListLeaf) {
    switch leaf {
    case .null: bytes.append(0x00)
    case .bool(let isTrue): bytes.append(isTrue ? 0x09 : 0x08)
    case .integer(let number): append(integer: number)
    case .real(let bits, let isSingle):
      bytes.append(isSingle ? 0x22 : 0x23)
      if isSingle { append(UInt64(PropertyList.narrowed(bits)), 4) } else { append(bits, 8) }
    case .date(let bits):
      bytes.append(0x33)
      append(bits, 8)
    case .reference(let number):
      let byteCount = Self.size(of: Int(truncatingIfNeeded: number))
      bytes.append(0x80 | UInt8(byteCount - 1))
      append(number, byteCount)
    case .string(let text): append(text: text)
    case .data(let data):
      append(0x40, count: data.count)
      bytes += data
    }
  }

  private mutating func append(text: ArraySlice<UInt8>) {
    guard text.contains(where: { $0 >= 0x80 }) else {
      append(0x50, count: text.count)
      bytes += text
      return
    }
    let units = PropertyList.utf16Bytes(ofUTF8: text)
    append(0x60, count: units.count / 2)
    bytes += units
  }
}
