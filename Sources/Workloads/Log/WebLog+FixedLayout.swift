extension WebLog: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    entries.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    entries = try reader.value()
  }
}

extension WebLog.Entry: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    address.write(to: &writer)
    identity.write(to: &writer)
    userId.write(to: &writer)
    date.write(to: &writer)
    request.write(to: &writer)
    code.write(to: &writer)
    size.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    address = try reader.value()
    identity = try reader.value()
    userId = try reader.value()
    date = try reader.value()
    request = try reader.value()
    code = try reader.value()
    size = try reader.value()
  }
}

extension WebLog.Address: FixedLayoutBlock {}
