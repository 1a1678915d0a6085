import ArchiveCompression
import ArchiveFormat
import ArchiveInspection

/// Small archives whose content the golden tests spell out.
enum SampleArchives {
  static func archive(
    _ layout: ArchiveLayout = ArchiveLayout(), _ build: (inout TapeMaker) -> Void
  ) throws -> [UInt8] {
    var maker = TapeMaker()
    build(&maker)
    return try ArchiveAssembler(layout).assemble(maker.tape, maximumDepth: 512)
  }

  static func json(_ text: String, _ layout: ArchiveLayout = ArchiveLayout()) throws -> [UInt8] {
    try ArchivedValue(json: Array(text.utf8)).archived(as: layout)
  }

  /// A single-part archive of bytes spelled by hand, with the checksum they need.
  static func singlePart(lead: UInt8, _ content: [UInt8]) -> [UInt8] {
    var sink = ByteSink()
    sink.byte(lead)
    sink.append(content[...])
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    return sink.bytes
  }

  /// An unnamed root 5 and a root “theme” with the string “dark”.
  static func twoRoots() -> [UInt8] {
    singlePart(lead: 0xB4, [0x01, 0x03, 0x45, 0x0D] + "theme".utf8 + [0x84] + "dark".utf8 + [0x01])
  }

  /// An unnamed root 5 and a root “root” with the string “dark”.
  static func unnamedAndNamedRoot() -> [UInt8] {
    singlePart(lead: 0xB4, [0x01, 0x03, 0x45, 0x0B] + "root".utf8 + [0x84] + "dark".utf8 + [0x01])
  }

  /// Two friends who share a city, and one value of every other kind.
  static func everything(_ layout: ArchiveLayout = ArchiveLayout()) throws -> [UInt8] {
    try archive(layout) { maker in
      let album = maker.type("Album", version: 3)
      let person = maker.type("Person", isClass: true)
      let celsius = maker.type("Celsius")
      maker.record(type: album, length: 17) { maker in
        maker.key("title")
        maker.string("Tides\u{1B}[31m")
        maker.key("owner")
        maker.object(number: 0, type: person) { maker in
          maker.record(type: person, length: 2) { maker in
            maker.key("name")
            maker.string("Ada")
            maker.key("born")
            maker.cell(.date, payload: Double(86_400.5).bitPattern)
          }
        }
        maker.key("singer")
        maker.cell(.reference, detail: 0)
        maker.key("tags")
        maker.container(.set, length: 2) { maker in
          maker.string("calm")
          maker.string("sea")
        }
        maker.key("plays")
        maker.map(length: 2) { maker in
          maker.int(7)
          maker.int(-1)
        } values: { maker in
          maker.double(1.5)
          maker.cell(.null)
        }
        maker.key("warmth")
        maker.container(.typed, detail: celsius) { $0.double(21.5) }
        maker.key("mood")
        maker.container(.extension, detail: maker.name("example.mood")) {
          $0.int(4)
        }
        maker.key("cover")
        maker.bytes(.data, [0xDE, 0xAD, 0xBE, 0xEF])
        maker.key("id")
        maker.bytes(.uuid, Array(0..<16))
        maker.key("link")
        maker.url(["a/b", "https://example.org/"])
        maker.key("price")
        maker.bytes(
          .decimal, DecimalParts(isNegative: true, mantissa: 125, exponent: -2).bytes)
        maker.key("ratio")
        maker.cell(.float32, payload: UInt64(Float(0.1).bitPattern))
        maker.key("nothing")
        maker.cell(.float64, payload: 0x7FF8_0000_0000_0001)
        maker.key("count")
        maker.bytes(.numberText, Array("1e99999999999999999999".utf8))
        maker.key("flags")
        maker.container(.array, length: 3) { maker in
          maker.cell(.bool, payload: 1)
          maker.cell(.bool, payload: 0)
          maker.cell(.bool, payload: 1)
        }
        maker.key("small")
        maker.cell(.int8, payload: UInt64(bitPattern: -5))
        maker.key("missing")
        maker.cell(.absent)
      }
    }
  }
}
