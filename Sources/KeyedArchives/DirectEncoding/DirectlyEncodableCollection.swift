internal import ArchiveFormat

/// A collection that the direct encoder writes without its own `encode(to:)`.
protocol DirectlyEncodableCollection {
  /// The type of the elements, or of the values of a map.
  static var elementType: any Any.Type { get }

  /// Writes the collection at an address. The place has room for what is learned of its elements.
  static func encode(
    _ value: UnsafeRawPointer, _ encoder: DirectEncoder,
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws
}

extension Array: DirectlyEncodableCollection where Element: Codable {
  static var elementType: any Any.Type { Element.self }

  static func encode(
    _ value: UnsafeRawPointer, _ encoder: DirectEncoder,
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let array = unsafe value.assumingMemoryBound(to: [Element].self)
    let state = unsafe encoder.state
    let count = unsafe array.pointee.count
    if unsafe slot.pointee.isMixed {
      unsafe state.pointee.builtByteCount &+= count &* MemoryLayout<Element>.stride
      return unsafe try array.pointee.withUnsafeBufferPointer {
        unsafe try encoder.encodeMixed($0, slot, .array)
      }
    }
    unsafe try state.pointee.adopt(slot, KindCode.array)
    let header = unsafe state.pointee.count
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: count) << 1)
    if count == 0 { return }
    let place = unsafe slot.pointee.inner.unsafelyUnwrapped
    unsafe try array.pointee.withUnsafeBufferPointer { elements in
      unsafe state.pointee.builtByteCount &+= count &* MemoryLayout<Element>.stride
      unsafe try encoder.encodeElements(
        elements.baseAddress.unsafelyUnwrapped, count, place, .array, header: header)
    }
  }
}

extension Set: DirectlyEncodableCollection where Element: Codable {
  static var elementType: any Any.Type { Element.self }

  static func encode(
    _ value: UnsafeRawPointer, _ encoder: DirectEncoder,
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let set = unsafe value.assumingMemoryBound(to: Set<Element>.self)
    let state = unsafe encoder.state
    if unsafe slot.pointee.isMixed {
      let elements = unsafe ContiguousArray(set.pointee)
      unsafe state.pointee.builtByteCount &+= elements.count &* MemoryLayout<Element>.stride
      return unsafe try elements.withUnsafeBufferPointer {
        unsafe try encoder.encodeMixed($0, slot, .set)
      }
    }
    unsafe try state.pointee.adopt(slot, KindCode.set)
    let header = unsafe state.pointee.count
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: set.pointee.count) << 1)
    if unsafe set.pointee.isEmpty { return }
    let place = unsafe slot.pointee.inner.unsafelyUnwrapped
    let elements = unsafe ContiguousArray(set.pointee)
    unsafe state.pointee.builtByteCount &+= elements.count &* MemoryLayout<Element>.stride
    unsafe try elements.withUnsafeBufferPointer { elements in
      unsafe try encoder.encodeElements(
        elements.baseAddress.unsafelyUnwrapped, elements.count, place, .set, header: header)
    }
  }
}

extension DirectEncoder {
  /// Writes elements in a row, with one kind.
  ///
  /// - Parameters:
  ///   - nullCount: The number of nulls among them, which are written elsewhere.
  ///   - header: The offset of the header before them; nil where they may not have a kind of their own.
  func encodeElements<Element: Encodable>(
    _ elements: UnsafePointer<Element>, _ count: Int,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, nullCount: Int = 0,
    header: Int? = nil
  ) throws {
    if unsafe place.pointee.type != unsafeBitCast(Element.self, to: UnsafeRawPointer.self) {
      unsafe try classify(Element.self, place)
    }
    if let optional = unsafe place.pointee.optional {
      return unsafe try optional.encodeRow(
        UnsafeRawPointer(elements), count, self, place, role, header: header)
    }
    let state = unsafe state
    if let leaf = unsafe place.pointee.leaf {
      unsafe try state.pointee.adopt(place, leaf.kindCode)
      let start = unsafe state.pointee.count
      unsafe leaf.putRow(UnsafeRawPointer(elements), count, state)
      if unsafe state.pointee.count >= state.pointee.nextCut {
        unsafe cutRow(start, count, place, role)
      }
      return
    }
    var place = unsafe place
    var objectRow: ObjectRow? = unsafe nil
    if let header, unsafe place.pointee.strategy == .object && count >= ElementRow.startCount {
      unsafe objectRow = unsafe beginRow(
        ofObjects: elements, count, place, role, header: header)
      if let row = unsafe objectRow { unsafe place = unsafe row.place }
    }
    var frame = unsafe ElementsFrame(
      outer: state.pointee.elements, records: state.pointee.top, place: place, count: count,
      role: role, offset: state.pointee.count, leavesOutNulls: nullCount > 0)
    let start = unsafe state.pointee.contentCount
    unsafe try withUnsafeMutablePointer(to: &frame) { frame in
      // The frame is gone after an error as well.
      defer { unsafe state.pointee.elements = unsafe frame.pointee.outer }
      unsafe state.pointee.elements = unsafe frame
      unsafe try encode(from: elements, at: place)
      // Of a type that encodes itself as a bool: in a row bools are bits, and this one is a byte.
      if unsafe place.pointee.isBool { throw unsafe self.state.pointee.deviate(mixed: place) }
      for index in 1..<count {
        unsafe cutIfDue(frame, before: index)
        if unsafe index == objectRow?.first {
          unsafe frame.pointee.offset = unsafe state.pointee.count
        }
        unsafe try encode(from: elements + index, at: place)
      }
      if unsafe frame.pointee.deviates, let row = unsafe objectRow { unsafe nameClass(of: row) }
      unsafe try checkKind(frame, count + nullCount)
      if let row = unsafe objectRow { unsafe try end(row) }
    }
    unsafe state.pointee.noteRow(of: count, byteCount: state.pointee.contentCount - start)
  }
}

extension Dictionary: DirectlyEncodableCollection where Key: Codable, Value: Codable {
  static var elementType: any Any.Type { Value.self }

  static func encode(
    _ value: UnsafeRawPointer, _ encoder: DirectEncoder,
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let map = unsafe value.assumingMemoryBound(to: [Key: Value].self)
    let state = unsafe encoder.state
    unsafe try state.pointee.adopt(slot, KindCode.map)
    let count = unsafe map.pointee.count
    if count == 0 {
      unsafe state.pointee.put(1 as UInt8)
      return
    }
    let header = unsafe state.pointee.count
    let keys = unsafe slot.pointee.keys.unsafelyUnwrapped
    if Key.self == String.self {
      let texts = unsafe value.assumingMemoryBound(to: [String: Value].self)
      unsafe try encoder.encodeKeys(texts.pointee.keys, count, keys)
    } else if Key.self == Int.self {
      let numbers = unsafe value.assumingMemoryBound(to: [Int: Value].self)
      unsafe try encoder.encodeKeys(numbers.pointee.keys, count, keys)
    } else if !hasCodingKeys {
      unsafe try encoder.encodeKeys(values: map.pointee.keys, count, keys)
    } else if let numbers = unsafe try map.pointee.integerKeys() {
      unsafe try encoder.encodeKeys(numbers, count, keys)
    } else {
      let texts = unsafe try map.pointee.keys.map { try text(of: $0) }
      // The last of two values of one key counts.
      guard Set(texts).count == count else { throw unsafe state.pointee.deviate() }
      unsafe try encoder.encodeKeys(texts, count, keys)
    }
    unsafe state.pointee.builtByteCount &+= count &* MemoryLayout<(Key, Value)>.stride
    let values = unsafe ContiguousArray(map.pointee.values)
    if unsafe slot.pointee.isMixed {
      return unsafe try values.withUnsafeBufferPointer {
        unsafe try encoder.encodeMixed($0, slot, .values, header: header)
      }
    }
    let place = unsafe slot.pointee.inner.unsafelyUnwrapped
    unsafe try values.withUnsafeBufferPointer { values in
      unsafe try encoder.encodeElements(
        values.baseAddress.unsafelyUnwrapped, count, place, .values, header: header)
    }
  }
}

extension DirectEncoder {
  /// Writes the header of a map and its column of keys.
  fileprivate func encodeKeys(
    _ texts: some Sequence<String>, _ count: Int, _ place: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe try beginKeys(KindCode.string, count, place)
    for text in texts { unsafe text.put(state) }
  }

  fileprivate func encodeKeys(
    _ numbers: some Sequence<Int>, _ count: Int, _ place: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe try beginKeys(KindCode.int, count, place)
    for number in numbers { unsafe state.pointee.putZigzag(Int64(number)) }
  }

  /// The same with keys that are values.
  fileprivate func encodeKeys<Key: Encodable>(
    values: some Collection<Key>, _ count: Int, _ place: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: count) << 2)
    // No block begins in a column of keys.
    let nextCut = unsafe state.pointee.nextCut
    unsafe state.pointee.nextCut = .max
    unsafe try ContiguousArray(values).withUnsafeBufferPointer {
      unsafe try encodeElements($0.baseAddress.unsafelyUnwrapped, count, place, .keys)
    }
    unsafe state.pointee.nextCut = nextCut
  }

  private func beginKeys(
    _ kind: UInt8, _ count: Int, _ place: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe try state.pointee.adopt(place, kind)
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: count) << 2)
  }
}
