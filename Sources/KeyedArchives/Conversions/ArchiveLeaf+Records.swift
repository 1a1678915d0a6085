internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Leaves that stand as the records which their own `encode(to:)` writes. Wrappers that call `value.encode(to: encoder)` store them like that.
extension DecodingSession {
  /// The leaf that a container stands for; nil if it stands for none.
  func leaf<Leaf: ArchiveLeaf>(_ type: Leaf.Type, ofContainer slot: Slot) throws(ArchiveError)
    -> Leaf?
  {
    guard type.hasRecords else { return nil }
    do throws(ArchiveError) {
      // A base of a URL may be a record, too.
      try StackGuard.check()
    } catch {
      throw refuse(self.error(error.code, error.message, slot), basePath)
    }
    let value = try? type.value(from: ValueDecoder(self, slot, parent: nil, step: .none))
    if let refusal = ledger.refusal { throw refusal }
    return value
  }
}

extension URL {
  static var hasRecords: Bool { true }

  static func value(from decoder: ValueDecoder) throws -> URL? {
    let record = try Record(from: decoder)
    return URL(string: record.relative, relativeTo: record.base)
  }

  /// The record that `URL.encode(to:)` writes (Foundation of Swift 6.3).
  private struct Record: Decodable {
    var relative: String
    var base: URL?
  }
}

extension Decimal {
  static var hasRecords: Bool { true }

  static func value(from decoder: ValueDecoder) throws -> Decimal? {
    let record = try Record(from: decoder)
    guard record.mantissa.count == 8, let exponent = Int8(exactly: record.exponent),
      (0...8).contains(record.length)
    else { return nil }
    if record.length == 0 { return record.isNegative ? .nan : 0 }
    var mantissa: UInt128 = 0
    for word in record.mantissa.prefix(record.length).reversed() {
      mantissa = mantissa << 16 | UInt128(word)
    }
    return Decimal(
      parts: DecimalParts(
        isNegative: record.isNegative && mantissa != 0, mantissa: mantissa,
        exponent: Int64(exponent)))
  }

  /// The record that `Decimal.encode(to:)` writes (Foundation of Swift 6.3): a mantissa of `length` words, the lowest first.
  private struct Record: Decodable {
    var exponent: Int
    var length: Int
    var isNegative: Bool
    var mantissa: [UInt16]
  }
}
