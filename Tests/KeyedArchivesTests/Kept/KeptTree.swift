import TestSupport

/// The values of a document of JSON, or of a record: values of any kind inside of each other.
indirect enum KeptTree: Codable, Equatable {
  case number(Int)
  case text(String)
  case flag(Bool)
  case null
  case list([KeptTree])
  case map([String: KeptTree])
  case first(First)
  case second(Second)

  /// Records of two shapes, whose fields are trees.
  struct First: Codable, Equatable {
    var a, b: KeptTree
  }
  struct Second: Codable, Equatable {
    var b, c: KeptTree
    var d: Int
  }

  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .list(let trees): try trees.encode(to: encoder)
    case .map(let trees): try trees.encode(to: encoder)
    case .first(let record): try record.encode(to: encoder)
    case .second(let record): try record.encode(to: encoder)
    case .number, .text, .flag, .null:
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .flag(let flag): try container.encode(flag)
      default: try container.encodeNil()
      }
    }
  }

  /// Records come back as maps.
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      var trees: [String: KeptTree] = [:]
      for key in container.allKeys {
        let isNull = try container.decodeNil(forKey: key)
        trees[key.stringValue] =
          try isNull ? .null : container.decode(KeptTree.self, forKey: key)
      }
      self = .map(trees)
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var trees: [KeptTree] = []
      while !list.isAtEnd {
        let isNull = try list.decodeNil()
        trees.append(try isNull ? .null : list.decode(KeptTree.self))
      }
      self = .list(trees)
      return
    }
    let single = try decoder.singleValueContainer()
    if let flag = try? single.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? single.decode(Int.self) {
      self = .number(number)
    } else if let text = try? single.decode(String.self) {
      self = .text(text)
    } else {
      self = .null
    }
  }

  /// The tree without records.
  var plain: KeptTree {
    switch self {
    case .list(let trees): .list(trees.map(\.plain))
    case .map(let trees): .map(trees.mapValues(\.plain))
    case .first(let record): .map(["a": record.a.plain, "b": record.b.plain])
    case .second(let record):
      .map(["b": record.b.plain, "c": record.c.plain, "d": .number(record.d)])
    default: self
    }
  }

  static func make(_ random: inout SeededGenerator, depth: Int) -> KeptTree {
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    switch depth == 0 ? draw(4) : draw(10) {
    case 0: return .number(draw(100_000))
    case 1: return .text("text \(draw(100))")
    case 2: return .flag(draw(2) == 0)
    case 3: return .null
    case 4, 5: return .list((0..<draw(5)).map { _ in make(&random, depth: depth - 1) })
    case 6:
      return .first(
        First(a: make(&random, depth: depth - 1), b: make(&random, depth: depth - 1)))
    case 7:
      return .second(
        Second(
          b: make(&random, depth: depth - 1), c: make(&random, depth: depth - 1), d: draw(100)))
    default:
      let keys = (0..<draw(6)).map { "key \($0)" }
      return .map(
        Dictionary(uniqueKeysWithValues: keys.map { ($0, make(&random, depth: depth - 1)) }))
    }
  }
}
