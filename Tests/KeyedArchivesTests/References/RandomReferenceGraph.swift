import KeyedArchives
import TestSupport

/// A graph with edges of all forms in all places, made up at random.
enum RandomReferenceGraph {
  final class G: Codable, Hashable {
    var id: Int
    var list: [G] = []
    var nodes: [G?] = []
    var map: [G: BackReference<G>] = [:]
    var named: [String: WeakReference<G>] = [:]
    @BackReferences var strong: [G]
    var mixed: [Piece] = []
    var single: BackReference<G>?
    init(_ id: Int) { self.id = id }
    static func == (left: G, right: G) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
    func clear() {
      list = []; nodes = []; map = [:]; named = [:]; strong = []; mixed = []; single = nil
    }
  }
  enum Piece: Codable {
    case number(Int), back(BackReference<G>), conditional(ConditionalReference<G>), object(G)
    case pair(first: BackReference<G>, second: G)
  }

  static func graph(_ count: Int, _ generator: inout SeededGenerator) -> [G] {
    let all = (0..<count).map { G($0) }
    func any() -> G { all[Int.random(in: 0..<count, using: &generator)] }
    for vertex in all where vertex.id > 0 {
      func small() -> G { all[Int.random(in: 0..<vertex.id, using: &generator)] }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: vertex.list.append(small())
        case 1: vertex.nodes += [nil, small()]
        case 2: vertex.map[small()] = BackReference(wrappedValue: any())
        case 3: vertex.named["\(any().id)"] = WeakReference(wrappedValue: any())
        case 4: vertex.strong.append(any())
        case 5:
          vertex.mixed += [.number(1), .back(BackReference(wrappedValue: any())), .object(small())]
        case 6: vertex.mixed.append(.conditional(ConditionalReference(wrappedValue: any())))
        case 7:
          vertex.mixed.append(.pair(first: BackReference(wrappedValue: any()), second: small()))
        default: vertex.single = BackReference(wrappedValue: any())
        }
      }
    }
    return all
  }

  static func text(_ roots: [G]) -> [String] {
    var seen: [ObjectIdentifier: G] = [:]
    var queue = roots
    var lines: [String] = []
    while let g = queue.popLast() {
      guard seen.updateValue(g, forKey: ObjectIdentifier(g)) == nil else { continue }
      var line = "\(g.id): "
      queue += g.list + g.nodes.compactMap { $0 } + g.strong
      line += "\(g.list.map(\.id)) \(g.nodes.map { $0?.id ?? -1 }) \(g.strong.map(\.id)) "
      for (key, value) in g.map.sorted(by: { $0.key.id < $1.key.id }) {
        queue += [key] + [value.wrappedValue].compactMap { $0 }
        line += "\(key.id)=\(value.wrappedValue?.id ?? -1) "
      }
      line += g.named.keys.sorted().joined(separator: ",")
      for piece in g.mixed {
        switch piece {
        case .number(let n): line += " n\(n)"
        case .back(let b):
          queue += [b.wrappedValue].compactMap { $0 }; line += " b\(b.wrappedValue?.id ?? -1)"
        case .conditional: line += " c"
        case .object(let o): queue.append(o); line += " o\(o.id)"
        case .pair(let f, let s):
          queue += [f.wrappedValue].compactMap { $0 } + [s];
          line += " p\(f.wrappedValue?.id ?? -1),\(s.id)"
        }
      }
      if let single = g.single {
        queue += [single.wrappedValue].compactMap { $0 };
        line += " s\(single.wrappedValue?.id ?? -1)"
      }
      lines.append(line)
    }
    return lines.sorted()
  }

  static func clear(_ roots: [G]) {
    var seen: Set<ObjectIdentifier> = []
    var queue = roots
    while let g = queue.popLast() {
      guard seen.insert(ObjectIdentifier(g)).inserted else { continue }
      queue += g.list + g.nodes.compactMap { $0 } + g.strong + g.map.keys
      queue += g.map.values.compactMap(\.wrappedValue)
      for piece in g.mixed {
        switch piece {
        case .back(let b): queue += [b.wrappedValue].compactMap { $0 }
        case .object(let o): queue.append(o)
        case .pair(let f, let s): queue += [f.wrappedValue].compactMap { $0 } + [s]
        default: break
        }
      }
      queue += [g.single?.wrappedValue].compactMap { $0 }
      g.clear()
    }
  }
}
