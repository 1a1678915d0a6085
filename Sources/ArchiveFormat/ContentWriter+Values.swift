extension ContentWriter {
  /// The kind of the value at a cell.
  private mutating func kind(of index: Int) -> KindID { definitions.kind(of: cells[index]) }

  /// Writes, or begins, the value at a cell where its kind is not known.
  mutating func writeTagged(_ index: Int) {
    let cell = cells[index]
    if cell.kind == .null {
      sink.kind(.null)
    } else if cell.kind.leafKind != nil {
      writeTaggedLeaf(cell, tape.bytes)
    } else {
      switch cell.kind {
      case .record:
        sink.recordTag(ofShape: Int(cell.shape))
        beginPayload()
        beginRecord(index)
      case .extension:
        sink.kind(.extension)
        beginPayload()
        beginExtension(index)
      default:
        let kind = kind(of: index)
        writeKind(kind)
        beginPayload()
        write(index, as: kind)
      }
    }
  }

  /// Writes, or begins, the value at a cell where a value of `kind` is expected that holds it.
  mutating func write(_ index: Int, as kind: KindID) {
    let cell = cells[index]
    if kind == .any { return writeTagged(index) }
    switch cell.kind {
    case .record:
      if kind == .anyRecord { sink.varint(Int(cell.shape)) }
      beginRecord(index)
    case .array, .set, .packed, .packedSet: beginArray(index, kind)
    case .map, .keyedMap: beginMap(index, kind)
    case .object: writeObject(index, kind)
    case .reference: sink.varint(Int(cell.detail) + 3)
    case .typed: write(index + 1, as: definitions.kinds[kind].first)
    case .extension: beginExtension(index)
    case .bool: sink.byte(cell.payload == 0 ? 0 : 1)
    default: writeLeaf(cell, tape.bytes)
    }
  }

  private mutating func writeObject(_ index: Int, _ kind: KindID) {
    let (number, depth) = (Int(cells[index].detail), frames.count)
    if number < objectCount {
      writeMentionedObject(index, number)
    } else {
      objectCount += 1
      writeNewObject(index, kind)
    }
    if frames.count > depth { frames[depth].objects.insert(number, at: 0) }
  }

  private mutating func writeNewObject(_ index: Int, _ kind: KindID) {
    let place = definitions.kinds[kind].first
    // Finding the kind may add to the kinds, so it comes first.
    let whole = self.kind(of: index)
    let own = definitions.kinds[whole].first
    let isTyped = definitions.kinds.code(own) == .typed
    if definitions.kinds.fits(place, own), place != .any || !isTyped {
      sink.varint(0)
      write(index + 1, as: isTyped ? definitions.kinds[place].first : place)
      return
    }
    sink.varint(place == .any ? 0 : 1)
    if isTyped {
      writeKind(own)
      write(index + 1, as: definitions.kinds[own].first)
    } else {
      writeTagged(index + 1)
    }
  }

  private mutating func writeMentionedObject(_ index: Int, _ number: Int) {
    let whole = self.kind(of: index)
    let own = definitions.kinds[whole].first
    sink.varint(2)
    sink.varint(number)
    if definitions.kinds.code(own) == .typed {
      writeKind(own)
      write(index + 1, as: definitions.kinds[own].first)
    } else {
      writeTagged(index + 1)
    }
  }

  private mutating func writeEdge(to number: Int) {
    if number < objectCount {
      sink.varint(number + 1)
    } else {
      objectCount += 1
      sink.varint(0)
    }
  }

  mutating func writeTaggedLeaf(_ cell: ArchiveCell, _ bytes: [UInt8]) {
    switch cell.kind {
    case .bool: sink.kind(cell.payload == 0 ? .bool : .true)
    case .int: writeTagged(int: Int64(bitPattern: cell.payload))
    case .string:
      writeTag(string: cell.length)
      sink.append(bytes[cell.byteRange])
    default:
      if let kind = cell.kind.leafKind { sink.kind(kind) }
      writeLeaf(cell, bytes)
    }
  }

  mutating func writeTagged(int value: Int64) {
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

  private mutating func writeLeaf(_ cell: ArchiveCell, _ bytes: [UInt8]) {
    switch cell.kind {
    case .int: sink.zigzag(Int64(bitPattern: cell.payload))
    case .uint: sink.varint(cell.payload)
    case .int8, .uint8: sink.byte(UInt8(truncatingIfNeeded: cell.payload))
    case .float32: sink.fixed(UInt32(truncatingIfNeeded: cell.payload))
    case .float64, .date: sink.fixed(cell.payload)
    case .string, .data, .numberText:
      sink.varint(cell.length)
      sink.append(bytes[cell.byteRange])
    case .backReference, .conditionalReference: writeEdge(to: Int(cell.detail))
    default: sink.append(bytes[cell.byteRange])
    }
  }
}

extension ByteSink {
  /// The tag of a record of a shape, whose body follows (Spec, section 6).
  package mutating func recordTag(ofShape shape: Int) {
    if shape < ArchiveKind.shortFormLimit {
      byte(ArchiveKind.shortRecordTag + UInt8(truncatingIfNeeded: shape))
    } else {
      kind(.record)
      varint(shape)
    }
  }
}
