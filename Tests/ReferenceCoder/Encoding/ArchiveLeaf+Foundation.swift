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
    Double.value(cell, document).map { Date(timeIntervalSinceReferenceDate: $0) }
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
}

extension UUID: ArchiveLeaf {
  private var bytes: [UInt8] {
    let (b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15) = uuid
    return [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15]
  }

  func cell(_ tape: inout ArchiveTape) -> ArchiveCell { ArchiveCell(.uuid, bytes: bytes, &tape) }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> UUID? {
    if cell.kind == .string { return String.value(cell, document).flatMap { UUID(uuidString: $0) } }
    guard cell.kind == .uuid else { return nil }
    let b = Array(document.bytes[cell.byteRange])
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }
}

extension URL: ArchiveLeaf {
  /// Parts a URL may have in an archive (Spec, K4).
  private static let partLimit = 8

  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var parts: [String] = []
    var url: URL? = self
    while let here = url {
      let isLast = parts.count == Self.partLimit - 1
      parts.append(isLast ? here.absoluteString : here.relativeString)
      url = isLast ? nil : here.baseURL
    }
    var sink = ByteSink()
    sink.varint(parts.count)
    for part in parts { sink.string(part) }
    return ArchiveCell(.url, bytes: sink.bytes, &tape)
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> URL? {
    if cell.kind == .string { return String.value(cell, document).flatMap { URL(string: $0) } }
    guard cell.kind == .url else { return nil }
    var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
    var parts: [String] = []
    for _ in 0..<((try? cursor.count()) ?? 0) {
      if let part = try? cursor.string() { parts.append(part) }
    }
    var url: URL?
    for part in parts.reversed() {
      guard let next = URL(string: part, relativeTo: url) else { return nil }
      url = next
    }
    return url
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
    guard cell.kind == .decimal else {
      if cell.isNaN(document) { return .nan }
      guard let literal = cell.literal(document), NumberGrammar.matches(literal.utf8) else {
        return nil
      }
      let digits = DecimalDigits(literal.utf8)
      return digits.digits.isEmpty ? 0 : digits.parts.flatMap { Decimal(parts: $0) }
    }
    var cursor = ByteCursor(document.bytes, from: Int(truncatingIfNeeded: cell.payload))
    return (try? DecimalParts(&cursor)).flatMap { Decimal(parts: $0) }
  }

  private init?(parts: DecimalParts) {
    if parts.isNotANumber {
      self = .nan
      return
    }
    guard let exponent = Int(exactly: parts.exponent), (-128...127).contains(exponent) else {
      return nil
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
