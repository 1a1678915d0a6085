import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Streams in which some values are not foreseen: their batches go the general way, and those behind them do not.
@Suite struct OddValueStreamTests {
  private enum Event: Codable, Equatable {
    case moved(to: Int)
    case named(String, Note?)
    case ended
  }

  private struct Note: Codable, Equatable {
    var text: String
    var tags: [String]?
  }

  /// Some write a null where others have a number, and look at their path: the general way alone tells that.
  private struct Entry: Codable, Equatable {
    var id: Int
    var event: Event?
    var odd: Int?
    var notes: [String: [Note]] = [:]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(event, forKey: .event)
      if id % 10 == 7 {
        #expect(encoder.codingPath.count <= 1)
        try container.encode(odd, forKey: .odd)
      }
      try container.encode(notes, forKey: .notes)
    }
  }

  private final class Owner: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  private struct Owned: Codable {
    var owner: Owner
    var other: Owner?
    var isOdd: Bool

    init(_ owner: Owner, _ other: Owner?, isOdd: Bool) {
      (self.owner, self.other, self.isOdd) = (owner, other, isOdd)
    }

    private enum CodingKeys: CodingKey { case owner, other, isOdd }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(owner, forKey: .owner)
      if isOdd { try container.encode(other, forKey: .other) }
      try container.encode(isOdd, forKey: .isOdd)
    }
  }

  private static let entries: [Entry] = (0..<100).map { number in
    let event: Event? =
      switch number {
      case ..<20: nil
      case ..<40: .moved(to: number)
      default:
        number % 3 == 0 ? .ended : .named("n\(number)", number % 2 == 0 ? nil : Note(text: "t"))
      }
    return Entry(
      id: number, event: event, odd: number % 20 == 7 ? nil : number,
      notes: number < 60 ? [:] : ["a": [Note(text: "x", tags: number < 80 ? nil : ["t"])]])
  }

  @Test(arguments: [1, 3, 5, 16])
  func `what is written is read, in any order and however batches end`(_ batchCount: Int) throws {
    for entries in [Self.entries, Self.entries.reversed(), Self.entries.filter { $0.id != 7 }] {
      let bytes = try stream(entries, batchCount: batchCount)
      let back = try elements(Entry.self, of: bytes)
      #expect(back.map(\.id) == entries.map(\.id))
      #expect(back.map(\.event) == entries.map(\.event))
      #expect(back.map(\.notes) == entries.map(\.notes))
      let numbers = zip(back, entries).filter { $1.id % 10 == 7 }.map { ($0.odd, $1.odd) }
      #expect(numbers.allSatisfy { $0 == $1 })
      #expect(ArchiveVerification(of: bytes).findings.allSatisfy { $0.code == .notCanonical })
      // The general way reads them, too.
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = true
      #expect(try elements(Entry.self, of: bytes, unarchiver).map(\.id) == entries.map(\.id))
      // A row for each form that comes, and not one for each batch: no more than in the general way.
      let general = try stream(entries, batchCount: batchCount, isDirect: false)
      let shapeCount = try ArchiveInspector(bytes).summary.shapeCount
      let generalCount = try ArchiveInspector(general).summary.shapeCount
      #expect(shapeCount <= 2 * generalCount, "\(shapeCount) and \(generalCount)")
    }
  }

  @Test(arguments: [1, 4])
  func `objects keep their identity within a batch`(_ batchCount: Int) throws {
    let shared = Owner("shared")
    let values = (0..<40).map {
      Owned($0 % 2 == 0 ? shared : Owner("o\($0)"), $0 % 3 == 0 ? nil : shared, isOdd: $0 == 9)
    }
    let bytes = try stream(values, batchCount: batchCount)
    let back = try elements(Owned.self, of: bytes)
    #expect(back.map(\.owner.name) == values.map(\.owner.name))
    for start in stride(from: 0, to: values.count, by: batchCount) {
      let batch = start..<min(start + batchCount, values.count)
      let owners = batch.filter { $0 % 2 == 0 }.map { ObjectIdentifier(back[$0].owner) }
      #expect(Set(owners).count == min(owners.count, 1))
    }
  }

  @Test func `after an odd value the stream goes straight to bytes again`() throws {
    let output = StreamBytes()
    let writer = ArchiveStreamWriter<Entry>(
      KeyedArchiver(), to: output.output, maximumBatchCount: 5, isDirect: true)
    var direct: [Bool] = []
    for number in 0..<60 where number % 10 != 7 || number == 7 {
      try writer.append(Entry(id: number, event: number < 30 ? nil : .moved(to: 1), odd: nil))
      direct.append(writer.isDirect)
    }
    try writer.finish()
    #expect(!direct[7])
    // The rest of its batch goes the general way.
    #expect(direct.count { !$0 } <= 5)
    #expect(direct.suffix(10).allSatisfy { $0 })
  }

  @Test func `values that are added to an archive go straight to bytes`() throws {
    let first = Array(Self.entries[60..<80])
    let second = Array(Self.entries[80...]).filter { $0.id % 10 != 7 }
    let written = try stream(first, batchCount: 8)
    let added = StreamBytes()
    let writer = try ArchiveStreamWriter<Entry>(
      addingTo: ArchiveInput(Data(written)), to: added.output)
    try writer.append(contentsOf: second)
    #expect(writer.isDirect)
    try writer.finish()
    #expect(
      try elements(Entry.self, of: written + added.bytes).map(\.id) == (first + second).map(\.id))
  }

  private struct Person: Codable, Equatable {
    struct Address: Codable, Equatable { var name: String }
    var name: String
    var address: Address
  }

  @Test func `values are added to an archive without any`() throws {
    let empty = try stream([Person]())
    let added = StreamBytes()
    let writer = try ArchiveStreamWriter<Person>(
      addingTo: ArchiveInput(Data(empty)), to: added.output)
    let people = (0..<3).map { Person(name: "n\($0)", address: .init(name: "a\($0)")) }
    try writer.append(contentsOf: people)
    try writer.finish()
    #expect(try elements(Person.self, of: empty + added.bytes) == people)
  }

  /// Has its note only from the second time on that it is encoded.
  private final class Late: Codable {
    var encodingCount = 0
    var note: String?

    private enum CodingKeys: CodingKey { case note }

    init() {}

    required init(from decoder: any Decoder) throws {
      note = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
        String.self, forKey: .note)
    }

    func encode(to encoder: any Encoder) throws {
      encodingCount += 1
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(encodingCount > 1 ? "late" : nil, forKey: .note)
    }
  }

  @Test func `a value that encodes itself otherwise the second time can be read`() throws {
    // The shape of the value has another number there than alone.
    let written = try stream([Person(name: "n", address: .init(name: "a"))])
    let added = StreamBytes()
    let writer = try ArchiveStreamWriter<Late>(
      addingTo: ArchiveInput(Data(written)), to: added.output)
    try writer.append(Late())
    try writer.finish()
    #expect(
      try elements(ArchivedValue.self, of: written + added.bytes).last?.body?["note"]?.stringValue
        == "late")
  }
}
