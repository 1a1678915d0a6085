extension UInt8: FixedLayoutBlock {}
extension Int8: FixedLayoutBlock {}
extension UInt16: FixedLayoutBlock {}
extension Int16: FixedLayoutBlock {}
extension UInt32: FixedLayoutBlock {}
extension Int32: FixedLayoutBlock {}
extension UInt64: FixedLayoutBlock {}
extension Int64: FixedLayoutBlock {}
extension Int: FixedLayoutBlock {}
extension Float: FixedLayoutBlock {}
extension Double: FixedLayoutBlock {}

extension Bool: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) { writer.write(self ? 1 : 0 as UInt8) }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self = try UInt8(from: &reader) != 0
  }
}

extension String: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) { writer.write(self) }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self = try reader.string()
  }
}
