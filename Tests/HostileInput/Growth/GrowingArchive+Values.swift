import ArchiveFormat

private let int = ArchiveKind.int.rawValue
private let any = ArchiveKind.any.rawValue

extension GrowingArchive {
  static let values = [
    GrowingArchive("a large map of texts", 16_000) { script, size in
      script.content.kind(.map)
      script.content.kind(.string)
      script.content.kind(.int)
      script.content.varint(size << 2)
      for number in 0..<size { script.content.string("key \(number)") }
      for number in 0..<size { script.content.zigzag(Int64(number & 127)) }
    },
    GrowingArchive("a large map of ints", 32_000) { script, size in
      script.content.kind(.map)
      script.content.kind(.int)
      script.content.kind(.int)
      script.content.varint(size << 2)
      for number in 0..<size { script.content.zigzag(Int64(number) << 32) }
      for number in 0..<size { script.content.zigzag(Int64(number & 127)) }
    },
    GrowingArchive("a large set of arrays", 8_000) { script, size in
      script.content.kind(.set)
      script.content.bytes += [ArchiveKind.array.rawValue, int]
      script.content.varint(size << 1)
      for number in 0..<size {
        script.content.varint(2 << 1)
        // All of them are no numbers of one byte: who looks for those fails, which takes longer.
        script.content.zigzag(Int64(number + 1) << 32)
        script.content.zigzag(7)
      }
    },
    GrowingArchive("a large set of reals", 128_000) { script, size in
      script.content.kind(.set)
      script.content.kind(.float64)
      script.content.varint(size << 1)
      // Multiples of 2^32 agree in the low bits of their patterns.
      for number in 0..<size { script.content.fixed(Double(number << 32).bitPattern) }
    },
    GrowingArchive("sets in sets", 4_000, isDeep: true) { script, size in
      for _ in 0..<size { script.content.bytes += [ArchiveKind.set.rawValue, any, 1 << 2 | 1] }
      script.int(1)
    },
    GrowingArchive("maps as keys of maps", 4_000, isDeep: true) { script, size in
      for _ in 0..<size {
        script.content.bytes += [ArchiveKind.map.rawValue, any, int, 0x01 << 3 | 1]
      }
      script.int(1)
      for _ in 0..<size { script.content.zigzag(1) }
    },
    GrowingArchive("arrays in arrays", 4_000, isDeep: true) { script, size in
      for _ in 0..<size { script.array(1) }
      script.int(1)
    },
    GrowingArchive("many arrays a hundred deep", 800) { script, size in
      script.array(size)
      for _ in 0..<size {
        for _ in 0..<100 { script.array(1) }
        script.int(1)
      }
    },
    GrowingArchive("many short arrays", 16_000) { script, size in
      script.array(size)
      for number in 0..<size {
        script.array(1, of: [int])
        script.content.zigzag(Int64(number & 127))
      }
    },
    GrowingArchive("many runs", 16_000) { script, size in
      script.content.bytes += [ArchiveKind.array.rawValue, int]
      script.content.varint(size << 1 | 1)
      for number in 0..<size {
        script.content.kind(number & 1 == 0 ? .int : .uint)
        script.content.varint(number == size - 1 ? 0 : 1)
        script.content.varint(number & 126)
      }
    },
    GrowingArchive("many texts", 16_000) { script, size in
      script.array(size, of: [ArchiveKind.string.rawValue])
      for number in 0..<size { script.content.string("text \(number)") }
    },
    GrowingArchive("a long text", 1_000_000) { script, size in
      script.content.kind(.string)
      script.content.string(String(repeating: "é\u{1}", count: size / 3 + 32))
    },
    GrowingArchive("extensions in extensions", 4_000, isDeep: true) { script, size in
      script.extension("e.e")
      var inner: [UInt8] = [ArchiveKind.smallIntTag]
      for _ in 0..<size {
        var sink = ByteSink()
        sink.varint(0)
        sink.append(inner[...])
        var outer = ByteSink()
        outer.kind(.extension)
        outer.countedBytes(sink.bytes)
        inner = outer.bytes
      }
      script.content.bytes = inner
    },
    GrowingArchive("many extensions", 8_000) { script, size in
      script.array(size)
      for number in 0..<size {
        script.extension("name.\(number)")
        var sink = ByteSink()
        sink.varint(number)
        sink.byte(ArchiveKind.smallIntTag)
        script.content.kind(.extension)
        script.content.countedBytes(sink.bytes)
      }
    },
    GrowingArchive("values of alternating kinds", 16_000) { script, size in
      script.array(size)
      for number in 0..<size {
        if number & 1 == 0 {
          script.int(number & 127)
        } else {
          script.content.byte(ArchiveKind.shortStringTag + 1)
          script.content.byte(UInt8(ascii: "a"))
        }
      }
    },
    GrowingArchive("many roots", 4_000, hasRootList: true) { script, size in
      for number in 0..<size {
        let name = number == 0 ? "" : "root \(number)"
        script.content.varint(name.utf8.count + 1)
        script.content.bytes += name.utf8
        script.int(number & 127)
      }
      script.content.byte(ArchiveFraming.endOfRoots)
    },
    GrowingArchive("decimals", 8_000) { script, size in
      script.array(size, of: [ArchiveKind.decimal.rawValue])
      for number in 0..<size {
        script.content.bytes +=
          DecimalParts(
            isNegative: false, mantissa: UInt128(number + 1), exponent: -2
          ).bytes
      }
    },
  ]
}
