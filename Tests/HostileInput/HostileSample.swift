package import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
package import KeyedArchives

/// An archive that is going to be changed, and what it holds.
package struct HostileSample: Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// What the archive was written against, if it is not self-contained.
  package let dictionary: ShapeDictionary?
  /// How many scopes it has.
  package let scopeCount: Int
  /// Whether bytes decode as the value in the archive; nil where there is no type to decode.
  package let isSame: (@Sendable (_ bytes: [UInt8], _ usesCells: Bool) throws -> Bool)?
  /// The byte counts at which earlier states of the archive end: those of its end marks but the last.
  let earlierEnds: [Int]
  /// The value dump of the archive.
  let dump: [UInt8]

  init(
    _ name: String, _ bytes: [UInt8], against dictionary: ShapeDictionary? = nil,
    isSame: (@Sendable (_ bytes: [UInt8], _ usesCells: Bool) throws -> Bool)?
  ) throws {
    let inspector = try ArchiveInspector(bytes, dictionary: dictionary)
    var opener = ArchiveOpener(bytes, limits: .untrusted, dictionary: dictionary)
    earlierEnds = try opener.open().parts.map(\.header).filter { $0.type == .endMark }
      .map { $0.storedOffset + $0.storedByteCount }.dropLast()
    (self.name, self.bytes, self.dictionary, self.isSame) = (name, bytes, dictionary, isSame)
    dump = try inspector.dump()
    scopeCount = (inspector.roots.last?.scope ?? 0) + 1
  }

  /// The archive of a value, in a form.
  package init<Value: Codable & Sendable>(
    _ name: String, _ value: Value, _ form: ArchiveForm, allowing classes: TypeAllowList = [],
    _ isEqual: @escaping @Sendable (Value, Value) -> Bool
  ) throws {
    let bytes: [UInt8] = try form.archiver.encode(value)
    try self.init("\(name), \(form.name)", bytes) { bytes, usesCells in
      var unarchiver = KeyedUnarchiver(allowedTypes: classes)
      unarchiver.usesCells = usesCells
      return isEqual(try unarchiver.decode(Value.self, from: bytes), value)
    }
  }

  /// Bytes whose type is not known here: decoded as what stands there.
  package init(
    untyped name: String, _ bytes: [UInt8], against dictionary: ShapeDictionary? = nil
  ) throws {
    let inspector = try ArchiveInspector(bytes, dictionary: dictionary)
    let lastScope = inspector.roots.last?.scope
    let root = inspector.roots.last { $0.scope == lastScope && $0.name.isEmpty }
    guard let dump = root.map({ ArchiveInspector.dump($0.value) }) else {
      try self.init(name, bytes, against: dictionary, isSame: nil)
      return
    }
    try self.init(name, bytes, against: dictionary) { bytes, usesCells in
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let value =
        try dictionary.map {
          try unarchiver.decode(ArchivedValue.self, from: bytes, dictionary: $0)
        } ?? unarchiver.decode(ArchivedValue.self, from: bytes)
      return ArchiveInspector.dump(value) == dump
    }
  }
}

/// One way of laying out an archive.
package struct ArchiveForm: Sendable {
  package let name: String
  package let archiver: KeyedArchiver

  package static let all = [
    ArchiveForm(name: "single-part", archiver: KeyedArchiver(framing: .singlePart)),
    ArchiveForm(
      name: "single-part, zlib",
      archiver: KeyedArchiver(compression: .zlib(level: 9), framing: .singlePart)),
    ArchiveForm(name: "multi-part", archiver: KeyedArchiver(framing: .multiPart)),
    ArchiveForm(
      name: "multi-part, zlib",
      archiver: KeyedArchiver(compression: .zlib(level: 9), framing: .multiPart)),
  ]
}
