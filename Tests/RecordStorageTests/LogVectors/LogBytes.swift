import StorageTransforms

@testable import RecordLog
@testable import RecordStorage

/// A record log in the making, frame by frame, whatever stands in them.
struct LogBytes {
  static let salt: [UInt8] = Array(0..<16)

  private(set) var bytes: [UInt8]
  private(set) var frames: [LogFrame] = []
  private let header: LogHeader

  init(generation: UInt64 = 1, firstSequence: UInt64 = 1) {
    header = LogHeader(salt: Self.salt, generation: generation, firstSequence: firstSequence)
    bytes = header.bytes
  }

  /// The sequence of the next frame.
  var next: UInt64 { frames.last.map { $0.sequence + 1 } ?? header.firstSequence }
  /// The bytes in front of the payload of the next frame.
  var nextPayloadOffset: Int { bytes.count + FrameForm.headByteCount }

  /// Adds a frame, of a group of its own unless another one is given.
  mutating func add(_ payload: [UInt8], sequence: UInt64? = nil, group: UInt64? = nil) {
    let sequence = sequence ?? next
    let frame = LogFrame.bytes(
      payload, sequence: sequence, group: group ?? sequence,
      link: frames.last?.checksum ?? header.checksum, at: bytes.count, header.form)
    let head = frame.prefix(FrameForm.headByteCount)
    if let made = LogFrame(head: head, at: bytes.count, header.form) { frames.append(made) }
    bytes += frame
  }

  /// Adds what a payload says.
  mutating func add(group: UInt64? = nil, _ fill: (inout LogPayload) throws -> Void) rethrows {
    var payload = LogPayload()
    try fill(&payload)
    add(payload.bytes, group: group)
  }

  // MARK: A table

  /// Text, a real and a blob, by integers.
  static let table = table("Word", .integer)

  static func table(_ name: String, _ keyKind: RecordKey.Kind, keyAttribute: String? = nil)
    -> RecordTable
  {
    let attributes = [("word", StoredType.text), ("share", .double), ("mark", .blob)]
      .map { id, type in
        AttributeSchema(
          TransformContext.Subject(stringLiteral: id), type: type, form: TransformForm("native"))
      }
    return RecordTable(
      EntitySchema(TransformContext.Subject(stringLiteral: name), attributes: attributes),
      keyKind: keyKind, keyAttribute: keyAttribute)
  }

  static func archive(_ table: RecordTable = table) throws -> [UInt8] {
    try TableArchives().archive(of: table)
  }

  /// A log with the table as number 1.
  static func withTable(_ table: RecordTable = table) throws -> LogBytes {
    var log = LogBytes()
    try log.add { try $0.define(1, table) }
    return log
  }
}

extension LogPayload {
  mutating func define(_ number: Int, revision: Int = 1, _ table: RecordTable) throws {
    addSchema(
      entity: number, revision: revision, attributeCount: table.entity.attributes.count,
      archive: try LogBytes.archive(table))
  }

  mutating func put(
    in number: Int = 1, revision: Int = 1, _ key: LogKey, _ values: [LogValue]
  ) {
    addPut(entity: number, key: key, LogRecord(revision: revision, values: values))
  }
}
