import Foundation
import KeyedArchives
import RecordStorage
import StorageTransforms
import TestTraits
import Testing

@Suite("Records that cannot be read")
struct UnreadableRecordTests {
  class Shape: Codable, @unchecked Sendable { var name = "unit" }
  final class Circle: Shape, @unchecked Sendable {}

  struct Drawing: Sendable {
    var id: Int
    var words: [String]
  }

  private func drawings() throws -> RecordSet<Drawing, Int> {
    let store = RecordStore(MemoryBackEnd(), sharesShapes: false)
    let drawings = try store.records(
      of: Entity("Drawing", restoring: Drawing.init) {
        Field("id", \.id)
        Field("words", \.words)
      }, key: \.id)
    try drawings.save(contentsOf: (1...4).map { Drawing(id: $0, words: ["w\($0)"]) })
    try store.write { session in
      for key in [2, 4] {
        try session.update(
          StoredRecord(
            key: .integer(Int64(key)), values: [.integer(Int64(key)), .blob(Data([1]))]),
          in: drawings.id)
      }
    }
    return drawings
  }

  @Test func `the first one ends a fetch where nothing else was chosen`() throws {
    let drawings = try drawings()
    let error = #expect(throws: TransformError.self) { try drawings.fetch(where: .all) }
    #expect(error?.context?.recordKey == .integer(2) && error?.context?.attribute?.name == "words")
    var met: [Int] = []
    #expect(throws: TransformError.self) { try drawings.forEach { met.append($0.id) } }
    #expect(met == [1])
  }

  @Test func `they are skipped and reported`() throws {
    let drawings = try drawings()
    var failures: [RecordKey] = []
    let readable = try drawings.fetch(where: .all, skippingUnreadable: { failures.append($0.key) })
    #expect(readable.map(\.id) == [1, 3] && failures == [2, 4])
    var met: [String] = []
    try drawings.forEach(
      where: .all(descending: true), skippingUnreadable: { met.append("\($0.key)!") }
    ) {
      met.append("\($0.id)")
    }
    #expect(met == ["4!", "3", "2!", "1"])
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try drawings.fetch(where: .all, skippingUnreadable: { _ in throw Stop() })
    }
  }

  @Test func `a result for each record`() throws {
    let results = try drawings().results(where: .all)
    #expect(results.map { (try? $0.get())?.id } == [1, nil, 3, nil])
    guard case .failure(let record) = results[1] else {
      Issue.record("record 2 was read")
      return
    }
    #expect(record.key == 2 && record.cause.context?.attribute?.name == "words")
    #expect(record.description.contains("'words' of entity 'Drawing', record 2"))
  }

  struct Holder: Sendable {
    var id: Int
    var shape: Shape
  }

  private func holders(
    _ field: Field<Holder, Shape, Shape>
  ) throws -> RecordSet<Holder, Int> {
    try RecordStore(MemoryBackEnd()).records(
      of: Entity("Holder", restoring: Holder.init) {
        Field("id", \.id)
        field
      }, key: \.id)
  }

  @Test func `a subclass that is not allowed is refused when it is saved`() throws {
    let plain = try holders(Field("shape", \Holder.shape))
    try plain.save(Holder(id: 1, shape: Shape()))
    for refused in [
      { try plain.save(Holder(id: 2, shape: Circle())) },
      { try plain.insert(Holder(id: 2, shape: Circle())) },
      { _ = try plain.update(Holder(id: 1, shape: Circle())) },
      {
        try plain.save(contentsOf: [Holder(id: 3, shape: Shape()), Holder(id: 2, shape: Circle())])
      },
      { try plain.store.write { try plain.save(Holder(id: 2, shape: Circle()), in: $0) } },
    ] {
      let error = #expect(throws: TransformError.self) { try refused() }
      #expect(error?.code == .notStorable && error?.context?.attribute?.name == "shape")
      #expect(error?.message.hasPrefix("the value could not be fetched again") == true)
    }
    #expect(try plain.fetch(where: .all).map(\.id) == [1])
    var transform = ArchiveTransform<Shape>()
    transform.unarchiver.allowedTypes = [Circle.self]
    let open = try holders(Field("shape", \Holder.shape, as: transform))
    try open.save(Holder(id: 2, shape: Circle()))
    #expect(try open.fetch(key: 2)?.shape is Circle)
  }

  @Test func `a fallback does not make such a value storable`() throws {
    let hidden = try holders(Field("shape", \Holder.shape).fallback(to: Circle()))
    #expect(throws: TransformError.self) { try hidden.save(Holder(id: 2, shape: Circle())) }
    let inside = try holders(
      Field("shape", \Holder.shape, as: ArchiveTransform<Shape>().fallback(to: Shape())))
    #expect(throws: TransformError.self) { try inside.save(Holder(id: 2, shape: Circle())) }
  }

  @Test func `values that their own transform or type refuses are not saved`() throws {
    struct Refusal: Error {}
    struct Even: Codable, Sendable {
      var number: Int
      init(number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        if number % 2 == 1 { throw Refusal() }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    struct Row: Sendable { var id: Int; var even: Even }
    let rows = try RecordStore(MemoryBackEnd()).records(
      of: Entity(
        "Row",
        restoring: { (id: Int, even: Even) in
          if id > 100 { throw Refusal() }
          return Row(id: id, even: even)
        }
      ) {
        Field("id", \.id)
        Field("even", \.even, as: JSONTransform())
      }, key: \.id)
    try rows.save(Row(id: 1, even: Even(number: 2)))
    #expect(throws: TransformError.self) { try rows.save(Row(id: 2, even: Even(number: 3))) }
    #expect(throws: TransformError.self) { try rows.save(Row(id: 101, even: Even(number: 2))) }
    #expect(try rows.fetch(where: .all).map(\.id) == [1])
  }

  struct Box: Sendable {
    var id: Int
    var shapes: [String: Shape]
    var word: Word
    var numbers: [Int?]
    var note: String?
  }

  /// A raw value that its own type may refuse.
  struct Word: RawRepresentable, Codable, Sendable {
    var rawValue: String
    init(_ text: String) { rawValue = text }
    init?(rawValue: String) {
      if rawValue.isEmpty { return nil }
      self.rawValue = rawValue
    }
  }

  /// Where the value itself cannot fail to be made, its attributes are tried one by one, and those not at all that always come back.
  @Test(arguments: [false, true])
  func `a record is refused for any attribute that would not come back`(throwing: Bool) throws {
    struct Refusal: Error {}
    let name = TransformContext.Subject("Box")
    @FieldBuilder<Box> func fields() -> FieldList<Box, Int, [String: Shape], Word, [Int?], String?>
    {
      Field("id", \Box.id)
      Field("shapes", \Box.shapes).fallback(to: [:])
      Field("word", \Box.word).fallback(to: Word("none"))
      Field("numbers", \Box.numbers)
      Field("note", \Box.note)
    }
    let entity =
      throwing
      ? try Entity(
        name,
        restoring: { id, shapes, word, numbers, note in
          guard id > 0 else { throw Refusal() }
          return Box(id: id, shapes: shapes, word: word, numbers: numbers, note: note)
        }, fields: fields)
      : try Entity(name, restoring: Box.init, fields: fields)
    let boxes = try RecordStore(MemoryBackEnd()).records(of: entity, key: \.id)
    let plain = Box(id: 1, shapes: ["a": Shape()], word: Word("a"), numbers: [1, nil], note: nil)
    try boxes.save(plain)
    for (field, change) in [
      ("shapes", { $0.shapes["b"] = Circle() }), ("word", { $0.word = Word("") }),
    ] as [(String, (inout Box) -> Void)] {
      var box = plain
      change(&box)
      let error = #expect(throws: TransformError.self) { try boxes.save(box) }
      #expect(error?.code == .notStorable && error?.context?.attribute?.name == field)
    }
    var odd = plain
    odd.id = -1
    if throwing {
      #expect(throws: TransformError.self) { try boxes.save(odd) }
    } else {
      try boxes.save(odd)
      #expect(try boxes.fetch(key: -1)?.numbers == plain.numbers)
    }
    #expect(try boxes.fetch(key: 1)?.shapes.keys.sorted() == ["a"])
  }

  struct Row: Sendable {
    var id: Int
    var numbers: [Int?]
  }

  /// A plain list comes back unless it takes more memory than readers allow whatever its bytes.
  @Test(.long) func `a list that no reader takes is refused when it is saved`() throws {
    let rows = try RecordStore(MemoryBackEnd()).records(
      of: Entity("Row", restoring: Row.init) {
        Field("id", \.id)
        Field("numbers", \.numbers)
      }, key: \.id)
    try rows.save(Row(id: 1, numbers: [Int?](repeating: nil, count: 20_000_001)))
    #expect(try rows.fetch(key: 1)?.numbers.count == 20_000_001)
    let count = ArchiveLimits.untrusted.maximumMaterializedByteCount / MemoryLayout<Int?>.stride + 1
    let error = #expect(throws: TransformError.self) {
      try rows.save(Row(id: 2, numbers: [Int?](repeating: nil, count: count)))
    }
    #expect(error?.code == .limitExceeded)
    #expect(try rows.fetch(key: 2) == nil)
  }

  @Test func `an instance of a subclass that would come back as its base is not saved`() throws {
    let shapes = try RecordStore(MemoryBackEnd()).records(
      of: Entity(
        "Shape",
        restoring: { (name: String) in
          let shape = Shape()
          shape.name = name
          return shape
        }
      ) { Field("name", \Shape.name) }, key: \.name)
    try shapes.save(Shape())
    let error = #expect(throws: TransformError.self) { try shapes.save(Circle()) }
    #expect(error?.message.contains("would come back as a Shape") == true)
  }
}
