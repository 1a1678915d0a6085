internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Leaves that are asked for as a type of another kind.
extension DecodingSession {
  /// The value of a leaf; nil if it is none of the type.
  func leaf<Leaf: ArchiveLeaf>(_ type: Leaf.Type, _ slot: Slot) throws(ArchiveError) -> Leaf? {
    if let value = type.value(slot.cell, document) { return value }
    if slot.cell.kind.isContainer { return try leaf(type, ofContainer: slot) }
    guard slot.cell.kind != .string || type.convertsText,
      let other = OtherLeaf(slot.cell, document, decodesBase64: ledger.settings.decodesBase64),
      let value = type.converted(other)
    else { return nil }
    // The text of another value may be longer than what stands there.
    if let text = value as? String { try charge(text.utf8.count, stride: 1, slot) }
    return value
  }

  /// What user code can do about a mismatch that looks as if it could be converted.
  private func advice(_ type: any Any.Type, _ kind: ArchivedValue.Kind) -> String? {
    if type == Date.self, kind == .string {
      return ": a text does not tell how it writes dates, so decode a String and parse that"
    }
    if type == String.self, kind == .date {
      return ": there are many ways to write a date, so decode a Date and format that"
    }
    if type == Data.self, kind == .string {
      return ledger.settings.decodesBase64
        ? ", which is not base64" : ": set decodesBase64 if texts hold data as base64"
    }
    return nil
  }

  func mismatch(_ type: any Any.Type, _ slot: Slot) -> ArchiveError {
    switch slot.cell.kind {
    case .null, .absent:
      return error(.valueNotFound, "\(ledger.phrase(of: type)) is needed, null is there", slot)
    default:
      let found = ArchivedValue(document, packed: slot.cell)
      // A program that tries one type after another gets one error for each value: joined text takes less time than interpolated text.
      var message = ledger.phrase(of: type)
      message += " is asked for, a value of kind "
      message += found.kind.rawValue
      if let number = found.integerValue.map(String.init(describing:))
        ?? found.floatValue.map(String.init(describing:))
        ?? found.doubleValue.map(String.init(describing:))
      {
        message += " "
        message += number
      }
      message += " is there"
      if let advice = advice(type, found.kind) { message += advice }
      return error(.typeMismatch, message, slot)
    }
  }
}
