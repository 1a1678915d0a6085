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
        let identity = identity(of: ArchivedValue(document, at: container.index))
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

  /// Kinds and bytes of a value and all inside it. An object is its number.
  private func identity(of value: ArchivedValue) -> [UInt8] {
    var identity = ByteSink()
    guard value.index >= 0 else {
      add(value.cell, to: &identity)
      return identity.bytes
    }
    let end = value.cell.next(after: value.index)
    var index = value.index
    while index < end {
      let cell = document.cells[index]
      if let number = numbers[index] {
        identity.byte(ValueIdentity.numberMark)
        identity.varint(number)
        index = cell.next(after: index)
        continue
      }
      add(cell, to: &identity)
      index = cell.kind == .object ? cell.next(after: index) : index + 1
    }
    return identity.bytes
  }

  private func add(_ cell: ArchiveCell, to identity: inout ByteSink) {
    let name = cell.kind == .extension ? document.names[Int(cell.detail)] : ""
    ValueIdentity.append(cell, document.bytes, name: name, to: &identity)
    // Before the values inside, as many as there are.
    switch cell.kind {
    case .array, .set, .map, .keyedMap: identity.varint(cell.length)
    default: break
    }
  }
}
