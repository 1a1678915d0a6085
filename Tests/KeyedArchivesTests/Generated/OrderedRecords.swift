import Foundation
import KeyedArchives
import TestSupport

/// A record inside of another one, which generated code reads in any order.
struct OrderedPoint: Codable, Equatable {
  var x: Int
  var y: Double?
  enum CodingKeys: String, CodingKey { case x, y }
}

/// A type without generated code.
struct OrderedNote: Codable, Equatable {
  var text: String
  var path: String

  init(_ text: String) {
    self.text = text
    path = ""
  }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    path = decoder.codingPath.map(\.stringValue).joined(separator: ".")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A record of fields of every sort, which generated code reads in any order. It tells how it is read.
struct OrderedTrack: Codable, Equatable {
  var title: String
  var plays = 3
  var isOn: Bool
  var rating: Double?
  var tags: [String]
  var point: OrderedPoint
  var children: [OrderedPoint]?
  var note: OrderedNote?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case title, plays, isOn, rating, tags, point, children, note
  }

  /// The first of a row has a value in each field, so that all have one shape.
  init(_ seed: Int) {
    title = "title \(seed)"
    plays = seed * 1_000
    isOn = seed % 2 == 0
    rating = seed % 3 == 1 ? nil : Double(seed) / 8
    tags = (0...seed % 4).map { "tag \($0)" }
    point = OrderedPoint(x: seed, y: seed % 5 == 1 ? nil : 0.5)
    children =
      seed % 2 == 1 ? nil : (0..<3).map { OrderedPoint(x: $0, y: $0 == 1 ? nil : Double(seed)) }
    note = seed % 4 == 1 ? nil : OrderedNote("note \(seed)")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    plays = container.contains(.plays) ? try container.decode(Int.self, forKey: .plays) : 3
    isOn = try container.decode(Bool.self, forKey: .isOn)
    rating = try container.decodeIfPresent(Double.self, forKey: .rating)
    tags = try container.decode([String].self, forKey: .tags)
    point = try container.decode(OrderedPoint.self, forKey: .point)
    children = try container.decodeIfPresent([OrderedPoint].self, forKey: .children)
    note = try container.decodeIfPresent(OrderedNote.self, forKey: .note)
    ReadingCounts.current?.general += 1
  }
}

extension OrderedPoint: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.readInAnyOrder()
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    x = try reader.take(Int.self, &bits, at: places[0])
    y = try reader.take(Double?.self, &bits, at: places[1])
  }

  init(from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder) throws {
    var (order, bits) = (fields, try reader.takeBits(at: fields.places))
    var x = ArchivedFieldResult(Int.self)
    var y = ArchivedFieldResult(Double?.self)
    while let index = try reader.takeField(&order, &bits) {
      switch index {
      case 0: x.value = try reader.take(Int.self, &bits, at: order.place)
      default: y.value = try reader.take(Double?.self, &bits, at: order.place)
      }
    }
    self.x = try x.required()
    self.y = y.value ?? nil
  }
}

extension OrderedTrack: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.readInAnyOrder()
    fields.add("title", \Self.title)
    fields.add("plays", \Self.plays)
    fields.add("isOn", \Self.isOn)
    fields.add("rating", \Self.rating)
    fields.add("tags", \Self.tags)
    fields.add("point", \Self.point)
    fields.add("children", \Self.children)
    fields.add("note", \Self.note)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(title)
    bits.add(plays)
    bits.add(isOn)
    bits.add(rating)
    bits.add(tags)
    bits.add(point)
    bits.add(children)
    bits.add(note)
    writer.put(bits)
    writer.put(title, at: places[0])
    writer.put(plays, at: places[1])
    writer.put(isOn, at: places[2])
    writer.put(rating, at: places[3])
    writer.put(tags, at: places[4])
    writer.put(point, at: places[5])
    writer.put(children, at: places[6])
    writer.put(note, at: places[7])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    title = try reader.take(String.self, &bits, at: places[0])
    plays = try reader.take(Int.self, &bits, at: places[1])
    isOn = try reader.take(Bool.self, &bits, at: places[2])
    rating = try reader.take(Double?.self, &bits, at: places[3])
    tags = try reader.take([String].self, &bits, at: places[4])
    point = try reader.take(OrderedPoint.self, &bits, at: places[5])
    children = try reader.take([OrderedPoint]?.self, &bits, at: places[6])
    note = try reader.take(OrderedNote?.self, &bits, at: places[7])
    ReadingCounts.current?.generated += 1
  }

  init(from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder) throws {
    var (order, bits) = (fields, try reader.takeBits(at: fields.places))
    var title = ArchivedFieldResult(String.self)
    var plays = ArchivedFieldResult(Int.self)
    var isOn = ArchivedFieldResult(Bool.self)
    var rating = ArchivedFieldResult(Double?.self)
    var tags = ArchivedFieldResult([String].self)
    var point = ArchivedFieldResult(OrderedPoint.self)
    var children = ArchivedFieldResult([OrderedPoint]?.self)
    var note = ArchivedFieldResult(OrderedNote?.self)
    while let index = try reader.takeField(&order, &bits) {
      switch index {
      case 0: title.value = try reader.take(String.self, &bits, at: order.place)
      case 1: plays.value = try reader.take(Int.self, &bits, at: order.place)
      case 2: isOn.value = try reader.take(Bool.self, &bits, at: order.place)
      case 3: rating.value = try reader.take(Double?.self, &bits, at: order.place)
      case 4: tags.value = try reader.take([String].self, &bits, at: order.place)
      case 5: point.value = try reader.take(OrderedPoint.self, &bits, at: order.place)
      case 6: children.value = try reader.take([OrderedPoint]?.self, &bits, at: order.place)
      case 7: note.value = try reader.take(OrderedNote?.self, &bits, at: order.place)
      default: throw reader.unforeseenValue
      }
    }
    self.title = try title.required()
    self.plays = plays.value ?? 3
    self.isOn = try isOn.required()
    self.rating = rating.value ?? nil
    self.tags = try tags.required()
    self.point = try point.required()
    self.children = children.value ?? nil
    self.note = note.value ?? nil
    ReadingCounts.current?.ordered += 1
  }
}

/// Encodes the fields of a track in some order, without some of them, and with others.
struct ReorderedTrack: Encodable {
  struct Order {
    /// Numbers of the fields; those from 8 on are fields that the type does not have.
    var numbers: [Int]
    var pointIsReversed = false
    static let furtherCount = 11
  }

  /// Keys that are fields of a record, since not every text is one.
  private enum Key: String, CodingKey, CaseIterable {
    case title, plays, isOn, rating, tags, point, children, note
    case number, isThere, isPerhaps, mayBeNull, table, points, text, date, lists, isNull, flags
  }

  private struct Point: Encodable {
    var point: OrderedPoint
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: OrderedPoint.CodingKeys.self)
      try container.encodeIfPresent(point.y, forKey: .y)
      try container.encode(point.x, forKey: .x)
    }
  }

  let track: OrderedTrack
  let order: Order

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for number in order.numbers {
      guard number < OrderedTrack.CodingKeys.allCases.count else {
        try encodeFurther(number - OrderedTrack.CodingKeys.allCases.count, &container)
        continue
      }
      let key = Key.allCases[number]
      switch OrderedTrack.CodingKeys.allCases[number] {
      case .title: try container.encode(track.title, forKey: key)
      case .plays: try container.encode(track.plays, forKey: key)
      case .isOn: try container.encode(track.isOn, forKey: key)
      case .rating: try container.encodeIfPresent(track.rating, forKey: key)
      case .tags: try container.encode(track.tags, forKey: key)
      case .point:
        if order.pointIsReversed {
          try container.encode(Point(point: track.point), forKey: key)
        } else {
          try container.encode(track.point, forKey: key)
        }
      case .children:
        if order.pointIsReversed {
          try container.encodeIfPresent(track.children?.map(Point.init), forKey: key)
        } else {
          try container.encodeIfPresent(track.children, forKey: key)
        }
      case .note: try container.encodeIfPresent(track.note, forKey: key)
      }
    }
  }

  /// A field that the type does not have.
  private func encodeFurther(
    _ number: Int, _ container: inout KeyedEncodingContainer<Key>
  ) throws {
    let key = Key.allCases[OrderedTrack.CodingKeys.allCases.count + number]
    switch number {
    case 0: try container.encode(track.plays, forKey: key)
    case 1: try container.encode(track.isOn, forKey: key)
    case 2: try container.encodeIfPresent(track.rating.map { $0 < 1 }, forKey: key)
    case 3: try container.encode(track.rating, forKey: key)
    case 4: try container.encode(["a": track.plays, "b": 2], forKey: key)
    case 5: try container.encode([track.point, track.point], forKey: key)
    case 6: try container.encodeIfPresent(track.note?.text, forKey: key)
    case 7: try container.encode(Date(timeIntervalSinceReferenceDate: 5), forKey: key)
    case 8: try container.encode([[1, 2], []], forKey: key)
    case 9: try container.encode(Optional<Int>.none, forKey: key)
    default: try container.encode([true, false, track.isOn], forKey: key)
    }
  }
}
