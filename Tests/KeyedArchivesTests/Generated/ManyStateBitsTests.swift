import ArchiveFormat
import KeyedArchives
import Testing

/// Records whose state bits fill more than a byte (Spec, section 6, record body).
@Suite struct ManyStateBitsTests {
  /// Written and read through containers.
  struct Plain: Codable, Equatable, ArchiveNamed {
    static let archiveName = "Wide"
    var a: Int?
    var b: Int?
    var c: Int?
    var d: Int?
    var e: Int?
    var f: Int?
    var g: Int?
    var h: Int?
    var i: Int?
    var j: Int?
    var on = false
    var off = false
  }

  /// The same, written and read by code of its own.
  struct Made: Codable, Equatable, ArchiveNamed {
    static let archiveName = "Wide"
    var a: Int?
    var b: Int?
    var c: Int?
    var d: Int?
    var e: Int?
    var f: Int?
    var g: Int?
    var h: Int?
    var i: Int?
    var j: Int?
    var on = false
    var off = false
  }

  private static let plainFields: [any WritableKeyPath<Plain, Int?> & Sendable] = [
    \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
  ]
  private static let madeFields: [any WritableKeyPath<Made, Int?> & Sendable] = [
    \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
  ]

  /// Values with field `index` alone, or with all but that, and the bools.
  private func values(
    _ index: Int, isAlone: Bool, _ on: Bool, _ off: Bool
  ) -> (plain: Plain, made: Made) {
    var (plain, made) = (Plain(on: on, off: off), Made(on: on, off: off))
    for field in Self.plainFields.indices where (field == index) == isAlone {
      plain[keyPath: Self.plainFields[field]] = field - 3
      made[keyPath: Self.madeFields[field]] = field - 3
    }
    return (plain, made)
  }

  @Test(arguments: 0..<10, [false, true])
  func `each optional field is there or not, whatever the others are`(
    _ index: Int, _ isAlone: Bool
  ) throws {
    for (on, off) in [(false, false), (true, false), (false, true)] {
      let (plain, made) = values(index, isAlone: isAlone, on, off)
      // The first alone, the second among others, whose shapes tell the kinds of all fields.
      for others in 0..<2 {
        let plains = others == 0 ? [plain] : [plain, Plain(), plain]
        let mades = others == 0 ? [made] : [made, Made(), made]
        let plainArchive: [UInt8] = try KeyedArchiver().encode(plains)
        let madeArchive: [UInt8] = try KeyedArchiver().encode(mades)
        for archive in [plainArchive, madeArchive] {
          #expect(try KeyedUnarchiver().decode([Plain].self, from: archive) == plains)
          #expect(try KeyedUnarchiver().decode([Made].self, from: archive) == mades)
          let records = try KeyedUnarchiver().decode(ArchivedValue.self, from: archive)
          let name = "abcdefghij".map { String($0) }[index]
          #expect((records[0]?[name]?.integerValue == nil) == !isAlone)
          #expect(records[0]?["on"]?.boolValue == on && records[0]?["off"]?.boolValue == off)
        }
      }
    }
  }

  @Test func `the bits stand in the order of the fields, the first in the lowest bit`() throws {
    // Field `i` is the ninth; the bools are the eleventh bit and the twelfth.
    let plain: [UInt8] = try KeyedArchiver().encode(Plain(i: 1, off: true))
    let made: [UInt8] = try KeyedArchiver().encode(Made(i: 1, off: true))
    let end: [UInt8] = [0x00, 0b1001, 1 << 2 | 1]
    for archive in [plain, made] { #expect(Array(archive.dropLast(4).suffix(3)) == end) }
  }
}

extension ManyStateBitsTests.Made: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("a", \Self.a)
    fields.add("b", \Self.b)
    fields.add("c", \Self.c)
    fields.add("d", \Self.d)
    fields.add("e", \Self.e)
    fields.add("f", \Self.f)
    fields.add("g", \Self.g)
    fields.add("h", \Self.h)
    fields.add("i", \Self.i)
    fields.add("j", \Self.j)
    fields.add("on", \Self.on)
    fields.add("off", \Self.off)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(a)
    bits.add(b)
    bits.add(c)
    bits.add(d)
    bits.add(e)
    bits.add(f)
    bits.add(g)
    bits.add(h)
    bits.add(i)
    bits.add(j)
    bits.add(on)
    bits.add(off)
    writer.put(bits)
    writer.put(a, at: places[0])
    writer.put(b, at: places[1])
    writer.put(c, at: places[2])
    writer.put(d, at: places[3])
    writer.put(e, at: places[4])
    writer.put(f, at: places[5])
    writer.put(g, at: places[6])
    writer.put(h, at: places[7])
    writer.put(i, at: places[8])
    writer.put(j, at: places[9])
    writer.put(on, at: places[10])
    writer.put(off, at: places[11])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    a = try reader.take(Int?.self, &bits, at: places[0])
    b = try reader.take(Int?.self, &bits, at: places[1])
    c = try reader.take(Int?.self, &bits, at: places[2])
    d = try reader.take(Int?.self, &bits, at: places[3])
    e = try reader.take(Int?.self, &bits, at: places[4])
    f = try reader.take(Int?.self, &bits, at: places[5])
    g = try reader.take(Int?.self, &bits, at: places[6])
    h = try reader.take(Int?.self, &bits, at: places[7])
    i = try reader.take(Int?.self, &bits, at: places[8])
    j = try reader.take(Int?.self, &bits, at: places[9])
    on = try reader.take(Bool.self, &bits, at: places[10])
    off = try reader.take(Bool.self, &bits, at: places[11])
  }
}
