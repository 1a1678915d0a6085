internal import ArchiveFormat

/// The decoder of one value.
final class ValueDecoder: Decoder {
  /// The way from the parent to this value.
  enum Step {
    case key(String)
    case index(Int)
    /// The same value: roots and single-value containers.
    case none
  }

  let session: DecodingSession
  /// The value as it stands: an object or reference where one does.
  let place: Slot
  /// The value itself: what a container is made of.
  let slot: Slot
  private(set) var parent: ValueDecoder?
  let step: Step
  /// Decoders around this one.
  let depth: Int
  /// Whether it is for a dictionary, which is read from any map.
  var isDictionary = false
  /// The object whose body it is for.
  var object: Slot?
  /// How the record becomes one of the form that its type has now, if it may have another.
  var evolution: RecordEvolution?

  init(_ session: DecodingSession, _ slot: Slot, parent: ValueDecoder?, step: Step) {
    self.session = session
    place = slot
    self.slot = session.seeThrough(slot)
    self.parent = parent
    self.step = step
    depth = (parent?.depth ?? 0) + 1
    ListedValues.note()
  }

  /// Lets go of the decoders around this one without recursion.
  deinit {
    var chain = parent
    parent = nil
    while isKnownUniquelyReferenced(&chain) {
      let outer = chain?.parent
      chain?.parent = nil
      chain = outer
    }
  }

  var userInfo: [CodingUserInfoKey: Any] { session.ledger.userInfo }

  var codingPath: [any CodingKey] {
    path(to: .none)
  }

  /// The coding path of a child. What is longer than most paths are counts as visits: user code may swallow the error
  /// that it is for and go on.
  func path(to step: Step) -> [any CodingKey] {
    session.ledger.visitCount &+= max(
      0, session.basePath.count + depth - DecodingLedger.freePathLength)
    return uncountedPath(to: step)
  }

  /// The coding path of a child, where paths decide what is allowed or are told to the caller: they count nothing.
  func uncountedPath(to step: Step) -> [any CodingKey] {
    var path: [any CodingKey] = []
    path.reserveCapacity(session.basePath.count + depth + 1)
    if let key = step.codingKey { path.append(key) }
    var decoder: ValueDecoder? = self
    while let here = decoder {
      if let key = here.step.codingKey { path.append(key) }
      decoder = here.parent
    }
    path += session.basePath.reversed()
    path.reverse()
    return path
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    do {
      let cells = try KeyedCells(self, keyedBy: type)
      if let fault = try cells.keys.trustingInitializer?.fault(self) {
        throw session.error(.dataCorrupted, fault, slot)
      }
      return KeyedDecodingContainer(KeyedDecoding(cells))
    } catch {
      throw DecodingError.carrying(error, [String: Any].self, codingPath)
    }
  }

  /// The fields of the record or map, as the type's `init(from:)` is to find them.
  func fields() throws -> FieldIndex { try evolution?.fields(of: self) ?? FieldIndex(self) }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    do throws(ArchiveError) {
      return try UnkeyedDecoding(decoder: self, isDictionary: isDictionary)
    } catch {
      throw DecodingError.carrying(error, [Any].self, codingPath)
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValueDecoding(decoder: self)
  }

  /// Decodes a child, with errors as user code may catch them.
  func decodeChild<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, _ step: Step
  ) throws -> Value {
    do {
      return try session.decode(type, slot, parent: self, step: step)
    } catch {
      throw DecodingError.carrying(error, type, path(to: step))
    }
  }
}

extension ValueDecoder.Step {
  var codingKey: (any CodingKey)? {
    switch self {
    case .key(let key): ArchiveCodingKey(stringValue: key)
    case .index(let index): ArchiveCodingKey(intValue: index)
    case .none: nil
    }
  }
}
