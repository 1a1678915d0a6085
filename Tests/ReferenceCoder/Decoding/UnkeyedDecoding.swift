internal import struct ArchiveFormat.ArchiveError

/// The container of an array or set while it is decoded; of a map without keys of text, its keys and values in turn.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  private var elements: ElementSlots
  /// The values of a map, whose keys are `elements`.
  private var values: ElementSlots?
  /// The next element, taken already.
  private var pending: Slot?
  private let total: Int
  private(set) var currentIndex = 0

  /// - Parameter isDictionary: A Boolean value indicating whether a dictionary asks, which gets the keys and values of
  ///   any map. Other types do not get those of maps that are keyed containers, or perhaps were: a type that tries one
  ///   container after another would take an object for a list.
  init(decoder: ValueDecoder, isDictionary: Bool = false) throws(ArchiveError) {
    self.decoder = decoder
    switch decoder.slot.cell.kind {
    case .array, .set, .packed, .packedSet:
      elements = ElementSlots(decoder.slot, decoder.session.document)
      total = decoder.slot.cell.length
    case .map:
      let columns = MapColumns(decoder)
      guard isDictionary || !columns.mayBeKeyed else {
        throw decoder.session.mismatch([Any].self, decoder.slot)
      }
      elements = columns.keys
      values = columns.values
      total = 2 * columns.keys.remaining
    default: throw decoder.session.mismatch([Any].self, decoder.slot)
    }
    pending = advance(0)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { total }
  var isAtEnd: Bool { currentIndex >= total }

  private mutating func advance(_ index: Int) -> Slot? {
    if values != nil, index % 2 == 1 { return values?.next() }
    return elements.next()
  }

  private func next(_ type: any Any.Type) throws -> Slot {
    if let pending { return pending }
    throw DecodingError.carrying(
      error(.valueNotFound, "the array has no more than \(total) elements"), type, path)
  }

  private mutating func consume() {
    currentIndex += 1
    pending = advance(currentIndex)
  }

  private var path: [any CodingKey] { codingPath + [ArchiveCodingKey(intValue: currentIndex)] }

  /// An error at the next element.
  func error(_ code: ArchiveError.Code, _ message: String) -> ArchiveError {
    decoder.session.error(code, message, pending ?? decoder.slot).at(path)
  }

  mutating func decodeNil() throws -> Bool {
    guard try decoder.session.isNull(next(Any?.self)) else { return false }
    consume()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decode(any: type)
  }

  private mutating func decode<Value: Decodable>(any type: Value.Type) throws -> Value {
    let value = try decoder.decodeChild(type, next(type), .index(currentIndex))
    consume()
    return value
  }

  // The default implementations of the protocol refuse integers of 128 bits.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(any: type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(any: type) }

  private mutating func child(_ type: any Any.Type) throws -> ValueDecoder {
    let slot = try next(type)
    let child = ValueDecoder(
      decoder.session, slot, parent: decoder, step: .index(currentIndex))
    do {
      try decoder.session.descend(slot, child)
    } catch {
      throw DecodingError.carrying(error, type, path)
    }
    return child
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try child([String: Any].self).container(keyedBy: type)
    consume()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try child([Any].self).unkeyedContainer()
    consume()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try child(Any.self)
    consume()
    return decoder
  }
}
