import KeyedArchives
import Testing

/// Hooks change values in whichever place they stand, and others not.
@Suite struct HookPlaceTests {
  private struct Colour: Codable, Equatable { var red: Double }
  private struct Name: Codable { var text: String }
  private struct Flag: Codable, Hashable { var isOn: Bool }
  private struct Level: Codable, Hashable { var number: Int }
  private struct Code: Codable, Hashable { var text: String }
  private struct Wrapper: Codable, Equatable {
    var code: Code
    init(_ text: String) { code = Code(text: text) }
    init(from decoder: any Decoder) throws {
      code = try decoder.singleValueContainer().decode(Code.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(code)
    }
  }

  private struct Everywhere: Codable, Equatable {
    var flag: Flag
    var maybe: Flag?
    var flags: [Flag]
    var level: Level
    var levels: [Level]
    var someLevels: [Level?]
    var colours: [Colour]
    var byCode: [Code: Level]
    var byName: [String: Colour]
    var wrapper: Wrapper
    var last: Code

    init(_ seed: Int) {
      flag = Flag(isOn: seed % 2 == 0)
      maybe = seed % 3 == 0 ? nil : Flag(isOn: true)
      flags = (0..<seed % 11).map { Flag(isOn: $0 % 3 == 0) }
      level = Level(number: seed)
      levels = (0..<seed % 5).map { Level(number: $0 - 100) }
      someLevels = (0..<seed % 7).map { $0 % 2 == 0 ? nil : Level(number: $0) }
      colours = (0..<seed % 3).map { Colour(red: Double($0)) }
      byCode = [Code(text: "a"): Level(number: 1), Code(text: "b\(seed)"): level]
      byName = ["x": Colour(red: 1)]
      wrapper = Wrapper("wrapped")
      last = Code(text: "last")
    }
  }

  /// Fields, elements, keys, values and wrappers.
  @Test(arguments: [false, true])
  func `values have stand-ins wherever they stand`(usesCells: Bool) throws {
    var archiver = KeyedArchiver()
    archiver.hooks.store(Colour.self) { Name(text: "\($0.red)") }
    archiver.hooks.store(Flag.self) { !$0.isOn }
    archiver.hooks.store(Level.self) { $0.number + 1 }
    archiver.hooks.store(Code.self) { "code " + $0.text }
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.hooks.restore(Colour.self, from: Name.self) { Colour(red: Double($0.text) ?? 0) }
    unarchiver.hooks.restore(Flag.self, from: Bool.self) { Flag(isOn: !$0) }
    unarchiver.hooks.restore(Level.self, from: Int.self) { Level(number: $0 - 1) }
    unarchiver.hooks.restore(Code.self, from: String.self) { Code(text: String($0.dropFirst(5))) }
    // Each replacement is made once.
    unarchiver.hooks.replace(Level.self) { Level(number: $0.number * 2) }
    let values = (0..<20).map(Everywhere.init)
    let bytes: [UInt8] = try archiver.encode(values)
    let read = try unarchiver.decode([Everywhere].self, from: bytes)
    func doubled(_ level: Level) -> Level { Level(number: level.number * 2) }
    let expected = values.map { value in
      var value = value
      value.level = doubled(value.level)
      value.levels = value.levels.map(doubled)
      value.someLevels = value.someLevels.map { $0.map(doubled) }
      value.byCode = value.byCode.mapValues(doubled)
      return value
    }
    #expect(read == expected)
    // An unarchiver without hooks, and one with others, are not mistaken for it.
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode([Everywhere].self, from: bytes)
    }
    let plain: [UInt8] = try KeyedArchiver().encode(values)
    #expect(try KeyedUnarchiver().decode([Everywhere].self, from: plain) == values)
  }
}
