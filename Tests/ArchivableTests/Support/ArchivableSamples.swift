#if Macros
  import Foundation
  public import KeyedArchives

  @Archivable
  struct Account: Equatable, Sendable {
    var id: Int64
    @ArchiveKey("mail") var address: String
    var attempts = 0
    var nickname: String? = "unset"
    @ArchiveIgnored var isOpen = false
    let version = 3
    static let shared = 1
    lazy var folded = id &+ 1
    var doubled: Int64 { id * 2 }
    var isActive = true {
      didSet { changes += 1 }
    }
    @ArchiveIgnored var changes = 0

    static func == (left: Account, right: Account) -> Bool {
      left.id == right.id && left.address == right.address && left.attempts == right.attempts
        && left.nickname == right.nickname && left.isActive == right.isActive
    }
  }

  /// As an older version of the program had it: without what has a default now.
  struct OldAccount: Codable {
    var id: Int64
    var mail: String
  }

  /// A public type, with others inside.
  @Archivable
  public struct Tree: Equatable, Sendable {
    /// What it is called.
    public var name: String
    var children: [Tree] = []
    var colour: Colour?
    var size: (Size)
    var `default`: Int, first, second: Double

    /// Raw values, two of them not written out.
    @Archivable
    public enum Colour: String, Equatable, Sendable { case red, green, deepBlue = "deep blue" }

    @Archivable
    struct Size: Equatable {
      var width: Float
      var height: Float
    }
  }

  @Archivable
  struct Pair<First: Codable & Equatable, Second>: Equatable where Second: Codable & Equatable {
    var first: First
    var second: Second?
    var rest: [First]
  }

  @Archivable
  struct Free<Value> {
    var value: Value
  }

  @Archivable
  struct Nothing: Equatable {}

  @Archivable
  struct OwnKeys: Equatable {
    var left: Int
    var right: Int
    var isHidden = true

    enum CodingKeys: String, CodingKey {
      case right = "r"
      case left
    }
  }

  @propertyWrapper
  struct Clamped: Codable, Equatable {
    var wrappedValue: Int
  }

  @Archivable
  struct Wrapped: Equatable {
    @Clamped var value: Int
    @Clamped var other = 5
  }

  @Archivable
  indirect enum Figure: Equatable {
    case circle(radius: Double)
    case rectangle(width: Double, height: Double)
    case labelled(String, Figure)
    case nothing
  }

  @Archivable
  enum Message<Value: Codable & Equatable>: Equatable {
    case `default`(_ text: String?, in: Bool)
    case value(Value)
    case many([Value])
    case none
    case at(Date, UUID, Data)
  }

  /// Cases that are named as types are.
  @Archivable
  enum Scalar: Equatable {
    case Int(Swift.Int)
    case text(Swift.String)
  }

  @Archivable(superclass: nil)
  class Vehicle {
    var wheels: Int
    var name: String?
    var isOld = false

    init(wheels: Int) { self.wheels = wheels }
  }

  @Archivable(superclass: Vehicle.self)
  class Car: Vehicle {
    var doors = 4
    @ArchiveKey("plate") var sign: String?

    override init(wheels: Int) { super.init(wheels: wheels) }
  }

  @Archivable(superclass: Car.self)
  final class Taxi: Car {
    var fare: Double = 2.5

    override init(wheels: Int) { super.init(wheels: wheels) }
  }

  @Archivable(superclass: Vehicle.self)
  final class Bus: Vehicle {
    override init(wheels: Int) { super.init(wheels: wheels) }
  }

  /// One that decodes itself, and so do those below it.
  @Archivable(superclass: Vehicle.self)
  class Tram: Vehicle {
    var line: String

    init(line: String) {
      self.line = line
      super.init(wheels: 16)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      line = try container.decode(String.self, forKey: .line) + "!"
      try super.init(from: container.superDecoder())
    }
  }

  @Archivable(superclass: Tram.self)
  final class LightTram: Tram {
    var isLight = true

    override init(line: String) { super.init(line: line) }
  }

  @Archivable(superclass: nil)
  class Keeper<Value: Codable & Sendable> {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  @Archivable(superclass: Keeper<[[Int]]>.self)
  final class ListKeeper: Keeper<[[Int]]> {
    let first: [Int]?

    override init(_ values: [[Int]]) {
      first = values.first
      super.init(values)
    }
  }

  /// With edges that close cycles.
  @Archivable
  final class Branch {
    var name = "branch"
    var twigs: [Branch] = []
    @WeakReference var trunk: Branch?
    @BackReferences var neighbours: [Branch]

    init(_ name: String) { self.name = name }
  }

  /// Not by the macro.
  class PlainBase: Codable {
    var note = "plain"

    init() {}
  }

  @Archivable(superclass: PlainBase.self)
  final class AbovePlain: PlainBase {
    var number = 1

    override init() { super.init() }
  }

  @Archivable
  final class Garage {
    var bus: Bus?
    var cars: [Car] = []
    var first: Vehicle?

    init() {}
  }
#endif
