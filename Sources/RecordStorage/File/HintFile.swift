internal import ArchiveCompression
internal import ArchiveFormat
internal import RecordLog

/// Where the records of a log are, in a file beside it, so that opening need not read the log (Spec/record-log.md, section 8).
struct HintFile {
  private static let magic: [UInt8] = [0x89, 0x4B, 0x48, 0x4E, 0x54, 0x0D, 0x1A, 0x0A]

  /// Which log it is of, and up to where.
  let hint: LogHint
  /// The state of the store there.
  let image: LogImage

  static func name(of log: String) -> String { log + ".hint" }

  /// The bytes of the file. O(records).
  static func bytes(_ hint: LogHint, _ image: LogImage, _ archives: TableArchives) throws -> [UInt8]
  {
    var sink = ByteSink()
    sink.append(magic[...])
    sink.append(hint.salt[...])
    sink.fixed(hint.sequence)
    sink.fixed(UInt64(hint.frameOffset))
    sink.varint(image.tables.next)
    sink.varint(image.database.list.count)
    for table in image.database.list {
      guard let logged = image.tables.byID[table.id] else { continue }
      let known = try image.database.table(table.id)
      sink.varint(logged.number)
      sink.varint(logged.revision)
      sink.countedBytes(try archives.archive(of: table))
      sink.varint(known.records.count)
      var walk = KeyTree.Walk(known.records, from: [], to: nil, isDescending: false)
      while let (key, place) = walk.next() {
        sink.varint(key.count)
        sink.append(key)
        sink.fixed(place.byteOffset)
        sink.fixed(place.byteCount)
        sink.fixed(place.checksum)
      }
      for index in known.indexes {
        var walk = KeyTree.Walk(index.tree, from: [], to: nil, isDescending: false)
        sink.varint(index.tree.count)
        while let (key, _) = walk.next() {
          sink.varint(key.count)
          sink.append(key)
        }
      }
    }
    sink.fixed(Checksum.crc32(0, sink.bytes[...]))
    return sink.bytes
  }

  /// What bytes say; nil if they are not those of a hint, torn or foreign. O(bytes).
  init?(_ bytes: [UInt8], _ archives: TableArchives) {
    let end = bytes.count - 4
    guard bytes.starts(with: Self.magic), end > 40 else { return nil }
    var cursor = ByteCursor(bytes, from: 8, to: bytes.count)
    do {
      let salt = Array(bytes[try cursor.range(ofByteCount: 16)])
      let sequence = try cursor.fixed(UInt64.self)
      let frameOffset = Int(clamping: try cursor.fixed(UInt64.self))
      var check = ByteCursor(bytes, from: end, to: bytes.count)
      guard try check.fixed(UInt32.self) == Checksum.crc32(0, bytes[..<end]) else { return nil }
      hint = LogHint(salt: salt, sequence: sequence, frameOffset: frameOffset)
      var image = LogImage()
      image.tables.skip(to: try cursor.count())
      for _ in 0..<(try cursor.count()) {
        guard let table = try Self.table(&cursor, archives) else { return nil }
        image.tables.set(table.logged)
        image.database.set(table.table)
      }
      guard cursor.position == end else { return nil }
      self.image = image
    } catch {
      return nil
    }
  }

  private static func table(
    _ cursor: inout ByteCursor, _ archives: TableArchives
  ) throws -> (logged: LoggedTables.Table, table: TreeTable<LogPlace>)? {
    let (number, revision) = (try cursor.count(), try cursor.count())
    let archive = Array(cursor.bytes[try cursor.range(ofByteCount: cursor.count())])
    let table = try archives.table(in: archive)
    var made = TreeTable<LogPlace>(table)
    var (keys, places) = (PackedKeys(), [LogPlace]())
    for _ in 0..<(try cursor.count()) {
      let key = cursor.bytes[try cursor.range(ofByteCount: cursor.count())]
      guard !keys.isFull, OrderedBytes.isKey(key, of: table.keyKind) else { return nil }
      keys.append(key)
      let place = LogPlace(
        byteOffset: try cursor.fixed(UInt64.self), byteCount: try cursor.fixed(UInt32.self),
        checksum: try cursor.fixed(UInt32.self))
      guard place.byteOffset < UInt64(1) << 62,
        Int(place.byteCount) <= LogFrame.maximumPayloadByteCount
      else { return nil }
      places.append(place)
    }
    guard let records = KeyTree(sorted: keys, places) else { return nil }
    made.records = records
    for index in made.indexes.indices {
      var keys = PackedKeys()
      let count = try cursor.count()
      guard count <= cursor.remaining else { return nil }
      for _ in 0..<count {
        let entry = cursor.bytes[try cursor.range(ofByteCount: cursor.count())]
        let valueByteCount = OrderedBytes.valueByteCount(entry)
        guard !keys.isFull, valueByteCount <= 2 * TableRules.maximumKeyByteCount + 3,
          OrderedBytes.isKey(entry.dropFirst(valueByteCount), of: table.keyKind)
        else { return nil }
        keys.append(entry)
      }
      guard let tree = KeyTree<Void>(sorted: keys, [Void](repeating: (), count: count)) else {
        return nil
      }
      made.indexes[index].tree = tree
    }
    return (LoggedTables.Table(number: number, revision: revision, table: table), made)
  }
}
