internal import ArchiveFormat

extension ArchivedValue.Kind {
  /// The kind in the words of a sentence.
  var phrase: String {
    switch self {
    case .absent: "absent value"
    case .int, .int8, .int128: "integer"
    case .uint, .uint8, .uint128: "unsigned integer"
    case .float32, .float64: "binary number"
    case .uuid: "UUID"
    case .url: "URL"
    case .typed: "typed value"
    case .backReference: "back reference"
    case .conditionalReference: "conditional reference"
    default: rawValue
    }
  }
}

extension ArchivedValue {
  /// An integer of any width in decimal digits.
  var integerText: String {
    if let value = integerValue { return String(value) }
    return unsignedIntegerValue.map { String($0) } ?? ""
  }

  /// A string or integer as the text of a key; nil for keys of other kinds.
  var keyText: String? {
    switch kind {
    case .string: stringValue
    case .int, .int8, .uint, .uint8: integerText
    default: nil
    }
  }

  /// A leaf in the form of the value dump; empty for values that are written otherwise there.
  var leafText: String {
    switch kind {
    case .int, .uint, .int8, .uint8, .int128, .uint128: integerText
    case .float32: Self.text(of: floatValue ?? 0, UInt64(floatValue?.bitPattern ?? 0))
    case .float64, .date: Self.text(of: doubleValue ?? 0, doubleValue?.bitPattern ?? 0)
    case .decimal: decimalValue.map { "\($0.mantissa)e\($0.exponent)" } ?? "nan"
    case .number, .string: stringValue ?? ""
    case .data: ByteText.hex(bytesValue ?? [])
    case .uuid: UUIDText.text(of: bytesValue ?? [])
    default: ""
    }
  }

  /// The shortest form that reads back to the same bits; not-a-number with its bits.
  private static func text(
    of value: some BinaryFloatingPoint & CustomStringConvertible, _ bits: UInt64
  ) -> String {
    value.isNaN ? "nan(0x\(String(bits, radix: 16)))" : value.description
  }
}
