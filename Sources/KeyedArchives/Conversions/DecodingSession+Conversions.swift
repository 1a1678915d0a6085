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

  /// The error for the value of a slot that is asked for as a type that it is none of.
  func mismatch(_ type: any Any.Type, _ slot: Slot) -> ArchiveError {
    let found = ArchivedValue(document, packed: slot.cell)
    let text = ledger.mismatch(of: type, found.kind, slot.cell.kind)
    let number =
      found.integerValue.map(String.init(describing:))
      ?? found.floatValue.map(String.init(describing:))
      ?? found.doubleValue.map(String.init(describing:))
    let place = scope.map?.place(slot.cell.rawOffset)
    return ArchiveError(
      text.code, visible: number.map(text.with) ?? text.whole, byteOffset: place?.byteOffset,
      rawOffset: place?.rawOffset)
  }
}
