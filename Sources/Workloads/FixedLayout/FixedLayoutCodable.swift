/// A type that can be written in the fixed layout.
package protocol FixedLayoutCodable {
  /// Appends the value.
  func write(to writer: inout FixedLayoutWriter)

  /// Appends values that stand in an array, without their count.
  static func write(_ elements: [Self], to writer: inout FixedLayoutWriter)

  /// Reads a value.
  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError)

  /// Reads as many values.
  static func elements(
    _ count: Int, from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> [Self]
}

extension FixedLayoutCodable {
  package static func write(_ elements: [Self], to writer: inout FixedLayoutWriter) {
    // By index, since a loop over the elements copies each of them.
    for index in elements.indices { elements[index].write(to: &writer) }
  }

  package static func elements(
    _ count: Int, from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> [Self] {
    guard count <= reader.byteCount else { throw .cutOff }
    var elements: [Self] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try Self(from: &reader)) }
    return elements
  }
}

/// A type whose values stand in the layout as they do in memory: any bits are a value, no byte is
/// padding, and the machine is little-endian.
package protocol FixedLayoutBlock: FixedLayoutCodable, BitwiseCopyable {}

extension FixedLayoutBlock {
  @inline(__always)
  package func write(to writer: inout FixedLayoutWriter) { writer.write(self) }

  package static func write(_ elements: [Self], to writer: inout FixedLayoutWriter) {
    writer.write(elements)
  }

  @inline(__always)
  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self = try reader.block()
  }

  package static func elements(
    _ count: Int, from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> [Self] {
    try reader.blocks(count)
  }
}
