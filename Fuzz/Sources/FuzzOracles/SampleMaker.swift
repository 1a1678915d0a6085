internal import ArchiveFormat

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Values out of bytes: the same for the same bytes.
struct SampleMaker {
  private var source: ByteSource
  private var left = 200

  init(_ bytes: [UInt8]) { source = ByteSource(bytes) }

  private mutating func list<Element>(
    _ limit: Int, _ element: (inout SampleMaker) -> Element
  ) -> [Element] {
    let count = source.number(below: limit)
    return (0..<count).map { _ in element(&self) }
  }

  private mutating func optional<Value>(_ value: (inout SampleMaker) -> Value) -> Value? {
    source.byte() & 3 == 0 ? nil : value(&self)
  }

  mutating func sample(depth: Int = 0) -> Sample {
    left -= 1
    let hasChildren = depth < 4 && left > 0
    return Sample(
      name: source.text(), count: Int(source.integer()), flag: source.byte() & 1 == 1,
      ratio: optional { $0.source.double() },
      small: list(12) { Int8(bitPattern: $0.source.byte()) },
      numbers: list(9) { Int($0.source.integer()) },
      texts: list(5) { maker in maker.optional { $0.source.text() } },
      data: Data(source.data()),
      children: hasChildren
        ? optional { maker in maker.list(4) { $0.sample(depth: depth + 1) } } : nil,
      state: state(), date: optional { Date(timeIntervalSinceReferenceDate: $0.source.double()) },
      wide: optional { UInt64(bitPattern: $0.source.integer()) })
  }

  private mutating func state() -> SampleState {
    switch source.number(below: 3) {
    case 0: .idle
    case 1: .moving(to: source.double(), by: optional { Int($0.source.integer()) })
    default: .named(source.text())
    }
  }

  mutating func samples() -> [Sample] { list(8) { $0.sample(depth: 2) } }

  mutating func graph() -> SampleGraph {
    let nodes = list(12) { maker in
      maker.source.byte() & 1 == 0
        ? SampleNode(maker.source.text()) : SampleLeaf(maker.source.text())
    }
    // To earlier ones only, so that there is no cycle.
    for (position, node) in nodes.enumerated() where position > 0 {
      node.next = optional { nodes[$0.source.number(below: position)] }
      node.others = list(3) { nodes[$0.source.number(below: position)] }
      if let leaf = node as? SampleLeaf { leaf.weight = Float(source.double()) }
    }
    return SampleGraph(nodes: nodes, first: nodes.last)
  }

  mutating func collections() -> SampleCollections {
    SampleCollections(
      byName: Dictionary(list(9) { ($0.source.text(), Int($0.source.integer())) }) { $1 },
      byNumber: Dictionary(list(9) { (Int($0.source.integer()), $0.source.text()) }) { $1 },
      members: Set(list(12) { Int($0.source.integer()) }),
      pairs: Dictionary(
        list(5) { maker in
          (Double(maker.source.byte()), maker.list(9) { $0.source.byte() & 1 == 0 })
        }
      ) { $1 })
  }

  /// The keys of records without a type.
  static let keys = ["a", "b", "name", "ä", "", "id", "3", "list"]

  /// A value without a type.
  mutating func value() -> ArchivedValue {
    var builder = ArchivedValueBuilder()
    add(to: &builder, depth: 0)
    return builder.finish()
  }

  private mutating func add(to builder: inout ArchivedValueBuilder, depth: Int) {
    left -= 1
    let kind = source.number(below: depth < 6 && left > 0 ? 16 : 12)
    switch kind {
    case 0: builder.null()
    case 1: builder.bool(source.byte() & 1 == 1)
    case 2: builder.int(source.integer())
    case 3: builder.uint(UInt64(bitPattern: source.integer()))
    case 4: builder.double(source.double())
    case 5: builder.date(secondsSinceReferenceDate: source.double())
    case 6, 7: builder.string(source.text())
    case 8: builder.data(source.data())
    case 9: builder.int128(Int128(source.integer()) << Int128(source.number(below: 64)))
    case 10: builder.uint128(UInt128(UInt64(bitPattern: source.integer())) << 60)
    case 11:
      builder.decimal(
        isNegative: false, mantissa: UInt128(source.byte()) + 1, exponent: Int64(source.byte()))
    case 12, 13: addFields(to: &builder, depth)
    case 14:
      builder.beginArray()
      for _ in 0..<source.number(below: 9) { add(to: &builder, depth: depth + 1) }
      builder.end()
    default:
      builder.beginMap()
      for index in 0..<source.number(below: 5) {
        // Keys that are all numbers would come back as numbers.
        builder.key("k\(index)\(source.text())")
        add(to: &builder, depth: depth + 1)
      }
      builder.end()
    }
  }

  private mutating func addFields(to builder: inout ArchivedValueBuilder, _ depth: Int) {
    builder.beginRecord()
    let start = source.number(below: Self.keys.count)
    for key in Self.keys[start...].prefix(source.number(below: 6)) {
      builder.key(key)
      add(to: &builder, depth: depth + 1)
    }
    builder.end()
  }
}
