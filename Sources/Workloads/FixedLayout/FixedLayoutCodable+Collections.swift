extension Optional: FixedLayoutCodable where Wrapped: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    (self != nil).write(to: &writer)
    self?.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self = try Bool(from: &reader) ? try Wrapped(from: &reader) : nil
  }
}

extension Array: FixedLayoutCodable where Element: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    writer.write(UInt32(truncatingIfNeeded: count))
    Element.write(self, to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let count = try UInt32(from: &reader)
    self = try Element.elements(Int(count), from: &reader)
  }
}

extension Dictionary: FixedLayoutCodable where Key == String, Value: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    writer.write(UInt32(truncatingIfNeeded: count))
    for (key, value) in self {
      key.write(to: &writer)
      value.write(to: &writer)
    }
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let count = Int(try UInt32(from: &reader))
    guard count <= reader.byteCount else { throw .cutOff }
    self.init(minimumCapacity: count)
    for _ in 0..<count {
      let key = try String(from: &reader)
      self[key] = try Value(from: &reader)
    }
  }
}
