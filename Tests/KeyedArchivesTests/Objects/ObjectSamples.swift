/// Values with class instances in all the places where some can stand.
enum ObjectSamples {
  static var all: [(name: String, value: any Codable)] {
    let shared = Counter(7)
    let figures = [
      Disc(name: "d", radius: 2), Figure(name: "f"), Brick(name: "b", side: 3),
      Disc(name: "e", radius: 0.5),
    ]
    let odd = Odd(text: "a", list: [1, 2, 3])
    return [
      ("counters", [shared, Counter(8), shared]),
      ("figures", [figures, figures.reversed(), [figures[1]]]),
      ("places", Places(shared)),
      ("odd", [odd, Odd(text: "b", list: []), odd]),
      ("tree", Branch.sample(depth: 3, Counter(1))),
      ("chain", chain(20)),
      ("holder", [Holder(figures), Holder(figures)]),
      ("one", shared), ("optional", Optional(shared)),
      ("dictionary", ["a": shared, "b": Counter(2), "c": shared]),
      ("nothing inside", [Empty(), Empty()]), ("members", Set([Empty(), Empty(), Empty()])),
      ("crates", [Crate([shared]), Crate([Counter(1), shared])]),
      ("crate of crates", [Crate(Crate(Optional(shared))), Crate(Crate(nil))]),
      ("assorted", Assorted([shared, Counter(1), shared, Counter(2)])),
      ("early", (0..<4).map { Early(Counter($0), $0 % 2 == 0 ? [] : [shared, Counter(10 + $0)]) }),
      ("superclasses", Top.sample(4)), ("long", Branch.chain(40)),
      ("by number", [1: figures[0], 2: figures[1], 3: figures[0]]),
    ]
  }

  static func chain(_ count: Int) -> Link {
    let first = Link()
    var last = first
    for _ in 1..<count {
      let next = Link()
      last.next = next
      last = next
    }
    return first
  }
}

/// One instance in many places.
struct Places: Codable {
  enum Choice: Codable { case one(Counter), two(Counter, other: Counter), none }
  struct Wrapped: Codable {
    var counter: Counter
    init(_ counter: Counter) { self.counter = counter }
    init(from decoder: any Decoder) throws {
      counter = try decoder.singleValueContainer().decode(Counter.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(counter)
    }
  }
  var list: [Counter?]
  var map: [String: Counter]
  var optionals: [String: Counter?]
  var absent: Counter?
  var present: Counter?
  var wrapped: [Wrapped]
  var choices: [Choice]
  var nested: [[Counter]]
  var last: Counter

  init(_ shared: Counter) {
    let other = Counter(100)
    list = [nil, shared, other, nil, shared]
    map = ["k": shared, "l": Counter(3)]
    optionals = ["m": other, "n": nil]
    present = other
    wrapped = [Wrapped(shared), Wrapped(Counter(4))]
    choices = [.one(shared), .none, .two(other, other: Counter(5))]
    nested = [[], [shared, other], [Counter(6)]]
    last = shared
  }
}

/// A superclass with an object and a list of objects before what its subclass has.
class Twig: Codable {
  var mark: Counter
  var twigs: [Twig]
  init(_ mark: Counter, _ twigs: [Twig]) { (self.mark, self.twigs) = (mark, twigs) }
}

/// A subclass that reads its own fields first, which name objects of the superclass.
final class Branch: Twig {
  var marks: [Counter]
  var name: String?
  enum CodingKeys: CodingKey { case marks, name }

  init(_ mark: Counter, _ twigs: [Twig], _ name: String?) {
    marks = [mark, Counter(mark.value + 1)] + twigs.map(\.mark)
    self.name = name
    super.init(mark, twigs)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    marks = try container.decode([Counter].self, forKey: .marks)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(marks, forKey: .marks)
    try container.encodeIfPresent(name, forKey: .name)
  }

  /// Each inside the one before, and passed over before it is read.
  static func chain(_ count: Int) -> Twig {
    var last = Twig(Counter(0), [])
    for index in 1..<count { last = Branch(Counter(index), [last], "\(index)") }
    return last
  }

  static func sample(depth: Int, _ shared: Counter) -> Twig {
    guard depth > 0 else { return Twig(shared, []) }
    let own = Counter(depth * 10)
    let twigs = [
      sample(depth: depth - 1, own), sample(depth: depth - 1, shared), Twig(own, []),
    ]
    return depth % 2 == 0 ? Twig(own, twigs) : Branch(own, twigs, depth == 1 ? nil : "\(depth)")
  }
}

/// A class that reads its fields in another order than they stand in.
final class Holder: Codable {
  var first: Figure
  var rest: [Figure]
  var last: Figure
  enum CodingKeys: CodingKey { case first, rest, last }

  init(_ figures: [Figure]) {
    first = figures[0]
    rest = figures
    last = figures[1]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    last = try container.decode(Figure.self, forKey: .last)
    rest = try container.decode([Figure].self, forKey: .rest)
    first = try container.decode(Figure.self, forKey: .first)
  }
}
