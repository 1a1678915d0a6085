public import ArchiveFormat

extension ArchivedValue {
  /// What is inside objects, typed values and extensions, shown in the same line as they.
  var innermost: ArchivedValue {
    var value = self
    while let body = value.body { value = body }
    return value
  }

  /// Kind, number and names, from the outside in: `object #3 Person`, `typed Celsius float64`.
  var kindText: String {
    if body == nil { return ownKindText }
    var words: [String] = []
    var value = self
    while true {
      words.append(value.ownKindText)
      guard let body = value.body else { break }
      if value.kind == .object, body.kind == .record || body.kind == .typed {
        // The body's type is the object's class.
        guard let inner = body.body else { break }
        value = inner
      } else {
        value = body
      }
    }
    return words.joined(separator: " ")
  }

  private var ownKindText: String {
    let name = typeName.map { " " + TerminalText.escaped($0) } ?? ""
    switch kind {
    case .object: return "object #\(objectNumber ?? 0)" + name
    case .reference: return "reference " + targetText
    case .backReference: return "back reference " + targetText
    case .conditionalReference: return "conditional reference " + targetText
    case .extension:
      let argument = extensionArgument.map { "(\($0.shortText))" } ?? ""
      return "extension " + (extensionName ?? "") + argument
    default: return kind.rawValue + name
    }
  }

  /// The kind, and what a line of the tree says of a value without values inside, cut off.
  private var shortText: String {
    let text = detailText(40, nil)
    return text.isEmpty ? kind.rawValue : "\(kind.rawValue) \(text)"
  }

  /// The object that a reference names, and whether it is one of those around it.
  private var targetText: String {
    let number = "#\(objectNumber ?? 0)"
    guard let target else { return number + " (nowhere)" }
    let name = target.typeName.map { " " + TerminalText.escaped($0) } ?? ""
    let isAround = (target.index..<target.cell.next(after: target.index)).contains(index)
    return number + name + (isAround ? " (around this)" : "")
  }

  /// A text, number, date or UUID as it is, for printing it alone; nil for other values.
  public var bareText: String? {
    switch kind {
    case .bool: boolValue == true ? "true" : "false"
    case .string, .number, .uuid, .float32, .float64: leafText
    case .int, .uint, .int8, .uint8, .int128, .uint128: leafText
    case .decimal: detailText(.max, nil)
    case .date: DateText.iso8601(secondsSince2001: doubleValue ?? .nan) ?? leafText
    default: nil
    }
  }

  /// What a line of the tree says after the kind: the leaf, or counts and sizes.
  func detailText(_ maximumLength: Int, _ byteCount: Int?) -> String {
    switch kind {
    case .absent, .null, .reference, .backReference, .conditionalReference: return ""
    case .bool: return boolValue == true ? "true" : "false"
    case .string: return TerminalText.quoted(stringValue ?? "", maximumLength)
    case .data:
      let bytes = bytesValue ?? []
      let hex = TerminalText.shortened(ByteText.hex(bytes), to: maximumLength)
      return "\(bytes.count.counted("byte"))" + (bytes.isEmpty ? "" : "  \(hex)")
    case .date:
      let text = leafText
      let calendar = DateText.iso8601(secondsSince2001: doubleValue ?? .nan)
      return calendar.map { "\($0)  (\(text) s)" } ?? "\(text) s"
    case .url:
      return (urlParts ?? []).map { TerminalText.quoted($0, maximumLength) }
        .joined(separator: " relative to ")
    case .decimal: return decimalParts.flatMap { $0.isNotANumber ? nil : $0.plainText } ?? "nan"
    case .record:
      // Values that were built have neither a size nor a shape.
      let shape = byteCount == nil ? "" : shapeNumber.map { ", shape \($0)" } ?? ""
      return count.counted("field") + shape + sizeText(byteCount)
    case .array: return count.counted("element") + sizeText(byteCount)
    case .set: return count.counted("member") + sizeText(byteCount)
    case .map: return count.counted("entry", "entries") + sizeText(byteCount)
    default: return TerminalText.shortened(leafText, to: maximumLength)
    }
  }

  private func sizeText(_ byteCount: Int?) -> String {
    byteCount.map { ", " + $0.counted("byte") } ?? ""
  }
}
