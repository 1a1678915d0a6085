package import struct ArchiveFormat.ArchiveError

extension ReferenceDecoder {
  /// The value dump of an archive (`Spec/value-dump.md`): what a reader without types finds in it.
  package func dump(_ bytes: [UInt8]) throws(ArchiveError) -> String {
    let documents = try documents(of: bytes)
    let framing = bytes.first == ArchiveFraming.magic[0] ? "multi" : "single"
    let scopes = documents.map { document in
      let dump = ValueDump(document: document)
      let roots = document.roots.map { root in
        "{\"name\":\(ValueDump.quoted(root.name)),\"value\":\(dump.text(at: root.cell))}"
      }
      let tail =
        document.tail.isEmpty ? "" : ",\"tail\":\(ValueDump.list(document.tail.map(dump.text)))"
      return "{\"roots\":\(ValueDump.list(roots))\(tail)}"
    }
    return "{\"framing\":\"\(framing)\",\"scopes\":\(ValueDump.list(scopes))}"
  }
}

/// Writes values as JSON. Recurses as deep as values nest, which is limited.
private struct ValueDump {
  let document: ArchivedDocument

  static func list(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }

  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20:
        "\\u" + String(0x1_0000 + scalar.value, radix: 16).dropFirst()
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }

  private func member(_ name: String, _ text: String) -> String { "{\"\(name)\":\(text)}" }

  private func typeName(_ row: Int) -> String {
    Self.quoted(document.definitions.fullName(ofType: row))
  }

  /// The cells inside of a container.
  private func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < document.cells[index].next(after: index) {
      children.append(child)
      child = document.cells[child].next(after: child)
    }
    return children
  }

  /// The values of an array, set or column.
  private func elements(of index: Int) -> [String] {
    let cell = document.cells[index]
    guard cell.kind == .packed || cell.kind == .packedSet else {
      return children(of: index).map(text)
    }
    return PackedRow(cell, document.bytes).map(leaf)
  }

  func text(at index: Int) -> String {
    let cell = document.cells[index]
    switch cell.kind {
    case .array, .packed: return member("array", Self.list(elements(of: index)))
    case .set, .packedSet: return member("set", Self.list(elements(of: index)))
    case .map:
      let columns = children(of: index).map(elements)
      return member("map", Self.list(zip(columns[0], columns[1]).map { Self.list([$0, $1]) }))
    case .record:
      let fields = children(of: index).map { child in
        let key = document.definitions.keys[Int(document.cells[child].key)]
        return Self.list([Self.quoted(key), text(at: child)])
      }
      let type = cell.typeRow.map(typeName) ?? "null"
      return member("record", "{\"type\":\(type),\"fields\":\(Self.list(fields))}")
    case .object:
      let isLabelled = document.cells[index + 1].kind == .typed
      let body = text(at: isLabelled ? index + 2 : index + 1)
      return member(
        "object", "{\"number\":\(cell.detail),\"type\":\(typeName(cell.length)),\"body\":\(body)}")
    case .typed:
      return member(
        "typed", "{\"type\":\(typeName(Int(cell.detail))),\"value\":\(text(at: index + 1))}")
    case .extension:
      let inside = children(of: index).map(text)
      let name = Self.quoted(document.definitions.extensions[Int(cell.detail)])
      let argument = inside.count > 1 ? ",\"argument\":\(inside[1])" : ""
      return member("extension", "{\"name\":\(name),\"value\":\(inside[0])\(argument)}")
    default: return leaf(cell)
    }
  }

  private func leaf(_ cell: ArchiveCell) -> String {
    let name = cell.kind == .numberText ? "number" : "\(cell.kind)"
    let bytes = document.bytes
    var cursor = ByteCursor(bytes, from: cell.byteRange.lowerBound)
    switch cell.kind {
    case .absent, .null: return member(name, "null")
    case .bool: return member(name, cell.payload == 0 ? "false" : "true")
    case .reference, .backReference, .conditionalReference:
      return member(name, "\(cell.detail)")
    case .int, .int8, .uint, .uint8, .int128, .uint128:
      return member(name, Self.quoted(document.keyText(cell) ?? ""))
    case .float32:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload))
      return member(name, value.isNaN ? nan(cell) : "\"\(value)\"")
    case .float64, .date:
      let value = Double(bitPattern: cell.payload)
      return member(name, value.isNaN ? nan(cell) : "\"\(value)\"")
    case .decimal:
      guard let parts = try? DecimalParts(&cursor), !parts.isNotANumber else {
        return member(name, "\"nan\"")
      }
      let sign = parts.isNegative ? "-" : ""
      return member(name, "\"\(sign)\(parts.mantissa)e\(parts.exponent)\"")
    case .string, .numberText:
      return member(name, Self.quoted(String(decoding: bytes[cell.byteRange], as: UTF8.self)))
    case .data: return member(name, Self.quoted(bytes[cell.byteRange].map(Self.hex).joined()))
    case .uuid:
      let digits = uuid(cell).map { Self.hex($0).uppercased() }
      let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      return member(name, Self.quoted(groups.joined(separator: "-")))
    case .url:
      let count = (try? cursor.count()) ?? 0
      return member(
        name, Self.list((0..<count).map { _ in Self.quoted((try? cursor.string()) ?? "") }))
    default: return member("unknown", "null")
    }
  }

  private func uuid(_ cell: ArchiveCell) -> [UInt8] { Array(document.bytes[cell.byteRange]) }

  private func nan(_ cell: ArchiveCell) -> String {
    "\"nan(0x\(String(cell.payload, radix: 16)))\""
  }

  private static func hex(_ byte: UInt8) -> String {
    String(0x100 + Int(byte), radix: 16).dropFirst().description
  }
}
