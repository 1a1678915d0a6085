import KeyedArchives

/// Instances of two classes that share others, with edges that close cycles.
final class SampleGraph: Codable, Sendable {
  let nodes: [SampleNode]

  init(count: Int) {
    var nodes: [SampleNode] = []
    for number in 0..<count {
      let shared = number > 2 ? [nodes[number / 2], nodes[number / 3]] : []
      nodes.append(
        number % 3 == 2
          ? SampleLeaf("leaf \(number)", shared, weight: Double(number))
          : SampleNode("node \(number)", shared))
    }
    for (number, node) in nodes.enumerated() {
      node.back = number % 4 == 0 ? nodes[count - 1 - number] : nil
      node.weak = number % 5 == 0 ? nodes[number / 2] : nil
    }
    self.nodes = nodes
  }

  /// What every node says, its edges by names.
  var lines: [String] {
    nodes.map { node in
      "\(type(of: node)) \(node.name) \(node.shared.map(\.name)) \(node.back?.name ?? "-") "
        + "\(node.weak?.name ?? "-") \((node as? SampleLeaf)?.weight ?? 0)"
    }
  }
}

/// `@unchecked Sendable`: made by one thread, and only read from then on.
class SampleNode: Codable, @unchecked Sendable {
  let name: String
  let shared: [SampleNode]
  @BackReference var back: SampleNode?
  @WeakReference var weak: SampleNode?

  init(_ name: String, _ shared: [SampleNode]) {
    self.name = name
    self.shared = shared
  }
}

/// `@unchecked Sendable`: as its superclass.
final class SampleLeaf: SampleNode, @unchecked Sendable {
  let weight: Double
  private enum Keys: CodingKey { case weight }

  init(_ name: String, _ shared: [SampleNode], weight: Double) {
    self.weight = weight
    super.init(name, shared)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    weight = try container.decode(Double.self, forKey: .weight)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(weight, forKey: .weight)
    try super.encode(to: container.superEncoder())
  }
}
