import ArchiveFormat

private let int = ArchiveKind.int.rawValue
/// The mode of a field that may be absent.
private let optional: UInt8 = 1 << 6

extension GrowingArchive {
  static let definitions = [
    GrowingArchive("many shapes", 8_000) { script, size in
      let shapes = (0..<size).map { script.shape([("key \($0)", [int])]) }
      script.array(size)
      for shape in shapes {
        script.recordTag(shape)
        script.content.zigzag(Int64(shape & 127))
      }
    },
    GrowingArchive("many shapes of one key", 8_000) { script, size in
      let shapes = (0..<size).map { _ in script.shape([("key", [int])]) }
      script.array(size)
      for shape in shapes {
        script.recordTag(shape)
        script.content.zigzag(Int64(shape & 127))
      }
    },
    GrowingArchive("many derived shapes", 8_000) { script, size in
      var shape = script.shape([("key", [optional | int])])
      for _ in 0..<size {
        shape = script.derivedShape(from: shape, field: 0, [optional | int])
      }
      script.array(size)
      for index in 0..<size {
        script.recordTag(index)
        script.content.byte(1)
        script.content.zigzag(1)
      }
    },
    GrowingArchive("many types", 8_000) { script, size in
      let types = (0..<size).map { script.type("Type \($0)") }
      script.array(size)
      for type in types {
        script.content.kind(.typed)
        script.content.varint(type)
        script.content.byte(int)
        script.content.zigzag(1)
      }
    },
    GrowingArchive("types of one name", 8_000) { script, size in
      let types = (0..<size).map { script.type("Type", version: $0 + 1) }
      script.array(size)
      for type in types {
        script.content.kind(.typed)
        script.content.varint(type)
        script.content.byte(int)
        script.content.zigzag(1)
      }
    },
    GrowingArchive("a long chain of superclasses, many objects", 4_000) { script, size in
      var type = script.type("Class", isClass: true)
      for number in 0..<size {
        type = script.type("Class \(number)", isClass: true, superclass: type)
      }
      let shape = script.shape(of: type, [("key", [int])])
      script.array(
        size, of: [ArchiveKind.object.rawValue] + ArchiveScript.kind(.recordOfShape, shape))
      for number in 0..<size {
        script.content.varint(0)
        script.content.zigzag(Int64(number & 127))
      }
    },
    GrowingArchive("a long chain of superclasses with versions, many objects", 4_000) {
      script, size in
      var type = script.type("Class", isClass: true, version: 1)
      for number in 0..<size {
        type = script.type("Class \(number)", isClass: true, version: 1, superclass: type)
      }
      let shape = script.shape(of: type, [("key", [int])])
      script.array(size)
      for number in 0..<size {
        script.content.kind(.object)
        script.content.kind(.recordOfShape)
        script.content.varint(shape)
        script.content.varint(0)
        script.content.zigzag(Int64(number & 127))
      }
    },
    GrowingArchive("arguments of arguments", 4_000) { script, size in
      var type = script.type("Type")
      for number in 0..<size { type = script.type("Type \(number)", arguments: [type, type]) }
      script.array(size)
      for _ in 0..<size {
        script.content.kind(.typed)
        script.content.varint(type)
        script.content.byte(int)
        script.content.zigzag(1)
      }
    },
    // Names of types are cut: so many arguments have no longer one than twice as many.
    GrowingArchive("many arguments", 16_000) { script, size in
      let type = script.type("Type")
      let wide = script.type("Wide", arguments: Array(repeating: type, count: size))
      script.array(size / 8)
      for _ in 0..<size / 8 {
        script.content.kind(.typed)
        script.content.varint(wide)
        script.content.byte(int)
        script.content.zigzag(1)
      }
    },
    GrowingArchive("a wide record", 16_000) { script, size in
      let shape = script.shape((0..<size).map { ("key \($0)", [int]) })
      script.recordTag(shape)
      for number in 0..<size { script.content.zigzag(Int64(number & 127)) }
    },
    GrowingArchive("a wide record without values, many times", 16_000) { script, size in
      // The keys take as many bytes as the records.
      let shape = script.shape((0..<256).map { ("key \($0)", [optional | int]) })
      script.array(size)
      for _ in 0..<size {
        script.recordTag(shape)
        script.content.bytes += [UInt8](repeating: 0, count: 32)
      }
    },
    GrowingArchive("shapes that name shapes", 8_000) { script, size in
      for number in 0..<size {
        _ = script.shape([("key", ArchiveScript.kind(.recordOfShape, number & 31))])
      }
      let shape = script.shape([("key", [int])])
      script.array(size)
      for _ in 0..<size {
        script.recordTag(shape)
        script.content.zigzag(1)
      }
    },
  ]
}
