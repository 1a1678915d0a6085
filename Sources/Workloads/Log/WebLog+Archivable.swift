package import KeyedArchives

extension WebLog: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("logs", \Self.entries)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(entries)
    writer.put(bits)
    writer.put(entries, at: places[0])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let entries = try reader.take([WebLog.Entry].self, &bits, at: places[0])
    self.entries = entries
  }
}

extension WebLog.Entry: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("address", \Self.address)
    fields.add("identity", \Self.identity)
    fields.add("userid", \Self.userId)
    fields.add("date", \Self.date)
    fields.add("request", \Self.request)
    fields.add("code", \Self.code)
    fields.add("size", \Self.size)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(address)
    bits.add(identity)
    bits.add(userId)
    bits.add(date)
    bits.add(request)
    bits.add(code)
    bits.add(size)
    writer.put(bits)
    writer.put(address, at: places[0])
    writer.put(identity, at: places[1])
    writer.put(userId, at: places[2])
    writer.put(date, at: places[3])
    writer.put(request, at: places[4])
    writer.put(code, at: places[5])
    writer.put(size, at: places[6])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let address = try reader.take(WebLog.Address.self, &bits, at: places[0])
    let identity = try reader.take(String.self, &bits, at: places[1])
    let userId = try reader.take(String.self, &bits, at: places[2])
    let date = try reader.take(String.self, &bits, at: places[3])
    let request = try reader.take(String.self, &bits, at: places[4])
    let code = try reader.take(UInt16.self, &bits, at: places[5])
    let size = try reader.take(UInt64.self, &bits, at: places[6])
    self.address = address
    self.identity = identity
    self.userId = userId
    self.date = date
    self.request = request
    self.code = code
    self.size = size
  }
}

extension WebLog.Address: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x0", \Self.x0)
    fields.add("x1", \Self.x1)
    fields.add("x2", \Self.x2)
    fields.add("x3", \Self.x3)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x0)
    bits.add(x1)
    bits.add(x2)
    bits.add(x3)
    writer.put(bits)
    writer.put(x0, at: places[0])
    writer.put(x1, at: places[1])
    writer.put(x2, at: places[2])
    writer.put(x3, at: places[3])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let x0 = try reader.take(UInt8.self, &bits, at: places[0])
    let x1 = try reader.take(UInt8.self, &bits, at: places[1])
    let x2 = try reader.take(UInt8.self, &bits, at: places[2])
    let x3 = try reader.take(UInt8.self, &bits, at: places[3])
    self.x0 = x0
    self.x1 = x1
    self.x2 = x2
    self.x3 = x3
  }
}
