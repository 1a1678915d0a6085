internal import ArchiveFormat

/// Kinds that stand in the content, before runs of elements and as tags of values of any kind.
extension DirectSchema {
  /// True if values of a kind are records of a shape without fields.
  func isEmptyRecord(_ kind: KindID) -> Bool {
    let node = self.node(kind)
    guard node.code == .recordOfShape else { return false }
    return fields.starts[Int(node.number)] == fields.starts[Int(node.number) + 1]
  }

  /// The slot of records of one shape, or of values of a kind that was met before, whose kind stands at the cursor, which goes past the kind. Nil, with the
  /// cursor where it was, for others.
  func runSlot(_ cursor: inout RawCursor) -> Ref<FieldSlot>? {
    if cursor.nextByte == KindCode.recordOfShape {
      let start = cursor.mark
      _ = cursor.skip(1)
      if let shape = cursor.varint(), shape < UInt64(definitions.shapes.count) {
        return root(ofShape: Int(truncatingIfNeeded: shape))
      }
      cursor.mark = start
      return nil
    }
    for index in 0..<runSlots.pointee.count where cursor.pass(runSlots.pointee[index].bytes) {
      return runSlots.pointee[index].slot
    }
    return nil
  }

  /// Keeps the slot of a kind that bytes of the content said. No kind begins with the bytes of another one.
  func keep(_ slot: Ref<FieldSlot>, asRunOf bytes: ArraySlice<UInt8>) {
    if runSlots.pointee.count < Self.runSlotLimit { runSlots.pointee.append((Array(bytes), slot)) }
  }

  private static var runSlotLimit: Int { 8 }
}
