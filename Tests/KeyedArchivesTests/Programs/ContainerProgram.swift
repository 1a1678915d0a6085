import TestSupport

/// What an `encode(to:)` may do: calls on containers, made up at random.
struct ContainerProgram: Sendable {
  /// A call; the first number is that of its key.
  indirect enum Call: Sendable {
    case number(Int)
    case text(Int)
    case flag(Int)
    case maybe(Int)
    case child(Int, tag: Int, isOptional: Bool)
    case list(Int, tag: Int, count: Int, isOptional: Bool)
    case map(Int, tag: Int)
    case nested(Int, ContainerProgram)
    /// What a superclass writes, under the key “super” or one of its own.
    case above(Int?, ContainerProgram)
    /// A further container of the same value.
    case again(ContainerProgram)
  }

  /// Which of the key types.
  var keys: Int
  var calls: [Call]
}

/// The programs of all types of one run: a type has one or two, and each of its values follows one.
struct ProgramLibrary: Sendable {
  static let tagCount = 4
  let programs: [[ContainerProgram]]

  init(seed: UInt64, asksAgain: Bool, isRecursive: Bool) {
    var maker = ProgramMaker(
      generator: SeededGenerator(seed: seed), asksAgain: asksAgain, isRecursive: isRecursive)
    programs = (0..<Self.tagCount).map { tag in
      (0..<(maker.number(below: 3) == 0 ? 2 : 1)).map { _ in maker.program(tag, depth: 0) }
    }
  }

  func program(_ tag: Int, _ choice: UInt64) -> ContainerProgram {
    programs[tag][Int(choice % UInt64(programs[tag].count))]
  }
}

private struct ProgramMaker {
  var generator: SeededGenerator
  let asksAgain: Bool
  let isRecursive: Bool

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func program(_ tag: Int, depth: Int) -> ContainerProgram {
    var keys = [0, 1, 2]
    var calls: [ContainerProgram.Call] = []
    for _ in 0..<[0, 1, 1, 1, 2, 2, 3][number(below: 7)] {
      calls.append(call(keys.remove(at: number(below: keys.count)), tag, depth))
    }
    return ContainerProgram(keys: number(below: 3), calls: calls)
  }

  private mutating func call(_ key: Int, _ tag: Int, _ depth: Int) -> ContainerProgram.Call {
    let isLast = tag == ProgramLibrary.tagCount - 1
    let lower = isLast ? tag : tag + 1 + number(below: ProgramLibrary.tagCount - 1 - tag)
    let other = isRecursive && number(below: 5) == 0 ? tag : lower
    switch number(below: isLast ? 12 : 18) {
    case 0: return .number(key)
    case 1: return .text(key)
    case 2: return .flag(key)
    case 3: return .maybe(key)
    case 4...9: return depth > 1 ? .number(key) : .nested(key, program(tag, depth: depth + 1))
    case 10: return depth > 1 ? .text(key) : .above(nil, program(tag, depth: depth + 1))
    case 11 where asksAgain && depth == 0: return .again(program(tag, depth: 2))
    case 11: return depth > 1 ? .text(key) : .above(key, program(tag, depth: depth + 1))
    case 12, 13: return .child(key, tag: lower, isOptional: false)
    case 14: return .child(key, tag: other, isOptional: true)
    case 15: return .list(key, tag: other, count: number(below: 4), isOptional: false)
    case 16: return .list(key, tag: lower, count: number(below: 3), isOptional: true)
    default: return .map(key, tag: lower)
    }
  }
}
