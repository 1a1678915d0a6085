internal import ArchiveFormat

/// Writes the value dump of `Spec/value-dump.md`, keeping its place in a stack of open containers.
struct ValueDump {
  private struct Frame {
    var elements: ArchivedValue.Elements?
    var fields: [(key: String, value: ArchivedValue)] = []
    var entries: [(key: ArchivedValue, value: ArchivedValue)] = []
    /// The keys and values of a map that may have very many entries, in the place of these.
    var columns: (keys: ArchivedValue.Elements, values: ArchivedValue.Elements)?
    /// The argument of an extension.
    var argument: ArchivedValue?
    var count = 0
    /// What follows the last child.
    var end: String
  }

  private var text = JSONText(isEscapedForTerminal: true)
  private var frames: [Frame] = []

  /// One value, however long its text is.
  static func value(_ value: ArchivedValue) -> [UInt8] {
    var dump = ValueDump()
    dump.add(value) { _ in }
    return dump.text.bytes
  }

  /// One value.
  static func value(
    _ value: ArchivedValue, _ budget: TextBudget
  ) throws(ArchiveError) -> [UInt8] {
    var dump = ValueDump()
    try dump.add(value, budget.check)
    return dump.text.bytes
  }

  /// All documents of a file.
  static func documents(
    _ documents: [ArchivedDocument], framing: String, _ budget: TextBudget
  ) throws(ArchiveError) -> [UInt8] {
    var dump = ValueDump()
    dump.text.raw("{\"framing\":\"\(framing)\",\"scopes\":[")
    for (scope, document) in documents.enumerated() {
      dump.text.raw(scope == 0 ? "{\"roots\":[" : ",{\"roots\":[")
      for (position, root) in document.roots.enumerated() {
        dump.text.raw(position == 0 ? "{\"name\":" : ",{\"name\":")
        dump.text.string(root.name)
        dump.text.raw(",\"value\":")
        try dump.add(ArchivedValue(document, at: root.cell), budget.check)
        dump.text.raw("}")
      }
      for (position, cell) in document.tail.enumerated() {
        dump.text.raw(position == 0 ? "],\"tail\":[" : ",")
        try dump.add(ArchivedValue(document, at: cell), budget.check)
      }
      dump.text.raw("]}")
    }
    dump.text.raw("]}")
    return dump.text.bytes
  }

  /// - Parameter check: Is called with the bytes of the text so far.
  private mutating func add<Failure: Error>(
    _ value: ArchivedValue, _ check: (_ byteCount: Int) throws(Failure) -> Void
  ) throws(Failure) {
    begin(value)
    while !frames.isEmpty {
      step(frames.count - 1)
      try check(text.bytes.count)
    }
  }

  private mutating func begin(_ value: ArchivedValue) {
    // One value may be inside another, and so on, as deep as the archive says.
    var next = open(value)
    while let inside = next { next = open(inside) }
  }

  /// Begins a value, and returns the one that is inside it alone.
  private mutating func open(_ value: ArchivedValue) -> ArchivedValue? {
    var frame = Frame(end: "]}")
    switch value.kind {
    case .array, .set:
      text.raw("{\"\(value.kind.rawValue)\":[")
      frame.elements = value.elements
    case .map:
      text.raw("{\"map\":[")
      frame.columns = value.columns
      if frame.columns == nil { frame.entries = value.entries }
    case .record:
      text.raw("{\"record\":{\"type\":")
      typeName(value)
      text.raw(",\"fields\":[")
      frame.fields = value.fields
      frame.end = "]}}"
    case .object:
      text.raw("{\"object\":{\"number\":\(value.objectNumber ?? 0),\"type\":")
      typeName(value)
      text.raw(",\"body\":")
      return inside(value.body.flatMap { $0.kind == .typed ? $0.body : $0 })
    case .typed:
      text.raw("{\"typed\":{\"type\":")
      typeName(value)
      text.raw(",\"value\":")
      return inside(value.body)
    case .extension:
      text.raw("{\"extension\":{\"name\":")
      text.string(value.extensionName ?? "")
      text.raw(",\"value\":")
      return inside(value.body, then: value.extensionArgument)
    default:
      leaf(value)
      return nil
    }
    frames.append(frame)
    return nil
  }

  /// The one value inside another, whose frame has one field without a key, and an argument.
  private mutating func inside(
    _ value: ArchivedValue?, then argument: ArchivedValue? = nil
  ) -> ArchivedValue? {
    var frame = Frame(end: "}}")
    frame.argument = argument
    frames.append(frame)
    return value
  }

  private mutating func typeName(_ value: ArchivedValue) {
    if let name = value.typeName { text.string(name) } else { text.raw("null") }
  }

  private mutating func step(_ top: Int) {
    if let argument = frames[top].argument {
      frames[top].argument = nil
      text.raw(",\"argument\":")
      return begin(argument)
    }
    let count = frames[top].count
    frames[top].count += 1
    if count < frames[top].fields.count {
      let (key, value) = frames[top].fields[count]
      text.raw(count == 0 ? "[" : "],[")
      text.string(key)
      text.raw(",")
      begin(value)
    } else if count < 2 * frames[top].entries.count {
      let (key, value) = frames[top].entries[count / 2]
      text.raw(count % 2 == 1 ? "," : count == 0 ? "[" : "],[")
      begin(count % 2 == 0 ? key : value)
    } else if let value = frames[top].elements?.next() {
      if count > 0 { text.raw(",") }
      begin(value)
    } else if let value = count % 2 == 0
      ? frames[top].columns?.keys.next() : frames[top].columns?.values.next()
    {
      text.raw(count % 2 == 1 ? "," : count == 0 ? "[" : "],[")
      begin(value)
    } else {
      let hasEntries = count > 0 && frames[top].columns != nil
      if !frames[top].fields.isEmpty || !frames[top].entries.isEmpty || hasEntries {
        text.raw("]")
      }
      text.raw(frames[top].end)
      frames.removeLast()
    }
  }

  private mutating func leaf(_ value: ArchivedValue) {
    text.raw("{\"\(value.kind.rawValue)\":")
    switch value.kind {
    case .null, .absent: text.raw("null")
    case .bool: text.raw(value.boolValue == true ? "true" : "false")
    case .reference, .backReference, .conditionalReference:
      text.raw("\(value.objectNumber ?? 0)")
    case .url:
      for (position, part) in (value.urlParts ?? []).enumerated() {
        text.raw(position == 0 ? "[" : ",")
        text.string(part)
      }
      text.raw("]")
    default: text.string(value.leafText)
    }
    text.raw("}")
  }
}
