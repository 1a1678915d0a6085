import Foundation
import KeyedArchives

extension HandWritten.Colour: ArchivableLeaf {}
extension HandWritten.Level: ArchivableLeaf {}
extension HandWritten.Flag: ArchivableLeaf {}

extension HandWritten.Vector: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
    fields.add("z", \Self.z)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    bits.add(z)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
    writer.put(z, at: places[2])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    x = try reader.take(Float.self, &bits, at: places[0])
    y = try reader.take(Float.self, &bits, at: places[1])
    z = try reader.take(Float.self, &bits, at: places[2])
  }
}

extension HandWritten.Triangle: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("corners", \Self.corners)
    fields.add("normal", \Self.normal)
    fields.add("other", \Self.other)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(corners)
    bits.add(normal)
    bits.add(other)
    writer.put(bits)
    writer.put(corners, at: places[0])
    writer.put(normal, at: places[1])
    writer.put(other, at: places[2])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    corners = try reader.take([HandWritten.Vector].self, &bits, at: places[0])
    normal = try reader.take(HandWritten.Vector.self, &bits, at: places[1])
    other = try reader.take(HandWritten.Vector?.self, &bits, at: places[2])
  }
}

extension HandWritten.Padded: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("tag", \Self.tag)
    fields.add("value", \Self.value)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(tag)
    bits.add(value)
    writer.put(bits)
    writer.put(tag, at: places[0])
    writer.put(value, at: places[1])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    tag = try reader.take(UInt8.self, &bits, at: places[0])
    value = try reader.take(Double.self, &bits, at: places[1])
  }
}

extension HandWritten.Node: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("name", \Self.name)
    fields.add("isLeaf", \Self.isLeaf)
    fields.add("children", \Self.children)
    fields.add("weight", \Self.weight)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(name)
    bits.add(isLeaf)
    bits.add(children)
    bits.add(weight)
    writer.put(bits)
    writer.put(name, at: places[0])
    writer.put(isLeaf, at: places[1])
    writer.put(children, at: places[2])
    writer.put(weight, at: places[3])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    name = try reader.take(String.self, &bits, at: places[0])
    isLeaf = try reader.take(Bool.self, &bits, at: places[1])
    children = try reader.take([HandWritten.Node].self, &bits, at: places[2])
    weight = try reader.take(Double?.self, &bits, at: places[3])
  }
}

extension HandWritten.Box: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("value", \Self.value)
    fields.add("maybe", \Self.maybe)
    fields.add("values", \Self.values)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(value)
    bits.add(maybe)
    bits.add(values)
    writer.put(bits)
    writer.put(value, at: places[0])
    writer.put(maybe, at: places[1])
    writer.put(values, at: places[2])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    value = try reader.take(Value.self, &bits, at: places[0])
    maybe = try reader.take(Value?.self, &bits, at: places[1])
    values = try reader.take([Value].self, &bits, at: places[2])
  }
}

extension HandWritten.Everything: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("isOn", \Self.isOn)
    fields.add("int", \Self.int)
    fields.add("int8", \Self.int8)
    fields.add("int16", \Self.int16)
    fields.add("int32", \Self.int32)
    fields.add("int64", \Self.int64)
    fields.add("int128", \Self.int128)
    fields.add("uint", \Self.uint)
    fields.add("uint8", \Self.uint8)
    fields.add("uint16", \Self.uint16)
    fields.add("uint32", \Self.uint32)
    fields.add("uint64", \Self.uint64)
    fields.add("uint128", \Self.uint128)
    fields.add("float", \Self.float)
    fields.add("double", \Self.double)
    fields.add("text", \Self.text)
    fields.add("long", \Self.long)
    fields.add("colour", \Self.colour)
    fields.add("level", \Self.level)
    fields.add("flag", \Self.flag)
    fields.add("date", \Self.date)
    fields.add("pair", \Self.pair)
    fields.add("maybeOn", \Self.maybeOn)
    fields.add("maybeInt", \Self.maybeInt)
    fields.add("maybeText", \Self.maybeText)
    fields.add("maybeColour", \Self.maybeColour)
    fields.add("maybeFlag", \Self.maybeFlag)
    fields.add("maybeVector", \Self.maybeVector)
    fields.add("maybeDate", \Self.maybeDate)
    fields.add("maybeNumbers", \Self.maybeNumbers)
    fields.add("maybeNodes", \Self.maybeNodes)
    fields.add("bools", \Self.bools)
    fields.add("flags", \Self.flags)
    fields.add("colours", \Self.colours)
    fields.add("bytes", \Self.bytes)
    fields.add("numbers", \Self.numbers)
    fields.add("texts", \Self.texts)
    fields.add("set", \Self.set)
    fields.add("byName", \Self.byName)
    fields.add("byNumber", \Self.byNumber)
    fields.add("vectors", \Self.vectors)
    fields.add("padded", \Self.padded)
    fields.add("plain", \Self.plain)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(isOn)
    bits.add(int)
    bits.add(int8)
    bits.add(int16)
    bits.add(int32)
    bits.add(int64)
    bits.add(int128)
    bits.add(uint)
    bits.add(uint8)
    bits.add(uint16)
    bits.add(uint32)
    bits.add(uint64)
    bits.add(uint128)
    bits.add(float)
    bits.add(double)
    bits.add(text)
    bits.add(long)
    bits.add(colour)
    bits.add(level)
    bits.add(flag)
    bits.add(date)
    bits.add(pair)
    bits.add(maybeOn)
    bits.add(maybeInt)
    bits.add(maybeText)
    bits.add(maybeColour)
    bits.add(maybeFlag)
    bits.add(maybeVector)
    bits.add(maybeDate)
    bits.add(maybeNumbers)
    bits.add(maybeNodes)
    bits.add(bools)
    bits.add(flags)
    bits.add(colours)
    bits.add(bytes)
    bits.add(numbers)
    bits.add(texts)
    bits.add(set)
    bits.add(byName)
    bits.add(byNumber)
    bits.add(vectors)
    bits.add(padded)
    bits.add(plain)
    writer.put(bits)
    writer.put(isOn, at: places[0])
    writer.put(int, at: places[1])
    writer.put(int8, at: places[2])
    writer.put(int16, at: places[3])
    writer.put(int32, at: places[4])
    writer.put(int64, at: places[5])
    writer.put(int128, at: places[6])
    writer.put(uint, at: places[7])
    writer.put(uint8, at: places[8])
    writer.put(uint16, at: places[9])
    writer.put(uint32, at: places[10])
    writer.put(uint64, at: places[11])
    writer.put(uint128, at: places[12])
    writer.put(float, at: places[13])
    writer.put(double, at: places[14])
    writer.put(text, at: places[15])
    writer.put(long, at: places[16])
    writer.put(colour, at: places[17])
    writer.put(level, at: places[18])
    writer.put(flag, at: places[19])
    writer.put(date, at: places[20])
    writer.put(pair, at: places[21])
    writer.put(maybeOn, at: places[22])
    writer.put(maybeInt, at: places[23])
    writer.put(maybeText, at: places[24])
    writer.put(maybeColour, at: places[25])
    writer.put(maybeFlag, at: places[26])
    writer.put(maybeVector, at: places[27])
    writer.put(maybeDate, at: places[28])
    writer.put(maybeNumbers, at: places[29])
    writer.put(maybeNodes, at: places[30])
    writer.put(bools, at: places[31])
    writer.put(flags, at: places[32])
    writer.put(colours, at: places[33])
    writer.put(bytes, at: places[34])
    writer.put(numbers, at: places[35])
    writer.put(texts, at: places[36])
    writer.put(set, at: places[37])
    writer.put(byName, at: places[38])
    writer.put(byNumber, at: places[39])
    writer.put(vectors, at: places[40])
    writer.put(padded, at: places[41])
    writer.put(plain, at: places[42])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    isOn = try reader.take(Bool.self, &bits, at: places[0])
    int = try reader.take(Int.self, &bits, at: places[1])
    int8 = try reader.take(Int8.self, &bits, at: places[2])
    int16 = try reader.take(Int16.self, &bits, at: places[3])
    int32 = try reader.take(Int32.self, &bits, at: places[4])
    int64 = try reader.take(Int64.self, &bits, at: places[5])
    int128 = try reader.take(Int128.self, &bits, at: places[6])
    uint = try reader.take(UInt.self, &bits, at: places[7])
    uint8 = try reader.take(UInt8.self, &bits, at: places[8])
    uint16 = try reader.take(UInt16.self, &bits, at: places[9])
    uint32 = try reader.take(UInt32.self, &bits, at: places[10])
    uint64 = try reader.take(UInt64.self, &bits, at: places[11])
    uint128 = try reader.take(UInt128.self, &bits, at: places[12])
    float = try reader.take(Float.self, &bits, at: places[13])
    double = try reader.take(Double.self, &bits, at: places[14])
    text = try reader.take(String.self, &bits, at: places[15])
    long = try reader.take(String.self, &bits, at: places[16])
    colour = try reader.take(HandWritten.Colour.self, &bits, at: places[17])
    level = try reader.take(HandWritten.Level.self, &bits, at: places[18])
    flag = try reader.take(HandWritten.Flag.self, &bits, at: places[19])
    date = try reader.take(Date.self, &bits, at: places[20])
    pair = try reader.take([Int?].self, &bits, at: places[21])
    maybeOn = try reader.take(Bool?.self, &bits, at: places[22])
    maybeInt = try reader.take(Int?.self, &bits, at: places[23])
    maybeText = try reader.take(String?.self, &bits, at: places[24])
    maybeColour = try reader.take(HandWritten.Colour?.self, &bits, at: places[25])
    maybeFlag = try reader.take(HandWritten.Flag?.self, &bits, at: places[26])
    maybeVector = try reader.take(HandWritten.Vector?.self, &bits, at: places[27])
    maybeDate = try reader.take(Date?.self, &bits, at: places[28])
    maybeNumbers = try reader.take([Double]?.self, &bits, at: places[29])
    maybeNodes = try reader.take([HandWritten.Node]?.self, &bits, at: places[30])
    bools = try reader.take([Bool].self, &bits, at: places[31])
    flags = try reader.take([HandWritten.Flag].self, &bits, at: places[32])
    colours = try reader.take([HandWritten.Colour].self, &bits, at: places[33])
    bytes = try reader.take([UInt8].self, &bits, at: places[34])
    numbers = try reader.take([[Int32]].self, &bits, at: places[35])
    texts = try reader.take([String].self, &bits, at: places[36])
    set = try reader.take(Set<Int>.self, &bits, at: places[37])
    byName = try reader.take([String: HandWritten.Vector].self, &bits, at: places[38])
    byNumber = try reader.take([Int: String].self, &bits, at: places[39])
    vectors = try reader.take([HandWritten.Vector].self, &bits, at: places[40])
    padded = try reader.take([HandWritten.Padded].self, &bits, at: places[41])
    plain = try reader.take([HandWritten.Plain].self, &bits, at: places[42])
  }
}
