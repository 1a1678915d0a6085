internal import ArchiveFormat

extension DirectSchema {
  /// What the body of an object is.
  struct BodyKind {
    var kind: KindID
    /// The row of the object's class.
    var row: Int
    /// Whether a label names the class, and not the body itself.
    var isLabelled = false
  }

  /// The row of a type. To ask ``definitions`` for it copies more than all else that is done for an object.
  func typeRow(_ row: Int) -> ArchivedTypeRow { definitions.types[row] }

  /// The name of the type of a row, with its generic arguments.
  func typeName(_ row: Int) -> String {
    let type = typeRow(row)
    return type.arguments.isEmpty ? type.name : definitions.fullName(ofType: row)
  }

  /// The kind of the bodies in a place for objects.
  func bodyKind(of object: KindID) -> KindID { node(object).first }

  /// The row of the class whose records a shape describes.
  func classRow(ofShape shape: Int) -> Int? {
    classRows[shape] < 0 ? nil : Int(classRows[shape])
  }

  /// What the body of an object at the cursor is, which goes past a tag; nil for what is not foreseen.
  func bodyKind(_ kind: KindID, _ state: Ref<DirectState>) -> BodyKind? {
    guard let kind = kind == .any ? taggedKind(state) : kind else { return nil }
    let node = self.node(kind)
    switch node.code {
    case .recordOfShape:
      return classRow(ofShape: Int(node.number)).map { BodyKind(kind: kind, row: $0) }
    case .record:
      var cursor = state.pointee.cursor
      guard let shape = cursor.varint(), shape < UInt64(shapeCount) else { return nil }
      return classRow(ofShape: Int(truncatingIfNeeded: shape)).map {
        BodyKind(kind: kind, row: $0)
      }
    case .typed:
      guard isClass[Int(node.number)] else { return nil }
      return BodyKind(kind: node.first, row: Int(node.number), isLabelled: true)
    default: return nil
    }
  }

  /// The kind that the tag of a body tells.
  private func taggedKind(_ state: Ref<DirectState>) -> KindID? {
    if state.pointee.cursor.nextByte == KindCode.typed {
      return state.pointee.engine.runSlot()?.pointee.kind
    }
    return taggedShape(state).map { recordKind($0) }
  }

  /// The shape of the record whose tag is at the cursor, which goes past it; nil, with the cursor where it was, if there is none. Cells read records of a
  /// class that stand in no object.
  @inline(__always)
  func taggedValueShape(_ state: Ref<DirectState>) -> Int? {
    let start = state.pointee.cursor.mark
    if let shape = taggedShape(state), classRows[shape] < 0 { return shape }
    state.pointee.cursor.mark = start
    return nil
  }

  /// The shape of the record whose tag is at the cursor, which goes past it; nil if no record stands there.
  func taggedShape(_ state: Ref<DirectState>) -> Int? {
    guard let tag = state.pointee.cursor.nextByte,
      tag >= KindCode.shortRecordTag || tag == KindCode.record
    else { return nil }
    _ = state.pointee.cursor.skip(1)
    var shape = UInt64(tag &- KindCode.shortRecordTag)
    if tag == KindCode.record {
      guard let long = state.pointee.cursor.varint(), long >= KindCode.shortFormLimit else {
        return nil
      }
      shape = long
    }
    return shape < UInt64(shapeCount) ? Int(truncatingIfNeeded: shape) : nil
  }
}
