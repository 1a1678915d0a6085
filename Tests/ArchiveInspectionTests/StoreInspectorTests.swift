import ArchiveInspection
import Foundation
import RecordLog
import RecordStorage
import StorageTransforms
import TestSupport
import Testing

/// What is told of record logs without the types that wrote them.
@Suite struct StoreInspectorTests {
  private static let notes = [
    #"{"id":-2,"title":"new","weight":null,"body":{"a":[1]}}"#,
    #"{"id":7,"title":"sea\u001b[31m","weight":0.5,"body":"AP8="}"#,
  ]
  private static let tags = [#"{"$key":"b","count":-1}"#, #"{"$key":"é","count":3}"#]

  @Test func `entities, records and sizes are those that the commits made`() throws {
    let (bytes, _) = try SampleLogs.log()
    let store = try StoreInspector(bytes)
    #expect(store.entities.map { $0.name } == ["Note", "Tag"])
    #expect(store.entities.map { $0.recordCount } == [2, 2])
    #expect(store.commitCount == 7 && store.groupCount == 6 && store.ending == .complete)
    #expect(store.findings.isEmpty && store.missing.isEmpty)
    #expect(store.byteOffset == bytes.count && store.bytes.total == bytes.count)
    let schema = try #require(store.entity(named: "Memo").schema)
    #expect(schema.version == 2 && schema.keyPosition == 0 && schema.keyKind == "integer")
    #expect(schema.attributes.map { $0.type } == ["int64", "text", "double", "blob"])
    #expect(schema.attributes[3].form == ["json", "zlib"] && schema.attributes[3].isStamped)
    let notes = try store.lines("Note")
    let tags = try store.lines("#2")
    #expect(notes == Self.notes && tags == Self.tags)
  }

  private struct Size: Codable, Hashable { var width: Int, height: Int }
  private struct Plan: Codable, Hashable { var name: String, size: Size }

  @Test func `archives of a store are shown with the shapes that it keeps`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "krec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "plans.krec").path
    let file = try FileBackEnd(path: path)
    let plans = try RecordStore(file).records(
      of: Entity(of: Plan.self, named: "Plan") { Field("name", \.name) }, key: \.name)
    try plans.save(Plan(name: "hut", size: Size(width: 3, height: 2)))
    file.close()
    let store = try StoreInspector(path: path)
    let entity = try store.entity(named: "Plan")
    let found = try store.record(.text(Array("hut".utf8)), of: entity)
    let record = try #require(found)
    let shapes = store.shapeDictionary()
    let shown = String(decoding: store.json(record, of: entity, shapes: shapes), as: UTF8.self)
    #expect(shown == #"{"name":"hut","size":{"width":3,"height":2}}"#)
    let bare = String(decoding: store.json(record, of: entity), as: UTF8.self)
    #expect(bare != shown)
  }

  /// What a compaction would write again is what is live.
  @Test func `live bytes are those of a log of the same state`() throws {
    var kept = try SampleLogs.schema(SampleLogs.noteSchema, entity: 1, attributeCount: 4)
    SampleLogs.note(&kept, 7, "sea\u{1B}[31m", .real(0.5), .blob([0, 0xFF]))
    SampleLogs.note(
      &kept, -2, "new", .real(.infinity), .blob(try SampleArchives.json(#"{"a":[1]}"#)))
    let tags = try SampleLogs.payloads()[3][0]
    var last = LogPayload()
    SampleLogs.tag(&last, "b", -1)
    let store = try StoreInspector(SampleLogs.log().bytes)
    #expect(store.bytes.live == [kept, tags, last].reduce(0) { $0 + $1.bytes.count })
    let again = try StoreInspector(SampleLogs.write([[kept, tags, last]]).bytes)
    #expect(again.bytes.live == store.bytes.live && again.bytes.dead == 0)
  }

  @Test func `a key is found by its text`() throws {
    var payload = LogPayload()
    payload.addPut(
      entity: 5, key: .blob([0, 0xFF]), LogRecord(revision: 1, values: [.text("blob"), .null]))
    let store = try StoreInspector(SampleLogs.write(SampleLogs.payloads() + [[payload]]).bytes)
    #expect(try store.entity(named: "Note").key("-2") == .integer(-2))
    #expect(try store.entity(named: "Note").key("9") == nil)
    #expect(try store.entity(named: "Tag").key("é") == .text(Array("é".utf8)))
    // An entity without a schema is shown as far as it can be.
    #expect(try store.entity(named: "#5").key("AP8=") == .blob([0, 0xFF]))
    let lines = try store.lines("#5")
    #expect(lines == [##"{"$key":"AP8=","#1":"blob","#2":null}"##])
    #expect(store.findings.map { $0.message } == ["there is no entity 5"])
    let error = #expect(throws: ArchiveError.self) { try store.entity(named: "Nite") }
    #expect(error?.message == "there is no entity “Nite” (did you mean “Note”?)")
  }

  /// Rule T3.
  @Test func `a log that was cut off is shown up to its torn tail`() throws {
    let (bytes, frames) = try SampleLogs.log()
    for count in LogHeader.byteCount...bytes.count {
      let store = try StoreInspector(Array(bytes[..<count]), checksValues: true)
      let whole = frames.filter { $0.end <= count }
      #expect(store.commitCount == whole.count && store.findings.isEmpty, "\(count)")
      #expect(store.bytes.total == count, "\(count)")
      if case .damaged = store.ending { Issue.record("\(count)") }
    }
    let cut = try StoreInspector(Array(bytes.dropLast(9)))
    // Zeros at the end are not counted, and the last byte that is left may be one.
    let end = try #require(bytes.dropLast(9).lastIndex { $0 != 0 }) + 1
    #expect(cut.ending == .torn(at: frames[6].byteOffset, byteCount: end - frames[6].byteOffset))
    #expect(try cut.lines("Tag") == [Self.tags[1]])
  }

  /// Rules T2, T4.
  @Test func `of a damaged log the front is shown, and all that is whole by salvage`() throws {
    var (bytes, frames) = try SampleLogs.log()
    bytes[frames[1].payload.lowerBound + 3] ^= 1
    bytes[frames[4].byteOffset + 1] ^= 1
    let store = try StoreInspector(bytes)
    #expect(store.ending == .damaged(at: frames[1].byteOffset))
    #expect(store.entities.map { $0.name } == ["Note"])
    #expect(try store.lines("Note").first == #"{"id":-2,"title":"old","weight":null,"body":null}"#)
    let salvaged = try StoreInspector(bytes, isSalvaged: true)
    #expect(salvaged.ending == store.ending)
    #expect(salvaged.missing == [2..<3, 5..<6])
    #expect(salvaged.commitCount == 5 && salvaged.bytes.total == bytes.count)
    #expect(try salvaged.lines("Tag") == Self.tags)
    // The entity that is dropped was defined by a commit that is missing.
    #expect(salvaged.findings.map { $0.message } == ["there is no entity 3 to drop"])
    let verification = try StoreVerification(of: StoreInspector.file(of: bytes))
    #expect(
      verification.findings.map { $0.message } == [
        "a commit that was durable is not whole any more", "missing before later commits: 2",
        "missing before later commits: 5",
      ])
    #expect(!verification.isWellFormed)
  }

  @Test func `a torn tail alone is well-formed, and a header that is none is a finding`() throws {
    let (bytes, _) = try SampleLogs.log()
    func codes(_ bytes: [UInt8]) throws -> [LogError.Code] {
      try StoreVerification(of: StoreInspector.file(of: bytes)).findings.map { $0.code }
    }
    #expect(try codes(bytes) == [])
    #expect(try codes(Array(bytes.dropLast(9))) == [.tornTail])
    #expect(try codes(Array(bytes.prefix(30))) == [.truncated])
    #expect(try codes(Array("{}".utf8)) == [.notARecordLog])
    #expect(try codes([]) == [.truncated])
    let torn = try StoreVerification(of: StoreInspector.file(of: Array(bytes.dropLast(9))))
    #expect(torn.isWellFormed)
  }

  /// Rules P1, P3.
  @Test func `what entries get wrong is found`() throws {
    func messages(_ build: (inout LogPayload) throws -> Void) throws -> [String] {
      var payload = LogPayload()
      try build(&payload)
      let log = try SampleLogs.write(SampleLogs.payloads() + [[payload]])
      let verification = try StoreVerification(of: StoreInspector.file(of: log.bytes))
      for finding in verification.findings {
        let offset = try #require(finding.byteOffset)
        // What the last commit says is wrong, or, after it, a record of an earlier one.
        let isEarlier = finding.message.contains("is of revision")
        #expect(log.frames[7].payload.contains(offset) != isEarlier, "\(finding)")
      }
      return verification.findings.map { $0.message }
    }
    func put(_ key: LogKey, _ revision: Int, _ values: [LogValue]) throws -> [String] {
      try messages {
        $0.addPut(entity: 1, key: key, LogRecord(revision: revision, values: values))
      }
    }
    let good: [LogValue] = [.null, .text("a"), .null, .null]
    #expect(try put(.integer(1), 1, good) == [])
    #expect(try put(.integer(1), 2, good) == ["record 1 of “Note” has revision 2, not 1"])
    #expect(
      try put(.integer(1), 1, [.null, .text("")]) == ["record 1 of “Note” has 2 values, not 4"])
    #expect(try put(.text([0x61]), 1, good) == ["record \"a\" of “Note”: its key is no integer"])
    #expect(
      try put(.integer(1), 1, [.integer(1), .null, .text("x"), .null]) == [
        "record 1 of “Note”: “id” is the key, and not null",
        "record 1 of “Note”: “title” is required, and null",
        "record 1 of “Note”: “weight” is text, not real",
      ])
    #expect(
      try messages { $0.addRemove(entity: 3, key: .integer(1)) } == ["there is no entity 3"])
    #expect(
      try messages {
        $0.addSchema(
          entity: 2, revision: 3, attributeCount: 2,
          archive: try SampleArchives.json(SampleLogs.tagSchema.replacing("Tag", with: "Note")))
      } == [
        "revision 3 of entity 2 follows 1", "entity 2 was “Tag”, and is “Note”",
        "the schema of “Note” has 1 attributes, and the entry says 2",
        "record \"b\" of “Note” is of revision 1 and has 1 values, not 2",
        "record \"é\" of “Note” is of revision 1 and has 1 values, not 2",
      ])
    #expect(
      try messages {
        $0.addSchema(entity: 2, revision: 2, attributeCount: 1, archive: [1, 2, 3])
      }.first?.hasPrefix("the schema of entity 2 cannot be read") == true)
  }

  @Test func `what a store wrote is shown as it is`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "krec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "photos.krec").path
    let table = RecordTable(
      EntitySchema(
        "Photo", version: 3,
        attributes: [
          AttributeSchema("id", type: .int64, form: TransformForm("native"), isRequired: true),
          AttributeSchema("file", type: .text, form: TransformForm("native"), isUnique: true),
        ]), keyKind: .integer, keyAttribute: "id")
    let file = try FileBackEnd(path: path)
    let store = RecordStore(file)
    try store.write { writer in
      try writer.define(table)
      for key in 1...3 as ClosedRange<Int64> {
        let record = StoredRecord(key: .integer(key), values: [.integer(key), .text("\(key).jpg")])
        try writer.insert(record, into: "Photo")
      }
    }
    try store.write { _ = try $0.delete(.integer(2), from: "Photo") }
    // The store is open still.
    for _ in 0..<2 {
      let found = try StoreInspector(path: path)
      #expect(found.ending == .complete && found.bytes.total == found.byteOffset)
      let lines = try found.lines("Photo")
      #expect(lines == [#"{"id":1,"file":"1.jpg"}"#, #"{"id":3,"file":"3.jpg"}"#])
      let schema = try #require(found.entities.first?.schema)
      #expect(schema.version == 3 && schema.keyPosition == 0)
      #expect(schema.attributes[0].isRequired && schema.attributes[1].isUnique)
      #expect(schema.attributes.map { $0.form } == [["native"], ["native"]])
      let findings = try StoreVerification(of: StoreInspector.file(atPath: path)).findings
      #expect(findings.isEmpty, "\(findings)")
      try file.compact()
    }
    #expect(throws: LogError.self) { try StoreInspector(path: path + "x") }
  }

  @Test func `a log is read while it is written`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "krec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let writer = try LogWriter.open("a.krec", in: FolderFileSystem(path: folder.path)) { _ in }
      .writer
    try writer.commit(SampleLogs.payloads()[3][0])
    let commitCount = 300
    async let writing: Void = {
      for number in 0..<commitCount {
        var payload = LogPayload()
        SampleLogs.tag(&payload, "\(number % 7)", Int64(number))
        try writer.commit(payload, durability: number % 10 == 0 ? .synced : .written)
      }
    }()
    let path = folder.appending(path: "a.krec").path
    var last = 0
    // A bound, in case that the writer fails.
    for _ in 0..<20_000 where last < commitCount + 1 {
      let store = try StoreInspector(path: path, checksValues: true)
      #expect(store.commitCount >= last && store.findings.isEmpty)
      if case .damaged = store.ending { Issue.record("\(store.ending)") }
      if try store.entity(named: "Tag").recordCount < min(store.commitCount, 8) {
        Issue.record("records of \(store.commitCount) commits are missing")
      }
      last = store.commitCount
      if last < commitCount + 1 { try await Task.sleep(for: .milliseconds(1)) }
    }
    try await writing
    #expect(last == commitCount + 1)
  }
}
