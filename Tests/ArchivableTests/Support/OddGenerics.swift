#if Macros
  import Foundation
  public import KeyedArchives

  /// Types with parameters, and in types with parameters.
  struct Outer<Element> {
    struct Bound: Codable, Equatable where Element: Codable & Equatable { var value: Element }

    @Archivable struct Using { var value: Element, values: [Element] }
    @Archivable struct NotUsing: Equatable { var value: Int }
    @Archivable enum Cases { case one(Element), none }
    @Archivable struct Both<Other> { var element: Element, other: Other? }

    struct Middle {
      @Archivable indirect enum Chain { case end, link(Element, Chain) }
    }
  }

  struct OuterOfCodable<Element: Codable & Equatable> {
    @Archivable struct Using: Equatable { var value: Element }
    @Archivable enum Cases: Equatable { case one(Element), many([Using]) }
  }

  @Archivable indirect enum List<Element> { case end, node(Element, List) }
  @Archivable enum Either<Left, Right> where Left: Codable { case left(Left), right(Right) }
  @Archivable struct Tagged<Tag: Sendable>: Equatable where Tag: Codable, Tag: Equatable {
    var tag: Tag
    var label = "none"
  }
  @Archivable struct Phantom<Unit: Codable>: Equatable { var value: Double }
  /// A table.
  @Archivable public struct Sized<Key, Value> where Key: Codable & Hashable, Value: Codable {
    var table: [Key: Value] = [Key: Value]()
  }

  extension Outer.Using: Equatable where Element: Equatable {}
  extension Outer.Cases: Equatable where Element: Equatable {}
  extension Outer.Both: Equatable where Element: Equatable, Other: Equatable {}
  extension Outer.Middle.Chain: Equatable where Element: Equatable {}
  extension List: Equatable where Element: Equatable {}
  extension Either: Equatable where Left: Equatable, Right: Equatable {}
  extension Sized: Equatable where Value: Equatable {}

  /// Where names of the standard library and of Foundation mean something else.
  enum Shadow {
    struct String: Swift.Codable, Equatable { var characters: [Swift.Int] = [] }
    struct Int: Swift.Codable, Equatable { var digits: Swift.String = "" }
    struct Data: Swift.Codable, Equatable { var count: Swift.Int = 0 }
    struct Bool: Swift.Codable, Equatable { var isSo = 1 }
    struct AnyObject {}
    struct AnyClass {}
    struct Never {}
    struct Optional {}
    struct Array {}
    struct Error {}
    protocol Codable {}
    protocol Encodable {}
    protocol Decodable {}
    protocol Encoder {}
    protocol Decoder {}
    protocol CodingKey {}

    @Archivable struct Fields: Equatable {
      var string: String, int: Int, data: Data, bool: Bool
      var text: Swift.String = "text"
      var made = Int(digits: "1")
      var perhaps: Int?
      var list: [String]
    }
    @Archivable struct Renamed: Equatable { @ArchiveKey("r") var int: Int }
    @Archivable struct Nothing: Equatable {}
    @Archivable enum Cases: Equatable { case string(String), int(Int, data: Data), none }
    @Archivable enum Raw: Swift.String { case a, b }
    @Archivable(superclass: nil) class Base {
      var string: String
      init(_ string: String) { self.string = string }
    }
    @Archivable(superclass: Base.self) final class Derived: Base {
      var int = Int(digits: "2")
      init(_ string: String, _ int: Int) {
        self.int = int
        super.init(string)
      }
    }
    @Archivable final class Alone {
      var int: Int
      init(_ int: Int) { self.int = int }
    }
  }

  protocol Drawn {}

  /// A class that says that what stands first is no superclass.
  @Archivable(superclass: nil) final class Drawing: Drawn {
    var points: [Odd.Centre] = [Odd.Centre(x: 1)]
    init(_ points: [Odd.Centre]) { self.points = points }
  }

  enum Classes {
    static let start = 3

    @Archivable(superclass: nil) class Animal {
      var kind: Odd.Kind
      var legs = start
      init(_ kind: Odd.Kind) { self.kind = kind }
    }

    @Archivable(superclass: Classes.Animal.self) final class Dog: Animal {
      var `class`: Odd.Centre?
      override init(_ kind: Odd.Kind) { super.init(kind) }
    }

    @Archivable(superclass: nil) class Holder<Element: Codable> {
      var element: Element
      var count = start
      init(_ element: Element) { self.element = element }
    }
  }
#endif
