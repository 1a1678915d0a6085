internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A leaf that is asked for as a type of which it is no value: each ``ArchiveLeaf`` says what it makes of those of other kinds.
///
/// What is written as one type and read as another loses nothing, but for digits that a `Double` or `Float` does not have: such a number is the
/// nearest one, as for every reader of numbers.
enum OtherLeaf {
  case integer(Int128)
  /// An integer of 128 bits without a sign that is no `Int128`.
  case largeInteger(UInt128)
  case float(Float)
  case double(Double)
  case decimal(DecimalParts)
  /// A number that no decimal holds, as JSON writes it.
  case literal(String)
  /// A date: seconds since the reference date.
  case date(Double)
  /// - Parameter isBase64: Whether data may be written like this.
  case text(String, isBase64: Bool)
  case uuid(UUID)
  case url(URL)

  /// What stands in a cell; nil for what nothing else is made of.
  init?(_ cell: ArchiveCell, _ document: ArchivedDocument, decodesBase64: Bool) {
    switch cell.kind {
    case .int, .int8: self = .integer(Int128(Int64(bitPattern: cell.payload)))
    case .uint, .uint8: self = .integer(Int128(cell.payload))
    case .int128: self = .integer(Int128(truncatingIfNeeded: document.word128(cell)))
    case .uint128: self.init(document.word128(cell))
    case .float32:
      self = .float(Float(bitPattern: UInt32(truncatingIfNeeded: cell.payload)))
    case .float64: self = .double(Double(bitPattern: cell.payload))
    case .date: self = .date(Double(bitPattern: cell.payload))
    case .decimal:
      var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
      guard let parts = try? DecimalParts(&cursor) else { return nil }
      self = .decimal(parts)
    case .numberText:
      self = .literal(String(decoding: document.bytes[cell.byteRange], as: UTF8.self))
    case .string:
      self = .text(
        String(decoding: document.bytes[cell.byteRange], as: UTF8.self), isBase64: decodesBase64)
    case .uuid:
      guard let uuid = UUID.value(cell, document) else { return nil }
      self = .uuid(uuid)
    case .url:
      guard let url = URL.value(cell, document) else { return nil }
      self = .url(url)
    default: return nil
    }
  }

  /// What stands at the cursor as a kind; nil, with the cursor anywhere, for what nothing else is made of.
  init?(_ code: UInt8, _ state: Ref<DirectState>) {
    switch code {
    case KindCode.int:
      guard let value = Int64.read(state) else { return nil }
      self = .integer(Int128(value))
    case KindCode.uint:
      guard let value = UInt64.read(state) else { return nil }
      self = .integer(Int128(value))
    case KindCode.int8:
      guard let value = Int8.read(state) else { return nil }
      self = .integer(Int128(value))
    case KindCode.uint8:
      guard let value = UInt8.read(state) else { return nil }
      self = .integer(Int128(value))
    case KindCode.int128:
      guard let value = Int128.read(state) else { return nil }
      self = .integer(value)
    case KindCode.uint128:
      guard let value = UInt128.read(state) else { return nil }
      self.init(value)
    case KindCode.float32:
      guard let value = Float.read(state) else { return nil }
      self = .float(value)
    case KindCode.float64:
      guard let value = Double.read(state) else { return nil }
      self = .double(value)
    case KindCode.date:
      guard let value = Double.read(state) else { return nil }
      self = .date(value)
    case KindCode.decimal:
      guard let parts = state.pointee.cursor.decimal() else { return nil }
      self = .decimal(parts)
    case KindCode.string:
      guard let text = String.read(state) else { return nil }
      self.init(text, state)
    case KindCode.uuid:
      guard let uuid = UUID.read(state) else { return nil }
      self = .uuid(uuid)
    case KindCode.url:
      guard let url = URL.read(state) else { return nil }
      self = .url(url)
    default: return nil
    }
  }

  /// A text that was read.
  init(_ text: String, _ state: Ref<DirectState>) {
    self = .text(text, isBase64: state.pointee.engine.settings.values.decodesBase64)
  }

  private init(_ value: UInt128) {
    if let integer = Int128(exactly: value) {
      self = .integer(integer)
    } else {
      self = .largeInteger(value)
    }
  }

  // MARK: Numbers

  /// The number as an integer; nil if it is none of the type.
  func exact<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
    switch self {
    case .integer(let value): Value(exactly: value)
    case .largeInteger(let value): Value(exactly: value)
    case .float(let value): Value(exactly: value)
    case .double(let value): Value(exactly: value)
    case .decimal(let parts): parts.exact(Value.self)
    // A zero with a sign is the one integer among them.
    case .literal(let text): DecimalDigits(text.utf8).digits.isEmpty ? 0 : nil
    case .date, .text, .uuid, .url: nil
    }
  }

  /// The number of the type that is nearest; nil for what is larger than all of them.
  func nearest<Value: LosslessFloatingPoint>(_: Value.Type) -> Value? {
    let value: Value?
    switch self {
    case .integer(let integer): value = Value(integer)
    case .largeInteger(let integer): value = Value(integer)
    case .float(let number): value = Value(number)
    case .double(let number): value = Value(number)
    case .decimal(let parts): value = parts.isNotANumber ? .nan : Value(parts.literal)
    case .literal(let text): value = Value(text)
    case .date, .text, .uuid, .url: value = nil
    }
    guard let value, value.isFinite || !isFinite else { return nil }
    return value
  }

  /// Whether it is a finite number.
  private var isFinite: Bool {
    switch self {
    case .float(let number): number.isFinite
    case .double(let number): number.isFinite
    case .decimal(let parts): !parts.isNotANumber
    default: true
    }
  }

  /// The number as a decimal: of a binary number, the shortest digits that tell it from others. Nil for more digits than decimals have.
  var decimal: Decimal? {
    switch self {
    case .integer(let value):
      Decimal(parts: DecimalParts(isNegative: value < 0, mantissa: value.magnitude, exponent: 0))
    case .largeInteger(let value):
      Decimal(parts: DecimalParts(isNegative: false, mantissa: value, exponent: 0))
    case .float(let value): value.isNaN ? .nan : Self.decimal(value.description)
    case .double(let value): value.isNaN ? .nan : Self.decimal(value.description)
    case .decimal(let parts): Decimal(parts: parts)
    case .literal(let text), .text(let text, _): Self.decimal(text)
    case .date, .uuid, .url: nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    guard NumberGrammar.matches(text.utf8) else { return nil }
    let digits = DecimalDigits(text.utf8)
    // Decimals have no zero with a sign.
    return digits.digits.isEmpty ? 0 : digits.parts.flatMap { Decimal(parts: $0) }
  }
}

/// A binary number that others are rounded to.
protocol LosslessFloatingPoint: BinaryFloatingPoint, LosslessStringConvertible {}

extension Float: LosslessFloatingPoint {}
extension Double: LosslessFloatingPoint {}

extension DecimalParts {
  /// The number as JSON writes it.
  fileprivate var literal: String { "\(isNegative ? "-" : "")\(mantissa)e\(exponent)" }

  /// The number as an integer; nil if it is none of the type.
  fileprivate func exact<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
    var (value, exponent) = (mantissa, exponent)
    if value == 0 { return isNotANumber ? nil : 0 }
    while exponent < 0 {
      guard value.isMultiple(of: 10) else { return nil }
      (value, exponent) = (value / 10, exponent + 1)
    }
    while exponent > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      (value, exponent) = (product, exponent - 1)
    }
    guard isNegative else { return Value(exactly: value) }
    guard value <= Int128.min.magnitude else { return nil }
    return Value(exactly: Int128(truncatingIfNeeded: 0 &- value))
  }
}
