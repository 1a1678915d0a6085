package import KeyedArchives

// Types whose values nest as deep as the archive says, one for each way in which decoders go down.

package struct NestedArrays: Codable {
  var inner: [NestedArrays]
  package init(from decoder: any Decoder) throws {
    inner = (try? decoder.singleValueContainer().decode([NestedArrays].self)) ?? []
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(inner)
  }
}

package struct NestedSets: Codable, Hashable {
  var inner: Set<NestedSets>
  package init(from decoder: any Decoder) throws {
    inner = (try? decoder.singleValueContainer().decode(Set<NestedSets>.self)) ?? []
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(inner)
  }
}

package struct NestedOptionals: Codable {
  var inner: [[NestedOptionals]?]
  package init(from decoder: any Decoder) throws {
    inner = (try? decoder.singleValueContainer().decode([[NestedOptionals]?].self)) ?? []
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(inner)
  }
}

package struct NestedMaps: Codable, Hashable {
  var byNumber: [Int: NestedMaps]
  var byKey: [NestedMaps: Int]
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    byNumber = (try? container.decode([Int: NestedMaps].self)) ?? [:]
    byKey = (try? container.decode([NestedMaps: Int].self)) ?? [:]
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if byKey.isEmpty { try container.encode(byNumber) } else { try container.encode(byKey) }
  }
}

/// Fields of every name that the archives have.
package struct NestedRecord: Codable {
  private var rest: [NestedRecord]
  private enum Keys: String, CodingKey, CaseIterable {
    case key, inner, `super`, next, kids, both, _0
  }

  package init(from decoder: any Decoder) throws {
    rest = []
    guard let container = try? decoder.container(keyedBy: Keys.self) else { return }
    for key in Keys.allCases where container.contains(key) {
      if key == .kids {
        rest += (try? container.decode([NestedRecord].self, forKey: key)) ?? []
      } else if let value = try container.decodeIfPresent(NestedRecord.self, forKey: key) {
        rest.append(value)
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(rest, forKey: .kids)
  }
}

/// Records that straight-line code reads.
package struct NestedTree: Codable, ArchivableRecord {
  var kids: [NestedTree]

  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("kids", \Self.kids)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    writer.put(ArchiveStateBits())
    writer.put(kids, at: places[0])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    kids = try reader.take([NestedTree].self, &bits, at: places[0])
  }
}

package indirect enum Choice: Codable {
  case both(Choice)
  case neither
}

/// An instance of a class that holds the next one, whose release our own code has no hand in.
package final class Node: Codable {
  var key: Node?
}

/// An instance whose body is one value, as an instance again.
package final class Box: Codable {
  let inner: Box?
  package init(from decoder: any Decoder) throws {
    inner = try? decoder.singleValueContainer().decode(Box.self)
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let inner { try container.encode(inner) } else { try container.encodeNil() }
  }
}

/// An instance with an edge to another one, which our own code releases.
package final class Chain: Codable {
  @BackReference var next: Chain?
}

package protocol Nested: Codable {}

package struct Layer: Nested {
  @Existential var inner: any Nested
}
