internal import ArchiveFormat

extension JSONPrinter {
  /// Writes a value that has no values inside.
  mutating func leaf(_ value: ArchivedValue) throws(ArchiveError) {
    switch value.kind {
    case .absent, .null: text.raw("null")
    case .bool: text.raw(value.boolValue == true ? "true" : "false")
    case .int, .uint, .int8, .uint8, .int128, .uint128: text.raw(value.integerText)
    case .float32: try number(value.floatValue.flatMap { $0.isFinite ? $0.description : nil })
    case .float64: try number(value.doubleValue.flatMap { $0.isFinite ? $0.description : nil })
    case .decimal: try number(value.decimalParts.flatMap { $0.isNotANumber ? nil : $0.plainText })
    case .number: text.raw(value.stringValue ?? "null")
    case .string: text.string(value.stringValue ?? "")
    case .reference, .backReference, .conditionalReference:
      guard fidelity == .lossy else { throw refusal(value.kind.phrase) }
      // A conditional one to an object that stands nowhere is null.
      text.raw(value.target.map { "{\"$ref\":\($0.objectNumber ?? 0)}" } ?? "null")
    case .data, .date, .uuid, .url:
      guard fidelity == .lossy else { throw refusal(value.kind.phrase) }
      lossyLeaf(value)
    default: throw refusal(value.kind.phrase)
    }
  }

  /// Writes a number, or what stands for one that is not finite.
  private mutating func number(_ finite: String?) throws(ArchiveError) {
    guard finite != nil || fidelity == .lossy else {
      throw refusal("number that is not finite")
    }
    text.raw(finite ?? "null")
  }

  private mutating func lossyLeaf(_ value: ArchivedValue) {
    switch value.kind {
    case .data: text.string(ByteText.base64(value.bytesValue ?? []))
    case .uuid: text.string(UUIDText.text(of: value.bytesValue ?? []))
    case .url: text.string((value.urlParts ?? []).joined(separator: " -- "))
    default:
      let seconds = value.doubleValue ?? .nan
      if let calendar = DateText.iso8601(secondsSince2001: seconds) {
        text.string(calendar)
      } else {
        text.raw(seconds.isFinite ? seconds.description : "null")
      }
    }
  }
}

extension DecimalParts {
  /// All digits, with a point where that takes few zeros, else with an exponent.
  var plainText: String {
    let sign = isNegative ? "-" : ""
    let digits = String(mantissa)
    if exponent == 0 { return sign + digits }
    guard (-40...0).contains(exponent) else { return "\(sign)\(digits)e\(exponent)" }
    let fractionCount = Int(-exponent)
    let padded = String(repeating: "0", count: max(0, fractionCount + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(fractionCount)).\(padded.suffix(fractionCount))"
  }
}
