import Foundation
import KeyedArchives

/// Types with conformances written by hand, as they are without the macro.
enum HandWritten {
  enum Colour: String, Codable, Equatable, Sendable { case red, green, blue = "deep blue" }
  enum Level: UInt8, Codable, Equatable, Sendable { case low = 1, high = 200 }

  struct Flag: RawRepresentable, Codable, Equatable, Sendable { var rawValue: Bool }

  struct Vector: Codable, Equatable, Sendable {
    var x: Float
    var y: Float
    var z: Float
  }

  struct Triangle: Codable, Equatable, Sendable {
    var corners: [Vector]
    var normal: Vector
    var other: Vector?
  }

  /// All of one width, with gaps in memory.
  struct Padded: Codable, Equatable, Sendable {
    var tag: UInt8
    var value: Double
  }

  struct Node: Codable, Equatable, Sendable {
    var name: String
    var isLeaf = false
    var children: [Node] = []
    var weight: Double?
  }

  /// A field of every sort.
  struct Everything: Codable, Equatable, Sendable {
    var isOn = true
    var int = -5
    var int8: Int8 = -8
    var int16: Int16 = -300
    var int32: Int32 = 70_000
    var int64 = Int64.min
    var int128 = Int128.min
    var uint: UInt = 5
    var uint8: UInt8 = 255
    var uint16: UInt16 = 65_535
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var uint128 = UInt128.max
    var float: Float = -0
    var double = Double.pi
    var text = "short"
    var long = String(repeating: "a long text ", count: 9)
    var colour = Colour.blue
    var level = Level.high
    var flag = Flag(rawValue: true)
    var date = Date(timeIntervalSinceReferenceDate: 7)
    var pair: [Int?] = []
    var maybeOn: Bool?
    var maybeInt: Int?
    var maybeText: String?
    var maybeColour: Colour?
    var maybeFlag: Flag?
    var maybeVector: Vector?
    var maybeDate: Date?
    var maybeNumbers: [Double]?
    var maybeNodes: [Node]?
    var bools: [Bool] = []
    var flags: [Flag] = []
    var colours: [Colour] = []
    var bytes: [UInt8] = []
    var numbers: [[Int32]] = []
    var texts: [String] = []
    var set: Set<Int> = []
    var byName: [String: Vector] = [:]
    var byNumber: [Int: String] = [:]
    var vectors: [Vector] = []
    var padded: [Padded] = []
    var plain: [Plain] = []
  }

  /// Has no code of its own, and holds some that have.
  struct Plain: Codable, Equatable, Sendable {
    var vector: Vector
    var nodes: [Node]
    var maybe: Vector?
  }

  struct Box<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var value: Value
    var maybe: Value?
    var values: [Value]
  }
}

extension HandWritten.Everything {
  static var full: Self {
    let vector = HandWritten.Vector(x: 1, y: 2, z: -1)
    let node = HandWritten.Node(name: "n", children: [.init(name: "child", isLeaf: true)])
    return Self(
      isOn: false, maybeOn: false, maybeInt: 300, maybeText: "", maybeColour: .green,
      maybeFlag: .init(rawValue: true), maybeVector: vector,
      maybeDate: Date(timeIntervalSinceReferenceDate: -1), maybeNumbers: [1, 2.5],
      maybeNodes: [node], bools: [true, false, true, true, false, true, true, false, true],
      flags: [.init(rawValue: true), .init(rawValue: false)], colours: [.red, .blue],
      bytes: Array(0...99),
      numbers: [[], [1, -70_000], [Int32.max, Int32.min, 0, 63, 64, -64, -65]],
      texts: ["", "a", String(repeating: "ü", count: 40)], set: [7], byName: ["one": vector],
      byNumber: [-3: "minus three"], vectors: [vector, vector, vector],
      padded: [.init(tag: 1, value: 2), .init(tag: 3, value: 4)],
      plain: [.init(vector: vector, nodes: [node], maybe: vector)])
  }
}
