internal import KeyedArchives

/// A number, an object and a weak reference to it, in one unkeyed container: only its elements tell that there are references.
struct UnkeyedReference: FormValue {
  var number: Int
  var object: KeyedObjects.EnumInOrder
  @WeakReference var link: KeyedObjects.EnumInOrder?

  init(seed: Int) {
    number = seed
    object = KeyedObjects.EnumInOrder(seed: seed)
    _link = WeakReference(wrappedValue: object)
  }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.unkeyedContainer()
    try container.encode(number)
    try container.encode(object)
    try container.encode(_link)
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    var container = try decoder.unkeyedContainer()
    number = try container.decode(Int.self)
    object = try container.decode(KeyedObjects.EnumInOrder.self)
    _link = try container.decode(WeakReference<KeyedObjects.EnumInOrder>.self)
  }

  /// A number, a reference and the eight of the object.
  var leafCount: Int { 10 }

  var valueCount: Int { 2 }

  func isSame(as other: UnkeyedReference) throws -> Bool {
    try number == other.number && object.isSame(as: other.object) && link === object
  }

  func write(to writer: inout FixedLayoutWriter) {
    number.write(to: &writer)
    object.write(to: &writer)
    (link != nil).write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    number = try reader.value()
    object = try reader.value()
    _link = WeakReference(wrappedValue: try Bool(from: &reader) ? object : nil)
  }
}
