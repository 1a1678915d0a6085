internal import ArchiveCompression
internal import ArchiveFormat

/// Looks for maps with one key twice and sets with one member twice (Spec, rule A2), where ``DuplicateWatch`` says that there are
/// some: it needs a list of all values, and tells the path of each.
///
/// Sets and maps that stand in members and keys are compared first, from the inside out, and are numbers from
/// then on: nothing is looked at once for each level around it.
struct DuplicateSearch {
  /// A set or a map.
  private struct Container {
    let index: Int
    /// Whether it stands in a member of a set or in a key of a map.
    let isCompared: Bool
  }

  private let document: ArchivedDocument
  private let map: OffsetMap
  /// The numbers of sets and maps that are compared, by their cells; equal ones have equal numbers.
  private var numbers: [Int: Int] = [:]
  private var known: [[UInt8]: Int] = [:]

  init(_ document: ArchivedDocument, _ map: OffsetMap) {
    self.document = document
    self.map = map
  }

  /// The duplicates in the order in which they stand. O(cells).
  mutating func findings(atMost limit: Int) -> [ArchiveError] {
    var places: [(container: Int, position: Int)] = []
    for container in containers.reversed() {
      if let position = duplicate(members(of: container.index)) {
        places.append((container.index, position))
      }
      if container.isCompared {
        let identity = unorderedIdentity(of: container.index)
        let number = known[identity] ?? known.count
        known[identity] = number
        numbers[container.index] = number
      }
    }
    return places.reversed().prefix(limit).map { place in
      let container = ArchivedValue(document, at: place.container)
      let message =
        container.cell.kind == .map ? "a map has one key twice" : "a set has one member twice"
      return finding(message, place.position, in: container)
    }
  }

  /// All sets and maps, in the order in which they stand.
  private var containers: [Container] {
    var containers: [Container] = []
    var end = 0
    for (index, cell) in document.cells.enumerated() {
      switch cell.kind {
      case .set, .packedSet:
        containers.append(Container(index: index, isCompared: index < end))
        end = max(end, cell.next(after: index))
      case .map:
        containers.append(Container(index: index, isCompared: index < end))
        end = max(end, document.cells[index + 1].next(after: index + 1))
      default: break
      }
    }
    return containers
  }

  private func members(of index: Int) -> ArchivedValue.Elements {
    let isMap = document.cells[index].kind == .map
    return ArchivedValue(document, at: isMap ? index + 1 : index).elements
  }

  private func finding(
    _ message: String, _ position: Int, in container: ArchivedValue
  ) -> ArchiveError {
    var path = document.path(toCell: container.index)
    path.steps.append(.index(position))
    return map.located(
      ArchiveError(.malformed, message, byteOffset: container.rawOffset, path: path))
  }

  /// The position of the first value that equals an earlier one in kind and bytes.
  private func duplicate(_ values: ArchivedValue.Elements) -> Int? {
    var seen: Set<[UInt8]> = []
    for (position, value) in values.enumerated() {
      guard seen.insert(identity(of: value)).inserted else { return position }
    }
    return nil
  }

  /// The identity of a set or map, whose members or entries have no order.
  private func unorderedIdentity(of index: Int) -> [UInt8] {
    let isMap = document.cells[index].kind == .map
    var parts = members(of: index).map { identity(of: $0) }
    if isMap {
      let entries = ArchivedValue(document, at: index).entries
      parts = zip(parts, entries).map { $0 + identity(of: $1.value) }
    }
    var sink = ByteSink()
    sink.byte(isMap ? CellKind.map.rawValue : CellKind.set.rawValue)
    for part in parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { sink.countedBytes(part) }
    return sink.bytes
  }

  /// Kinds and bytes of a value and all inside it. An object is its number, and fields that are not there do not count.
  private func identity(of value: ArchivedValue) -> [UInt8] {
    var identity = ByteSink()
    guard value.index >= 0 else {
      ValueIdentity.append(value.cell, document.bytes, to: &identity)
      return identity.bytes
    }
    var open: [(end: Int, isRecord: Bool)] = []
    let end = value.cell.next(after: value.index)
    var index = value.index
    while index < end {
      while let last = open.last, last.end == index {
        identity.byte(ValueIdentity.endMark)
        open.removeLast()
      }
      let cell = document.cells[index]
      if let parent = open.last, parent.isRecord {
        if cell.kind == .absent {
          index += 1
          continue
        }
        identity.varint(Int(cell.key))
      }
      if let number = numbers[index] {
        identity.byte(ValueIdentity.numberMark)
        identity.varint(number)
        index = cell.next(after: index)
        continue
      }
      ValueIdentity.append(cell, document.bytes, to: &identity)
      switch cell.kind {
      case .object: index = cell.next(after: index)
      case .packed, .packedSet:
        for element in PackedRow(cell, document.bytes) {
          ValueIdentity.append(element, document.bytes, to: &identity)
        }
        identity.byte(ValueIdentity.endMark)
        index += 1
      default:
        if cell.kind.isContainer {
          open.append((cell.next(after: index), cell.kind == .record))
        }
        index += 1
      }
    }
    for _ in open { identity.byte(ValueIdentity.endMark) }
    return identity.bytes
  }
}
