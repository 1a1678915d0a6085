import KeyedArchives
import Testing

// The types of GeneratedTwins.swift again, without code of their own. Their archive names are the
// same: a name has no module and no file in it.
private struct TwinVector: Codable, Equatable {
  var x: Float
  var y: Float
}

private struct TwinNode: Codable, Equatable {
  var name: String
  var isLeaf: Bool
  var children: [TwinNode]
  var weight: Double?
  var place: TwinVector
}

private struct TwinForest: Codable, Equatable {
  var trees: [TwinNode]
  var counts: [String: Int]
  var places: [TwinVector]
}

extension TwinForest {
  fileprivate static var samples: [TwinForest] {
    let place = TwinVector(x: 1.5, y: -2)
    let leaf = TwinNode(name: "leaf", isLeaf: true, children: [], weight: 2, place: place)
    let tree = TwinNode(
      name: "tree", isLeaf: false, children: [leaf, leaf], weight: nil, place: place)
    return [
      TwinForest(trees: [], counts: [:], places: []),
      TwinForest(trees: [leaf, tree], counts: ["a": 1], places: [place, place]),
      TwinForest(trees: [tree, leaf, tree], counts: ["5": 1], places: [place]),
    ]
  }
}

/// Archives as containers make them.
enum PlainTwins {
  /// The archives of the samples, through the tape and directly.
  static func archives() throws -> [[UInt8]] {
    try TwinForest.samples.flatMap {
      let archiver = KeyedArchiver()
      let direct = try archiver.directly($0, { unsafe Array($0) }, { $0.array })
      return [try archiver.encodeThroughTape($0), try #require(direct)]
    }
  }

  /// Whether archives of the samples are read as what they are.
  static func areRead(from archives: [[UInt8]]) throws -> Bool {
    let values = try archives.map { try KeyedUnarchiver().decode(TwinForest.self, from: $0) }
    return values == TwinForest.samples.flatMap { [$0, $0] }
  }
}
