import Foundation
import PropertyListFormat

/// A property list as a tree, to compare.
indirect enum ListTree: Equatable {
  case null
  case bool(Bool)
  case integer(Int128)
  case real(UInt64)
  case date(UInt64)
  case reference(UInt64)
  case string([UInt8])
  case data([UInt8])
  case array([ListTree])
  case set([ListTree])
  case dictionary([Entry])

  struct Entry: Equatable {
    var key: [UInt8]
    var value: ListTree
  }

  /// The tree of a property list. Dictionaries are sorted by their keys.
  init(_ list: PropertyList, _ node: PropertyListNode) throws {
    switch try list.value(of: node) {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .real(let bits, _): self = .real(bits)
    case .date(let bits): self = .date(bits)
    case .reference(let number): self = .reference(number)
    case .string(let text): self = .string(list.utf8(text))
    case .data(let data): self = .data(Array(data))
    case .array(let nodes): self = .array(try Self.elements(list, nodes))
    case .set(let nodes): self = .set(try Self.elements(list, nodes))
    case .dictionary(let nodes):
      let elements = try Self.elements(list, nodes)
      var entries: [Entry] = []
      for index in stride(from: 0, to: elements.count, by: 2) {
        guard case .string(let key) = elements[index] else {
          throw CocoaError(.propertyListReadCorrupt)
        }
        entries.append(Entry(key: key, value: elements[index + 1]))
      }
      self = .dictionary(entries.sorted { $0.key.lexicographicallyPrecedes($1.key) })
    }
  }

  private static func elements(
    _ list: PropertyList, _ nodes: PropertyListNodes
  ) throws -> [ListTree] {
    var elements: [ListTree] = []
    var place = PropertyListNodes.Place()
    while let node = try list.next(in: nodes, &place) { elements.append(try ListTree(list, node)) }
    return elements
  }

  /// A random tree of what both forms hold, and its value for Foundation.
  static func random(
    _ random: inout some RandomNumberGenerator, depth: Int
  ) -> (tree: ListTree, value: Any) {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0:
      let value = Bool.random(using: &random)
      return (.bool(value), value)
    case 1:
      let value =
        Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
      return (.integer(Int128(value)), value)
    case 2:
      // Halves, which text in XML has whole.
      let value = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 2 + 0.25
      return (.real(value.bitPattern), value)
    case 3:
      let seconds = Double(Int.random(in: -60_000_000_000...60_000_000_000, using: &random))
      return (.date(seconds.bitPattern), Date(timeIntervalSinceReferenceDate: seconds))
    case 4:
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      return (.data(bytes), Data(bytes))
    case 5, 6:
      let text = text(&random)
      return (.string(Array(text.utf8)), text)
    case 7:
      let elements = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
        Self.random(&random, depth: depth - 1)
      }
      return (.array(elements.map(\.tree)), elements.map(\.value))
    default:
      var entries: [Entry] = []
      var values: [String: Any] = [:]
      for number in 0..<Int.random(in: 0..<30, using: &random) {
        let key = text(&random) + "\(number)"
        let (tree, value) = Self.random(&random, depth: depth - 1)
        entries.append(Entry(key: Array(key.utf8), value: tree))
        values[key] = value
      }
      return (
        .dictionary(entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }), values
      )
    }
  }

  private static func text(_ random: inout some RandomNumberGenerator) -> String {
    let letters = Array("abc xyz&<>\"'\\/äß日\u{1F600}]\t\n")
    return String(
      (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      })
  }
}
