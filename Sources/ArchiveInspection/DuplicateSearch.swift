internal import ArchiveCompression
internal import ArchiveFormat

/// Looks for maps with one key twice and sets with one member twice (Spec, rule A2).
struct DuplicateSearch {
  private let document: ArchivedDocument
  private let map: OffsetMap

  init(_ document: ArchivedDocument, _ map: OffsetMap) {
    self.document = document
    self.map = map
  }

  /// The duplicates in the order in which they stand. O(cells), where keys and members are leaves.
  func findings(atMost limit: Int) -> [ArchiveError] {
    var findings: [ArchiveError] = []
    for index in document.cells.indices where findings.count < limit {
      let value = ArchivedValue(document, at: index)
      switch document.cells[index].kind {
      case .set, .packedSet:
        if let place = duplicate(value.elements) {
          findings.append(finding("a set has one member twice", place, in: value))
        }
      case .map:
        if let place = duplicate(ArchivedValue(document, at: index + 1).elements) {
          findings.append(finding("a map has one key twice", place, in: value))
        }
      default: break
      }
    }
    return findings
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
      add(cell, to: &identity)
      index = cell.kind == .object ? cell.next(after: index) : index + 1
    }
    return identity.bytes
  }

  private func add(_ cell: ArchiveCell, to identity: inout ByteSink) {
    identity.byte(cell.kind == .reference ? CellKind.object.rawValue : cell.kind.rawValue)
    switch cell.kind {
    case .absent, .null: break
    case .bool, .int, .uint, .int8, .uint8, .float32, .float64, .date:
      identity.fixed(cell.payload)
    case .int128, .uint128, .decimal, .numberText, .string, .data, .uuid, .url:
      identity.countedBytes(document.bytes[cell.byteRange])
    case .packed, .packedSet:
      identity.varint(Int(cell.detail))
      identity.varint(cell.length)
      identity.countedBytes(document.bytes[cell.offset..<Int(truncatingIfNeeded: cell.payload)])
    case .extension: identity.string(document.names[Int(cell.detail)])
    case .object, .reference: identity.varint(Int(cell.detail))
    case .record: identity.varint(Int(cell.shape))
    default:
      identity.varint(Int(cell.detail))
      identity.varint(cell.length)
    }
  }
}
