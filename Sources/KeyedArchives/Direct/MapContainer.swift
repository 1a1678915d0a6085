internal import ArchiveFormat

/// A keyed container of the maps in one place: it is used again for the next one once nobody else holds it.
///
/// A new one for each map would look up types at run time, and take memory.
final class MapContainer {
  /// Behind a pointer, since a copy of the container is made from where it stands.
  private let memory: Ref<Memory>
  let fields: MapFields
  /// The address of the type of its keys.
  let keyType: Int
  /// The slot of the maps, if it waits there for the next one.
  var slot: Ref<FieldSlot>?

  private struct Memory {
    /// The object that `KeyedDecodingContainer` is a reference to.
    var container: AnyObject?
    /// A ``ContainerCopier`` for it.
    var copier: AnyObject?
  }

  init<Key: CodingKey>(_ fields: MapFields, _ type: Key.Type) {
    self.fields = fields
    keyType = TypeAddress.of(type)
    let container = KeyedDecodingContainer(DirectMapped<Key>(fields: fields))
    memory = Ref(
      Memory(
        container: unsafe unsafeBitCast(container, to: AnyObject.self),
        copier: ContainerCopier<KeyedDecodingContainer<Key>>()))
  }

  deinit { memory.free() }

  /// True if nobody else holds the container.
  @inline(__always)
  var isFree: Bool { isKnownUniquelyReferenced(&memory.pointee.container) }

  /// A copy of the container, whose keys are of the type that it was made with.
  @inline(__always)
  func container<Key>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    let copier = unsafe unsafeDowncast(
      memory.pointee.copier.unsafelyUnwrapped,
      to: ContainerCopier<KeyedDecodingContainer<Key>>.self)
    return unsafe copier.copy(memory.raw)
  }
}
