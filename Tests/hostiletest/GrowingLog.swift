import KeyedArchives
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms

/// An adversarial record log that can be made of any size.
struct GrowingLog: Sendable {
  let name: String
  let size: Int
  private let fill: @Sendable (_ size: Int, _ commit: (LogPayload) throws -> Void) throws -> Void

  private init(
    _ name: String, _ size: Int,
    _ fill: @escaping @Sendable (_ size: Int, _ commit: (LogPayload) throws -> Void) throws -> Void
  ) {
    (self.name, self.size, self.fill) = (name, size, fill)
  }

  /// The bytes of the log.
  func bytes(_ size: Int) throws -> [UInt8] {
    let folder = MemoryFolder()
    let writer = try LogWriter.open("a.krec", in: folder) { (_) throws(LogError) in }.writer
    var last: LogWriter.Ticket?
    try fill(size) { last = try writer.enqueue($0) }
    if let last { try writer.wait(for: last) }
    return folder["a.krec"] ?? []
  }

  private static func schema(_ name: String) throws -> [UInt8] {
    let native = TransformForm("native")
    let attributes = [
      AttributeSchema("id", type: .int64, form: native, isRequired: true),
      AttributeSchema("name", type: .text, form: native, isUnique: true),
      AttributeSchema("size", type: .int64, form: native, isIndexed: true),
    ]
    let table = RecordTable(
      EntitySchema(TransformContext.Subject(name), attributes: attributes), keyKind: .integer,
      keyAttribute: "id")
    return try KeyedArchiver().encode(table)
  }

  private static func define(
    _ payload: inout LogPayload, _ number: Int, revision: Int = 1, _ name: String
  ) throws {
    payload.addSchema(
      entity: number, revision: revision, attributeCount: 3, archive: try schema(name))
  }

  private static func put(
    _ payload: inout LogPayload, _ key: Int, revision: Int = 1, in table: Int = 1
  ) {
    payload.addPut(
      entity: table, key: .integer(Int64(key)),
      LogRecord(
        revision: revision,
        values: [.null, .text("name \(key)"), .integer(Int64(key & 7))]))
  }

  static let all = [
    GrowingLog("many tables") { size, payload in
      for number in 1...size { try define(&payload, number, "T\(number)") }
    },
    GrowingLog("many tables, each defined twice") { size, payload in
      for number in 1...size { try define(&payload, number, "T\(number)") }
      for number in 1...size { try define(&payload, number, revision: 2, "T\(number)") }
    },
    GrowingLog("many tables that are dropped") { size, payload in
      for number in 1...size { try define(&payload, number, "T\(number)") }
      for number in 1...size { payload.addDrop(entity: number) }
    },
    GrowingLog("many tables, each dropped before the next") { size, payload in
      for number in 1...size {
        try define(&payload, number, "T")
        payload.addDrop(entity: number)
      }
    },
    GrowingLog("many tables, dropped and defined anew") { size, payload in
      for number in 1...size { try define(&payload, number, "T\(number)") }
      for number in 1...size {
        payload.addDrop(entity: number)
        try define(&payload, size + number, "T\(number)")
      }
    },
    GrowingLog("one table defined many times, with records between") { size, payload in
      for revision in 1...size {
        try define(&payload, 1, revision: revision, "T")
        put(&payload, revision, revision: revision)
      }
    },
    GrowingLog("many records", size: 8_000) { size, payload in
      try define(&payload, 1, "T")
      for key in 0..<size { put(&payload, key * 7919 % size) }
    },
    GrowingLog("one record many times", size: 8_000) { size, payload in
      try define(&payload, 1, "T")
      for _ in 0..<size { put(&payload, 1) }
    },
    GrowingLog("records that are removed", size: 4_000) { size, payload in
      try define(&payload, 1, "T")
      for key in 0..<size { put(&payload, key) }
      for key in 0..<size { payload.addRemove(entity: 1, key: .integer(Int64(key))) }
    },
    GrowingLog("a record each in many tables") { size, payload in
      for number in 1...size {
        try define(&payload, number, "T\(number)")
        put(&payload, 1, in: number)
      }
    },
    GrowingLog("many notes", size: 32_000) { size, payload in
      for number in 0..<size { payload.addNote([UInt8(truncatingIfNeeded: number)]) }
    },
    GrowingLog("many small frames", 8_000) { size, commit in
      var first = LogPayload()
      try define(&first, 1, "T")
      try commit(first)
      for key in 0..<size {
        var payload = LogPayload()
        put(&payload, key)
        try commit(payload)
      }
    },
    GrowingLog("a frame for each table", 2_000) { size, commit in
      for number in 1...size {
        var payload = LogPayload()
        try define(&payload, number, "T\(number)")
        try commit(payload)
      }
    },
  ]

  /// A log of one frame.
  private init(
    _ name: String, size: Int = 2_000,
    _ fill: @escaping @Sendable (_ size: Int, _ payload: inout LogPayload) throws -> Void
  ) {
    self.init(name, size) { size, commit in
      var payload = LogPayload()
      try fill(size, &payload)
      try commit(payload)
    }
  }
}
