import Foundation
import RecordLog
@testable import RecordStorage
import RecordTestSupport
import StorageTransforms
import Testing

/// A record whose bytes were changed in the file does not hide the others, and can be replaced and deleted.
@Suite struct RottenRecordTests {
  struct Note: Equatable, Sendable {
    var id: Int
    var title: String
  }

  private static func notes(_ folder: MemoryFolder) throws -> RecordSet<Note, Int> {
    try RecordStore(FileBackEnd("notes.krec", in: folder)).records(
      of: Entity("Note", restoring: Note.init) {
        Field("id", \.id)
        Field("title", \.title).unique()
      }, key: \.id)
  }

  private static func close(_ notes: RecordSet<Note, Int>) {
    (notes.store.backEnd as? FileBackEnd)?.close()
  }

  /// Notes, of which some have other bytes than were written, in a log that is opened by its hint.
  private static func folder(rotten: [Int]) throws -> MemoryFolder {
    let folder = MemoryFolder()
    let notes = try notes(folder)
    try notes.save(contentsOf: (1...10).map { Note(id: $0, title: "the title no. \($0)!") })
    // A hint is checked against the last frame, which is another one.
    try notes.save(Note(id: 11, title: "the last"))
    close(notes)
    var bytes = try #require(folder["notes.krec"])
    for id in rotten {
      let title = Array("the title no. \(id)!".utf8)
      let place = try #require(
        (0...bytes.count - title.count).first { bytes[$0..<$0 + title.count].elementsEqual(title) })
      bytes[place] ^= 1
    }
    folder["notes.krec"] = bytes
    return folder
  }

  @Test func `the others are read in each order, in one read and in one transaction`() throws {
    let notes = try Self.notes(Self.folder(rotten: [1, 4, 10]))
    defer { Self.close(notes) }
    let others = [2, 3, 5, 6, 7, 8, 9, 11]
    #expect(throws: StorageError.self) { try notes.fetch(where: .all) }
    for selection in [
      .all, .all(descending: true), .ordered(by: \.title),
    ] as [RecordSelection<Note>] {
      var rotten: [RecordKey] = []
      let read = try notes.fetch(where: selection) {
        #expect($0.cause.code == .unreadable && $0.cause.underlying is StorageError)
        rotten.append($0.key)
      }
      #expect(read.map(\.id).sorted() == others)
      #expect(Set(rotten) == [1, 4, 10] && rotten.count == 3)
    }
    let results = try notes.results(where: .all(limit: 4))
    #expect(results.map { (try? $0.get())?.id } == [nil, 2, 3, nil])
    var met: [String] = []
    try notes.store.write { session in
      try notes.forEach(where: .all, skippingUnreadable: { met.append("\($0.key)!") }, in: session)
      {
        var note = $0
        note.title += "!"
        try notes.save(note, in: session)
        met.append("\(note.id)")
      }
    }
    #expect(met == ["1!", "2", "3", "4!", "5", "6", "7", "8", "9", "10!", "11"])
  }

  @Test(arguments: ["save", "update", "delete"])
  func `such a record is replaced and deleted`(way: String) throws {
    let folder = try Self.folder(rotten: [4, 7])
    var notes = try Self.notes(folder)
    // What fails has changed nothing: the title is another note's.
    #expect(throws: StorageError.self) { try notes.save(Note(id: 4, title: "the title no. 5!")) }
    for id in [4, 7] {
      switch way {
      case "save": try notes.save(Note(id: id, title: "new \(id)"))
      case "update": #expect(try notes.update(Note(id: id, title: "new \(id)")))
      default: #expect(try notes.delete(key: id))
      }
    }
    for isAgain in [false, true] {
      if isAgain {
        Self.close(notes)
        notes = try Self.notes(folder)
      }
      let all = try notes.fetch(where: .ordered(by: \.title))
      #expect(all.count == (way == "delete" ? 9 : 11))
      #expect(try notes.fetch(key: 4)?.title == (way == "delete" ? nil : "new 4"))
      for note in all {
        #expect(try notes.fetch(where: .property(\.title, equals: note.title)) == [note])
      }
      #expect(try notes.fetch(where: .property(\.title, equals: "the title no. 4!")) == [])
    }
    // The old title is free.
    try notes.save(Note(id: 12, title: "the title no. 4!"))
    Self.close(notes)
  }
}
