/// Puts the members of sets and the entries of maps of a tape in canonical order (Spec, section 10).
///
/// Inner ones come first, since the content of a member depends on what is inside of it. O(values × nested sets and maps).
package struct CanonicalOrder {
  private var cells: [ArchiveCell]
  private let tape: ArchiveTape
  private let definitions: ArchiveDefinitions
  private let maximumDepth: Int

  private init(_ tape: ArchiveTape, _ maximumDepth: Int) {
    self.tape = tape
    self.maximumDepth = maximumDepth
    cells = tape.cells
    var definitions = ArchiveDefinitions()
    definitions.types = GrowingArray(tape.types)
    definitions.keys = GrowingArray(tape.keys)
    definitions.extensions = GrowingArray(tape.extensions)
    self.definitions = definitions
  }

  /// A tape with the same values in canonical order. Types, keys and objects have the numbers of that order.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` for members of a set and keys of a map that hold class instances.
  package static func tape(
    of tape: ArchiveTape, maximumDepth: Int
  ) throws(ArchiveError) -> ArchiveTape {
    // The order compares one of several values of a key.
    let tape =
      tape.keepsLastValues && tape.hasRepeatedKeys
      ? TapeCopy.lastValues(of: tape, onto: ArchiveTape()) : tape
    var order = CanonicalOrder(tape, maximumDepth)
    for index in order.cells.indices.reversed() { try order.sort(at: index) }
    var sorted = tape
    sorted.cells = order.cells
    let document = ArchivedDocument(sorted)
    var copy = TapeCopy(from: document)
    copy.append(ArchivedValue(document, at: 0))
    copy.appendTail()
    return copy.tape
  }

  private mutating func sort(at index: Int) throws(ArchiveError) {
    switch cells[index].kind {
    case .set:
      let members = children(of: index)
      reorder(members, try order(of: members))
    case .map:
      let keys = children(of: index + 1)
      let values = children(of: cells[index + 1].next(after: index + 1))
      let order = try order(of: keys)
      reorder(keys, order)
      reorder(values, order)
    case .keyedMap:
      let entries = children(of: index)
      let keys = entries.map { tape.keys[Int(cells[$0.lowerBound].key)] }
      var contents: [[UInt8]] = []
      for key in keys { contents.append(try content(ofKey: key)) }
      reorder(entries, Self.order(of: contents))
    default: break
    }
  }

  private func children(of index: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var child = index + 1
    let end = cells[index].next(after: index)
    while child < end {
      let next = cells[child].next(after: child)
      ranges.append(child..<next)
      child = next
    }
    return ranges
  }

  private func order(of members: [Range<Int>]) throws(ArchiveError) -> [Int] {
    var contents: [[UInt8]] = []
    for member in members {
      guard !cells[member].contains(where: { $0.kind.mentionsObject }) else {
        throw ArchiveError(
          .invalidValue,
          "members of a set or keys of a dictionary hold class instances, which have no canonical order"
        )
      }
      contents.append(members.count > 1 ? try content(of: member) : [])
    }
    return Self.order(of: contents)
  }

  private static func order(of contents: [[UInt8]]) -> [Int] {
    contents.indices.sorted { contents[$0].lexicographicallyPrecedes(contents[$1]) }
  }

  /// The stand-alone content of a member: definitions and value.
  private func content(of member: Range<Int>) throws(ArchiveError) -> [UInt8] {
    let document = ArchivedDocument(
      cells: moved(member, by: -member.lowerBound), bytes: tape.bytes,
      objects: [], roots: tape.roots, definitions: definitions)
    return try content(of: ArchivedValue(document, at: 0))
  }

  private func content(ofKey key: String) throws(ArchiveError) -> [UInt8] {
    var builder = ArchivedValueBuilder()
    builder.string(key)
    return try content(of: builder.finish())
  }

  private func content(of value: ArchivedValue) throws(ArchiveError) -> [UInt8] {
    let tape = TapeCopy.tape(of: value)
    var matcher = ShapeMatcher(tape)
    try matcher.match(maximumDepth: maximumDepth)
    var writer = ContentWriter(matcher, tape)
    return writer.definitionBytes + writer.value(at: 0)
  }

  /// Puts neighbours in another order.
  private mutating func reorder(_ ranges: [Range<Int>], _ order: [Int]) {
    guard let start = ranges.first?.lowerBound, !order.elementsEqual(order.indices) else { return }
    var result: [ArchiveCell] = []
    for place in order {
      let range = ranges[place]
      result += moved(range, by: start + result.count - range.lowerBound)
    }
    cells.replaceSubrange(start..<start + result.count, with: result)
  }

  /// The cells of a range as they are at another place.
  private func moved(_ range: Range<Int>, by distance: Int) -> [ArchiveCell] {
    cells[range].map { cell in
      guard cell.kind.isContainer else { return cell }
      var cell = cell
      cell.payload = UInt64(truncatingIfNeeded: Int(truncatingIfNeeded: cell.payload) + distance)
      return cell
    }
  }
}
