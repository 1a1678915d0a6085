import ArchiveFormat
import Testing

/// Rows of definitions that have something twice (Spec, section 5), whatever their number.
@Suite struct DefinitionRowTests {
  /// The rows of a dictionary or of an archive, and what is wrong with them.
  private func read(_ rows: [[UInt8]]) throws -> ArchiveDefinitions {
    var sink = ByteSink()
    sink.varint(rows.count)
    for row in rows { sink.bytes += row }
    var definitions = ArchiveDefinitions()
    var cursor = ByteCursor(sink.bytes)
    try definitions.read(&cursor, limits: ArchiveLimits())
    #expect(cursor.remaining == 0)
    return definitions
  }

  /// A shape with fields that hold integers, by the keys of these numbers. A key stands in full where it stands first.
  private func shape(_ keys: [Int]) -> (row: [UInt8], places: [Int]) {
    var sink = ByteSink()
    sink.varint(0 << 2 | 1)
    sink.varint(keys.count)
    var (known, places): ([Int], [Int]) = ([], [])
    for key in keys {
      sink.kind(.int)
      places.append(sink.count)
      if let number = known.firstIndex(of: key) {
        sink.varint(number << 1 | 1)
      } else {
        let text = Array("key \(key)".utf8)
        sink.varint(text.count << 1)
        sink.bytes += text
        known.append(key)
      }
    }
    return (sink.bytes, places)
  }

  @Test(arguments: [1, 2, 15, 16, 17, 18, 40])
  func `a shape has each key once, however many it has`(count: Int) throws {
    let keys = Array(0..<count)
    #expect(try read([shape(keys).row]).shapes[0].fields.map(\.key) == keys)
    // The first, the one in the middle and the last are given again by each field behind.
    for first in Set([0, count / 2, count - 2]) where first >= 0 {
      for second in first + 1..<count {
        var keys = keys
        keys[second] = first
        let (row, places) = shape(keys)
        let error = #expect(throws: ArchiveError.self) { try read([row]) }
        #expect(error?.code == .malformed)
        #expect(error?.byteOffset == 1 + places[second])
      }
    }
  }

  private struct Row: Equatable {
    var name = "Type"
    var isClass = false
    var version = 0
    var arguments: [Int] = []
    var superclass: Int?

    var bytes: [UInt8] {
      let flags =
        (isClass ? 1 : 0) + (version > 0 ? 2 : 0) + (arguments.isEmpty ? 0 : 4)
        + (superclass == nil ? 0 : 8)
      var sink = ByteSink()
      sink.varint(name.utf8.count << 3 | (flags == 0 ? 0 : 4))
      if flags > 0 { sink.varint(flags) }
      sink.bytes += Array(name.utf8)
      if version > 0 { sink.varint(version) }
      if !arguments.isEmpty { sink.varint(arguments.count) }
      for argument in arguments { sink.varint(argument) }
      if let superclass { sink.varint(superclass) }
      return sink.bytes
    }
  }

  @Test func `types that differ in anything are two`() throws {
    let parts = [Row(name: "A"), Row(name: "B"), Row(name: "C", isClass: true)]
    let rows = [
      Row(), Row(isClass: true), Row(version: 1), Row(version: 2), Row(version: 1 << 40),
      Row(arguments: [0]), Row(arguments: [1]), Row(arguments: [0, 1]), Row(arguments: [1, 0]),
      Row(arguments: [0, 0]), Row(isClass: true, superclass: 2),
      Row(isClass: true, version: 2, superclass: 2),
      Row(isClass: true, version: 2, arguments: [0], superclass: 2), Row(name: "Type2"),
      Row(name: "Type\u{E9}"), Row(name: "Typee\u{301}"),
    ]
    let all = parts + rows
    #expect(try read(all.map(\.bytes)).types.count == all.count)
    for row in all {
      let place = 1 + all.reduce(0) { $0 + $1.bytes.count }
      let error = #expect(throws: ArchiveError.self) { try read((all + [row]).map(\.bytes)) }
      #expect(error?.code == .malformed)
      #expect(error?.byteOffset == place)
    }
  }
}
