internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Date: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.date, payload: timeIntervalSinceReferenceDate.bitPattern)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Date? {
    cell.kind == .date
      ? Date(timeIntervalSinceReferenceDate: Double(bitPattern: cell.payload)) : nil
  }
  static func converted(_ other: OtherLeaf) -> Date? {
    other.nearest(Double.self).map { Date(timeIntervalSinceReferenceDate: $0) }
  }
  static var packedKind: ArchiveKind? { .date }
  static func pack(_ values: [Date], _ sink: inout ByteSink) {
    for value in values { sink.fixed(value.timeIntervalSinceReferenceDate.bitPattern) }
  }
}

extension Data: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell { ArchiveCell(.data, bytes: self, &tape) }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Data? {
    switch cell.kind {
    case .data: Data(document.bytes[cell.byteRange])
    case .packed where cell.detail == UInt32(ArchiveKind.uint8.rawValue):
      Data(document.bytes[cell.offset..<Int(truncatingIfNeeded: cell.payload)])
    default: nil
    }
  }
  static func converted(_ other: OtherLeaf) -> Data? {
    guard case .text(let text, isBase64: true) = other else { return nil }
    return Data(base64Encoded: text)
  }
  static var convertsText: Bool { true }
}

extension UUID: ArchiveLeaf {
  private var bytes: [UInt8] {
    let (b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15) = uuid
    return [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15]
  }

  func cell(_ tape: inout ArchiveTape) -> ArchiveCell { ArchiveCell(.uuid, bytes: bytes, &tape) }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> UUID? {
    guard cell.kind == .uuid else { return nil }
    let b = Array(document.bytes[cell.byteRange])
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }
  static func converted(_ other: OtherLeaf) -> UUID? {
    guard case .text(let text, _) = other else { return nil }
    return UUID(uuidString: text)
  }
  static var convertsText: Bool { true }
  static var packedKind: ArchiveKind? { .uuid }
  static func pack(_ values: [UUID], _ sink: inout ByteSink) {
    for value in values { sink.bytes.append(contentsOf: value.bytes) }
  }
}

extension URL: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var parts: [String] = []
    var url: URL? = self
    while let here = url {
      let isLast = parts.count == URLParts.counts.upperBound - 1
      parts.append(isLast ? here.absoluteString : here.relativeString)
      url = isLast ? nil : here.baseURL
    }
    var sink = ByteSink()
    sink.varint(parts.count)
    for part in parts { sink.string(part) }
    return ArchiveCell(.url, bytes: sink.bytes, &tape)
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> URL? {
    guard cell.kind == .url else { return nil }
    var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
    var parts: [String] = []
    for _ in 0..<((try? cursor.count()) ?? 0) {
      if let part = try? cursor.string() { parts.append(part) }
    }
    return URL(parts: parts)
  }

  static func converted(_ other: OtherLeaf) -> URL? {
    guard case .text(let text, _) = other else { return nil }
    return URL(string: text)
  }
  static var convertsText: Bool { true }

  /// - Parameter parts: Its text, then that of its base, and so on.
  init?(parts: [String]) {
    var url: URL?
    for part in parts.reversed() {
      guard let next = URL(string: part, relativeTo: url) else { return nil }
      url = next
    }
    guard let url else { return nil }
    self = url
  }
}

extension Decimal: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.decimal, bytes: parts.bytes, &tape)
  }

  private var parts: DecimalParts {
    if isNaN { return .notANumber }
    let significand = significand
    var mantissa: UInt128 = 0
    for digit in String(describing: significand.magnitude).utf8 {
      mantissa = mantissa &* 10 &+ UInt128(digit &- UInt8(ascii: "0"))
    }
    return DecimalParts(
      isNegative: sign == .minus && mantissa != 0, mantissa: mantissa,
      exponent: Int64(mantissa == 0 ? 0 : exponent))
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Decimal? {
    guard cell.kind == .decimal else { return nil }
    var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
    return (try? DecimalParts(&cursor)).flatMap { Decimal(parts: $0) }
  }
  static func converted(_ other: OtherLeaf) -> Decimal? { other.decimal }
  static var convertsText: Bool { true }

  init?(parts: DecimalParts) {
    if parts.isNotANumber {
      self = .nan
      return
    }
    guard let exponent = Int(exactly: parts.exponent), (-128...127).contains(exponent) else {
      return nil
    }
    // Foundation drops the zeros at the end of an integer: without any, the parts stay as they are.
    if !parts.mantissa.isMultiple(of: 10), let mantissa = UInt64(exactly: parts.mantissa) {
      self.init(
        sign: parts.isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(mantissa))
      return
    }
    let sign = parts.isNegative ? "-" : ""
    let written = Decimal(string: "\(sign)\(parts.mantissa)e\(exponent)")
    let built = Decimal(string: String(parts.mantissa)).map {
      Decimal(sign: parts.isNegative ? .minus : .plus, exponent: exponent, significand: $0)
    }
    // Both ways normalise some values, so that the exponent may differ; never the value.
    let candidates = [built, written].compactMap { $0 }.filter { !$0.isNaN }
    guard
      let best = candidates.first(where: { $0.parts == parts })
        ?? candidates.first(where: { $0.parts.reduced == parts.reduced })
    else { return nil }
    self = best
  }
}
