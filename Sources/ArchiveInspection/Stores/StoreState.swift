internal import ArchiveFormat
internal import RecordLog

/// What the commits of a log make of nothing, with a note of all that they get wrong.
struct StoreState {
  let checksValues: Bool
  private(set) var entities: [Int: StoreEntity] = [:]
  private(set) var findings: [LogError] = []
  private(set) var commitCount = 0
  private(set) var groupCount = 0
  /// Bytes of whole frames, and of the payloads in them.
  private(set) var frameByteCount = 0
  private(set) var payloadByteCount = 0
  private var group: UInt64 = 0
  private var dropped: Set<Int> = []
  /// Which entity has an id.
  private var numbers: [String: Int] = [:]

  init(checksValues: Bool) { self.checksValues = checksValues }

  /// Takes the next commit, or nothing of it if its entries cannot be told.
  mutating func take(_ commit: LogReader.Commit) {
    let frame = commit.frame
    commitCount += 1
    if frame.group != group { groupCount += 1 }
    group = frame.group
    frameByteCount += frame.end - frame.byteOffset
    payloadByteCount += frame.payloadByteCount
    var entries: [(LogEntry, Range<Int>)] = []
    do throws(LogError) {
      try commit.payload.forEachEntry { entries.append(($0, $1)) }
    } catch {
      note(error)
      return
    }
    for (entry, range) in entries { take(entry, range, commit) }
  }

  private mutating func take(
    _ entry: LogEntry, _ range: Range<Int>, _ commit: LogReader.Commit
  ) {
    let offset = commit.frame.payload.lowerBound + range.lowerBound
    switch entry {
    case .schema(let number, let revision, let attributeCount, let archive):
      var entity = entities[number] ?? StoreEntity(number: number)
      var schema: StoreSchema?
      do throws(ArchiveError) {
        schema = try StoreSchema(archive: archive)
      } catch {
        note("the schema of entity \(number) cannot be read: \(error.message)", offset)
      }
      check(schema, attributeCount, revision, of: entity, offset)
      entity.liveByteCount += range.count - entity.schemaByteCount
      entity.schemaByteCount = range.count
      (entity.revision, entity.attributeCount, entity.schema) = (revision, attributeCount, schema)
      entities[number] = entity
    case .put(let number, let key, let values):
      know(number, offset)
      if checksValues { check(values, of: number, key, commit.payload, offset) }
      let place = StoreEntity.Place(
        byteOffset: offset, byteCount: range.count, checksum: commit.payload.checksum(of: range),
        revision: entities[number]?.revision ?? 0)
      let former = entities[number]?.records.updateValue(place, forKey: key)
      entities[number]?.liveByteCount += range.count - (former?.byteCount ?? 0)
    case .remove(let number, let key):
      know(number, offset)
      let former = entities[number]?.records.removeValue(forKey: key)
      entities[number]?.liveByteCount -= former?.byteCount ?? 0
    case .drop(let number):
      let former = entities.removeValue(forKey: number)
      if former == nil { note("there is no entity \(number) to drop", offset) }
      if let id = former?.schema?.id { numbers[id] = nil }
      dropped.insert(number)
    case .note: break
    }
  }

  /// Makes an entity without a schema where entries name one that is not there.
  private mutating func know(_ number: Int, _ offset: Int) {
    guard entities[number] == nil else { return }
    note("there is no entity \(number)", offset)
    entities[number] = StoreEntity(number: number)
  }
}

// MARK: - Findings

extension StoreState {
  private mutating func note(_ message: String, _ offset: Int) {
    note(LogError(.malformed, message, byteOffset: offset))
  }

  private mutating func note(_ error: LogError) {
    if findings.count < StoreInspector.maximumFindingCount { findings.append(error) }
  }

  private mutating func check(
    _ schema: StoreSchema?, _ attributeCount: Int, _ revision: Int, of entity: StoreEntity,
    _ offset: Int
  ) {
    let number = entity.number
    if dropped.contains(number) { note("entity \(number) was dropped before", offset) }
    if entity.revision > 0, revision != entity.revision + 1 {
      note("revision \(revision) of entity \(number) follows \(entity.revision)", offset)
    }
    guard let schema else { return }
    if let former = entity.schema, former.id != schema.id {
      note("entity \(number) was “\(former.id)”, and is “\(schema.id)”", offset)
    }
    if let other = numbers.updateValue(number, forKey: schema.id), other != number {
      note("entities \(other) and \(number) are both “\(schema.id)”", offset)
    }
    if schema.attributes.count != attributeCount {
      note(
        "the schema of “\(schema.name)” has \(schema.attributes.count) attributes, and the entry "
          + "says \(attributeCount)", offset)
    }
    if schema.keyAttribute != nil, schema.keyPosition == nil {
      note("the key of “\(schema.name)” is none of its attributes", offset)
    }
  }

  /// Rule P3, and what the schema says of kinds and nulls.
  private mutating func check(
    _ values: Range<Int>, of number: Int, _ key: LogKey, _ payload: LogPayload, _ offset: Int
  ) {
    guard let entity = entities[number] else { return }
    var subject: String { "record \(key.text) of “\(entity.name)”" }
    let record: LogRecord
    do throws(LogError) {
      record = try payload.record(in: values)
    } catch {
      note("\(subject): \(error.message)", offset)
      return
    }
    guard let attributeCount = entity.attributeCount else { return }
    if record.revision != entity.revision {
      note("\(subject) has revision \(record.revision), not \(entity.revision)", offset)
    }
    if record.values.count != attributeCount {
      note("\(subject) has \(record.values.count) values, not \(attributeCount)", offset)
    }
    guard let schema = entity.schema else { return }
    if schema.keyKind != key.value.kindName {
      note("\(subject): its key is no \(schema.keyKind)", offset)
    }
    let keyPosition = schema.keyPosition
    for (position, (attribute, value)) in zip(schema.attributes, record.values).enumerated() {
      if case .null = value {
        guard attribute.isRequired, position != keyPosition else { continue }
        note("\(subject): “\(attribute.name)” is required, and null", offset)
      } else if position == keyPosition {
        note("\(subject): “\(attribute.name)” is the key, and not null", offset)
      } else if let kind = attribute.kindName, kind != value.kindName {
        note("\(subject): “\(attribute.name)” is \(value.kindName), not \(kind)", offset)
      }
    }
  }

  /// Looks at the records that stand in front of the latest revision of their schema: they have as many values as it has
  /// attributes (Spec/record-log.md, section 5).
  mutating func checkOlderRecords(_ file: any LogFile) throws(LogError) {
    for entity in entities.values.sorted(by: { $0.number < $1.number }) {
      guard let attributeCount = entity.attributeCount else { continue }
      let older = entity.records.filter { $0.value.revision != entity.revision }
      for (key, place) in older.sorted(by: { $0.key < $1.key }) {
        // What cannot be read was noted when it was taken.
        let found: LogRecord?
        do throws(LogError) {
          found = try place.record(key, in: file)
        } catch {
          guard error.code != .inputOutput else { throw error }
          found = nil
        }
        guard let record = found else { continue }
        guard record.values.count != attributeCount else { continue }
        note(
          "record \(key.text) of “\(entity.name)” is of revision \(place.revision) and has "
            + "\(record.values.count) values, not \(attributeCount)", place.byteOffset)
      }
    }
  }
}

extension StoreEntity.Place {
  /// The record with a key.
  ///
  /// - Throws: `LogError`, with a place counted from that of the entry.
  func record(_ key: LogKey, in file: any LogFile) throws(LogError) -> LogRecord {
    let bytes = try file.read(byteOffset..<byteOffset + byteCount)
    return try LogRecord(put: bytes, checksum: checksum, key: key)
  }
}

extension StoreAttribute {
  /// The kind of its values; nil for `any`, and for types that are not known here (Spec/stored-forms.md, section 6).
  var kindName: String? {
    switch type {
    case "boolean", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64":
      "integer"
    case "float", "double", "date": "real"
    case "text", "uuid": "text"
    case "blob": "blob"
    default: nil
    }
  }
}
