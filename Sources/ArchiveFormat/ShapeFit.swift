/// One call a record made while it was encoded: a key and what it was given.
struct FieldCall {
  enum State { case absent, null, value }

  var key: UInt32
  var state: State
  var isOptional: Bool
  var kind: KindID

  init(_ cell: ArchiveCell, kind: KindID) {
    key = cell.key
    self.kind = kind
    switch cell.kind {
    case .absent: (state, isOptional) = (.absent, true)
    case .null: (state, isOptional) = (.null, cell.isOptionalCall)
    default: (state, isOptional) = (.value, cell.isOptionalCall)
    }
  }

  /// The least mode that allows this call.
  var mode: FieldMode {
    var mode = FieldMode.required
    if isOptional { mode.insert(.optional) }
    if state == .null { mode.insert(.nullable) }
    return mode
  }
}

/// How a record's calls fit a shape (Spec, section 13, matching).
struct ShapeFit {
  /// Whether the shape's keys contain the calls' keys in order.
  private(set) var containsKeys = true
  /// Fields of the shape that hold nothing in the record: absent, or not called for.
  private var emptyCount = 0
  /// Fields of the shape that hold a value or null in the record.
  private var heldCount = 0
  /// Whether the record holds enough of the shape's fields for the shape to be widened for it.
  var isWorthWidening: Bool { containsKeys && emptyCount <= heldCount }
  /// Whether the record can be written with the shape as refined.
  private(set) var isExact = true
  /// The fields, refined; widened where that is needed.
  private(set) var fields: [ShapeField]

  init(_ calls: [FieldCall], _ shape: ArchiveShape, _ kinds: inout KindTable) {
    fields = shape.fields
    var index = 0
    for call in calls {
      while index < fields.count, fields[index].key != Int(call.key) {
        skip(index)
        index += 1
      }
      guard index < fields.count else {
        containsKeys = false
        isExact = false
        return
      }
      if !fields[index].admitsAsIs(call), !Self.admit(call, &fields[index], &kinds) {
        isExact = false
      }
      if call.state == .absent { emptyCount += 1 } else { heldCount += 1 }
      index += 1
    }
    while index < fields.count {
      skip(index)
      index += 1
    }
  }

  private mutating func skip(_ index: Int) {
    emptyCount += 1
    if !fields[index].mode.contains(.optional) {
      isExact = false
      fields[index].mode.insert(.optional)
    }
  }

  /// Makes a field allow a call; true if refining it sufficed.
  private static func admit(
    _ call: FieldCall, _ field: inout ShapeField, _ kinds: inout KindTable
  ) -> Bool {
    var isExact = field.mode.isSuperset(of: call.mode)
    field.mode.formUnion(call.mode)
    if call.state == .value, field.kind != call.kind {
      if let refined = refined(field.kind, by: call, &kinds) {
        field.kind = refined
      } else {
        isExact = false
        field.kind = kinds.widened(field.kind, for: call.kind)
      }
    }
    return isExact
  }

  /// The kind of a field with its undetermined parts replaced by those of a call; nil if it does not hold the value even so.
  private static func refined(
    _ kind: KindID, by call: FieldCall, _ kinds: inout KindTable
  ) -> KindID? {
    let refined = kinds.refine(kind, by: call.kind)
    return kinds.fits(refined, call.kind) && kinds.isRefinement(refined, of: kind) ? refined : nil
  }

  /// Replaces undetermined parts of the kinds of a shape that a record has another shape in the place of.
  static func refine(
    _ fields: inout [ShapeField], by calls: [FieldCall], _ kinds: inout KindTable
  ) {
    let values = Dictionary(
      calls.lazy.filter { $0.state == .value }.map { (Int($0.key), $0) },
      uniquingKeysWith: { first, _ in first })
    for index in fields.indices {
      guard let call = values[fields[index].key],
        let kind = refined(fields[index].kind, by: call, &kinds)
      else { continue }
      fields[index].kind = kind
    }
  }

  /// Whether a record with these keys has all keys of `shape` in order, and not too many more.
  static func joins(_ keys: some Collection<Int>, _ shape: ArchiveShape) -> Bool {
    guard keys.count <= 2 * shape.fields.count else { return false }
    var index = 0
    for key in keys where index < shape.fields.count && shape.fields[index].key == key {
      index += 1
    }
    return index == shape.fields.count
  }

  /// The shape for a record that has all keys of `shape` in order and some more, or nil.
  static func joined(
    _ calls: [FieldCall], _ shape: ArchiveShape, _ kinds: inout KindTable
  ) -> ArchiveShape? {
    guard joins(calls.lazy.map { Int($0.key) }, shape) else { return nil }
    var fields: [ShapeField] = []
    var index = 0
    for call in calls {
      if index < shape.fields.count, shape.fields[index].key == Int(call.key) {
        var field = shape.fields[index]
        _ = admit(call, &field, &kinds)
        fields.append(field)
        index += 1
      } else {
        fields.append(
          ShapeField(key: Int(call.key), mode: call.mode.union(.optional), kind: call.kind))
      }
    }
    return ArchiveShape(type: shape.type, fields: fields)
  }
}

extension ShapeField {
  /// Whether nothing about the field has to change for a call.
  @inline(__always)
  fileprivate func admitsAsIs(_ call: FieldCall) -> Bool {
    mode.isSuperset(of: call.mode) && (kind == call.kind || call.state != .value)
  }
}
