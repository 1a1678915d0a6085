public import ArchiveFormat

/// A property list of Apple's binary or XML form, read value by value.
///
/// Nothing is built before it is asked for: a binary file needs no memory beside its bytes, an XML file 24 bytes for each element. Unlike
/// `PropertyListSerialization`, it keeps the order of dictionaries and the type of references, and does not recurse.
public struct PropertyList: Sendable {
  /// The form of the bytes.
  public enum Form: Hashable, Sendable {
    case binary, xml
  }

  private enum Storage {
    case binary(BinaryPropertyList)
    case xml(XMLPropertyList)
  }

  /// The bytes: of an XML file, those of its text in UTF-8.
  public let bytes: [UInt8]
  private let storage: Storage
  /// The place of the bytes in the file.
  private let place: TextPlace
  /// The limits that the list was read with.
  public let limits: PropertyListLimits

  /// Reads what the values stand on: a binary file's offset table, or all of an XML file. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/notPropertyList`` for other first bytes,
  ///   ``ArchiveError/Code/malformedPropertyList`` for what breaks the form, ``ArchiveError/Code/limitExceeded``.
  public init(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(ArchiveError) {
    self.limits = limits
    guard bytes.count <= limits.maximumByteCount else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(limits.maximumByteCount) bytes", byteOffset: 0)
    }
    if bytes.starts(with: BinaryPropertyList.signature) {
      self.bytes = bytes
      place = TextPlace(offset: 0)
      storage = .binary(try BinaryPropertyList(bytes, limits))
      return
    }
    let (text, place) = try XMLText.utf8(of: bytes)
    (self.bytes, self.place) = (text, place)
    do {
      storage = .xml(try XMLPropertyList(text, limits))
    } catch {
      var error = error
      error.byteOffset = error.byteOffset.map { place.fileOffset(of: $0, in: text) }
      throw error
    }
  }

  /// Tells whether bytes begin as those of a property list do: with a binary one's signature, or with the first tag of any XML, perhaps
  /// behind blanks and a byte order mark.
  public static func isLikely(_ first: some Collection<UInt8>) -> Bool {
    if first.starts(with: BinaryPropertyList.signature) { return true }
    // UTF-16 has a zero in each character of a tag.
    let marks: Set<UInt8> = [0, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    return first.first { !marks.contains($0) && !XMLText.isSpace($0) } == UInt8(ascii: "<")
  }

  /// The form.
  public var form: Form {
    switch storage {
    case .binary: .binary
    case .xml: .xml
    }
  }

  /// The outermost value.
  public var root: PropertyListNode {
    switch storage {
    case .binary(let list): PropertyListNode(list.top)
    case .xml(let list): PropertyListNode(list.root)
    }
  }

  /// The number of nodes: all that ``PropertyListNode/index`` can be.
  public var nodeCount: Int {
    switch storage {
    case .binary(let list): list.objectCount
    case .xml(let list): list.elements.count
    }
  }

  /// Returns the offset of a node in the file. O(1); for an XML file in UTF-16 O(bytes).
  public func byteOffset(of node: PropertyListNode) -> Int {
    switch storage {
    case .binary(let list): list.offset(of: node.index, bytes)
    case .xml(let list): place.fileOffset(of: list.elements[node.index].start, in: bytes)
    }
  }

  /// Returns the offsets of nodes in the file, in their order. O(nodes); for an XML file in UTF-16 O(bytes + nodes × log(nodes)).
  package func byteOffsets(of nodes: [PropertyListNode]) -> [Int] {
    guard case .xml(let list) = storage, place.isUTF16 else { return nodes.map(byteOffset) }
    var offsets = Array(repeating: 0, count: nodes.count)
    var (place, start) = (place, 0)
    for index in nodes.indices.sorted(by: { nodes[$0].index < nodes[$1].index }) {
      let end = list.elements[nodes[index].index].start
      place.offset = place.fileOffset(of: end - start, in: bytes[start..<end])
      start = end
      offsets[index] = place.offset
    }
    return offsets
  }

  /// The value of a node, without those in it. O(1); of text in ASCII and of data in XML O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList``.
  public func value(of node: PropertyListNode) throws(ArchiveError) -> PropertyListValue {
    switch storage {
    case .binary(let list): try list.value(of: node.index, bytes)
    case .xml(let list): try list.value(of: node.index, bytes)
    }
  }

  /// The bytes of text that ``value(of:)`` decodes for a node: those of numbers, dates and data in XML. O(1).
  package func decodedByteCount(of node: PropertyListNode) -> Int {
    guard case .xml(let list) = storage else { return 0 }
    let element = list.elements[node.index]
    return switch element.kind {
    case .integer, .real, .date, .data: element.text.count
    case .string, .yes, .no, .array, .dictionary: 0
    }
  }

  /// The next node of a container; nil behind the last one. O(1).
  ///
  /// ```swift
  /// var place = PropertyListNodes.Place()
  /// while let node = try list.next(in: nodes, &place) { … }
  /// ```
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList`` for a reference to an object that is not there.
  public func next(
    in nodes: PropertyListNodes, _ place: inout PropertyListNodes.Place
  ) throws(ArchiveError) -> PropertyListNode? {
    let index = place.index
    guard index < nodes.count else { return nil }
    place.index = index + 1
    switch storage {
    case .binary(let binary): return try binary.node(index, of: nodes, bytes)
    case .xml(let xml):
      let element = index == 0 ? nodes.first : place.element
      place.element = xml.elements[element].next
      return PropertyListNode(element)
    }
  }

  /// The last key of a dictionary with its value; nil for an XML file, and for an empty dictionary. O(1).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList`` for a reference to an object that is not there.
  package func lastEntry(
    _ nodes: PropertyListNodes
  ) throws(ArchiveError) -> (key: PropertyListNode, value: PropertyListNode)? {
    guard case .binary(let list) = storage, nodes.count > 1, nodes.values > 0 else { return nil }
    return (
      try list.node(nodes.count - 2, of: nodes, bytes),
      try list.node(nodes.count - 1, of: nodes, bytes)
    )
  }
}
