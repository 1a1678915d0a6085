internal import ArchiveFormat
internal import PropertyListFormat

extension DocumentArchiver {
  /// Writes what is left of an entry.
  mutating func work() throws(ArchiveError) {
    while let step = steps.popLast() {
      switch step {
      case .key(let key): try writer.key(key)
      case .beginArray: try begin(.beginArray)
      case .end:
        depth -= 1
        try writer.end()
      case .classField(let number):
        try writer.key("$class")
        try reference(number)
      case .inside(let index): try value(ArchivedValue(document, at: index), .inside)
      case .leaf(let leaf):
        try count()
        try writer.add(leaf)
      case .reference(let leaf):
        try count()
        if let leaf { try reference(to: leaf) } else { try reference(0) }
      case .element(let element): try value(element, .element)
      case .elements(var elements, let place):
        guard let element = elements.next() else { continue }
        steps.append(.elements(elements, place))
        try value(element, place)
      case .numbered(var elements, let next):
        guard let element = elements.next() else { continue }
        steps.append(.numbered(elements, next: next + 1))
        try writer.key("NS.object.\(next)")
        try value(element, .element)
      case .pairs(var keys, var values, let kind):
        guard let key = keys.next(), let value = values.next() else { continue }
        steps.append(.pairs(keys: keys, values: values, kind))
        guard let text = try keyText(key) else {
          throw refused("a key that is no text has no form in a property list")
        }
        try self.key(text, kind)
        try self.value(value, kind.place)
      case .flatPairs(var elements):
        guard let key = elements.next(), let value = elements.next() else { continue }
        steps.append(.flatPairs(elements))
        guard let text = try text(key), !text.elementsEqual("$class".utf8) else {
          throw refused("the key of a field of an object is no text, or $class")
        }
        try writer.key(utf8: text[...])
        try self.value(value, .field)
      case .children(let next, let end, let kind):
        try child(next, end, { .children(next: $0, end: end, kind) }) {
          (archiver: inout Self, key: String, value: ArchivedValue) throws(ArchiveError) in
          try archiver.key(Array(key.utf8), kind)
          try archiver.value(value, kind.place)
        }
      case .childKeys(let next, let end):
        try child(next, end, { .childKeys(next: $0, end: end) }) {
          (archiver: inout Self, key: String, _) throws(ArchiveError) in
          try archiver.count()
          try archiver.reference(to: archiver.leaf(ofText: Array(key.utf8)))
        }
      case .childValues(let next, let end):
        try child(next, end, { .childValues(next: $0, end: end) }) {
          (archiver: inout Self, _, value: ArchivedValue) throws(ArchiveError) in
          try archiver.value(value, .element)
        }
      }
    }
  }

  /// Goes on with the fields of a record from a cell on. Those that are absent are passed over.
  private mutating func child(
    _ next: Int, _ end: Int, _ rest: (Int) -> ArchiveStep,
    _ body: (inout Self, String, ArchivedValue) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard next < end else { return }
    let value = ArchivedValue(document, at: next)
    steps.append(rest(value.cell.next(after: next)))
    guard value.kind != .absent else { return }
    try body(&self, document.keys[Int(value.cell.key)], value)
  }

  /// Begins a container of the property list.
  mutating func begin(_ kind: ListContainer) throws(ArchiveError) {
    if kind == .beginArray { try count() }
    guard depth < limits.maximumDepth else {
      throw ArchiveError(
        .limitExceeded, "more than \(limits.maximumDepth) containers stand in each other")
    }
    depth += 1
    switch kind {
    case .beginArray: try writer.beginArray()
    case .beginSet: try writer.beginSet()
    case .beginDictionary: try writer.beginDictionary()
    }
  }

  enum ListContainer {
    case beginArray, beginSet, beginDictionary
  }

  private mutating func key(_ text: [UInt8], _ kind: ArchiveStep.FieldKeys) throws(ArchiveError) {
    if kind == .ofDictionary, writesEntries, depth == 1, text.elementsEqual("$class".utf8) {
      throw refused("a dictionary with the key $class has no form as an entry of its own")
    }
    try writer.key(utf8: (kind == .ofObject ? FieldKey.written(text) : text)[...])
  }

  /// The text of a key: a string, or an integer that stands for one.
  private func keyText(_ key: ArchivedValue) throws(ArchiveError) -> [UInt8]? {
    if let integer = key.integerValue { return Array("\(integer)".utf8) }
    return try text(key)
  }

  /// The UTF-8 of a string, or of units of UTF-16; nil for anything else.
  func text(_ value: ArchivedValue) throws(ArchiveError) -> [UInt8]? {
    if value.cell.kind == .string { return Array(document.bytes[value.cell.byteRange]) }
    guard value.extensionName == DocumentLabel.utf16 else { return nil }
    guard let bytes = value.body?.bytesValue, value.body?.kind == .data, bytes.count % 2 == 0
    else { throw refused("the units of a text are no data of pairs of bytes") }
    return PropertyList.utf8(
      ofUTF16: stride(from: 0, to: bytes.count, by: 2).lazy.map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      })
  }

  func leaf(ofText text: [UInt8]) -> DocumentLeaf {
    // Readers take the bare string for nil.
    text.elementsEqual("$null".utf8) ? DocumentLeaf(.nullString) : DocumentLeaf(.string, text)
  }

  /// Writes a value, or begins it.
  mutating func value(_ value: ArchivedValue, _ place: DocumentPlace) throws(ArchiveError) {
    try count()
    var (value, place) = (value, place)
    var isLabelled = false
    while true {
      if value.index >= 0 { cell = value.index }
      guard value.kind == .extension || value.kind == .typed, let body = value.body else { break }
      switch value.extensionName {
      case DocumentLabel.inline?, DocumentLabel.entry?:
        guard !isLabelled else { throw refused("a value has two labels of its place") }
        isLabelled = true
        place = value.extensionName == DocumentLabel.inline ? .inside : .element
      case DocumentLabel.utf16?: return try add(text: try text(value) ?? [], place)
      case DocumentLabel.null?:
        guard body.kind == .null else { throw refused("the null of a property list is none") }
        try writer.add(.null)
        return
      case DocumentLabel.set?:
        guard body.kind == .array else { throw refused("the set of a property list is no array") }
        try begin(.beginSet)
        steps.append(.end)
        steps.append(.elements(body.elements, .inside))
        return
      default: break
      }
      value = body
    }
    try bare(value, place)
  }

  private mutating func add(text: [UInt8], _ place: DocumentPlace) throws(ArchiveError) {
    if place == .inside {
      try writer.add(.string(utf8: text[...]))
    } else {
      try reference(to: leaf(ofText: text))
    }
  }

  /// Writes a value without labels.
  private mutating func bare(
    _ value: ArchivedValue, _ place: DocumentPlace
  ) throws(ArchiveError) {
    switch value.kind {
    case .object: try reference(toObject: value)
    case .reference, .backReference, .conditionalReference:
      try reference(toObject: value.target)
    case .array, .set, .map, .record:
      if place == .inside { try inside(value) } else { try referenceToCollection(value) }
    case .string: try add(text: try text(value) ?? [], place)
    case .null, .absent:
      if place == .element { try reference(to: DocumentLeaf(.null)) } else { try reference(0) }
    default:
      let leaf = try leaf(value)
      let standsInside: Bool
      switch leaf.kind {
      case .no, .yes, .integer, .real, .singleReal: standsInside = place != .element
      default: standsInside = place == .inside
      }
      guard standsInside else { return try reference(to: leaf) }
      if leaf.kind == .date {
        try writer.add(.date(bits: leaf.bits))
      } else if let plain = leaf.propertyListLeaf {
        try writer.add(plain)
      } else {
        throw refused("a \(value.kind.rawValue) has no form in a container of a property list")
      }
    }
  }

  /// The entry that a leaf is.
  func leaf(_ value: ArchivedValue) throws(ArchiveError) -> DocumentLeaf {
    switch value.kind {
    case .bool: return DocumentLeaf(value.boolValue == true ? .yes : .no)
    case .int, .uint, .int8, .uint8, .int128, .uint128:
      guard let integer = value.integerValue else {
        throw refused("an integer above 2^127 − 1 has no form in a property list")
      }
      return .integer(integer)
    case .float32:
      let bits = value.floatValue?.bitPattern ?? 0
      return DocumentLeaf(.singleReal, bits: PropertyList.widened(bits))
    case .float64: return DocumentLeaf(.real, bits: value.cell.payload)
    case .date: return DocumentLeaf(.date, bits: value.cell.payload)
    case .data: return DocumentLeaf(.data, value.bytesValue ?? [])
    case .uuid: return DocumentLeaf(.uuid, value.bytesValue ?? [])
    case .url: return .url((value.urlParts ?? [])[...])
    case .decimal:
      guard let parts = value.decimalParts?.inFoundationRange else {
        throw refused("a decimal with an exponent below −128 or above 127 has no form here")
      }
      return DocumentLeaf(.decimal, parts.bytes)
    default:
      throw refused("a \(value.kind.rawValue) has no form in a keyed archive")
    }
  }

  /// Begins a container of the property list.
  private mutating func inside(_ value: ArchivedValue) throws(ArchiveError) {
    switch value.kind {
    case .array, .set:
      try begin(value.kind == .set ? .beginSet : .beginArray)
      steps.append(.end)
      steps.append(.elements(value.elements, .inside))
    default:
      try begin(.beginDictionary)
      steps.append(.end)
      steps.append(fields(of: value, .ofDictionary))
    }
  }

  /// The entries of a map or a record as keys and values.
  func fields(of value: ArchivedValue, _ kind: ArchiveStep.FieldKeys) -> ArchiveStep {
    guard value.cell.kind == .map else {
      return .children(
        next: value.index + 1, end: value.cell.next(after: value.index), kind)
    }
    let (keys, values) = columns(of: value)
    return .pairs(keys: keys, values: values, kind)
  }

  func columns(
    of map: ArchivedValue
  ) -> (keys: ArchivedValue.Elements, values: ArchivedValue.Elements) {
    let keys = ArchivedValue(document, at: map.index + 1)
    let values = ArchivedValue(document, at: keys.cell.next(after: map.index + 1))
    return (keys.elements, values.elements)
  }
}

extension DecimalParts {
  /// The same value with an exponent that Foundation's decimals can have; nil if there is none.
  fileprivate var inFoundationRange: DecimalParts? {
    if isNotANumber || -128...127 ~= exponent { return self }
    var parts = exponent < 0 ? reduced : self
    while parts.exponent > 127 {
      let (product, overflows) = parts.mantissa.multipliedReportingOverflow(by: 10)
      guard !overflows else { return nil }
      parts.mantissa = product
      parts.exponent -= 1
      if parts.mantissa == 0 { parts.exponent = 0 }
    }
    return parts.exponent < -128 ? nil : parts
  }
}
