/// Writing definition rows (Spec, sections 5 and 13).
extension ArchiveDefinitions {
  /// Rows for what is new after `earlier`, whose types, keys and shapes keep their numbers: each type before the first
  /// shape that needs it.
  ///
  /// Keys are numbered anew in the order in which shapes name them, and types in the order of their rows; −1 is for types
  /// without a row.
  func rows(after earlier: ArchiveDefinitions) -> (rows: DefinitionRows, typeNumbers: [Int]) {
    var writer = DefinitionWriter(definitions: self, after: earlier)
    for index in earlier.shapes.count..<shapes.count { writer.writeShape(index) }
    for index in bodyTypes { writer.writeType(index) }
    return (DefinitionRows(bytes: writer.sink.bytes, count: writer.rowCount), writer.typeNumbers)
  }
}

/// Rows of definitions as bytes.
struct DefinitionRows: Sendable {
  var bytes: [UInt8]
  var count: Int

  /// `definitions` of the format: the number of rows, then the rows.
  var countedBytes: [UInt8] {
    var sink = ByteSink()
    sink.varint(count)
    return sink.bytes + bytes
  }
}

private struct DefinitionWriter {
  let definitions: ArchiveDefinitions
  var sink = ByteSink()
  var rowCount = 0
  var typeNumbers: [Int]
  private var keyNumbers: [Int]
  private var nextType: Int
  private var nextKey: Int

  init(definitions: ArchiveDefinitions, after earlier: ArchiveDefinitions) {
    self.definitions = definitions
    (nextType, nextKey) = (earlier.types.count, earlier.keys.count)
    typeNumbers = definitions.types.indices.map { $0 < earlier.types.count ? $0 : -1 }
    keyNumbers = definitions.keys.indices.map { $0 < earlier.keys.count ? $0 : -1 }
  }

  /// Writes the row of a type, those it refers to first, unless it stands already.
  mutating func writeType(_ index: Int) {
    var pending = [index]
    while let type = pending.last {
      guard typeNumbers[type] < 0 else {
        pending.removeLast()
        continue
      }
      let row = definitions.types[type]
      let missing = row.references.filter { typeNumbers[$0] < 0 }
      if missing.isEmpty {
        writeTypeRow(row)
        typeNumbers[type] = nextType
        nextType += 1
        pending.removeLast()
      } else {
        pending.append(contentsOf: missing.reversed())
      }
    }
  }

  private mutating func writeTypeRow(_ row: ArchivedTypeRow) {
    let flags =
      (row.isClass ? 1 : 0) | (row.version > 0 ? 2 : 0) | (row.arguments.isEmpty ? 0 : 4)
      | (row.superclass == nil ? 0 : 8)
    let name = row.name.utf8
    sink.varint(name.count << 3 | (flags == 0 ? 0 : 4))
    if flags != 0 { sink.varint(flags) }
    sink.bytes.append(contentsOf: name)
    if row.version > 0 { sink.varint(row.version) }
    if !row.arguments.isEmpty {
      sink.varint(row.arguments.count)
      for argument in row.arguments { sink.varint(typeNumbers[argument]) }
    }
    if let superclass = row.superclass { sink.varint(typeNumbers[superclass]) }
    rowCount += 1
  }

  mutating func writeShape(_ index: Int) {
    let shape = definitions.shapes[index]
    if let type = shape.type { writeType(type) }
    for field in shape.fields { writeTypes(in: field.kind) }
    if let base = shape.base {
      let old = definitions.shapes[base].fields
      let changes = shape.fields.indices.filter { shape.fields[$0] != old[$0] }
      sink.varint(base << 2 | 3)
      sink.varint(changes.count)
      for change in changes {
        sink.varint(change)
        write(shape.fields[change])
      }
    } else {
      sink.varint(((shape.type.map { typeNumbers[$0] } ?? -1) + 1) << 2 | 1)
      sink.varint(shape.fields.count)
      for field in shape.fields {
        write(field)
        writeKey(field.key)
      }
    }
    rowCount += 1
  }

  private mutating func writeTypes(in kind: KindID) {
    definitions.kinds.forEachNode(of: kind) { node in
      if node.code == .typed { writeType(node.number) }
    }
  }

  private mutating func write(_ field: ShapeField) {
    let start = sink.count
    sink.kind(field.kind, definitions.kinds, typeNumbers: typeNumbers)
    sink.bytes[start] |= field.mode.rawValue << 6
  }

  private mutating func writeKey(_ key: Int) {
    if keyNumbers[key] >= 0 {
      sink.varint(keyNumbers[key] << 1 | 1)
    } else {
      keyNumbers[key] = nextKey
      nextKey += 1
      let utf8 = definitions.keys[key].utf8
      sink.varint(utf8.count << 1)
      sink.bytes.append(contentsOf: utf8)
    }
  }
}

extension KindTable {
  /// Calls `body` with every code of a kind, in the order of its bytes. Bounded by rule K1.
  func forEachNode(of kind: KindID, _ body: (KindNode) -> Void) {
    let node = self[kind]
    body(node)
    switch node.code {
    case .array, .set, .object, .typed, .nullable: forEachNode(of: node.first, body)
    case .map:
      forEachNode(of: node.first, body)
      forEachNode(of: node.second, body)
    default: break
    }
  }
}

extension ByteSink {
  /// The bytes of a kind.
  mutating func kind(_ kind: KindID, _ kinds: KindTable, typeNumbers: [Int]) {
    kinds.forEachNode(of: kind) { node in
      self.kind(node.code)
      switch node.code {
      case .recordOfShape: varint(node.number)
      case .typed: varint(typeNumbers[node.number])
      default: break
      }
    }
  }
}
