import ArchiveFormat
import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Values of named types are read from their bytes as they are from cells: values, errors and their places, and what an observer is told.
@Suite struct NamedBytesTests {
  protocol Part: Codable {}

  struct Bolt: Part { var size = 1, thread = "m", isBrass = false }
  struct Nut: Part { var size: Int?, note: String? }
  struct Pair: Part { @Existential var left: any Part; @Existential var right: (any Part)? }
  struct Empty: Part {}
  enum Finish: String, Part { case raw, zinc }
  enum Joint: Part {
    case none
    case glued(Double)
    indirect case both(Existential<any Part>, Existential<any Part>)
  }
  struct Box: Part {
    var parts: [Existential<any Part>]
    init(_ parts: [Existential<any Part>]) { self.parts = parts }
    init(from decoder: any Decoder) throws {
      parts = try decoder.singleValueContainer().decode([Existential<any Part>].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(parts)
    }
  }
  class Tool: Part { var name = "tool" }
  final class Saw: Part {
    var teeth = 32
    @Existential var blade: (any Part)?
  }
  /// No part.
  struct Stone: Codable { var weight = 2.5 }

  struct Chest: Codable {
    @Existential var first: any Part
    @Existential var second: (any Part)?
    @ExistentialArray var list: [any Part]
    @ExistentialDictionary var named: [String: any Part]
    var gaps: [Existential<any Part>?]
    @Existential var anything: Any
    var bolts: [Existential<any Part>]
  }

  private static let types: TypeAllowList = [
    Bolt.self, Nut.self, Pair.self, Empty.self, Finish.self, Joint.self, Box.self, Tool.self,
    Saw.self, Stone.self, Int.self, [String].self,
  ]

  private static func part(
    _ random: inout SeededGenerator, _ depth: Int, _ tools: [any Part]
  ) -> any Part {
    func inner() -> any Part { part(&random, depth - 1, tools) }
    func wrapped() -> Existential<any Part> { Existential(wrappedValue: inner()) }
    switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &random) {
    case 0: return Bolt(size: .random(in: 0..<300, using: &random))
    case 1: return Nut(size: Bool.random(using: &random) ? 4 : nil, note: "n")
    case 2: return Empty()
    case 3: return Bool.random(using: &random) ? Finish.raw : .zinc
    case 4: return Bool.random(using: &random) ? Joint.none : .glued(0.5)
    case 5, 6: return tools.randomElement(using: &random) ?? Empty()
    case 7: return Pair(left: inner(), right: Bool.random(using: &random) ? inner() : nil)
    case 8: return Joint.both(wrapped(), wrapped())
    case 9 where !tools.isEmpty:
      let saw = Saw()
      saw.blade = inner()
      return saw
    default: return Box((0..<Int.random(in: 0..<4, using: &random)).map { _ in wrapped() })
    }
  }

  private static func chest(_ seed: Int, hasObjects: Bool) -> Chest {
    var random = SeededGenerator(seed: UInt64(seed))
    let tools: [any Part] = hasObjects ? [Tool(), Saw(), Tool()] : []
    let all = (0..<12).map { _ in part(&random, 3, tools) }
    var chest = Chest(
      first: all[0], second: seed % 2 == 0 ? all[1] : nil, list: Array(all[2..<7]),
      named: ["a": all[7], "b": all[8]], gaps: [], anything: all[11], bolts: [])
    chest.gaps = [nil, Existential(wrappedValue: all[9]), nil, Existential(wrappedValue: all[10])]
    if seed % 3 == 0 { chest.anything = 7 } else if seed % 3 == 1 { chest.anything = Stone() }
    chest.bolts = (0..<5).map { Existential(wrappedValue: Bolt(size: $0)) }
    return chest
  }

  /// All of a value in words: objects with their numbers, dictionaries in order.
  private static func words(_ value: Any) -> String {
    guard let chest = value as? Chest else { return "\(value)" }
    let named = chest.named.sorted { $0.key < $1.key }
    let parts: [Any] = [
      chest.first, chest.second as Any, chest.list, named, chest.gaps, chest.anything, chest.bolts,
    ]
    var text = ""
    dump(parts, to: &text)
    return text
  }

  /// The decisions that an observer was told, and the value or error.
  private static func outcome<Value: Decodable>(
    _ type: Value.Type, _ data: Data, usesCells: Bool,
    _ change: (inout KeyedUnarchiver) -> Void
  ) -> (seen: [String], value: String, isValue: Bool) {
    let seen = Mutex<[String]>([])
    var unarchiver = KeyedUnarchiver(allowedTypes: types)
    unarchiver.usesCells = usesCells
    unarchiver.typeObserver = { decision in seen.withLock { $0.append("\(decision)") } }
    change(&unarchiver)
    do {
      let value = words(try unarchiver.decode(type, from: data))
      return (seen.withLock { $0 }, value, true)
    } catch let error as ArchiveError {
      let place = "\(error.byteOffset ?? -1), \(error.path)"
      return ([], "\(error.code) at \(place): \(error.message)", false)
    } catch {
      return ([], "\(error)", false)
    }
  }

  private static func expectSame<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ note: @autoclosure () -> String,
    _ change: (inout KeyedUnarchiver) -> Void = { _ in }
  ) {
    let bytes = outcome(type, data, usesCells: false, change)
    let cells = outcome(type, data, usesCells: true, change)
    #expect(bytes.value == cells.value, "\(note())")
    #expect(bytes.seen == cells.seen, "\(note())")
  }

  /// The way decides which of several errors is found first.
  private static func expectSameValue<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ note: @autoclosure () -> String,
    _ change: (inout KeyedUnarchiver) -> Void
  ) {
    let bytes = outcome(type, data, usesCells: false, change)
    let cells = outcome(type, data, usesCells: true, change)
    #expect(bytes.isValue == cells.isValue, "\(note()): \(bytes), \(cells)")
    if bytes.isValue { #expect(bytes.value == cells.value, "\(note())") }
  }

  @Test(.differential, arguments: [false, true])
  func `values are the same, and so is what an observer is told`(_ hasObjects: Bool) throws {
    for seed in 0..<60 {
      for archiver in [KeyedArchiver(framing: .singlePart), KeyedArchiver(framing: .multiPart)] {
        let data: Data = try archiver.encode(Self.chest(seed, hasObjects: hasObjects))
        #expect(Self.outcome(Chest.self, data, usesCells: false) { _ in }.isValue)
        Self.expectSame(Chest.self, data, "seed \(seed)")
      }
    }
  }

  @Test(.differential)
  func `lists with fewer types, other ones, and paths refuse the same`() throws {
    for seed in 0..<20 {
      let data: Data = try KeyedArchiver().encode(Self.chest(seed, hasObjects: seed % 2 == 0))
      let lists: [TypeAllowList] = [
        [], [Bolt.self], [Bolt.self, Nut.self, Empty.self, Pair.self],
        [Tool.self, Saw.self, Box.self, Joint.self, Finish.self],
      ]
      for list in lists {
        Self.expectSame(Chest.self, data, "seed \(seed)") { $0.allowedTypes = list }
      }
      for key in ["first", "list", "named"] {
        Self.expectSame(Chest.self, data, "seed \(seed), \(key)") {
          $0.allowedTypes.allow(Bolt.self, under: ArchivePath([.key(key)]))
          var list: TypeAllowList = [Nut.self, Empty.self, Pair.self, Box.self, Joint.self]
          list.allow(Bolt.self, under: ArchivePath([.key(key)]))
          $0.allowedTypes = list
        }
      }
      // The handler puts a type in the place of each one that is not listed.
      Self.expectSame(Chest.self, data, "seed \(seed), handler") {
        $0.allowedTypes = [Bolt.self]
        $0.unknownTypeHandler = { $0.isClass ? nil : Empty.self }
      }
    }
  }

  @Test(.differential)
  func `a changed byte is refused in both ways, or gives the same value`() throws {
    for hasObjects in [false, true] {
      let data: Data = try KeyedArchiver(framing: .singlePart).encode(
        Self.chest(hasObjects ? 4 : 7, hasObjects: hasObjects))
      for offset in data.indices.dropLast(4) {
        for bit in LongTests.areWanted ? [0, 3, 7] : [offset % 8] {
          var changed = data
          changed[offset] ^= 1 << bit
          Self.expectSameValue(Chest.self, changed, "byte \(offset), bit \(bit)") {
            $0.verifiesChecksums = false
          }
        }
      }
    }
  }

  @Test(.differential)
  func `limits count the same`() throws {
    let data: Data = try KeyedArchiver(framing: .singlePart).encode(
      Self.chest(3, hasObjects: false))
    for limit in 1..<16 {
      Self.expectSameValue(Chest.self, data, "depth \(limit)") { $0.limits.maximumDepth = limit }
    }
    for limit in stride(from: 1, to: 300, by: 5) {
      Self.expectSameValue(Chest.self, data, "values \(limit)") {
        $0.limits.maximumValueCount = limit
      }
    }
  }

  @Test func `a type that is allowed and none of what is asked for`() throws {
    struct Holder: Codable { @Existential var part: Any }
    struct Asking: Codable { @Existential var part: any Part }
    let data: Data = try KeyedArchiver().encode([Holder(part: Bolt()), Holder(part: Stone())])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver(allowedTypes: Self.types)
      unarchiver.usesCells = usesCells
      let error = #expect(throws: ArchiveError.self) {
        _ = try unarchiver.decode([Asking].self, from: data)
      }
      #expect(error?.code == .typeMismatch && error?.path.description == "$[1].part")
      #expect(error?.message.contains("Stone” does not conform to it") == true)
    }
  }

  /// The type that a value is made as depends on the list of each call, and not on that of the call before.
  @Test func `each call has its own list`() throws {
    struct Old: Part { var size = 3 }
    struct New: Part { var size = 0 }
    let data: Data = try KeyedArchiver().encode([Existential<any Part>(wrappedValue: Old())])
    var renamed = TypeAllowList()
    renamed.allow(New.self, names: [KeyedArchiver.archiveName(of: Old.self)])
    for _ in 0..<3 {
      for (list, isOld) in [(renamed, false), ([Old.self] as TypeAllowList, true)] {
        let unarchiver = KeyedUnarchiver(allowedTypes: list)
        let part = try unarchiver.decode([Existential<any Part>].self, from: data)[0].wrappedValue
        #expect((part as? New)?.size == 3 || (part as? Old)?.size == 3)
        #expect((part is Old) == isOld)
      }
      #expect(throws: ArchiveError.self) {
        _ = try KeyedUnarchiver().decode([Existential<any Part>].self, from: data)
      }
    }
  }
}
