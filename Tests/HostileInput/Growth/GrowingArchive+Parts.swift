import ArchiveCompression
import ArchiveFormat

private let int = ArchiveKind.int.rawValue

extension GrowingArchive {
  /// The content of a scope whose one unnamed root is an array of ints.
  private static func ints(_ count: Int) -> [UInt8] {
    var script = ArchiveScript()
    script.content.varint(1)
    script.array(count, of: [int])
    for number in 0..<count { script.content.zigzag(Int64(number & 63)) }
    script.content.byte(ArchiveFraming.endOfRoots)
    return script.content.bytes
  }

  private static func blocks(_ size: Int, isPacked: Bool) -> [UInt8] {
    let content = ints(size)
    var file = PartScript()
    for (ordinal, byte) in content.enumerated() {
      file.block(
        [byte], isLast: ordinal == content.count - 1, ordinal: ordinal, rawOffset: ordinal,
        packed: isPacked ? (try? Zlib.deflated([byte], level: 1)) : nil)
    }
    file.endMark()
    return file.bytes
  }

  /// The content of a scope whose one unnamed root is an array without elements, of sets of records of a shape.
  private static func noSets(ofShape shape: Int) -> [UInt8] {
    var script = ArchiveScript()
    script.content.varint(1)
    script.array(0, of: [ArchiveKind.set.rawValue] + ArchiveScript.kind(.recordOfShape, shape))
    script.content.byte(ArchiveFraming.endOfRoots)
    return script.content.bytes
  }

  /// The kind of arrays of records of a shape.
  private static func arrays(ofShape shape: Int) -> [UInt8] {
    [ArchiveKind.array.rawValue] + ArchiveScript.kind(.recordOfShape, shape)
  }

  /// Scopes each of which adds a shape; a closure gives the kind of its field and the content of the scope, by number.
  private static func addingShapes(
    _ name: String, _ scope: @escaping @Sendable (Int) -> (kind: [UInt8], content: [UInt8])
  ) -> GrowingArchive {
    GrowingArchive(parts: name, 2_000) { size in
      var script = ArchiveScript()
      var file = PartScript()
      for number in 0..<size {
        let (kind, content) = scope(number)
        _ = script.shape([("key \(number)", kind)])
        file.part(.definitions, script.takeDefinitions())
        file.block(content, scope: number, rowCount: number + 1)
      }
      file.endMark(scopes: size, roots: size)
      return file.bytes
    }
  }

  static let parts = [
    GrowingArchive(parts: "many tiny blocks", 4_000) { blocks($0, isPacked: false) },
    GrowingArchive(parts: "many tiny packed blocks", 4_000) { blocks($0, isPacked: true) },
    GrowingArchive(parts: "many blocks with states, many shapes", 2_000) { size in
      var script = ArchiveScript()
      for number in 0..<size { _ = script.shape([("key \(number)", [int])]) }
      var file = PartScript()
      file.part(.definitions, script.takeDefinitions())
      let content = ints(size)
      let start = content.count - 1 - size
      file.block(Array(content[...start]), isLast: false, rowCount: size)
      for index in 1..<size {
        var state = ByteSink()
        state.bytes = [0x05, 0x00, 0x01, 0x02]
        state.varint(size - index)
        state.bytes += [0x01, 0x00, int]
        file.block(
          index == size - 1 ? Array(content[(start + index)...]) : [content[start + index]],
          isLast: index == size - 1, ordinal: index, rawOffset: start + index, rowCount: size,
          state: state.bytes)
      }
      file.endMark()
      return file.bytes
    },
    GrowingArchive(parts: "many scopes", 4_000) { size in
      var file = PartScript()
      for scope in 0..<size { file.block(ints(1), scope: scope) }
      file.endMark(scopes: size, roots: size)
      return file.bytes
    },
    GrowingArchive(parts: "many scopes, many shapes at once", 4_000) { size in
      var script = ArchiveScript()
      for number in 0..<size { _ = script.shape([("key \(number)", [int])]) }
      var file = PartScript()
      file.part(.definitions, script.takeDefinitions())
      for scope in 0..<size { file.block(ints(1), scope: scope, rowCount: size) }
      file.endMark(scopes: size, roots: size)
      return file.bytes
    },
    addingShapes("many scopes, each with a shape of its own") { _ in ([int], ints(1)) },
    GrowingArchive(parts: "many scopes, many kinds at once, and each with one of its own", 4_000) {
      size in
      var script = ArchiveScript()
      for number in 0..<size { _ = script.shape([("key \(number)", arrays(ofShape: number))]) }
      var file = PartScript()
      file.part(.definitions, script.takeDefinitions())
      for scope in 0..<size { file.block(noSets(ofShape: scope), scope: scope, rowCount: size) }
      file.endMark(scopes: size, roots: size)
      return file.bytes
    },
    addingShapes("many scopes, each with a shape of kinds of its own") {
      (arrays(ofShape: $0), noSets(ofShape: $0))
    },
    GrowingArchive(parts: "many scopes, each with an extension", 4_000) { size in
      var script = ArchiveScript()
      var file = PartScript()
      for scope in 0..<size {
        script.extension("e.\(scope)")
        file.part(.definitions, script.takeDefinitions())
        file.block(ints(1), scope: scope, rowCount: scope + 1)
      }
      file.endMark(scopes: size, roots: size)
      return file.bytes
    },
    GrowingArchive(parts: "many end marks", 2_000) { size in
      var file = PartScript()
      for scope in 0..<size {
        file.block(ints(1), scope: scope)
        file.endMark(scopes: scope + 1, roots: scope + 1)
      }
      return file.bytes
    },
    GrowingArchive(parts: "many parts of definitions", 4_000) { size in
      var script = ArchiveScript()
      var file = PartScript()
      for number in 0..<size {
        _ = script.shape([("key \(number)", [int])])
        file.part(.definitions, script.takeDefinitions())
      }
      file.block(ints(1), rowCount: size)
      file.endMark()
      return file.bytes
    },
    GrowingArchive(parts: "a map that goes on in the next block", 4_000) { size in
      var script = ArchiveScript()
      script.content.varint(1)
      script.content.bytes += [ArchiveKind.map.rawValue, ArchiveKind.string.rawValue, int]
      script.content.varint(size << 2)
      for number in 0..<size { script.content.string("key \(number)") }
      for number in 0..<size { script.content.zigzag(Int64(number & 127)) }
      script.content.byte(ArchiveFraming.endOfRoots)
      var file = PartScript()
      let content = script.content.bytes
      let length = 16
      for (ordinal, start) in stride(from: 0, to: content.count, by: length).enumerated() {
        let end = min(start + length, content.count)
        file.block(
          Array(content[start..<end]), isLast: end == content.count, ordinal: ordinal,
          rawOffset: start)
      }
      file.endMark()
      return file.bytes
    },
  ]
}
