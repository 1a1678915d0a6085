extension ContentWriter {
  /// The kind of the value at a cell.
  private mutating func kind(of index: Int) -> KindID { definitions.kind(of: cells[index]) }

  /// A value that stands where another one has begun: the body of an object, or the value of a label or an extension.
  private typealias Inner = (index: Int, kind: KindID)

  /// Writes, or begins, the value at a cell where its kind is not known.
  mutating func writeTagged(_ index: Int) { write(index, as: .any) }

  /// Writes, or begins, the value at a cell, in a place of `kind`, which holds the value. Values that nest without a
  /// container around them are written in turn, not in calls.
  mutating func write(_ index: Int, as kind: KindID) {
    var objects: [(number: Int, depth: Int)] = []
    var next: Inner? = (index, kind)
    while let inner = next {
      if inner.kind != .any, cells[inner.index].kind == .object {
        objects.append((Int(cells[inner.index].detail), frames.count))
      }
      next = begin(inner)
    }
    for object in objects where frames.count > object.depth {
      frames[object.depth].objects.append(object.number)
    }
  }

  private mutating func begin(_ value: Inner) -> Inner? {
    let (index, kind) = value
    if kind == .any { return beginTagged(index) }
    let cell = cells[index]
    switch cell.kind {
    case .record:
      if kind == .anyRecord { sink.varint(Int(cell.shape)) }
      beginRecord(index)
    case .array, .set: beginArray(index, kind)
    case .map, .keyedMap: beginMap(index, kind)
    case .object: return beginObject(index, kind)
    case .reference: sink.varint(Int(cell.detail) + 3)
    case .typed: return (index + 1, definitions.kinds[kind].first)
    case .bool: sink.byte(cell.payload == 0 ? 0 : 1)
    default: writeLeaf(cell)
    }
    return nil
  }

  private mutating func beginTagged(_ index: Int) -> Inner? {
    let cell = cells[index]
    if cell.kind == .null {
      sink.kind(.null)
      return nil
    }
    if cell.kind.leafKind != nil {
      writeTaggedLeaf(cell)
      return nil
    }
    switch cell.kind {
    case .record:
      sink.recordTag(ofShape: Int(cell.shape))
      beginPayload()
      beginRecord(index)
      return nil
    default:
      let kind = kind(of: index)
      writeKind(kind)
      beginPayload()
      return (index, kind)
    }
  }

  private mutating func beginObject(_ index: Int, _ kind: KindID) -> Inner {
    let number = Int(cells[index].detail)
    // Finding the kind may add to the kinds, so it comes first.
    let whole = self.kind(of: index)
    let own = definitions.kinds[whole].first
    let isTyped = definitions.kinds.code(own) == .typed
    let place = definitions.kinds[kind].first
    if number < objectCount {
      sink.varint(2)
      sink.varint(number)
    } else {
      objectCount += 1
      if definitions.kinds.fits(place, own), place != .any || !isTyped {
        sink.varint(0)
        return (index + 1, isTyped ? definitions.kinds[place].first : place)
      }
      sink.varint(place == .any ? 0 : 1)
    }
    guard isTyped else { return (index + 1, .any) }
    writeKind(own)
    return (index + 1, definitions.kinds[own].first)
  }

  private mutating func writeEdge(to number: Int) {
    if number < objectCount {
      sink.varint(number + 1)
    } else {
      objectCount += 1
      sink.varint(0)
    }
  }

  private mutating func writeTaggedLeaf(_ cell: ArchiveCell) {
    switch cell.kind {
    case .bool: sink.kind(cell.payload == 0 ? .bool : .true)
    case .int: writeTagged(int: Int64(bitPattern: cell.payload))
    case .string:
      writeTag(string: cell.length)
      sink.append(tape.bytes[cell.byteRange])
    default:
      if let kind = cell.kind.leafKind { sink.kind(kind) }
      writeLeaf(cell)
    }
  }

  private mutating func writeTagged(int value: Int64) {
    if (0..<Int64(ArchiveKind.shortFormLimit)).contains(value) {
      sink.byte(ArchiveKind.smallIntTag + UInt8(truncatingIfNeeded: value))
    } else {
      sink.kind(.int)
      sink.zigzag(value)
    }
  }

  mutating func writeTag(string byteCount: Int) {
    if byteCount < ArchiveKind.shortFormLimit {
      sink.byte(ArchiveKind.shortStringTag + UInt8(truncatingIfNeeded: byteCount))
    } else {
      sink.kind(.string)
      sink.varint(byteCount)
    }
  }

  private mutating func writeLeaf(_ cell: ArchiveCell) {
    switch cell.kind {
    case .int: sink.zigzag(Int64(bitPattern: cell.payload))
    case .uint: sink.varint(cell.payload)
    case .int8, .uint8: sink.byte(UInt8(truncatingIfNeeded: cell.payload))
    case .float32: sink.fixed(UInt32(truncatingIfNeeded: cell.payload))
    case .float64, .date: sink.fixed(cell.payload)
    case .string, .data, .numberText:
      sink.varint(cell.length)
      sink.append(tape.bytes[cell.byteRange])
    case .backReference, .conditionalReference: writeEdge(to: Int(cell.detail))
    default: sink.append(tape.bytes[cell.byteRange])
    }
  }
}

extension ByteSink {
  /// The tag of a record of a shape, whose body follows (Spec, section 6).
  mutating func recordTag(ofShape shape: Int) {
    if shape < ArchiveKind.shortFormLimit {
      byte(ArchiveKind.shortRecordTag + UInt8(truncatingIfNeeded: shape))
    } else {
      kind(.record)
      varint(shape)
    }
  }
}
