import ArchiveCompression
package import ArchiveFormat

/// An archive written by hand, row by row and byte by byte, with right checksums (Spec/archive-format.md).
package struct ArchiveScript: Sendable {
  private var rows = ByteSink()
  private var keyNumbers: [String: Int] = [:]
  package private(set) var rowCount = 0
  private var takenRowCount = 0
  private var typeCount = 0
  private var shapeCount = 0
  /// The root value, with its tag, and the tail.
  package var content = ByteSink()

  package init() {}

  /// Adds the row of a type, and returns its number.
  package mutating func type(
    _ name: String, isClass: Bool = false, version: Int = 0, arguments: [Int] = [],
    superclass: Int? = nil
  ) -> Int {
    let flags =
      (isClass ? 1 : 0) | (version > 0 ? 2 : 0) | (arguments.isEmpty ? 0 : 4)
      | (superclass == nil ? 0 : 8)
    rows.varint((name.utf8.count << 1 | (flags == 0 ? 0 : 1)) << 2)
    if flags != 0 { rows.varint(flags) }
    rows.bytes += name.utf8
    if version > 0 { rows.varint(version) }
    if !arguments.isEmpty {
      rows.varint(arguments.count)
      for argument in arguments { rows.varint(argument) }
    }
    if let superclass { rows.varint(superclass) }
    rowCount += 1
    typeCount += 1
    return typeCount - 1
  }

  /// Adds the row of a shape whose fields have these keys and kinds, and returns its number.
  package mutating func shape(of type: Int? = nil, _ fields: [(key: String, kind: [UInt8])]) -> Int
  {
    rows.varint(((type ?? -1) + 1) << 2 | 1)
    rows.varint(fields.count)
    for field in fields {
      rows.bytes += field.kind
      if let number = keyNumbers[field.key] {
        rows.varint(number << 1 | 1)
      } else {
        rows.varint(field.key.utf8.count << 1)
        rows.bytes += field.key.utf8
        keyNumbers[field.key] = keyNumbers.count
      }
    }
    rowCount += 1
    shapeCount += 1
    return shapeCount - 1
  }

  /// Adds a shape derived from another, one field of which has another kind.
  package mutating func derivedShape(from base: Int, field: Int, _ kind: [UInt8]) -> Int {
    rows.varint(base << 2 | 3)
    rows.varint(1)
    rows.varint(field)
    rows.bytes += kind
    rowCount += 1
    shapeCount += 1
    return shapeCount - 1
  }

  /// Adds an extension, which gets the next number.
  package mutating func `extension`(_ name: String) {
    rows.varint(name.utf8.count << 3 | 4)
    rows.varint(ExtensionName.flag)
    rows.bytes += name.utf8
    rowCount += 1
  }

  /// Takes the rows so far, for a part of definitions, so that further ones go on from them.
  package mutating func takeDefinitions() -> [UInt8] {
    var sink = ByteSink()
    sink.varint(rowCount - takenRowCount)
    sink.append(rows.bytes[...])
    takenRowCount = rowCount
    rows = ByteSink()
    return sink.bytes
  }

  /// A kind that names a shape or a type.
  package static func kind(_ code: ArchiveKind, _ number: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.kind(code)
    sink.varint(number)
    return sink.bytes
  }

  /// Bytes of a varint.
  static func varintByteCount(_ value: Int) -> Int {
    var sink = ByteSink()
    sink.varint(value)
    return sink.count
  }

  /// The tag of a record of a shape.
  package mutating func recordTag(_ shape: Int) {
    if shape < ArchiveKind.shortFormLimit {
      content.byte(ArchiveKind.shortRecordTag + UInt8(shape))
    } else {
      content.kind(.record)
      content.varint(shape)
    }
  }

  /// A tagged int.
  package mutating func int(_ value: Int) {
    if (0..<ArchiveKind.shortFormLimit).contains(value) {
      content.byte(ArchiveKind.smallIntTag + UInt8(value))
    } else {
      content.kind(.int)
      content.zigzag(Int64(value))
    }
  }

  /// The tag of an array of `count` elements of a kind, which follow.
  package mutating func array(_ count: Int, of kind: [UInt8]) {
    content.kind(.array)
    content.bytes += kind
    content.varint(count << 1)
  }

  /// The tag of an array of `count` elements that carry their tags, which follow.
  package mutating func array(_ count: Int) { array(count, of: [ArchiveKind.any.rawValue]) }

  /// All of it as one part.
  ///
  /// - Parameter hasRootList: Whether the content is a list of roots.
  package func singlePart(hasRootList: Bool = false) -> [UInt8] {
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead | (hasRootList ? ArchiveFraming.LeadFlags.roots.rawValue : 0))
    sink.varint(rowCount)
    sink.append(rows.bytes[...])
    sink.append(content.bytes[...])
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    return sink.bytes
  }
}
