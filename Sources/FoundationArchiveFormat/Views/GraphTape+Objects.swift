internal import ArchiveFormat
internal import PropertyListFormat

extension GraphTape {
  /// The form in which an object is written.
  enum Body {
    /// An entry without a class.
    case value(PropertyListValue)
    /// An object of a class of Foundation's.
    case content(FoundationContent)
    /// A URL with its base, the base of that, and so on.
    case url([String])
    /// Any other object, and one of Foundation's whose fields contradict each other.
    case fields(PropertyListNodes)

    /// The bytes of text and data that are written at each mention.
    var textByteCount: Int {
      switch self {
      case .url(let parts): parts.reduce(0) { $0 + $1.utf8.count }
      case .content(.string(let text)), .content(.point(let text)), .content(.size(let text)),
        .content(.rectangle(let text)), .content(.timeZone(let text)), .content(.locale(let text)):
        text.count
      case .content(.data(let data)): data.count
      case .value, .content, .fields: 0
      }
    }
  }

  /// The most bases of a URL, each the base of the one before.
  private static let maximumBaseCount = 16

  /// The form of an entry. O(fields) unless it is kept.
  mutating func body(of entry: Int) throws(ArchiveError) -> Body {
    if let known = bodies[entry] {
      try charge.count(values: 1, textBytes: known.textByteCount)
      return known
    }
    let value = try value(of: entry)
    guard case .dictionary(let fields) = value, graph.classEntry(of: entry) != nil else {
      return .value(value)
    }
    switch try content(of: entry) {
    case nil: return .fields(fields)
    case .url(let base, let relative)?:
      return try parts(ofURL: relative, base).map { .url($0) } ?? .fields(fields)
    case .decimal(_, _, let exponent)?
    where !DecimalParts.exponents.contains(Int64(clamping: exponent)):
      return .fields(fields)
    case let content?: return .content(content)
    }
  }

  /// Keeps the form of an object without values inside: any number of references may lead to one with many fields.
  mutating func keep(_ body: Body, _ entry: Int) {
    if graph.isShared[entry], graph.classEntry(of: entry) != nil { bodies[entry] = body }
  }

  /// Reads an entry, however often it is mentioned. In XML it may be large text that is decoded to little.
  private func value(of entry: Int) throws(ArchiveError) -> PropertyListValue {
    let node = graph.node(of: entry)
    try charge.count(values: 0, textBytes: list.decodedByteCount(of: node))
    return try list.value(of: node)
  }

  /// Reads the value of an object; nil for other classes, and where fields contradict each other.
  private func content(of entry: Int) throws(ArchiveError) -> FoundationContent? {
    do throws(ContentError) {
      return try graph.content(of: entry, charge)
    } catch {
      if case .archive(let error) = error { throw error }
      return nil
    }
  }

  /// The text of a URL and of its bases; nil for a base that is none.
  private mutating func parts(
    ofURL relative: [UInt8], _ base: PropertyListNode?
  ) throws(ArchiveError) -> [String]? {
    var parts = [ListTape.repaired(relative)]
    var base = base
    while let node = base {
      guard parts.count <= Self.maximumBaseCount,
        case .reference(let reference) = try list.value(of: node), reference > 0,
        let (next, text) = try self.base(Int(reference))
      else { return nil }
      parts.append(ListTape.repaired(text))
      base = next
    }
    return parts
  }

  /// The base and the text of a URL that others are relative to; nil for what is none. O(fields) the first time.
  private mutating func base(
    _ entry: Int
  ) throws(ArchiveError) -> (next: PropertyListNode?, text: [UInt8])? {
    if let known = bases[entry] {
      if let known { try charge.count(values: 1, textBytes: known.text.count) }
      return known
    }
    var found: (next: PropertyListNode?, text: [UInt8])?
    if case .url(let next, let text)? = try content(of: entry) { found = (next, text) }
    bases[entry] = .some(found)
    return found
  }

  /// The type of the class of an object.
  private mutating func type(of entry: Int) throws(ArchiveError) -> Int {
    guard let classEntry = graph.classEntry(of: entry), let found = graph.classes[classEntry]
    else { return tape.number(ofType: "(no class)") }
    if let known = types[classEntry] { return known }
    let type = tape.number(ofType: list.string(found.name))
    types[classEntry] = type
    return type
  }

  // MARK: Leaves

  /// Writes an object that holds no values.
  ///
  /// - Returns: False for an object that holds some; then nothing was written.
  mutating func appendLeaf(_ body: Body, _ entry: Int) throws(ArchiveError) -> Bool {
    switch body {
    case .value(let value):
      if value.isContainer { return false }
      // A conditional reference to an object that was not archived.
      if case .string(let text) = value, list.isEqual(text, to: "$null") {
        tape.add(.null)
      } else {
        try append(value)
      }
    case .url(let parts):
      var sink = ByteSink()
      sink.varint(parts.count)
      for part in parts { sink.string(part) }
      tape.add(.url, bytes: sink.bytes)
    case .fields: return false
    case .content(let content): return try appendLeaf(content, entry)
    }
    return true
  }

  private mutating func appendLeaf(
    _ content: FoundationContent, _ entry: Int
  ) throws(ArchiveError) -> Bool {
    switch content {
    case .date(let bits): tape.add(.date, bits)
    case .null: tape.add(.null)
    case .string(let text): tape.add(utf8: text)
    case .data(let data): tape.add(.data, bytes: data)
    case .uuid(let bytes): tape.add(.uuid, bytes: bytes)
    case .decimal(let isNegative, let mantissa, let exponent):
      let parts = DecimalParts(
        isNegative: isNegative && mantissa != 0, mantissa: mantissa,
        exponent: Int64(clamping: exponent))
      tape.add(.decimal, bytes: parts.bytes)
    case .notANumber: tape.add(.decimal, bytes: DecimalParts.notANumber.bytes)
    case .range(let location, let length): append(location, length, type: "NSRange")
    case .point(let text): append(text, type: tape.number(ofType: "NSPoint"))
    case .size(let text): append(text, type: tape.number(ofType: "NSSize"))
    case .rectangle(let text): append(text, type: tape.number(ofType: "NSRect"))
    case .timeZone(let text), .locale(let text): append(text, type: try type(of: entry))
    case .array, .set, .orderedSet, .map, .countedSet, .indexSet, .indexPath, .attributed, .url:
      return false
    }
    return true
  }

  private mutating func append(_ text: [UInt8], type: Int) {
    tape.begin(.typed, detail: UInt32(truncatingIfNeeded: type))
    tape.add(utf8: text)
    tape.end()
  }

  /// Writes a range as a record, of a type if there is a name.
  private mutating func append(_ location: Int128, _ length: Int128, type: String? = nil) {
    let detail = type.map { tape.number(ofType: $0) + 1 } ?? 0
    tape.begin(.record, detail: UInt32(truncatingIfNeeded: detail))
    tape.setKey(tape.number(ofKey: "location"))
    tape.add(integer: location)
    tape.setKey(tape.number(ofKey: "length"))
    tape.add(integer: length)
    tape.end()
  }

  // MARK: Containers

  /// Begins an object that holds values, which follow step by step.
  mutating func begin(_ body: Body, _ entry: Int, number: UInt32? = nil) throws(ArchiveError) {
    let type = try type(of: entry)
    var endCount = 1
    if let number {
      tape.beginObject(number, type: type)
      endCount += 1
    }
    switch body {
    case .value(.dictionary(let nodes)):
      tape.begin(.keyedMap)
      frames.append(Frame(source: .entries(nodes, isObject: false), endCount: endCount))
    case .value(.array(let nodes)):
      tape.begin(.array)
      frames.append(Frame(source: .elements(nodes), endCount: endCount))
    case .value(.set(let nodes)):
      tape.begin(.set)
      frames.append(Frame(source: .elements(nodes), endCount: endCount))
    case .fields(let nodes):
      if sought.contains(entry) { found[entry] = tape.tape.cells.count }
      tape.begin(.record, detail: UInt32(truncatingIfNeeded: type + 1))
      frames.append(Frame(source: .entries(nodes, isObject: true), endCount: endCount))
    case .content(.attributed(let text, let runs)):
      tape.begin(.record, detail: UInt32(truncatingIfNeeded: type + 1))
      tape.setKey(tape.number(ofKey: "string"))
      tape.add(utf8: text)
      tape.setKey(tape.number(ofKey: "runs"))
      tape.begin(.array)
      frames.append(Frame(source: .runs(runs), endCount: endCount + 1))
    case .content(let content):
      if number == nil, content.isLabelled {
        tape.begin(.typed, detail: UInt32(truncatingIfNeeded: type))
        endCount += 1
      }
      try begin(content, endCount)
    // Leaves were written where they are mentioned.
    case .value, .url: break
    }
  }

  private mutating func begin(
    _ content: FoundationContent, _ endCount: Int
  ) throws(ArchiveError) {
    switch content {
    case .array(let nodes), .orderedSet(let nodes):
      tape.begin(.array)
      frames.append(Frame(source: .nodes(nodes), endCount: endCount))
    case .set(let nodes):
      tape.begin(.set)
      frames.append(Frame(source: .nodes(nodes), endCount: endCount))
    case .indexPath(let indices):
      tape.begin(.array)
      frames.append(Frame(source: .integers(indices), endCount: endCount))
    case .indexSet(let ranges):
      try written.count(values: 3 * ranges.count)
      tape.begin(.array)
      for range in ranges { append(range.location, range.length) }
      frames.append(Frame(source: .nodes([]), endCount: endCount))
    case .countedSet(let members):
      beginMap(members.map(\.member), .integers(members.map(\.count)), endCount)
    case .map(let entries):
      let values = entries.map(\.value)
      guard let keys = try keys(entries.map(\.key)) else {
        return beginMap(entries.map(\.key), .nodes(values), endCount)
      }
      tape.begin(.keyedMap)
      frames.append(Frame(source: .nodes(values), keys: keys, endCount: endCount))
    default: break
    }
  }

  private mutating func beginMap(
    _ keys: [PropertyListNode], _ values: Frame.Source, _ endCount: Int
  ) {
    tape.begin(.map)
    tape.begin(.array)
    frames.append(Frame(source: .nodes(keys), column: values, endCount: endCount + 1))
  }

  /// The numbers of the keys of a dictionary; nil if one is no text, or stands twice.
  private mutating func keys(_ nodes: [PropertyListNode]) throws(ArchiveError) -> [UInt32]? {
    var keys: [UInt32] = []
    var known = Set<UInt32>()
    for node in nodes {
      guard let text = try text(node) else { return nil }
      let number = tape.number(ofKey: PlainKey.text(text))
      guard known.insert(number).inserted else { return nil }
      keys.append(number)
    }
    return keys
  }

  /// The text of a string, or of an object that is one; nil for others.
  mutating func text(_ node: PropertyListNode) throws(ArchiveError) -> [UInt8]? {
    var value = try list.value(of: node)
    if case .reference(let reference) = value {
      guard reference > 0 else { return nil }
      let entry = Int(reference)
      if graph.classEntry(of: entry) != nil {
        if noTexts.contains(entry) { return nil }
        let body = try body(of: entry)
        guard case .content(.string(let text)) = body else {
          noTexts.insert(entry)
          return nil
        }
        keep(body, entry)
        return text
      }
      value = try self.value(of: entry)
    }
    guard case .string(let text) = value else { return nil }
    try written.count(values: 1, textBytes: text.range.count)
    return list.utf8(text)
  }
}

extension FoundationContent {
  /// True for values that would be taken for arrays and maps without the name of their class.
  fileprivate var isLabelled: Bool {
    switch self {
    case .orderedSet, .countedSet, .indexSet, .indexPath: true
    default: false
    }
  }
}
