public import ArchiveFormat
public import PropertyListFormat

/// The objects of an archive that `NSKeyedArchiver` wrote, in a binary or an XML property list.
///
/// All objects that can be reached from the roots were checked when it was made. Their values are read when they are asked for.
///
/// ```
/// $archiver  a string        $top      a dictionary of roots
/// $version   100000          $objects  "$null", then objects; classes stand among them
/// ```
public struct FoundationGraph: Sendable {
  /// The class of an object, as the file tells.
  public struct ObjectClass: Sendable {
    /// Its name.
    public let name: PropertyListText
    /// The names of the class and its superclasses; empty where the file has none.
    public let chain: [PropertyListText]
    /// The names of classes that may stand in for the class; nil where the file has none.
    public let hints: [PropertyListText]?

    /// Bytes of all its names.
    var textByteCount: Int {
      ([name] + chain + (hints ?? [])).reduce(0) { $0 + $1.range.count }
    }
    /// The number of names beyond the 16 that each class may have.
    var extraNameCount: Int { max(0, chain.count + (hints?.count ?? 0) - 16) }
  }

  /// The property list.
  public let list: PropertyList
  /// The class of the archiver: `NSKeyedArchiver`, or a subclass.
  public let archiver: PropertyListText
  /// The roots with their keys, in file order.
  public let roots: [(key: PropertyListText, node: PropertyListNode)]
  /// The roots by the UTF-8 bytes of their keys.
  package let sortedRoots: [(key: PropertyListText, node: PropertyListNode)]
  /// The node of each entry of `$objects`.
  private let nodes: [Int32]
  /// The number of entries of `$objects`. The first one is nil.
  package var entryCount: Int { nodes.count }
  /// The entries that are reached, in the order in which they are met, breadth first from the sorted roots.
  public private(set) var objects: [Int] = []
  /// By entry: its place among those, from 1; 0 for those that are not reached.
  private(set) var numbers: [Int32]
  /// By entry: true for those that references meet more than once.
  private(set) var isShared: [Bool]
  /// By entry: that of its class; 0 for those that are not reached or have none.
  private var classEntries: [Int32]
  /// The classes of objects that are reached.
  private(set) var classes: ClassTable

  /// Reads and checks what can be reached. O(bytes).
  ///
  /// - Parameter bytes: The file.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/notPropertyList``, ``ArchiveError/Code/malformedPropertyList``,
  ///   ``ArchiveError/Code/notKeyedArchive``, ``ArchiveError/Code/unsupportedArchiveVersion``,
  ///   ``ArchiveError/Code/referenceOutOfRange``, ``ArchiveError/Code/malformedClass``, or ``ArchiveError/Code/limitExceeded``. In a root
  ///   or an object its path begins with `$top` and the key of the root, or with `$objects` and the index of the object there.
  public init(
    _ bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(ArchiveError) {
    try self.init(PropertyList(bytes, limits: limits))
  }

  /// Reads and checks what can be reached in a property list, within its limits. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` as ``init(_:limits:)``.
  package init(_ list: PropertyList) throws(ArchiveError) {
    var output = NoGraphOutput()
    try self.init(list, &output)
  }

  /// The canonical dump of an archive: a line of JSON for the archive, and one for each object that is reached. O(bytes).
  ///
  /// A binary and an XML file of the same graph have the same dump. `Spec/foundation-archives.md` says what stands in the lines.
  ///
  /// - Throws: ``ArchiveError`` as ``init(_:limits:)``.
  public static func canonicalDump(
    of bytes: [UInt8], limits: PropertyListLimits = PropertyListLimits()
  ) throws(ArchiveError) -> [UInt8] {
    var dump = GraphDump(fileByteCount: bytes.count)
    _ = try FoundationGraph(PropertyList(bytes, limits: limits), &dump)
    return dump.take()
  }

  /// The values of Foundation's classes: a line of JSON for each object of one. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/limitExceeded`` if many objects refer to large texts, data or arrays.
  public func valuesDump() throws(ArchiveError) -> [UInt8] {
    var values = GraphValues(self)
    return try values.lines()
  }

  /// Reads and checks what can be reached, and writes it while it is at it: what is checked is what is written.
  private init(
    _ list: PropertyList, _ output: inout some GraphOutput
  ) throws(ArchiveError) {
    var walk = ListWalk(list, seeking: "$class")
    var frame = ArchiveFrame(list)
    guard try frame.read(&walk), let archiver = frame.archiver, let top = frame.top,
      let entries = frame.objects
    else {
      // An error of the property list comes first.
      var check = ListCheck(list)
      try check.check()
      throw ArchiveError(
        .notKeyedArchive, "the property list is no keyed archive: \(frame.missing)",
        byteOffset: list.byteOffset(of: list.root))
    }
    guard frame.version == 100_000 else {
      throw ArchiveError(
        .unsupportedArchiveVersion,
        "the keyed archive is of version \(frame.version ?? 0), and 100000 is read",
        byteOffset: list.byteOffset(of: list.root), path: ArchivePath([.key("$version")]))
    }
    self.list = list
    self.archiver = archiver
    nodes = entries
    numbers = Array(repeating: 0, count: entries.count)
    classEntries = numbers
    isShared = Array(repeating: false, count: entries.count)
    classes = ClassTable(entryCount: entries.count)
    var roots: [(key: PropertyListText, node: PropertyListNode)] = []
    var place = PropertyListNodes.Place()
    let dictionary = walk.beginKeys()
    do throws(ArchiveError) {
      while let keyNode = try list.next(in: top, &place), let node = try list.next(in: top, &place)
      {
        roots.append((try walk.key(keyNode, of: dictionary), node))
      }
    } catch {
      throw error.inside(.key("$top"))
    }
    self.roots = roots
    sortedRoots = roots.map { (list.utf8($0.key), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    output.begin(archiver, list)
    for root in sortedRoots {
      output.beginRoot(root.key, list)
      do throws(ArchiveError) {
        try walk.forEachEvent(in: root.node, of: list) { event throws(ArchiveError) in
          switch event {
          case .key(let text, let number): output.key(text, number, list)
          case .reference(let reference): output.reference(try meet(reference))
          default: output.write(event, list)
          }
        }
      } catch {
        throw error.inside(.key("$top"), .key(list.string(root.key)))
      }
      output.endRoot()
    }
    output.endRoots()
    var index = 0
    while index < objects.count {
      do throws(ArchiveError) {
        try check(objects[index], list, &walk, &output)
      } catch {
        throw error.inside(.key("$objects"), .index(objects[index]))
      }
      index += 1
    }
  }

  /// Gives the object of a reference its number, and returns the number; nil for object 0.
  ///
  /// - Throws: ``ArchiveError/Code/referenceOutOfRange`` without an offset, which the walk knows.
  private mutating func meet(_ reference: UInt64) throws(ArchiveError) -> Int? {
    guard let entry = Int(exactly: reference), entry < nodes.count else {
      throw ArchiveError(
        .referenceOutOfRange,
        "a reference leads to object \(reference), and the archive has \(nodes.count)")
    }
    guard entry > 0 else { return nil }
    if numbers[entry] == 0 {
      objects.append(entry)
      numbers[entry] = Int32(truncatingIfNeeded: objects.count)
    } else {
      isShared[entry] = true
    }
    return Int(numbers[entry])
  }

  /// Checks an object, and meets those that it refers to.
  ///
  /// - Parameter list: The list of the graph, which would be copied from there for each object.
  private mutating func check(
    _ entry: Int, _ list: PropertyList, _ walk: inout ListWalk,
    _ output: inout some GraphOutput
  ) throws(ArchiveError) {
    let node = node(of: entry)
    var classNumber: Int?
    if case .dictionary(let fields) = try list.value(of: node),
      let classNode = try walk.soughtValue(in: fields)
    {
      let number: Int
      do throws(ArchiveError) {
        number = try checkedClass(classNode, &walk)
      } catch {
        throw error.inside(.key("$class"))
      }
      classNumber = number
      classEntries[entry] = Int32(truncatingIfNeeded: classes.rows[number].entry)
      // The names are written with each object.
      try walk.count(
        values: classes.rows[number].extraNameCount,
        textBytes: classes.rows[number].textByteCount, node)
    }
    output.beginObject(Int(numbers[entry]), classNumber, classes, list)
    var depth = 0
    // The value of the entry `$class` is no field.
    var isClass = false
    try walk.forEachEvent(in: node, of: list) { event throws(ArchiveError) in
      switch event {
      case .key(let text, let number):
        isClass = depth == 1 && number == ListWalk.soughtKeyNumber
        if !isClass { output.key(text, number, list) }
      case .reference(let reference):
        if isClass {
          isClass = false
        } else {
          output.reference(try meet(reference))
        }
      case .leaf: output.write(event, list)
      case .beginArray, .beginSet, .beginDictionary:
        depth += 1
        output.write(event, list)
      case .end:
        depth -= 1
        output.write(event, list)
      }
    }
    output.endObject()
  }

  /// Reads a class that was not met before, and returns its number.
  private mutating func checkedClass(
    _ classNode: PropertyListNode, _ walk: inout ListWalk
  ) throws(ArchiveError) -> Int {
    var place = classNode
    func malformed(_ message: String) -> ArchiveError {
      ArchiveError(.malformedClass, message, byteOffset: list.byteOffset(of: place))
    }
    guard case .reference(let reference) = try list.value(of: classNode) else {
      throw malformed("the class of an object is no reference")
    }
    guard let entry = Int(exactly: reference), entry < nodes.count else {
      throw ArchiveError(
        .referenceOutOfRange,
        "the class of an object is object \(reference), and the archive has \(nodes.count)",
        byteOffset: list.byteOffset(of: classNode))
    }
    if let known = classes.number(of: entry) { return known }
    place = node(of: entry)
    guard case .dictionary(let fields) = try list.value(of: place) else {
      throw malformed("the class of an object is no dictionary")
    }
    var name: PropertyListText?
    var lists: [[PropertyListText]?] = [nil, nil]
    let dictionary = walk.beginKeys()
    var next = PropertyListNodes.Place()
    while let keyNode = try list.next(in: fields, &next),
      let valueNode = try list.next(in: fields, &next)
    {
      let key = try walk.key(keyNode, of: dictionary)
      try walk.count(values: 1, textBytes: 0, valueNode)
      if list.isEqual(key, to: "$classname") {
        guard case .string(let text) = try list.value(of: valueNode) else { continue }
        try walk.count(values: 0, textBytes: text.range.count, valueNode)
        try list.checkASCII(text)
        name = text
      } else if list.isEqual(key, to: "$classes") {
        lists[0] = try texts(valueNode, &walk)
        place = valueNode
        if lists[0] == nil { throw malformed("the superclasses of a class are no strings") }
      } else if list.isEqual(key, to: "$classhints") {
        lists[1] = try texts(valueNode, &walk)
        place = valueNode
        if lists[1] == nil { throw malformed("the hints of a class are no strings") }
      }
    }
    place = node(of: entry)
    guard let name else { throw malformed("the class of an object has no name") }
    return classes.add(
      ObjectClass(name: name, chain: lists[0] ?? [], hints: lists[1]), entry)
  }

  /// The strings of an array; nil for anything else.
  private func texts(
    _ node: PropertyListNode, _ walk: inout ListWalk
  ) throws(ArchiveError) -> [PropertyListText]? {
    guard case .array(let nodes) = try list.value(of: node) else { return nil }
    try walk.count(values: nodes.count, textBytes: 0, node)
    var texts: [PropertyListText] = []
    var place = PropertyListNodes.Place()
    while let node = try list.next(in: nodes, &place) {
      guard case .string(let text) = try list.value(of: node) else { return nil }
      try walk.count(values: 0, textBytes: text.range.count, node)
      try list.checkASCII(text)
      texts.append(text)
    }
    return texts
  }

  /// The node of an entry of `$objects`.
  public func node(of entry: Int) -> PropertyListNode { PropertyListNode(Int(nodes[entry])) }

  /// The number of the object that a reference leads to; nil for object 0, which is nil.
  package func number(of reference: UInt64) -> Int? {
    reference == 0 ? nil : Int(numbers[Int(reference)])
  }

  /// The entry of the class of an object that was reached; nil for values that are no objects with a class. O(1).
  func classEntry(of entry: Int) -> Int? {
    classEntries[entry] == 0 ? nil : Int(classEntries[entry])
  }

  /// The class of an object that was reached; nil for values that are no objects with a class. O(1).
  public func objectClass(of entry: Int) -> ObjectClass? {
    classEntry(of: entry).flatMap { classes[$0] }
  }

  /// An error in reading an object with the offset and the path of the object.
  func located(_ error: ArchiveError, at entry: Int) -> ArchiveError {
    var error = error
    error.byteOffset = error.byteOffset ?? list.byteOffset(of: node(of: entry))
    error.path = ArchivePath([.key("$objects"), .index(entry)])
    return error
  }
}
