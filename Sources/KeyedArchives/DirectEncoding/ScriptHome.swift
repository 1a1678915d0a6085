/// The place of the outermost container whose calls are made later, with all containers inside of it.
@unsafe
struct ScriptHome {
  let encoder: DirectEncoder
  /// The place of an array or a map whose elements are made when it ends, and what tells the row from others.
  var place: UnsafeMutablePointer<EncodingSlot>?
  var serial: UInt64 = 0
  /// The field of a record whose container is made when the record ends.
  var field: (group: UnsafeMutablePointer<PlanGroup>, signature: UInt16)?

  /// Containers around those inside that are noted.
  var depth = 0
  /// More levels than any code has that was written by hand: scripts call each other.
  private static let depthLimit = 32

  /// Leaves the place to calls that come in order, until some do not: it is given what cannot wait.
  func refused() -> any Error {
    if let place = unsafe place { unsafe place.pointee.isScripted = false }
    if let field = unsafe field { unsafe encoder.refuseLate(field.group, field.signature) }
    unsafe encoder.triesAgain = true
    return unsafe encoder.state.pointee.deviate()
  }

  /// Refuses a call that comes when the container has ended. In the next pass the one around waits, too.
  func refusedLateCall() -> any Error {
    unsafe place == nil ? refused() : encoder.refuseCall(ofRow: serial)
  }

  /// Throws for a value that may run code of the user, or that may be another one later: all but leaves, and optionals of them. `Data` may be memory
  /// that is lent for the call.
  func check<Value: Encodable>(_ type: Value.Type) throws {
    let held = (type as? any DirectlyEncodableOptional.Type)?.wrappedType ?? type
    guard let leaf = held as? any DirectlyEncodableLeaf.Type else { throw unsafe refused() }
    if leaf.kindCode == KindCode.data { throw unsafe refused() }
  }
}

// MARK: Containers inside

extension ScriptHome {
  /// The home of a container inside.
  private func inner() throws -> ScriptHome {
    guard unsafe depth < Self.depthLimit else { throw unsafe encoder.state.pointee.deviate() }
    var inner = unsafe self
    unsafe inner.depth += 1
    return unsafe inner
  }

  /// A keyed container inside. The text of a key is looked at when the key is given, unless the key is a byte, as a case of an enumeration is.
  ///
  /// - Parameters:
  ///   - texts: Adds the call for a container whose keys are text.
  ///   - bytes: The same for one whose keys are bytes.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    texts: (CallScript<KeyedEncodingContainer<ScriptKey>>) throws -> Void,
    bytes: (CallScript<KeyedEncodingContainer<Key>>) throws -> Void
  ) -> KeyedEncodingContainer<Key> {
    do {
      if MemoryLayout<Key>.size > 1 {
        let script = try unsafe CallScript<KeyedEncodingContainer<ScriptKey>>(inner())
        try texts(script)
        return KeyedEncodingContainer(ScriptedTextEncoding<Key>(script: script))
      }
      let script = try unsafe CallScript<KeyedEncodingContainer<Key>>(inner())
      try bytes(script)
      return KeyedEncodingContainer(ScriptedByteEncoding(script: script))
    } catch {
      return unsafe encoder.strayContainer(type)
    }
  }

  /// An unkeyed one.
  ///
  /// - Parameter add: Adds the call for the container.
  func unkeyedContainer(
    _ add: (CallScript<any UnkeyedEncodingContainer>) throws -> Void
  ) -> any UnkeyedEncodingContainer {
    do {
      let script = try unsafe CallScript<any UnkeyedEncodingContainer>(inner())
      try add(script)
      return ScriptedUnkeyedEncoding(script: script)
    } catch {
      return unsafe encoder.strayUnkeyedContainer()
    }
  }

  /// An encoder for a superclass.
  ///
  /// - Parameter add: Adds the call for the encoder.
  func superEncoder(_ add: (CallScript<any Encoder>) throws -> Void) -> any Encoder {
    do {
      let script = try unsafe CallScript<any Encoder>(inner())
      try add(script)
      return ScriptedSuperEncoder(script: script)
    } catch {
      return unsafe encoder.strayEncoder()
    }
  }
}
