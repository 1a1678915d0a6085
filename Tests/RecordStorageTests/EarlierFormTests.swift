import Foundation
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Testing

/// Records of an earlier version of an entity where nothing may be written.
@Suite struct EarlierFormTests {
  private struct First: Equatable, Sendable {
    var id: Int
    var name: String
    var fax: String?
  }

  private struct Second: Equatable, Sendable {
    var id: Int
    var title: String
    var tier: String
  }

  private static let first = Result {
    try Entity("Customer", restoring: First.init) {
      Field("id", \.id)
      Field("name", \.name).indexed()
      Field("fax", \.fax)
    }
  }

  private static let second = Result {
    try Entity("Customer", version: 2, removed: ["fax"], restoring: Second.init) {
      Field("id", \.id)
      Field("title", \.title).renamed(from: "name").indexed()
      Field("tier", \.tier).added(default: "basic")
    }
  }

  /// A log with records of the first version, closed.
  private func folder() throws -> MemoryFolder {
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    let records = try RecordStore(file).records(of: Self.first.get(), key: \.id)
    for number in 1...3 {
      try records.save(First(id: number, name: "name \(number)", fax: "fax"))
    }
    file.close()
    return folder
  }

  private func check(_ records: RecordSet<Second, Int>) throws {
    let expected = (1...3).map { Second(id: $0, title: "name \($0)", tier: "basic") }
    #expect(try records.fetch(where: .all) == expected)
    #expect(try records.fetch(key: 2) == expected[1])
    #expect(try records.fetch(where: .property(\.title, equals: "name 3")) == [expected[2]])
    #expect(try records.count() == 3)
    let missing = #expect(throws: SchemaError.self) {
      try records.fetch(where: .property(\.tier, equals: "basic"))
    }
    #expect(missing?.code == .wrongField)
    for change in [{ try records.save(expected[0]) }, { _ = try records.delete(key: 1) }] {
      let error = #expect(throws: StorageError.self) { try change() }
      #expect(error?.code == .readOnly)
    }
  }

  @Test func `a file that is open for reading only is read through the plan`() throws {
    let folder = try folder()
    let store = RecordStore(try FileReaderBackEnd("a.krec", in: folder))
    try check(store.records(of: Self.second.get(), key: \.id))
  }

  @Test func `who asks for reading only changes nothing`() throws {
    let folder = try folder()
    let bytes = folder["a.krec"]
    let file = try FileBackEnd("a.krec", in: folder)
    try check(RecordStore(file).records(of: Self.second.get(), key: \.id, allowing: .readOnly))
    file.close()
    #expect(folder["a.krec"] == bytes)
    // Who may write brings them into the present form.
    let again = try FileBackEnd("a.krec", in: folder)
    let records = try RecordStore(again).records(of: Self.second.get(), key: \.id)
    try records.save(Second(id: 4, title: "new", tier: "gold"))
    #expect(try records.fetch(where: .property(\.title, equals: "new")).map(\.id) == [4])
    again.close()
  }

  @Test func `who asks for reading only cannot write records in the present form either`() throws {
    let file = try FileBackEnd("a.krec", in: folder())
    let store = RecordStore(file)
    let records = try store.records(of: Self.first.get(), key: \.id, allowing: .readOnly)
    #expect(try records.count() == 3)
    let error = #expect(throws: StorageError.self) {
      try records.save(First(id: 9, name: "x", fax: nil))
    }
    #expect(error?.code == .readOnly)
    file.close()
  }

  @Test func `a table that is not there yet is named`() throws {
    struct Other: Sendable { var id: Int }
    let entity = try Entity("Other", restoring: Other.init) { Field("id", \.id) }
    let folder = try folder()
    let reader = RecordStore(try FileReaderBackEnd("a.krec", in: folder))
    let memory = RecordStore(MemoryBackEnd())
    for open in [
      { try reader.records(of: entity, key: \.id) },
      { try memory.records(of: entity, key: \.id, allowing: .readOnly) },
    ] {
      let error = #expect(throws: StorageError.self) { _ = try open() }
      #expect(error?.code == .unknownEntity && error?.entity == "Other")
      #expect(error?.message.contains("no table for the entity yet") == true)
    }
  }

  @Test func `a value in another form is not looked for`() throws {
    struct Day: Equatable, Sendable { var id: Int; var date: Date }
    let folder = MemoryFolder()
    let plain = try Entity("Day", restoring: Day.init) {
      Field("id", \.id)
      Field("date", \.date, as: ISO8601Transform())
    }
    let sorted = try Entity("Day", version: 2, restoring: Day.init) {
      Field("id", \.id)
      Field("date", \.date, as: .sortable(fractionDigits: 3))
        .formerly(as: ISO8601Transform()).indexed()
    }
    let date = Date(timeIntervalSince1970: 7)
    let file = try FileBackEnd("a.krec", in: folder)
    try RecordStore(file).records(of: plain, key: \.id).save(Day(id: 1, date: date))
    file.close()
    let reader = RecordStore(try FileReaderBackEnd("a.krec", in: folder))
    let days = try reader.records(of: sorted, key: \.id)
    #expect(try days.fetch(key: 1) == Day(id: 1, date: date))
    let error = #expect(throws: SchemaError.self) {
      try days.fetch(where: .property(\.date, equals: date))
    }
    #expect(error?.code == .wrongField && "\(error, default: "")".contains("in the form"))
  }
}
