internal import ArchiveFormat

/// The table by which the records of a shape are passed over.
struct PassedFields {
  struct Field {
    let kind: KindID
    let code: UInt8
    /// The raw value of its mode.
    let mode: UInt8
    /// True if its value is one of the state bits.
    let isStateBit: Bool
    let firstBit: BitPlace
    let secondBit: BitPlace
  }

  let fields: [Field]
  let bitByteCount: Int
  /// The bits of the last byte that no state takes.
  let paddingMask: UInt8

  init(_ fields: ArraySlice<ShapeField>, bitCount: Int, _ schema: DirectSchema) {
    var bit = 0
    self.fields = fields.map { field in
      let first = bit
      bit += field.bitCount()
      return Field(
        kind: field.kind, code: schema.node(field.kind).code.rawValue, mode: field.mode.rawValue,
        isStateBit: field.mode == .required && field.bitCount() > 0,
        firstBit: BitPlace(first), secondBit: BitPlace(first + 1))
    }
    bitByteCount = bitCount / 8 + (bitCount % 8 == 0 ? 0 : 1)
    paddingMask = bitCount % 8 == 0 ? 0 : ~0 << UInt8(truncatingIfNeeded: bitCount % 8)
  }
}

extension PassedFields.Field {
  /// True if the field has a payload, as the state bits of its record say; nil if they are malformed.
  @inline(__always)
  func holdsPayload(_ bits: RawCursor.Mark) -> Bool? {
    switch mode {
    case 0: return !isStateBit
    case 1, 2: return firstBit.isSet(bits)
    default:
      let holdsValue = secondBit.isSet(bits)
      return firstBit.isSet(bits) || !holdsValue ? holdsValue : nil
    }
  }
}

/// The tables by which the records of shapes are passed over, as far as they were asked for. They stand behind a pointer: Swift watches variables of a class at run time.
struct PassedShapes {
  private let shapes = Ref<[PassedFields?]>([])

  func free() { shapes.free() }

  subscript(shape: Int) -> PassedFields? {
    @inline(__always) get { shape < shapes.pointee.count ? shapes.pointee[shape] : nil }
  }

  /// Shapes behind those are looked at anew for each record.
  private static var limit: Int { 4_096 }

  /// Keeps those of a shape; the bytes that this takes.
  func keep(_ fields: PassedFields, for shape: Int) -> Int {
    guard shape < Self.limit else { return 0 }
    let before = shapes.pointee.count
    while shapes.pointee.count <= shape { shapes.pointee.append(nil) }
    shapes.pointee[shape] = fields
    return fields.fields.count * MemoryLayout<PassedFields.Field>.stride
      + (shapes.pointee.count - before) * MemoryLayout<PassedFields>.stride
  }
}
