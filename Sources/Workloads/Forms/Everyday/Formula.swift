/// An indirect enum, coded as the compiler would: a nested container by the name of the case.
indirect enum Formula: FormValue, Equatable {
  case number(Double)
  case sum(left: Formula, right: Formula)
  case negated(Formula)

  private enum CaseKeys: CodingKey { case number, sum, negated }
  private enum ValueKeys: String, CodingKey { case value = "_0" }
  private enum SumKeys: CodingKey { case left, right }

  /// −((a + b) + c): three numbers, two sums and a negation.
  init(seed: Int) {
    let ratio = Double(seed) + 0.5
    let inner = Formula.sum(left: .number(ratio), right: .number(ratio + 1))
    self = .negated(.sum(left: inner, right: .number(ratio + 2)))
  }

  /// A number, and the name of a case for each node.
  var leafCount: Int {
    switch self {
    case .number: 2
    case .sum(let left, let right): 1 + left.leafCount + right.leafCount
    case .negated(let formula): 1 + formula.leafCount
    }
  }

  var valueCount: Int {
    switch self {
    case .number: 1
    case .sum(let left, let right): 1 + left.valueCount + right.valueCount
    case .negated(let formula): 1 + formula.valueCount
    }
  }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: CaseKeys.self)
    switch self {
    case .number(let number):
      var values = container.nestedContainer(keyedBy: ValueKeys.self, forKey: .number)
      try values.encode(number, forKey: .value)
    case .sum(let left, let right):
      var values = container.nestedContainer(keyedBy: SumKeys.self, forKey: .sum)
      try values.encode(left, forKey: .left)
      try values.encode(right, forKey: .right)
    case .negated(let formula):
      var values = container.nestedContainer(keyedBy: ValueKeys.self, forKey: .negated)
      try values.encode(formula, forKey: .value)
    }
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    let container = try decoder.container(keyedBy: CaseKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.typeMismatch(
        Self.self,
        DecodingError.Context(
          codingPath: container.codingPath, debugDescription: "a formula has one case"))
    }
    switch key {
    case .number:
      let values = try container.nestedContainer(keyedBy: ValueKeys.self, forKey: .number)
      self = .number(try values.decode(Double.self, forKey: .value))
    case .sum:
      let values = try container.nestedContainer(keyedBy: SumKeys.self, forKey: .sum)
      let left = try values.decode(Formula.self, forKey: .left)
      self = .sum(left: left, right: try values.decode(Formula.self, forKey: .right))
    case .negated:
      let values = try container.nestedContainer(keyedBy: ValueKeys.self, forKey: .negated)
      self = .negated(try values.decode(Formula.self, forKey: .value))
    }
  }

  func write(to writer: inout FixedLayoutWriter) {
    switch self {
    case .number(let number):
      UInt8(0).write(to: &writer)
      number.write(to: &writer)
    case .sum(let left, let right):
      UInt8(1).write(to: &writer)
      left.write(to: &writer)
      right.write(to: &writer)
    case .negated(let formula):
      UInt8(2).write(to: &writer)
      formula.write(to: &writer)
    }
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    switch try UInt8(from: &reader) {
    case 0: self = .number(try reader.value())
    case 1:
      let left = try Formula(from: &reader)
      self = .sum(left: left, right: try reader.value())
    case 2: self = .negated(try reader.value())
    default: throw .unknownCase
    }
  }
}
