import Foundation
import KeyedArchives
import TestSupport

/// A record with a field of every common sort.
struct SampleEntry: Codable, Hashable, Sendable {
  var id: UUID
  var number: Int
  var small: Int8
  var ratio: Double
  var share: Float
  var isOn: Bool
  var isKnown: Bool?
  var title: String
  var note: String?
  var tags: [String]
  var created: Date
  var price: Decimal
  var link: URL?
  var bytes: Data

  init(_ random: inout SeededGenerator) {
    let number = Int(truncatingIfNeeded: random.next())
    id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID()
    self.number = number >> (number & 63)
    small = Int8(truncatingIfNeeded: number)
    ratio = Double(number) / 3
    share = Float(number & 0xFFFF) / 8
    isOn = number & 1 == 0
    isKnown = number & 2 == 0 ? nil : number & 4 == 0
    title = String(repeating: "é\(number & 15)", count: number & 7)
    note = number & 8 == 0 ? nil : "note \(number & 255)"
    tags = (0..<(number & 3)).map { "tag \($0)" }
    created = Date(timeIntervalSinceReferenceDate: Double(number & 0xFFFF_FFFF))
    price = Decimal(number & 0xFFFF) / 100
    link = number & 16 == 0 ? nil : URL(string: "https://example.org/\(number & 63)")
    bytes = Data(random.bytes(number & 31))
  }
}

/// Alternatives with payloads, some of which hold others.
indirect enum SampleChoice: Codable, Hashable, Sendable {
  case nothing
  case number(Int)
  case named(String, count: Int?)
  case both(SampleChoice, SampleChoice)

  init(_ random: inout SeededGenerator, depth: Int) {
    switch random.next() % (depth == 0 ? 3 : 5) {
    case 0: self = .nothing
    case 1: self = .number(Int(truncatingIfNeeded: random.next() >> 40))
    case 2: self = .named("n\(random.next() & 15)", count: random.next() & 1 == 0 ? nil : 3)
    default:
      self = .both(.init(&random, depth: depth - 1), .init(&random, depth: depth - 1))
    }
  }
}

/// A tree whose shape names itself.
struct SampleTree: Codable, Hashable, Sendable {
  var value: Int
  var children: [SampleTree]?

  init(_ random: inout SeededGenerator, depth: Int) {
    value = Int(random.next() & 1023)
    guard depth > 0 else { return }
    let count = Int(random.next() & 3)
    children = (0..<count).map { _ in SampleTree(&random, depth: depth - 1) }
  }
}
