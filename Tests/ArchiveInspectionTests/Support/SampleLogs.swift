import ArchiveFormat
import ArchiveInspection
import Foundation
import RecordLog

/// Record logs whose content the tests spell out.
enum SampleLogs {
  static let noteSchema = #"""
    {"entity":{"name":"Note","id":"Memo","version":2,"attributes":[
    {"name":"id","id":"id","type":"int64","form":["native"],"isStamped":false,"isRequired":true,
    "isUnique":true,"isIndexed":false},
    {"name":"title","id":"name","type":"text","form":["native"],"isStamped":false,"isRequired":true,
    "isUnique":false,"isIndexed":true},
    {"name":"weight","id":"weight","type":"double","form":["native"],"isStamped":false,"isRequired":false,
    "isUnique":false,"isIndexed":false},
    {"name":"body","id":"body","type":"blob","form":["json","zlib"],"isStamped":true,"isRequired":false,
    "isUnique":false,"isIndexed":false}],"removed":[]},"keyKind":"integer","keyAttribute":"id"}
    """#
  static let tagSchema = #"""
    {"entity":{"name":"Tag","id":"Tag","version":1,"attributes":[
    {"name":"count","id":"count","type":"int64","form":["native"]}],"removed":[]},"keyKind":"text"}
    """#

  static func schema(
    _ text: String, entity: Int, revision: Int = 1, attributeCount: Int
  ) throws -> LogPayload {
    var payload = LogPayload()
    payload.addSchema(
      entity: entity, revision: revision, attributeCount: attributeCount,
      archive: try SampleArchives.json(text))
    return payload
  }

  static func note(
    _ payload: inout LogPayload, _ key: Int64, _ title: String, _ weight: LogValue = .null,
    _ body: LogValue = .null
  ) {
    payload.addPut(
      entity: 1, key: .integer(key),
      LogRecord(revision: 1, values: [.null, .text(title), weight, body]))
  }

  static func tag(_ payload: inout LogPayload, _ key: String, _ count: Int64) {
    payload.addPut(
      entity: 2, key: .text(Array(key.utf8)), LogRecord(revision: 1, values: [.integer(count)]))
  }

  /// Six groups: notes, with one overwritten and one removed, tags, and an entity that is dropped; the last two commits are
  /// one group.
  static func payloads() throws -> [[LogPayload]] {
    var notes = try schema(noteSchema, entity: 1, attributeCount: 4)
    note(&notes, 7, "sea\u{1B}[31m", .real(0.5), .blob([0, 0xFF]))
    note(&notes, -2, "old")
    var change = LogPayload()
    note(&change, -2, "new", .real(.infinity), .blob(try SampleArchives.json(#"{"a":[1]}"#)))
    note(&change, 9, "gone")
    change.addNote([0xC0, 0xDE])
    var removal = LogPayload()
    removal.addRemove(entity: 1, key: .integer(9))
    var tags = try schema(tagSchema, entity: 2, attributeCount: 1)
    tag(&tags, "é", 3)
    let draft = tagSchema.replacing("Tag", with: "Draft")
    let drafts = try schema(draft, entity: 3, attributeCount: 1)
    var drop = LogPayload()
    drop.addDrop(entity: 3)
    var last = LogPayload()
    tag(&last, "b", -1)
    return [[notes], [change], [removal], [tags], [drafts], [drop, last]]
  }

  /// Writes groups of commits with the writer of logs, to a file in a folder of the system.
  static func write(_ groups: [[LogPayload]]) throws -> (bytes: [UInt8], frames: [LogFrame]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "krec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let writer = try LogWriter.open("a.krec", in: FolderFileSystem(path: folder.path)) { _ in }
      .writer
    var frames: [LogFrame] = []
    for group in groups {
      let tickets = try group.map { try writer.enqueue($0) }
      for ticket in tickets { try writer.wait(for: ticket) }
      frames += tickets.map { $0.frame }
    }
    return (Array(try Data(contentsOf: folder.appending(path: "a.krec"))), frames)
  }

  static func log() throws -> (bytes: [UInt8], frames: [LogFrame]) { try write(payloads()) }
}

extension StoreInspector {
  /// The records of an entity in lines of JSON.
  func lines(_ name: String) throws -> [String] {
    let entity = try entity(named: name)
    return try entity.keys.compactMap { key in
      try record(key, of: entity).map { String(decoding: json($0, of: entity), as: UTF8.self) }
    }
  }
}
