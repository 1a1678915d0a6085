internal import ArchiveFormat
internal import PropertyListFormat

/// The four entries that make a property list a keyed archive.
struct ArchiveFrame {
  private let list: PropertyList
  private(set) var archiver: PropertyListText?
  private(set) var version: Int128?
  private(set) var top: PropertyListNodes?
  /// The nodes of `$objects`.
  private(set) var objects: [Int32]?

  init(_ list: PropertyList) { self.list = list }

  /// The sentence that names the first missing entry.
  var missing: String {
    if archiver == nil { return "it has no string $archiver" }
    if version == nil { return "it has no integer $version" }
    if top == nil { return "it has no dictionary $top" }
    return "it has no array $objects that begins with the string $null"
  }

  /// Reads the entries.
  ///
  /// - Returns: False if one is not there, or is of another kind.
  mutating func read(_ walk: inout ListWalk) throws(ArchiveError) -> Bool {
    guard case .dictionary(let entries) = try list.value(of: list.root) else { return false }
    var place = PropertyListNodes.Place()
    let dictionary = walk.beginKeys()
    while let keyNode = try list.next(in: entries, &place),
      let valueNode = try list.next(in: entries, &place)
    {
      let key = list.string(try walk.key(keyNode, of: dictionary))
      guard ["$archiver", "$version", "$top", "$objects"].contains(key) else { continue }
      switch (key, try list.value(of: valueNode)) {
      case ("$archiver", .string(let text)):
        try walk.count(values: 0, textBytes: text.range.count, valueNode)
        try list.checkASCII(text)
        archiver = text
      case ("$version", .integer(let number)): version = number
      case ("$top", .dictionary(let nodes)): top = nodes
      case ("$objects", .array(let nodes)): objects = try objectNodes(nodes)
      default: break
      }
    }
    return archiver != nil && version != nil && top != nil && objects != nil
  }

  private func objectNodes(_ nodes: PropertyListNodes) throws(ArchiveError) -> [Int32]? {
    var entries: [Int32] = []
    var place = PropertyListNodes.Place()
    guard let first = try list.next(in: nodes, &place),
      case .string(let text) = try list.value(of: first),
      list.isEqual(text, to: "$null")
    else { return nil }
    entries.append(Int32(truncatingIfNeeded: first.index))
    while let node = try list.next(in: nodes, &place) {
      entries.append(Int32(truncatingIfNeeded: node.index))
    }
    return entries
  }
}
