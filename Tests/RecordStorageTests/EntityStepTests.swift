import RecordStorage
import RecordTestSupport
import StorageTransforms
import Testing

/// Records of earlier versions whose values are split, joined and computed.
@Suite struct EntityStepTests {
  private struct First: Equatable, Sendable {
    var id: Int
    var name: String
    var size: String?
  }

  private struct Second: Equatable, Sendable {
    var id: Int
    var first: String
    var last: String
    var size: Int?
  }

  private struct Third: Equatable, Sendable {
    var id: Int
    var full: String
    var area: Double
    var size: Int?
  }

  private static func first() throws -> Entity<First> {
    try Entity("Person", restoring: First.init) {
      Field("id", \.id)
      Field("name", \.name)
      Field("size", \.size)
    }
  }

  private static func split(
    _ values: inout MigrationValues<Second>
  ) throws {
    let words = (try values.value(String.self, of: "name") ?? "").split(separator: " ")
    try values.set(\.first, to: words.first.map(String.init) ?? "")
    try values.set(\.last, to: words.dropFirst().joined(separator: " "))
    try values.set(\.size, to: try values.value(String.self, of: "size").flatMap { Int($0) })
  }

  private static func second() throws -> Entity<Second> {
    try Entity("Person", version: 2, removed: ["name"], restoring: Second.init) {
      Field("id", \.id)
      Field("first", \.first).indexed()
      Field("last", \.last)
      Field("size", \.size)
    }.step(from: 1, split)
  }

  private static func third() throws -> Entity<Third> {
    try Entity("Person", version: 3, removed: ["name", "first", "last"], restoring: Third.init) {
      Field("id", \.id)
      Field("full", \.full)
      Field("area", \.area)
      Field("size", \.size)
    }.step(from: 1) { values in
      let words = (try values.value(String.self, of: "name") ?? "").split(separator: " ")
      values["first"] = .text(words.first.map(String.init) ?? "")
      values["last"] = .text(words.dropFirst().joined(separator: " "))
      values["size"] =
        try values.value(String.self, of: "size").flatMap { Int64($0) }
        .map { .integer($0) } ?? .null
    }.step(from: 2) { values in
      let first = try values.value(String.self, of: "first") ?? ""
      let last = try values.value(String.self, of: "last") ?? ""
      try values.set(\.full, to: "\(last), \(first)")
      let size = try values.value(Int.self, of: "size") ?? 0
      try values.set(\.area, to: Double(size * size))
    }
  }

  private static let people = [
    First(id: 1, name: "Ann Lee Hill", size: "3"), First(id: 2, name: "Bo", size: nil),
    First(id: 3, name: "", size: "x"),
  ]
  private static let seconds = [
    Second(id: 1, first: "Ann", last: "Lee Hill", size: 3),
    Second(id: 2, first: "Bo", last: "", size: nil), Second(id: 3, first: "", last: "", size: nil),
  ]
  private static let thirds = [
    Third(id: 1, full: "Lee Hill, Ann", area: 9, size: 3),
    Third(id: 2, full: ", Bo", area: 0, size: nil), Third(id: 3, full: ", ", area: 0, size: nil),
  ]

  private func folder() throws -> MemoryFolder {
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    let records = try RecordStore(file).records(of: Self.first(), key: \.id)
    try records.save(contentsOf: Self.people)
    file.close()
    return folder
  }

  @Test func `one version after the other, or both at once`() throws {
    for isDirect in [false, true] {
      let file = try FileBackEnd("a.krec", in: folder())
      let store = RecordStore(file)
      if !isDirect {
        let records = try store.records(of: Self.second(), key: \.id)
        #expect(try records.fetch(where: .all) == Self.seconds)
        #expect(try records.fetch(where: .property(\.first, equals: "Bo")) == [Self.seconds[1]])
      }
      let records = try store.records(of: Self.third(), key: \.id)
      #expect(try records.fetch(where: .all) == Self.thirds)
      try records.save(Third(id: 4, full: "x", area: 1, size: 1))
      file.close()
    }
  }

  @Test func `where nothing may be written, values are what the steps make of them`() throws {
    let folder = try folder()
    let reader = RecordStore(try FileReaderBackEnd("a.krec", in: folder))
    #expect(
      try reader.records(of: Self.second(), key: \.id).fetch(where: .all) == Self.seconds)
    #expect(try reader.records(of: Self.third(), key: \.id).fetch(where: .all) == Self.thirds)
    // What a step sets is not in the records, so they are not found by it.
    let error = #expect(throws: SchemaError.self) {
      try reader.records(of: Self.second(), key: \.id).fetch(
        where: .property(\.first, equals: "Bo"))
    }
    #expect(error?.code == .wrongField)
  }

  @Test func `a step that fails changes nothing`() throws {
    struct Odd: Error {}
    let folder = try folder()
    let file = try FileBackEnd("a.krec", in: folder)
    let store = RecordStore(file)
    let bad = try Entity(
      "Person", version: 2, removed: ["name", "size"],
      restoring: { (id: Int) in First(id: id, name: "", size: nil) }
    ) {
      Field("id", \.id)
    }.step(from: 1) { values in
      if try values.value(String.self, of: "name") == "Bo" { throw Odd() }
    }
    #expect(throws: TransformError.self) { try store.records(of: bad, key: \.id) }
    #expect(try store.records(of: Self.first(), key: \.id).fetch(where: .all) == Self.people)
    file.close()
  }

  @Test func `mistakes in steps have errors of their own`() throws {
    for version in [2, 3] {
      let error = #expect(throws: SchemaError.self) {
        try Self.second().step(from: version) { _ in }
      }
      #expect(error?.code == .wrongStep)
    }
    let twice = #expect(throws: SchemaError.self) { try Self.second().step(from: 1) { _ in } }
    #expect(twice?.code == .wrongStep)
    func message(_ step: @escaping Entity<Second>.Step) throws -> String? {
      let entity = try Entity(
        "Person", version: 2, removed: ["name"], restoring: Second.init
      ) {
        Field("id", \.id)
        Field("first", \.first)
        Field("last", \.last)
        Field("size", \.size)
      }.step(from: 1, step)
      let plan = try entity.plan(for: Self.first().schema)
      let values = try Self.first().store(Self.people[0])
      do {
        _ = try plan.migrate(values)
        return nil
      } catch { return error.message }
    }
    #expect(try message(Self.split) == nil)
    // Nothing sets the required attributes.
    #expect(
      try message { try $0.set(\.size, to: nil) } == "there is no value, and there has to be one")
    // The size was text.
    #expect(
      try message {
        try $0.set(\.first, to: "")
        try $0.set(\.last, to: "")
      } == "no step sets 'size', whose form is another one now")
    #expect(
      try message { values in
        try Self.split(&values)
        values["frist"] = .text("")
      } == "the last step sets 'frist', which is no attribute")
    #expect(
      try message { _ = try $0.value(String.self, of: "title") }
        == "version 1 has no attribute 'title'")
    #expect(try message { _ = try $0.value(Int.self, of: "name") } != nil)
    #expect(
      try message { values in
        try Self.split(&values)
        values["last"] = .null
      } == "there is no value, and there has to be one")
  }

  @Test func `names are those of the version that stored, whatever they are now`() throws {
    struct Old: Sendable { var id: Int, a: Int, b: Int }
    struct Swapped: Equatable, Sendable { var id: Int, x: Int, y: Int }
    let old = try Entity("Pair", restoring: Old.init) {
      Field("id", \.id)
      Field("a", \.a)
      Field("b", \.b)
    }
    func swapped(
      _ version: Int, _ steps: [(Int, Entity<Swapped>.Step)]
    ) throws -> Entity<Swapped> {
      let entity = try Entity("Pair", version: version, restoring: Swapped.init) {
        Field("id", \.id)
        Field("b", \.x).renamed(from: "a")
        Field("a", \.y).renamed(from: "b")
      }
      return try steps.reduce(entity) { try $0.step(from: $1.0, $1.1) }
    }
    let values = try old.store(Old(id: 7, a: 1, b: 2))
    func restored(_ entity: Entity<Swapped>) throws -> Swapped {
      let plan = try entity.plan(for: old.schema)
      let migrated = try entity.restore(plan.migrate(values))
      #expect(try plan.restore(values) == migrated)
      return migrated
    }
    #expect(
      try restored(swapped(2, [(1, { try $0.set(\.y, to: 9) })])) == Swapped(id: 7, x: 1, y: 9))
    #expect(
      try restored(swapped(2, [(1, { $0["a"] = .integer(5) })])) == Swapped(id: 7, x: 5, y: 2))
    // A later step reads the value that an earlier one set, by either name.
    let twice = try swapped(
      3,
      [
        (1, { try $0.set(\.x, to: 10) }),
        (2, { try $0.set(\.y, to: (try $0.value(Int.self, of: "a") ?? 0) + 1) }),
      ])
    #expect(try restored(twice) == Swapped(id: 7, x: 10, y: 11))
    // A name for a later step, which need not read it.
    let scratch = try swapped(
      3, [(1, { $0["scratch"] = .integer(1) }), (2, { _ in })])
    #expect(try restored(scratch) == Swapped(id: 7, x: 1, y: 2))
  }

  @Test func `values that a step changes are not looked for where nothing is written`() throws {
    struct Ranked: Equatable, Sendable { var id: Int, rank: Int }
    func entity(_ version: Int) throws -> Entity<Ranked> {
      try Entity("Ranked", version: version, restoring: Ranked.init) {
        Field("id", \.id)
        Field("rank", \.rank).indexed()
      }
    }
    let folder = MemoryFolder()
    let file = try FileBackEnd("a.krec", in: folder)
    try RecordStore(file).records(of: entity(1), key: \.id).save(Ranked(id: 1, rank: 500))
    file.close()
    let later = try entity(2).step(from: 1) { values in
      try values.set(\.rank, to: (try values.value(Int.self, of: "rank") ?? 0) * 100)
    }
    let records = try RecordStore(FileReaderBackEnd("a.krec", in: folder)).records(
      of: later, key: \.id)
    #expect(try records.fetch(where: .all) == [Ranked(id: 1, rank: 50_000)])
    #expect(try records.fetch(where: .property(\.id, equals: 1)).count == 1)
    let error = #expect(throws: SchemaError.self) {
      try records.fetch(where: .property(\.rank, equals: 500))
    }
    #expect(error?.code == .wrongField)
  }
}
