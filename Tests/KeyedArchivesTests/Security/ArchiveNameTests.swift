import Foundation
import KeyedArchives
import Testing

/// Names that types give themselves.
@Suite struct ArchiveNameTests {
  class Account: Codable, ArchiveNamed {
    class var archiveName: String { "bank.Account" }
    var number = 1
    init() {}
  }

  /// It does not name itself, and is not what its superclass is called.
  class Savings: Account {}

  final class Business: Account {
    override class var archiveName: String { "bank.Business" }
  }

  struct Money: Codable, ArchiveNamed, Equatable {
    static let archiveName = "money"
    var amount = 5
  }

  struct Box<Element: Codable & Equatable>: Codable, Equatable, ArchiveNamed {
    static var archiveName: String { "Box<\(KeyedArchiver.archiveName(of: Element.self))>" }
    var element: Element
  }

  private func names(_ value: some Encodable) throws -> Set<String> {
    let data: Data = try KeyedArchiver().encode(value)
    var containers = KeyedArchiver()
    containers.maximumConcurrency = 1
    return Set(try KeyedUnarchiver().requirements(of: data).types.compactMap(\.name))
  }

  @Test func `types are stored under the names that they give themselves`() throws {
    #expect(try names([Account()]) == ["bank.Account"])
    #expect(try names([Savings()]) == ["ArchiveNameTests.Savings"])
    #expect(try names([Business()]) == ["bank.Business"])
    #expect(try names([Money()]) == ["money"])
    #expect(try names([Box(element: Money())]) == ["Box<money>", "money"])
    #expect(KeyedArchiver.archiveName(of: Box<Int>.self) == "Box<Int>")
  }

  @Test func `a subclass does not come back as its superclass`() throws {
    let data: Data = try KeyedArchiver().encode([Savings(), Account()] as [Account])
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode([Account].self, from: data)
    }
    #expect(error?.code == .typeNotAllowed)
    let back = try KeyedUnarchiver(allowedTypes: [Savings.self]).decode(
      [Account].self, from: data)
    #expect(back[0] is Savings && type(of: back[1]) == Account.self)
  }

  /// What the class is called in another program.
  final class Renamed: Codable {
    var number = 0
  }

  @Test func `a renamed class is read by its old names`() throws {
    let data: Data = try KeyedArchiver().encode([Account()])
    var unarchiver = KeyedUnarchiver()
    #expect(throws: ArchiveError.self) { try unarchiver.decode([Renamed].self, from: data) }
    unarchiver.allowedTypes.allow(Renamed.self, names: ["Account", "bank.Account"])
    #expect(try unarchiver.decode([Renamed].self, from: data).map(\.number) == [1])
  }

  @Test func `names that cannot stand in an archive are refused`() {
    struct Empty: Codable, ArchiveNamed {
      static let archiveName = ""
      var value = 1
    }
    struct Control: Codable, ArchiveNamed {
      static let archiveName = "a\nb"
      var value = 1
    }
    struct Long: Codable, ArchiveNamed {
      static let archiveName = String(repeating: "x", count: 1_025)
      var value = 1
    }
    func code(_ value: some Encodable) -> ArchiveError.Code? {
      #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(value) as Data }?.code
    }
    #expect(code(Empty()) == .invalidValue)
    #expect(code(Control()) == .invalidValue)
    #expect(code(Long()) == .invalidValue)
  }

  @Test func `two types of one name in one archive are refused`() {
    struct First: Codable, ArchiveNamed {
      static let archiveName = "one"
      var first = 1
    }
    struct Second: Codable, ArchiveNamed {
      static let archiveName = "one"
      var second = 2
    }
    struct Both: Codable {
      var first = First()
      var second = Second()
    }
    let error = #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(Both()) as Data }
    #expect(error?.code == .ambiguousTypeName)
  }

  @Test func `two types of one name stay refused after the error was caught`() throws {
    struct Stubborn: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(ArchiveNameTests.first())
        #expect(throws: (any Error).self) { try container.encode(ArchiveNameTests.second()) }
        #expect(throws: (any Error).self) { try container.encode(ArchiveNameTests.second()) }
      }
    }
    // A refused name makes the whole call fail, since a container could not throw it.
    let error = #expect(throws: ArchiveError.self) {
      let _: [UInt8] = try KeyedArchiver().encode(Stubborn())
    }
    #expect(error?.code == .ambiguousTypeName)
  }

  private static func first() -> some Encodable {
    struct Same: Encodable { var a = 1 }
    return Same()
  }

  private static func second() -> some Encodable {
    struct Same: Encodable { var b = 1 }
    return Same()
  }
}
