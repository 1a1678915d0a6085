import KeyedArchives
import TestSupport

enum FirstKeys: String, CodingKey, CaseIterable { case a, b, c }
enum SecondKeys: String, CodingKey, CaseIterable { case c, d, a }
enum ThirdKeys: CodingKey, CaseIterable { case a, b, e }

extension CodingUserInfoKey {
  static let programs = CodingUserInfoKey(rawValue: "programs")
}

/// Tells types apart that follow programs.
protocol ProgramTag { static var number: Int { get } }
enum TagZero: ProgramTag { static let number = 0 }
enum TagOne: ProgramTag { static let number = 1 }
enum TagTwo: ProgramTag { static let number = 2 }

/// A value that encodes itself as one of its type's programs says.
struct Programmed<Tag: ProgramTag>: Codable {
  var choice: UInt64
  var depth = 0

  init(choice: UInt64, depth: Int) { (self.choice, self.depth) = (choice, depth) }

  /// They are written only: collections ask that elements can be read.
  init(from decoder: any Decoder) throws {
    throw ArchiveError(.invalidValue, "a program is not read")
  }

  func encode(to encoder: any Encoder) throws {
    try ProgramRun(encoder, depth).run(Tag.number, choice)
  }
}

/// An instance that does.
final class ProgrammedObject: Codable {
  let choice: UInt64
  let depth: Int

  init(choice: UInt64, depth: Int) { (self.choice, self.depth) = (choice, depth) }

  init(from decoder: any Decoder) throws {
    throw ArchiveError(.invalidValue, "a program is not read")
  }

  func encode(to encoder: any Encoder) throws {
    try ProgramRun(encoder, depth).run(ProgramLibrary.tagCount - 1, choice)
  }
}

/// A program at work.
struct ProgramRun {
  let encoder: any Encoder
  let library: ProgramLibrary
  let depth: Int

  init(_ encoder: any Encoder, _ depth: Int) throws {
    self.encoder = encoder
    self.depth = depth
    guard let key = CodingUserInfoKey.programs,
      let library = encoder.userInfo[key] as? ProgramLibrary
    else { throw ArchiveError(.invalidValue, "no programs") }
    self.library = library
  }

  /// Another number for each place in a value.
  static func mix(_ choice: UInt64, _ place: Int) -> UInt64 {
    var generator = SeededGenerator(seed: choice &* 31 &+ UInt64(place))
    return generator.next()
  }

  func run(_ tag: Int, _ choice: UInt64) throws {
    let program = library.program(tag, choice)
    try fill(encoder, program, choice, isValue: true)
  }

  private func fill(
    _ encoder: any Encoder, _ program: ContainerProgram, _ choice: UInt64, isValue: Bool
  ) throws {
    switch program.keys {
    case 0:
      var container = encoder.container(keyedBy: FirstKeys.self)
      try fill(&container, program, choice, isValue: isValue)
    case 1:
      var container = encoder.container(keyedBy: SecondKeys.self)
      try fill(&container, program, choice, isValue: isValue)
    default:
      var container = encoder.container(keyedBy: ThirdKeys.self)
      try fill(&container, program, choice, isValue: isValue)
    }
  }

  private func fill<Key: CodingKey & CaseIterable>(
    _ container: inout KeyedEncodingContainer<Key>, _ program: ContainerProgram,
    _ choice: UInt64, isValue: Bool
  ) throws where Key.AllCases == [Key] {
    func key(_ index: Int) -> Key { Key.allCases[index % Key.allCases.count] }
    for (place, call) in program.calls.enumerated() {
      let number = Self.mix(choice, place)
      let isThere = number % 2 == 0
      switch call {
      case .number(let index): try container.encode(Int(number % 100), forKey: key(index))
      case .text(let index): try container.encode("t\(number % 10)", forKey: key(index))
      case .flag(let index): try container.encode(isThere, forKey: key(index))
      case .maybe(let index):
        try container.encodeIfPresent(isThere ? Int(number % 50) : nil, forKey: key(index))
      case .child(let index, let tag, _), .list(let index, let tag, _, _), .map(let index, let tag):
        switch tag {
        case 0: try put(call, &container, key(index), Programmed<TagZero>.init, number)
        case 1: try put(call, &container, key(index), Programmed<TagOne>.init, number)
        case 2: try put(call, &container, key(index), Programmed<TagTwo>.init, number)
        default: try put(call, &container, key(index), ProgrammedObject.init, number)
        }
      case .nested(let index, let inner):
        switch inner.keys {
        case 0:
          var nested = container.nestedContainer(keyedBy: FirstKeys.self, forKey: key(index))
          try fill(&nested, inner, number, isValue: false)
        case 1:
          var nested = container.nestedContainer(keyedBy: SecondKeys.self, forKey: key(index))
          try fill(&nested, inner, number, isValue: false)
        default:
          var nested = container.nestedContainer(keyedBy: ThirdKeys.self, forKey: key(index))
          try fill(&nested, inner, number, isValue: false)
        }
      case .above(let index, let inner):
        let above =
          index.map { container.superEncoder(forKey: key($0)) } ?? container.superEncoder()
        try fill(above, inner, number, isValue: false)
      case .again(let inner):
        if isValue { try fill(encoder, inner, number, isValue: false) }
      }
    }
  }

  /// Makes a call with values of a type.
  private func put<Key: CodingKey, Value: Encodable>(
    _ call: ContainerProgram.Call, _ container: inout KeyedEncodingContainer<Key>, _ key: Key,
    _ make: (UInt64, Int) -> Value, _ choice: UInt64
  ) throws {
    let isThere = choice % 2 == 0
    func value(_ place: Int) -> Value { make(Self.mix(choice, place), depth + 1) }
    switch call {
    case .child(_, _, let isOptional):
      if isOptional {
        try container.encodeIfPresent(isThere && depth < 4 ? value(0) : nil, forKey: key)
      } else {
        try container.encode(value(0), forKey: key)
      }
    case .list(_, _, let count, let isOptional):
      let values = (0..<(depth > 3 ? 0 : count)).map(value)
      if isOptional {
        try container.encodeIfPresent(isThere ? values : nil, forKey: key)
      } else {
        try container.encode(values, forKey: key)
      }
    case .map: try container.encode(isThere ? ["x": value(0)] : [:], forKey: key)
    default: break
    }
  }
}
