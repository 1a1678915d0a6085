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
    try beginObject(try number(ofClass: object.cell.length))
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
    try count(1 + chain.count + (hints?.count ?? 0))
    try beginObject(try number(of: ClassNames(name: name, chain: chain, hints: hints)))
    steps.append(.flatPairs(parts[3].elements))
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

  /// Begins an object of a class, whose fields are added next.
  private mutating func beginObject(_ number: UInt32) throws(ArchiveError) {
    try count()
    try begin(.beginDictionary)
    steps += [.end, .classField(number)]
  }

  /// Writes a container without identity as an entry of a class of its own.
  mutating func collection(_ value: ArchivedValue) throws(ArchiveError) {
    let name =
      switch value.kind {
      case .array: "NSArray"
      case .set: "NSSet"
      default: "NSDictionary"
      }
    try beginObject(try number(of: .usual(name)))
    add(name == "NSDictionary" ? entries(value) : objects(value))
  }

  /// Writes a leaf as an entry.
  mutating func write(_ leaf: DocumentLeaf) throws(ArchiveError) {
    if let plain = leaf.propertyListLeaf {
      try writer.add(plain)
    } else {
      try beginObject(try number(of: .usual(leaf.className)))
      add(try fields(of: leaf))
    }
  }

  // MARK: Fields of Foundation's classes

  private typealias Field = (key: String, steps: [ArchiveStep])

  private mutating func add(_ fields: [Field]) {
    for field in fields.reversed() {
      steps += field.steps.reversed()
      steps.append(.key(field.key))
    }
  }

  /// Writes the fields of an object of a class of Foundation.
  private mutating func native(_ name: String, _ body: ArchivedValue) throws(ArchiveError) {
    guard body.extensionName == DocumentLabel.order, let inner = body.body else {
      if FoundationClass(name) == .orderedSet, body.kind == .array {
        return steps.append(.numbered(body.elements, next: 0))
      }
      return add(try fields(of: body, name))
    }
    let places =
      body.extensionArgument?.elements.compactMap { $0.integerValue.flatMap { Int(exactly: $0) } }
      ?? []
    guard FoundationClass(name) != .orderedSet || places.count == inner.count else {
      throw refused("the order of the fields of an object is none")
    }
    let fields = try fields(of: inner, name)
    guard places.count == fields.count, NativeForm.isPermutation(places) else {
      throw refused("the order of the fields of an object is none")
    }
    add(places.map { fields[$0] })
  }

  private func fields(
    of body: ArchivedValue, _ name: String
  ) throws(ArchiveError) -> [Field] {
    switch (FoundationClass(name), body.kind) {
    case (.array, .array), (.set, .set): return objects(body)
    case (.orderedSet, .array):
      return body.elements.enumerated().map { ("NS.object.\($0)", [.element($1)]) }
    case (.dictionary, .map), (.dictionary, .record): return entries(body)
    case (.string, .string), (.string, .extension):
      guard let text = try text(body) else { break }
      return [("NS.string", [.leaf(.string(utf8: text[...]))])]
    case (.data, .data), (.date, .date), (.uuid, .uuid), (.url, .url), (.decimal, .decimal):
      return try fields(of: try leaf(body))
    case (.null, .null): return []
    default: break
    }
    throw refused("an object of the class \(name) is a \(body.kind.rawValue)")
  }

  private func array(_ key: String, _ elements: ArchiveStep) -> Field {
    (key, [.beginArray, elements, .end])
  }

  private func objects(_ body: ArchivedValue) -> [Field] {
    [array("NS.objects", .elements(body.elements, .element))]
  }

  private func entries(_ body: ArchivedValue) -> [Field] {
    let (keys, values): (ArchiveStep, ArchiveStep)
    if body.cell.kind == .map {
      let columns = columns(of: body)
      (keys, values) = (.elements(columns.keys, .element), .elements(columns.values, .element))
    } else {
      let (next, end) = (body.index + 1, body.cell.next(after: body.index))
      (keys, values) = (.childKeys(next: next, end: end), .childValues(next: next, end: end))
    }
    return [array("NS.keys", keys), array("NS.objects", values)]
  }

  /// The fields of a leaf that is an object, or of an object that has one as its body.
  private func fields(of leaf: DocumentLeaf) throws(ArchiveError) -> [Field] {
    switch leaf.kind {
    case .nullString: return [("NS.string", [.leaf(.string(utf8: Array("$null".utf8)[...]))])]
    case .data: return [("NS.data", [.leaf(.data(leaf.bytes))])]
    case .date: return [("NS.time", [.leaf(.real(bits: leaf.bits, isSingle: false))])]
    case .uuid: return [("NS.uuidbytes", [.leaf(.data(leaf.bytes))])]
    case .url:
      let parts = leaf.urlParts
      let base = parts.count > 1 ? DocumentLeaf.url(parts.dropFirst()) : nil
      let relative = self.leaf(ofText: Array((parts.first ?? "").utf8))
      return [("NS.base", [.reference(base)]), ("NS.relative", [.reference(relative)])]
    case .decimal:
      var cursor = ByteCursor(Array(leaf.bytes))
      let parts = try DecimalParts(&cursor)
      let mantissa = (0..<16).map {
        UInt8(truncatingIfNeeded: parts.mantissa >> (8 * UInt128($0)))
      }
      let length = NativeForm.unitCount(parts.mantissa)
      return [
        ("NS.mantissa", [.leaf(.data(mantissa[...]))]),
        ("NS.negative", [.leaf(.bool(parts.isNegative))]),
        ("NS.exponent", [.leaf(.integer(Int128(parts.exponent)))]),
        ("NS.mantissa.bo", [.leaf(.integer(1))]),
        ("NS.length", [.leaf(.integer(Int128(length)))]),
        ("NS.compact", [.leaf(.bool(parts.mantissa != 0))]),
      ]
    default: return []
    }
  }
}
