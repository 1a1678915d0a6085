import ArchiveFormat
import Foundation
import KeyedArchives
import TestSupport
import Testing

@Suite struct MissingKeyTests {
  private func message<Value: Decodable>(_ type: Value.Type, _ data: Data) -> String? {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Value.self, from: data)
    }
    #expect(error?.code == .keyNotFound)
    return error?.message
  }

  struct Photo: Codable { var titel: String, taken: Int? }
  struct Titled: Codable { var title: String }
  struct Dated: Codable { var dateTaken: Int }
  struct Café: Codable { var café: Int }

  /// Reads its keys from the last to the first, as cells do.
  struct Backwards: Decodable {
    enum CodingKeys: String, CodingKey { case taken, title }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(Int.self, forKey: .taken)
      _ = try container.decode(String.self, forKey: .title)
    }
  }

  @Test func `a key that is not there is reported with the key that comes near`() throws {
    let photo = Photo(titel: "sea", taken: 1)
    let wanted = "the key “title” is not there (did you mean “titel”?)"
    #expect(message(Titled.self, try KeyedArchiver().encode(photo)) == wanted)
    #expect(message([Titled].self, try KeyedArchiver().encode([photo, photo])) == wanted)
    #expect(message(Backwards.self, try KeyedArchiver().encode(photo)) == wanted)
    #expect(message(Titled.self, try KeyedArchiver().encode(["titel": "sea"])) == wanted)
    #expect(
      message(Dated.self, try KeyedArchiver().encode(["date_taken": 1]))
        == "the key “dateTaken” is not there (did you mean “date_taken”?)")
    #expect(
      message(Titled.self, try KeyedArchiver().encode(["size": 1]))
        == "the key “title” is not there")
    // A field without a value is not there either, so it is no suggestion.
    #expect(
      message(Dated.self, try KeyedArchiver().encode(Photo(titel: "", taken: nil)))
        == "the key “dateTaken” is not there")
  }

  @Test func `a key in other code points is shown by them`() throws {
    let data: Data = try KeyedArchiver().encode(["cafe\u{301}": 1])
    #expect(
      message(Café.self, data)
        == #"the key “café” is not there (“cafe\u{301}” is there: the same text in other code points)"#
    )
  }

  @Test func `a root that is not there is reported with the root that comes near`() throws {
    let data = try KeyedArchiver().encodeRoots { try $0.encode(1, named: "settings") }
    let roots = try KeyedUnarchiver().roots(of: data)
    let error = #expect(throws: ArchiveError.self) { try roots.decode(Int.self, named: "setings") }
    #expect(error?.message == "the archive has no root “setings” (did you mean “settings”?)")
  }

  /// A miss costs little however many keys there are: programs try one key after the other.
  @Test func `a miss among many keys is cheap`() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("title number \($0)", $0) })
    struct Tries: Decodable {
      enum CodingKeys: CodingKey { case title }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for _ in 0..<2_000 { _ = try? container.decode(String.self, forKey: .title) }
      }
    }
    let data: Data = try KeyedArchiver().encode(many)
    let time = try ContinuousClock().measure {
      _ = try KeyedUnarchiver().decode(Tries.self, from: data)
    }
    // 2,000 misses among all 20,000 keys would take minutes.
    #expect(time < .seconds(10))
  }
}
