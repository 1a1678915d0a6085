internal import ArchiveFormat
internal import KeyedArchives

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A record with a field of each usual kind.
struct Sample: Codable, Equatable {
  var name: String
  var count: Int
  var flag: Bool
  var ratio: Double?
  var small: [Int8]
  var numbers: [Int]
  var texts: [String?]
  var data: Data
  var children: [Sample]?
  var state: SampleState
  var date: Date?
  var wide: UInt64?
}

extension Sample {
  /// Whether it is not equal to another of the same bits. It may be equal to itself all the same: an array is, whatever
  /// it has for elements.
  var hasNaN: Bool {
    let isOfState = if case .moving(let to, _) = state { to.isNaN } else { false }
    return isOfState || ratio?.isNaN ?? false
      || date?.timeIntervalSinceReferenceDate.isNaN ?? false
      || children?.contains { $0.hasNaN } ?? false
  }
}

/// An enumeration with payloads.
enum SampleState: Codable, Equatable {
  case idle
  case moving(to: Double, by: Int?)
  case named(String)
}

/// Collections whose order is not theirs.
struct SampleCollections: Codable, Equatable {
  var byName: [String: Int]
  var byNumber: [Int: String]
  var members: Set<Int>
  var pairs: [Double: [Bool]]
}

/// A class with references to others of its kind.
class SampleNode: Codable {
  var title: String
  var next: SampleNode?
  var others: [SampleNode]

  init(_ title: String) {
    self.title = title
    others = []
  }
}

/// A subclass, which brings its superclass along.
final class SampleLeaf: SampleNode {
  var weight: Float = 0

  private enum CodingKeys: CodingKey { case weight }

  required init(from decoder: any Decoder) throws {
    weight = try decoder.container(keyedBy: CodingKeys.self).decode(Float.self, forKey: .weight)
    try super.init(from: decoder)
  }

  override init(_ title: String) { super.init(title) }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(weight, forKey: .weight)
    try super.encode(to: encoder)
  }
}

/// A graph of nodes, some reached twice.
struct SampleGraph: Codable {
  var nodes: [SampleNode]
  var first: SampleNode?
}
