import Foundation
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import TestSupport
import Testing

/// The errors of stores have a sentence each, which Foundation shows too.
@Suite struct ErrorSentenceTests {
  private struct Item: Codable {
    var id: Int
    var names: [String]
  }

  private func expectSentence(_ error: any LocalizedError, _ words: String...) {
    let sentence = "\(error)"
    #expect(error.localizedDescription == sentence)
    #expect((error as any Error).localizedDescription == sentence)
    #expect(RepeatedText.first(in: sentence) == nil, "\(sentence)")
    for word in words { #expect(sentence.contains(word), "\(sentence)") }
  }

  @Test func `errors of the system have the system's words, the path and what to do`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID())/a.krec").path
    let error = try #require(throws: StorageError.self) { _ = try FileBackEnd(path: path) }
    expectSentence(error, "No such file or directory", path, "check the path")
  }

  @Test func `an error of a store names the entity and the key`() throws {
    let entity = try Entity("Item", restoring: Item.init) {
      Field("id", \.id)
      Field("names", \.names)
    }
    let items = try RecordStore(MemoryBackEnd()).records(of: entity, key: \.id)
    try items.insert(Item(id: 7, names: []))
    let error = try #require(throws: StorageError.self) {
      try items.insert(Item(id: 7, names: []))
    }
    expectSentence(error, "'Item'", "7")
  }

  @Test func `a sentence that says something twice is found`() {
    #expect(RepeatedText.first(in: "one two three four, one two three four") == nil)
    #expect(RepeatedText.first(in: "one two three four: one two three four") == nil)
    #expect(
      RepeatedText.first(in: "a b one two three four c one two three four") == "one two three four")
    #expect(RepeatedText.first(in: "0 0 0 0 0 0 0") == nil)
  }

  @Test func `errors of a log and of a record have their sentences`() throws {
    let folder = MemoryFolder("a.krec", Array("this is no log".utf8))
    let log = try #require(throws: LogError.self) {
      _ = try LogReader(try #require(try folder.open("a.krec", .read)))
    }
    expectSentence(log, "byte 0")
    let cause = TransformError(
      .typeMismatch, "no text", context: TransformContext(entity: "Item", attribute: "names"))
    expectSentence(UnreadableRecord(key: .integer(7), cause: cause), "no text", "'names'", "7")
  }
}
