#if SQLite
  import ArchiveCompression
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import FoundationArchiveFormat
  import GRDB
  import KeyedArchives
  import PropertyListFormat
  import Testing

  /// Each limit of a store one below what a store takes, at it, and one above.
  @Suite struct LimitTests {
    typealias Field = any WritableKeyPath<CoreDataLimits, Int> & Sendable

    private static let table =
      "CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZB BLOB);"

    private static let model = SampleModel([
      .init("A", [.attribute("b", 1800), .attribute("c", 700)]),
      .init("B", in: "A", [.attribute("d", 700)]),
    ])

    /// Opens a store with a limit, and returns the error or the only finding.
    private static func refusal(
      _ path: String, _ field: Field, _ value: Int,
      _ change: (inout CoreDataLimits) -> Void = { _ in }
    ) -> ArchiveError? {
      var limits = CoreDataLimits()
      change(&limits)
      limits[keyPath: field] = value
      do throws(ArchiveError) {
        let store = try CoreDataStore(readOnly: path, limits: limits)
        #expect(store.model.findings.count <= 1)
        return store.model.findings.first
      } catch {
        return error
      }
    }

    /// The least limit that is not refused.
    private static func leastLimit(
      below most: Int = 1 << 30, _ refusal: (Int) throws -> ArchiveError?
    ) rethrows -> Int {
      var (refused, accepted) = (-1, most)
      while accepted - refused > 1 {
        let middle = (refused + accepted) / 2
        if try refusal(middle) == nil { accepted = middle } else { refused = middle }
      }
      return accepted
    }

    // MARK: The model

    private static let listFields: [(name: String, field: Field, need: Int)] = [
      ("bytes", \.propertyLists.maximumByteCount, binary.count),
      // The trailer of a binary list counts its objects.
      ("objects", \.propertyLists.maximumObjectCount, Int(binary[binary.count - 17])),
      // A field of an object that is an array of references, which are leaves.
      ("depth", \.propertyLists.maximumDepth, 2),
      ("inflated bytes", \.inflation.maximumInflatedByteCount, binary.count),
      ("entities", \.maximumEntityCount, 2),
    ]

    private static let binary: [UInt8] =
      (try? PropertyList(model.archive).bytes(.binary)) ?? []

    private static func modelStore(_ archive: [UInt8], level: Int = 6) throws -> SampleStore {
      let sample = try SampleStore()
      let stream = try Zlib.deflated(archive[...], level: level)
      try sample.make([(1, "A", 0)], cache: SampleModel.deflated(stream), table)
      return sample
    }

    @Test(arguments: listFields)
    func `a model at its limit is read, and refused one below`(
      name: String, field: Field, need: Int
    ) throws {
      let sample = try Self.modelStore(Self.binary)
      defer { sample.remove() }
      for (limit, code) in [
        (need - 1, ArchiveError.Code.limitExceeded), (need, nil), (need + 1, nil),
      ] {
        let found = Self.refusal(sample.path, field, limit)
        #expect(found?.code == code, "\(name) \(limit): \(String(describing: found))")
        if let found {
          #expect(found.message.hasPrefix("the model in Z_MODELCACHE cannot be read: "))
          #expect(
            found.byteOffset.map { 0...Self.binary.count ~= $0 } ?? (name == "bytes"), "\(found)")
        }
      }
    }

    private static let countedFields: [(name: String, field: Field)] = [
      ("values", \.propertyLists.maximumValueCount), ("text", \.propertyLists.baseTextByteCount),
      ("text per byte", \.propertyLists.textByteCountPerByte),
    ]

    @Test(arguments: countedFields)
    func `a limit that counts what is read of a model has one edge`(
      name: String, field: Field
    ) throws {
      let sample = try Self.modelStore(Self.binary)
      defer { sample.remove() }
      func refusal(_ limit: Int) -> ArchiveError? {
        Self.refusal(sample.path, field, limit) {
          $0.propertyLists.textByteCountPerByte = 0
          if name == "text per byte" { $0.propertyLists.baseTextByteCount = 0 }
        }
      }
      let need = Self.leastLimit(below: 1 << 20, refusal)
      // A store reads no more than some values and bytes for each byte of the model.
      #expect(1...(name == "text per byte" ? 10 : 10 * Self.binary.count) ~= need, "\(need)")
      let found = try #require(refusal(need - 1))
      #expect(found.code == .limitExceeded && found.byteOffset != nil, "\(found)")
      #expect(refusal(need) == nil && refusal(need + 1) == nil)
    }

    @Test func `the ratio of a model that inflates to more than a mebibyte is limited`() throws {
      let padded = Self.model.archive + Array(repeating: UInt8(ascii: " "), count: 2 << 20)
      let sample = try Self.modelStore(padded)
      defer { sample.remove() }
      let packed = try Zlib.deflated(padded[...], level: 6).count - 6
      let need = (padded.count + packed - 1) / packed
      #expect(need > 250)
      for (limit, code) in [
        (need - 1, ArchiveError.Code.limitExceeded), (need, nil), (need + 1, nil),
      ] {
        let found = Self.refusal(sample.path, \.inflation.maximumInflationRatio, limit)
        #expect(found?.code == code, "\(limit): \(String(describing: found))")
        #expect(found.map { $0.byteOffset == 0 } ?? true)
      }
    }

    @Test func `properties are counted with those that are inherited`() throws {
      let sample = try Self.modelStore(Self.binary)
      defer { sample.remove() }
      // Two of A, three of B.
      for (limit, code) in [(4, ArchiveError.Code.limitExceeded), (5, nil), (6, nil)] {
        let found = Self.refusal(sample.path, \.maximumPropertyCount, limit)
        #expect(found?.code == code, "\(limit): \(String(describing: found))")
      }
    }

    @Test func `a model that is larger than a value may be is refused with the store`() throws {
      // Bytes that are not packed: the value is as long as the archive, and 5 bytes for the block.
      let sample = try Self.modelStore(Self.model.archive, level: 0)
      defer { sample.remove() }
      let need = Self.model.archive.count + 5
      for (limit, code) in [
        (need - 1, ArchiveError.Code.limitExceeded), (need, nil), (need + 1, nil),
      ] {
        let found = Self.refusal(sample.path, \.maximumRowByteCount, limit)
        #expect(found?.code == code, "\(limit): \(String(describing: found))")
      }
    }

    // MARK: Metadata and values

    @Test func `metadata beyond a limit is a finding`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make([(1, "A", 0)], cache: nil, Self.table)
      let list = try #require(CoreDataStore(readOnly: sample.path).metadata.propertyList)
      for (limit, code) in [
        (list.bytes.count - 1, ArchiveError.Code.limitExceeded), (list.bytes.count, nil),
        (list.bytes.count + 1, nil),
      ] {
        let found = Self.refusal(sample.path, \.propertyLists.maximumByteCount, limit)
        #expect(found?.code == code, "\(limit)")
        #expect(found.map { $0.message.hasPrefix("Z_METADATA: ") } ?? true)
      }
    }

    private static let contentFields: [(name: String, field: Field, isGraph: Bool)] = [
      ("bytes", \.propertyLists.maximumByteCount, true),
      ("objects", \.propertyLists.maximumObjectCount, true),
      ("depth", \.propertyLists.maximumDepth, true),
      ("values", \.propertyLists.maximumValueCount, true),
      ("text", \.propertyLists.baseTextByteCount, true),
      ("inflated bytes", \.inflation.maximumInflatedByteCount, false),
      ("definitions", \.inflation.maximumDefinitionCount, false),
      ("fields of a shape", \.inflation.maximumFieldCount, false),
      ("fields of all shapes", \.inflation.maximumTotalFieldCount, false),
      ("bytes of a key", \.inflation.maximumKeyByteCount, false),
      ("bytes of a block", \.inflation.maximumBlockByteCount, false),
    ]

    private struct Thing: Codable {
      var name = "x"
      var count = 1
    }

    @Test(arguments: contentFields)
    func `an archive in a value at its limit is read, and refused one below`(
      name: String, field: Field, isGraph: Bool
    ) throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make([(1, "A", 0)], cache: Self.model.cache, Self.table)
      let value =
        isGraph
        ? try NSKeyedArchiver.archivedData(
          withRootObject: ["a": ["b"]] as NSDictionary, requiringSecureCoding: false)
        : try KeyedArchiver(compression: .zlib(), framing: .multiPart).encode(
          [Thing](repeating: Thing(), count: 200))
      let queue = try sample.open()
      try queue.write {
        try $0.execute(sql: "INSERT INTO ZA VALUES (1, 1, 1, ?)", arguments: [value])
      }
      try queue.close()
      let row = try #require(StoredRows(CoreDataStore(readOnly: sample.path), "A").rows.first)
      let read = try #require(row.fields.first { $0.name == "b" })
      func refusal(_ limit: Int) -> ArchiveError? {
        var limits = CoreDataLimits()
        limits.propertyLists.textByteCountPerByte = 0
        limits[keyPath: field] = limit
        do throws(ArchiveError) {
          _ = try read.content(limits: limits)
          return nil
        } catch { return error }
      }
      let need = Self.leastLimit(refusal)
      #expect(need > 0, "the limit on \(name) is not kept")
      if name == "bytes" { #expect(need == value.count) }
      let found = try #require(refusal(need - 1))
      #expect(found.code == .limitExceeded, "\(found)")
      #expect(found.byteOffset.map { 0...value.count ~= $0 } ?? (name == "bytes"), "\(found)")
      #expect(refusal(need) == nil && refusal(need + 1) == nil)
    }

    // MARK: Rows

    @Test func `keys of relationships to many are limited for each entity`() throws {
      let (columnCount, rowCount) = (20, 1_000)
      let names = (0..<columnCount).map { "s\($0)" }
      let model = SampleModel([
        .init(
          "A",
          names.map { .relationship("r\($0)", to: "B", inverse: $0, isToMany: true) }),
        .init("B", names.map { .relationship($0, to: "A", inverse: "r\($0)") }),
      ])
      let sample = try SampleStore()
      defer { sample.remove() }
      // A key of 1 takes a byte in a row: the file pays for fewer than there are.
      let columns = names.map { ", Z\($0.uppercased()) INTEGER" }.joined()
      try sample.make(
        [(1, "A", 0), (2, "B", 0)], cache: model.cache,
        """
        CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER); INSERT INTO ZA VALUES (1, 1, 1);
        CREATE TABLE ZB (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(columns));
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(rowCount))
        INSERT INTO ZB SELECT i, 2, 1\(String(repeating: ", 1", count: columnCount)) FROM n;
        """)
      let need = columnCount * rowCount
      for limit in need - 1...need + 1 {
        var limits = CoreDataLimits()
        limits.maximumLinkedKeyCount = limit
        let rows = try StoredRows(CoreDataStore(readOnly: sample.path, limits: limits), "A")
        #expect(rows.errors.map(\.code) == (limit < need ? [.limitExceeded] : []), "\(limit)")
        #expect(rows.errors.allSatisfy { $0.message.contains("ZB") })
        let keys = rows.rows.flatMap(\.destinations).map(\.keys.count)
        #expect(keys == (limit < need ? [] : Array(repeating: rowCount, count: columnCount)))
      }
    }

    @Test func `steps of SQLite are limited by a fixed part and by the bytes of the file`() throws {
      let sample = try SampleStore()
      defer { sample.remove() }
      try sample.make(
        [(1, "A", 0), (2, "B", 1)], cache: nil,
        Self.table
          + """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
          INSERT INTO ZA SELECT i, 1, 1, NULL FROM n;
          """)
      func refusal(_ base: Int, perByte: Int) throws -> ArchiveError? {
        var limits = CoreDataLimits()
        (limits.baseStepCount, limits.stepCountPerByte) = (base, perByte)
        // No row is of the entity: one statement looks at all of them.
        return try StoredRows(CoreDataStore(readOnly: sample.path, limits: limits), "B").errors
          .first
      }
      let need = try Self.leastLimit(below: 1 << 24) { try refusal($0, perByte: 0) }
      #expect(need >= 20_000 && need % 10_000 == 0, "\(need)")
      let byteCount = try Data(contentsOf: URL(filePath: sample.path)).count
      let perByte = (need + byteCount - 1) / byteCount
      for (base, part, code) in [
        (need - 1, 0, ArchiveError.Code.limitExceeded), (need, 0, nil), (need + 1, 0, nil),
        (0, perByte - 1, .limitExceeded), (0, perByte, nil), (0, perByte + 1, nil),
        (.max, .max, nil), (-1, -1, .limitExceeded),
      ] {
        #expect(try refusal(base, perByte: part)?.code == code, "\(base) \(part)")
      }
    }
  }
#endif
