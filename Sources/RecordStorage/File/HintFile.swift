internal import ArchiveFormat
internal import RecordLog

/// Where the records of a log are, in a file beside it, so that opening need not read the log (Spec/record-log.md, section 8).
///
/// Its pages are the leaves of the trees in memory: reading one is a few copies, whatever the keys.
struct HintFile {
  private static let magic: [UInt8] = [0x89, 0x4B, 0x48, 0x4E, 0x54, 0x0D, 0x1A, 0x0A]
  private static let version: UInt8 = 2
  private static let saltByteCount = 16
  private static let headByteCount = 61
  private static let placeByteCount = 16
  private static let lengthByteCount = 2
  private static let maximumNumber = UInt64(LogPayload.maximumNumber)

  /// Which log it is of, and up to where.
  let hint: LogHint
  /// The state of the store there.
  let image: LogImage

  static func name(of log: String) -> String { log + ".hint" }

  /// Writes a hint to an empty file. O(records).
  static func write(
    _ hint: LogHint, _ image: LogImage, _ archives: TableArchives, to file: any LogFile
  ) throws {
    var sink = HintSink(file)
    try sink.append {
      $0.append(magic[...])
      $0.byte(version)
      $0.append(hint.salt[...])
      $0.fixed(hint.sequence)
      $0.fixed(UInt64(hint.frameOffset))
      $0.fixed(hint.checksum)
      $0.fixed(UInt64(image.tables.next))
      $0.fixed(UInt64(image.database.list.count))
    }
    for table in image.database.list {
      guard let logged = image.tables.byID[table.id] else { continue }
      let known = try image.database.table(table.id)
      let archive = try archives.archive(of: table)
      try sink.append {
        $0.fixed(UInt64(logged.number))
        $0.fixed(UInt64(logged.revision))
        $0.fixed(UInt64(archive.count))
        $0.append(archive[...])
      }
      try write(known.records, to: &sink) { places, sink in
        for place in places {
          sink.fixed(place.byteOffset)
          sink.fixed(place.byteCount)
          sink.fixed(place.checksum)
        }
      }
      for index in known.indexes { try write(index.tree, to: &sink) { _, _ in } }
    }
    try sink.finish()
  }

  private static func write<Payload>(
    _ tree: KeyTree<Payload>, to sink: inout HintSink,
    _ append: ([Payload], inout ByteSink) -> Void
  ) throws {
    try sink.append { $0.fixed(UInt64(tree.count)) }
    try tree.forEachLeaf { keys, payloads in
      try sink.append {
        $0.fixed(UInt32(keys.count))
        $0.fixed(UInt32(keys.bytes.count))
        for index in 0..<keys.count { $0.fixed(UInt16(truncatingIfNeeded: keys[index].count)) }
        append(payloads, &$0)
        $0.append(keys.bytes[...])
      }
    }
  }

  /// The hint of a log; nil if there is none that can be read.
  init?(of log: String, in folder: any LogFileSystem, _ archives: TableArchives) {
    guard let file = try? folder.open(Self.name(of: log), .read) else { return nil }
    self.init(file, archives)
  }

  /// What a file says; nil if it is not a hint, torn or foreign. O(bytes), with memory for what it says.
  init?(_ file: any LogFile, _ archives: TableArchives) {
    guard let source = try? HintSource(file), let (hint, image) = try? Self.read(source, archives)
    else { return nil }
    (self.hint, self.image) = (hint, image)
  }

  private static func read(
    _ start: HintSource, _ archives: TableArchives
  ) throws -> (LogHint, LogImage)? {
    var source = start
    guard var head = try source.take(headByteCount),
      Array(head.bytes[try head.range(ofByteCount: magic.count)]) == magic,
      try head.byte() == version
    else { return nil }
    let salt = Array(head.bytes[try head.range(ofByteCount: saltByteCount)])
    let hint = LogHint(
      salt: salt, sequence: try head.fixed(UInt64.self),
      frameOffset: Int(clamping: try head.fixed(UInt64.self)),
      checksum: try head.fixed(UInt32.self))
    var image = LogImage()
    let number = try head.fixed(UInt64.self)
    guard hint.sequence < LogFrame.sequenceLimit, number <= maximumNumber + 1,
      let next = Int(exactly: number)
    else { return nil }
    image.tables.skip(to: next)
    for _ in 0..<(try head.fixed(UInt64.self)) {
      guard let table = try table(&source, archives), table.logged.number < next,
        image.tables.byID[table.logged.table.id] == nil,
        image.tables.table(numbered: table.logged.number) == nil
      else { return nil }
      image.tables.set(table.logged)
      image.database.set(table.table)
    }
    guard try source.isWhole() else { return nil }
    return (hint, image)
  }

  private static func table(
    _ source: inout HintSource, _ archives: TableArchives
  ) throws -> (logged: LoggedTables.Table, table: TreeTable<LogPlace>)? {
    guard var head = try source.take(24) else { return nil }
    let (number, revision) = (try head.fixed(UInt64.self), try head.fixed(UInt64.self))
    guard 1...maximumNumber ~= number, 1...maximumNumber ~= revision,
      let archive = try source.take(Int(clamping: head.fixed(UInt64.self)))
    else { return nil }
    let table = try archives.table(in: Array(archive.bytes[archive.position..<archive.end]))
    var made = TreeTable<LogPlace>(table)
    let records = try tree(
      &source, payloadByteCount: placeByteCount, places,
      areKeys: { Self.areKeys($0, of: table.keyKind) })
    guard let records else { return nil }
    made.setRecords(records)
    for index in made.indexes.indices {
      let tree = try tree(
        &source, payloadByteCount: 0, { _, _, count in [Void](repeating: (), count: count) },
        areKeys: Self.areEntries)
      guard let tree else { return nil }
      made.indexes[index].tree = tree
    }
    let logged = LoggedTables.Table(number: Int(number), revision: Int(revision), table: table)
    return (logged, made)
  }

  /// The places that stand in bytes from an offset on; nil if one is of no record.
  private static func places(_ bytes: [UInt8], _ start: Int, _ count: Int) -> [LogPlace]? {
    var places: [LogPlace] = []
    places.reserveCapacity(count)
    for index in 0..<count {
      let start = start + index * placeByteCount
      let place = LogPlace(
        byteOffset: little(bytes, start, UInt64.self),
        byteCount: little(bytes, start + 8, UInt32.self),
        checksum: little(bytes, start + 12, UInt32.self))
      guard place.byteOffset < UInt64(1) << 62,
        Int(place.byteCount) <= LogFrame.maximumPayloadByteCount
      else { return nil }
      places.append(place)
    }
    return places
  }

  /// A number that stands in bytes.
  private static func little<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ start: Int, _: Number.Type
  ) -> Number {
    unsafe bytes.withUnsafeBytes {
      unsafe Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self))
    }
  }

  /// Whether keys of a page are those of records.
  private static func areKeys(_ keys: PackedKeys, of kind: RecordKey.Kind) -> Bool {
    let areOfKind = (0..<keys.count).allSatisfy {
      OrderedBytes.begins(keys[$0], asKeyOf: kind)
    }
    // Each begins with a byte that no character has inside: if all of them together are text, each one is.
    return areOfKind
      && (kind != .text
        || !keys.bytes.contains(0)
          && (try? ByteCursor(keys.bytes).validateUTF8(0..<keys.bytes.count)) != nil)
  }

  /// Whether keys of a page are values with keys of records behind them. Where such a key is of no record, nothing is found by it.
  private static func areEntries(_ entries: PackedKeys) -> Bool {
    (0..<entries.count).allSatisfy {
      let valueByteCount = OrderedBytes.valueByteCount(entries[$0])
      return valueByteCount <= OrderedBytes.maximumValueByteCount
        && valueByteCount < entries[$0].count
    }
  }

  private static func tree<Payload>(
    _ source: inout HintSource, payloadByteCount: Int,
    _ payloads: (_ bytes: [UInt8], _ start: Int, _ count: Int) -> [Payload]?,
    areKeys: (PackedKeys) -> Bool
  ) throws -> KeyTree<Payload>? {
    guard var cursor = try source.take(8) else { return nil }
    var left = Int(clamping: try cursor.fixed(UInt64.self))
    var builder = KeyTree<Payload>.Builder()
    while left > 0 {
      guard let head = try source.take(8) else { return nil }
      let count = Int(little(head.bytes, head.position, UInt32.self))
      let byteCount = Int(little(head.bytes, head.position + 4, UInt32.self))
      guard 1...KeyTree<Payload>.maximumKeyCount ~= count, count <= left,
        let page = try source.take(count * (lengthByteCount + payloadByteCount) + byteCount)
      else { return nil }
      var end: UInt32 = 0
      let ends = (0..<count).map { index in
        let place = page.position + lengthByteCount * index
        end += UInt32(little(page.bytes, place, UInt16.self))
        return end
      }
      let start = page.position + lengthByteCount * count
      guard let keys = PackedKeys(Array(page.bytes[(page.end - byteCount)..<page.end]), ends: ends),
        areKeys(keys), let payloads = payloads(page.bytes, start, count),
        builder.append(keys, payloads)
      else { return nil }
      left -= count
    }
    return builder.tree()
  }
}
