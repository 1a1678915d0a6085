internal import ArchiveFormat
internal import PropertyListFormat

extension DocumentArchiver {
  /// Writes an object as an entry.
  mutating func object(_ object: ArchivedValue) throws(ArchiveError) {
    guard let body = untypedBody(of: object) else { return }
    let name = document.definitions.types[object.cell.length].name
    switch name {
    case DocumentLabel.valueClass:
      guard ![.object, .reference, .backReference, .conditionalReference].contains(body.kind) else {
        throw refused("an entry without a class is an edge to an object")
      }
      return try value(body, .inside)
    case DocumentLabel.referenceClass:
      var elements = body.elements
      guard body.kind == .array, body.count == 1, let element = elements.next() else {
        throw refused("an entry that is a reference is no array of one value")
      }
      return try value(element, .field)
    case DocumentLabel.objectClass: return try general(body)
    default: break
    }
    try count()
    let number = try number(ofClass: object.cell.length)
    try begin(.beginDictionary)
    steps.append(.end)
    steps.append(.classField(number))
    if NativeForm.isNative(name) { return try native(name, body) }
    guard body.kind == .record || body.kind == .map else {
      throw refused("an object of the class \(name) is a \(body.kind.rawValue), not fields")
    }
    steps.append(fields(of: body, .ofObject))
  }

  /// Writes an object as its class and its fields.
  private mutating func general(_ body: ArchivedValue) throws(ArchiveError) {
    let parts = Array(body.elements.prefix(5))
    guard body.kind == .array, parts.count == 4, let name = try text(parts[0]),
      let chain = try texts(parts[1]), parts[3].kind == .array, parts[3].count % 2 == 0
    else { throw refused("an object is not its class, superclasses, hints and fields") }
    var hints: [[UInt8]]?
    if parts[2].kind != .null {
      guard let texts = try texts(parts[2]) else { throw refused("hints of a class are no texts") }
      hints = texts
    }
    try count(2 + chain.count + (hints?.count ?? 0))
    let number = try number(of: ClassNames(name: name, chain: chain, hints: hints))
    try begin(.beginDictionary)
    steps += [.end, .classField(number), .flatPairs(parts[3].elements)]
  }

  private func texts(_ value: ArchivedValue) throws(ArchiveError) -> [[UInt8]]? {
    guard value.kind == .array else { return nil }
    var texts: [[UInt8]] = []
    for element in value.elements {
      guard let text = try text(element) else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Writes the fields of an object of a class of Foundation.
  private mutating func native(_ name: String, _ body: ArchivedValue) throws(ArchiveError) {
    switch (FoundationClass(name), body.kind) {
    case (.array, .array), (.set, .set): try objects(body)
    case (.orderedSet, .array): steps.append(.numbered(body.elements, next: 0))
    case (.dictionary, .map), (.dictionary, .record): try entries(body)
    case (.string, .string), (.string, .extension):
      guard let text = try text(body) else {
        throw refused("an object of the class \(name) is no text")
      }
      try count()
      try writer.key("NS.string")
      try writer.add(.string(utf8: text[...]))
    case (.data, .data), (.date, .date), (.uuid, .uuid), (.url, .url), (.decimal, .decimal):
      try fields(of: try leaf(body))
    case (.null, .null): break
    default:
      throw refused("an object of the class \(name) is a \(body.kind.rawValue)")
    }
  }

  private mutating func objects(_ body: ArchivedValue) throws(ArchiveError) {
    try count()
    steps += [.end, .elements(body.elements, .element), .beginArray, .key("NS.objects")]
  }

  private mutating func entries(_ body: ArchivedValue) throws(ArchiveError) {
    try count(2)
    let (keys, values): (ArchiveStep, ArchiveStep)
    if body.cell.kind == .map {
      let columns = columns(of: body)
      (keys, values) = (.elements(columns.keys, .element), .elements(columns.values, .element))
    } else {
      let (next, end) = (body.index + 1, body.cell.next(after: body.index))
      (keys, values) = (.childKeys(next: next, end: end), .childValues(next: next, end: end))
    }
    steps += [
      .end, values, .beginArray, .key("NS.objects"), .end, keys, .beginArray, .key("NS.keys"),
    ]
  }

  /// Writes a container without identity as an entry of a class of its own.
  mutating func collection(_ value: ArchivedValue) throws(ArchiveError) {
    let name =
      switch value.kind {
      case .array: "NSArray"
      case .set: "NSSet"
      default: "NSDictionary"
      }
    try count()
    let number = try number(of: .usual(name))
    try begin(.beginDictionary)
    steps += [.end, .classField(number)]
    if name == "NSDictionary" { try entries(value) } else { try objects(value) }
  }

  /// Writes a leaf as an entry.
  mutating func write(_ leaf: DocumentLeaf) throws(ArchiveError) {
    if let plain = leaf.propertyListLeaf {
      try writer.add(plain)
      return
    }
    try count()
    let number = try number(of: .usual(leaf.className))
    try begin(.beginDictionary)
    try fields(of: leaf)
    steps += [.end, .classField(number)]
  }

  /// Writes the fields of a leaf that is an object.
  private mutating func fields(of leaf: DocumentLeaf) throws(ArchiveError) {
    try count(2)
    switch leaf.kind {
    case .nullString:
      try writer.key("NS.string")
      try writer.string("$null")
    case .data:
      try writer.key("NS.data")
      try writer.add(.data(leaf.bytes))
    case .date:
      try writer.key("NS.time")
      try writer.add(.real(bits: leaf.bits, isSingle: false))
    case .uuid:
      try writer.key("NS.uuidbytes")
      try writer.add(.data(leaf.bytes))
    case .url:
      let parts = leaf.urlParts
      try writer.key("NS.base")
      if parts.count > 1 {
        try reference(to: .url(parts.dropFirst()))
      } else {
        try reference(0)
      }
      try writer.key("NS.relative")
      try reference(to: self.leaf(ofText: Array((parts.first ?? "").utf8)))
    case .decimal: try decimal(leaf)
    default: break
    }
  }

  private mutating func decimal(_ leaf: DocumentLeaf) throws(ArchiveError) {
    var cursor = ByteCursor(Array(leaf.bytes))
    let parts = try DecimalParts(&cursor)
    try writer.key("NS.mantissa")
    try writer.data((0..<16).map { UInt8(truncatingIfNeeded: parts.mantissa >> (8 * UInt128($0))) })
    try writer.key("NS.negative")
    try writer.bool(parts.isNegative)
    try writer.key("NS.exponent")
    try writer.integer(Int128(parts.exponent))
    try writer.key("NS.mantissa.bo")
    try writer.integer(1)
    try writer.key("NS.length")
    try writer.integer(Int128(NativeForm.unitCount(parts.mantissa)))
    try writer.key("NS.compact")
    try writer.bool(parts.mantissa != 0)
    try count(4)
  }
}
