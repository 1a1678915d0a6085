import ArchiveFormat
import Foundation
import Testing

@testable import KeyedArchives

/// A bool that a record has among its state bits, asked for as whatever a type makes of it.
@Suite struct StateBitTests {
  private struct Stored: Encodable {
    var before = 5
    var isOn: Bool
    var after = "after"
    var isLast: Bool
  }

  /// A single value container around a bool.
  private struct Flag: Codable, Equatable {
    var isOn: Bool
    init(from decoder: any Decoder) throws {
      isOn = try decoder.singleValueContainer().decode(Bool.self)
    }
  }

  private struct Raw: RawRepresentable, Codable, Equatable {
    var rawValue: Bool
  }

  /// One type after another, until one fits.
  private enum Anything: Decodable, Equatable {
    case number(Int)
    case text(String)
    case bool(Bool)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else {
        self = .bool(try container.decode(Bool.self))
      }
    }
  }

  private struct Read<Value: Decodable & Equatable>: Decodable {
    enum Keys: String, CodingKey { case before, isOn, after, isLast, missing }
    var values: [Value] = []
    var coders: Set<String> = []

    static var order: CodingUserInfoKey { CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped }

    init(from decoder: any Decoder) throws {
      coders.insert("\(type(of: decoder))")
      let container = try decoder.container(keyedBy: Keys.self)
      for key in decoder.userInfo[Self.order] as? [String] ?? [] {
        switch key {
        case "before": _ = try container.decode(Int.self, forKey: .before)
        case "after": _ = try container.decode(String.self, forKey: .after)
        case "isOn": values.append(try container.decode(Value.self, forKey: .isOn))
        case "isLast?":
          values.append(try #require(try container.decodeIfPresent(Value.self, forKey: .isLast)))
        default: values.append(try container.decode(Value.self, forKey: .isLast))
        }
      }
    }
  }

  private static let orders = [
    ["before", "isOn", "after", "isLast"], ["before", "isOn", "isLast?", "after"],
    ["isLast", "after", "isOn", "before"], ["isOn", "isOn", "isLast?", "before", "isOn"],
    ["isLast?"],
  ]

  private func check<Value: Decodable & Equatable>(
    _ type: Value.Type, _ value: (Bool) -> Value
  ) throws {
    let stored = (0..<8).map { Stored(isOn: $0 & 1 == 1, isLast: $0 & 2 == 2) }
    for archive in [
      try KeyedArchiver().encode(stored) as Data, try KeyedArchiver().encode(stored[1]) as Data,
    ] {
      for order in Self.orders {
        for usesCells in [false, true] {
          var unarchiver = KeyedUnarchiver()
          unarchiver.usesCells = usesCells
          unarchiver.userInfo[Read<Value>.order] = order
          let read =
            try (try? unarchiver.decode([Read<Value>].self, from: archive))
            ?? [unarchiver.decode(Read<Value>.self, from: archive)]
          let expected = (read.count == 1 ? [stored[1]] : stored).map { stored in
            order.compactMap { key in
              key == "isOn"
                ? value(stored.isOn) : key.hasPrefix("isLast") ? value(stored.isLast) : nil
            }
          }
          #expect(read.map(\.values) == expected, "\(order)")
        }
      }
    }
  }

  @Test func types() throws {
    try check(Bool.self) { $0 }
    try check(Bool?.self) { $0 }
    try check(Bool??.self) { $0 }
    try check(Raw.self) { Raw(rawValue: $0) }
    try check(Anything.self) { .bool($0) }
  }

  /// The record goes on where it stands: the next value is read from bytes.
  @Test func staysInBytes() throws {
    struct Coder: Decodable {
      var name: String
      init(from decoder: any Decoder) throws { name = "\(type(of: decoder))" }
    }
    struct Around: Decodable {
      enum Keys: String, CodingKey { case isOn, inner }
      var flags: [Bool?]
      var coder: Coder
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        flags = [
          try container.decode(Bool?.self, forKey: .isOn),
          try container.decode(Flag.self, forKey: .isOn).isOn,
          try container.decode(Raw.self, forKey: .isOn).rawValue,
        ]
        coder = try container.decode(Coder.self, forKey: .inner)
      }
    }
    struct Outer: Encodable {
      struct Inner: Encodable { var number = 1 }
      var isOn = true
      var inner = Inner()
    }
    let archive: Data = try KeyedArchiver().encode([Outer(), Outer()])
    for around in try KeyedUnarchiver().decode([Around].self, from: archive) {
      #expect(around.flags == [true, true, true] && around.coder.name == "DirectDecoder")
    }
  }

  /// What is no bool is refused as cells refuse it, wherever the record stands.
  @Test func refusals() throws {
    func error<Value: Decodable & Equatable>(
      _ type: Value.Type, _ order: [String], usesCells: Bool
    ) throws -> String {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Read<Value>.order] = order
      let archive: Data = try KeyedArchiver().encode(
        ["a": [Stored(isOn: true, isLast: false), Stored(isOn: true, isLast: true)]])
      do {
        _ = try unarchiver.decode([String: [Read<Value>]].self, from: archive)
        return "read"
      } catch let error as ArchiveError {
        return "\(error.code) \(error.path) \(error.byteOffset ?? -1) \(error.message)"
      }
    }
    func check<Value: Decodable & Equatable>(_ type: Value.Type) throws {
      for order in Self.orders {
        let found = try error(type, order, usesCells: false)
        #expect(found == (try error(type, order, usesCells: true)))
        #expect(found.contains("typeMismatch"))
      }
    }
    try check(Int.self)
    try check(Int?.self)
    try check(String.self)
    try check([Bool].self)
    try check([String: Bool].self)
    try check(Date.self)
    struct Keyed: Decodable, Equatable { var isOn: Bool }
    try check(Keyed.self)
  }
}
