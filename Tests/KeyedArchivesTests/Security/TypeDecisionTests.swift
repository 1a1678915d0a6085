import Foundation
import KeyedArchives
import Synchronization
import Testing

/// What a caller is told of the classes in an archive: before decoding, and while it goes on.
@Suite struct TypeDecisionTests {
  class Shape: Codable {
    var name = "shape"
    init() {}
  }

  final class Circle: Shape {}
  final class Square: Shape {}

  struct Drawing: Codable {
    var shapes: [Shape]
    var first: Shape
    var owner: ReferenceSamples.Node
  }

  private static var drawing: Drawing {
    let (circle, square) = (Circle(), Square())
    return Drawing(
      shapes: [circle, square, Shape(), circle], first: square,
      owner: ReferenceSamples.Node("o", [ReferenceSamples.Node("p")]))
  }

  private func decisions(
    _ list: TypeAllowList, _ data: Data
  ) -> (found: [TypeDecision], error: ArchiveError?) {
    decisions(Drawing.self, list, data)
  }

  private func decisions<Value: Decodable>(
    _ type: Value.Type, _ list: TypeAllowList, _ data: Data
  ) -> (found: [TypeDecision], error: ArchiveError?) {
    func decisions(usesCells: Bool) -> (found: [TypeDecision], error: ArchiveError?) {
      let found = Mutex<[TypeDecision]>([])
      var unarchiver = KeyedUnarchiver(allowedTypes: list)
      unarchiver.usesCells = usesCells
      unarchiver.typeObserver = { decision in found.withLock { $0.append(decision) } }
      do {
        _ = try unarchiver.decode(type, from: data)
        return (found.withLock { $0 }, nil)
      } catch {
        return (found.withLock { $0 }, error as? ArchiveError)
      }
    }
    let (direct, cells) = (decisions(usesCells: false), decisions(usesCells: true))
    #expect(direct.found.map { "\($0)" } == cells.found.map { "\($0)" })
    #expect(direct.error?.description == cells.error?.description)
    return direct
  }

  @Test func `the observer sees each class, with its place`() throws {
    let data: Data = try KeyedArchiver().encode(Self.drawing)
    let (found, error) = decisions([Circle.self, Square.self], data)
    #expect(error == nil)
    let seen = found.map { "\($0.name) \($0.path) \($0.isAllowed)" }
    #expect(
      seen.prefix(5) == [
        "TypeDecisionTests.Circle $.shapes[0] true",
        "TypeDecisionTests.Square $.shapes[1] true",
        "TypeDecisionTests.Shape $.shapes[2] true",
        "TypeDecisionTests.Circle $.shapes[3] true",
        "TypeDecisionTests.Square $.first true",
      ])
    #expect(seen.contains("ReferenceSamples.Node $.owner.children[0].parent true"))
    #expect(found.map(\.requestedName).first == "TypeDecisionTests.Shape")
    // The last thing it sees is the refusal.
    let refused = decisions([Circle.self], data)
    #expect(refused.error?.code == .typeNotAllowed)
    #expect(refused.found.map(\.isAllowed) == [true, false])
    #expect(refused.found.last?.path == refused.error?.path)
  }

  /// Objects without references that lead back, which are read straight from bytes.
  private struct Gallery: Codable {
    var shapes: [Shape]
    var first: Shape
    var byName: [String: Shape]
    var maybe: Shape?
    var frames: [Frame]
    struct Frame: Codable { var shape: Circle }
  }

  @Test func `the observer sees each class where nothing leads back`() throws {
    let (circle, square) = (Circle(), Square())
    let gallery = Gallery(
      shapes: [circle, Shape()], first: square, byName: ["a": circle], maybe: square,
      frames: [.init(shape: circle), .init(shape: Circle())])
    let data: Data = try KeyedArchiver().encode(gallery)
    let (found, error) = decisions(Gallery.self, [Circle.self, Square.self], data)
    #expect(error == nil)
    #expect(
      found.map { "\($0.name) \($0.path) \($0.requestedName) \($0.isAllowed)" } == [
        "TypeDecisionTests.Circle $.shapes[0] TypeDecisionTests.Shape true",
        "TypeDecisionTests.Shape $.shapes[1] TypeDecisionTests.Shape true",
        "TypeDecisionTests.Square $.first TypeDecisionTests.Shape true",
        "TypeDecisionTests.Circle $.byName.a TypeDecisionTests.Shape true",
        "TypeDecisionTests.Square $.maybe TypeDecisionTests.Shape true",
        "TypeDecisionTests.Circle $.frames[0].shape TypeDecisionTests.Circle true",
        "TypeDecisionTests.Circle $.frames[1].shape TypeDecisionTests.Circle true",
      ])
    let refused = decisions(Gallery.self, [Circle.self], data)
    #expect(refused.error?.code == .typeNotAllowed)
    #expect(refused.found.map(\.isAllowed) == [true, true, false])
    var list: TypeAllowList = [Circle.self]
    list.allow(Square.self, under: ArchivePath([.key("first")]))
    #expect(decisions(Gallery.self, list, data).error?.path.description == "$.maybe")
    list.allow(Square.self, under: ArchivePath([.key("maybe")]))
    #expect(decisions(Gallery.self, list, data).error == nil)
  }

  @Test func `requirements are what a decode asks for`() throws {
    let data: Data = try KeyedArchiver(compression: .zlib()).encode(Self.drawing)
    let requirements = try KeyedUnarchiver(allowedTypes: [Circle.self]).requirements(of: data)
    let classes = Set(requirements.types.filter(\.isClass).compactMap(\.name))
    #expect(classes == Set(decisions([Circle.self, Square.self], data).found.map(\.name)))
    #expect(
      Set(requirements.unlistedClasses.compactMap(\.name)) == [
        "TypeDecisionTests.Square", "TypeDecisionTests.Shape", "ReferenceSamples.Node",
      ])
    #expect(requirements.objectCount == 5)
    let circle = requirements.types.first { $0.name == "TypeDecisionTests.Circle" }
    #expect(circle?.count == 1 && circle?.version == 0)
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().requirements(of: Data(data.dropLast()))
    }
  }

  @Test func `a name that stands for two classes is a conflict of the list`() throws {
    var list: TypeAllowList = [Circle.self]
    #expect(list.conflict == nil)
    list.allow(Square.self, names: ["TypeDecisionTests.Circle"])
    #expect(list.conflict?.code == .ambiguousTypeName)
    let data: Data = try KeyedArchiver().encode(1)
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver(allowedTypes: list).decode(Int.self, from: data)
    }
    #expect(error?.code == .ambiguousTypeName)
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver(allowedTypes: list).requirements(of: data)
    }
  }

  @Test func `subclasses are listed one by one`() throws {
    var list = TypeAllowList()
    list.allow(Shape.self, includingSubclasses: [Circle.self])
    let data: Data = try KeyedArchiver().encode(Self.drawing)
    #expect(decisions(list, data).error?.message.contains("Square") == true)
    list.allow(Square.self)
    #expect(decisions(list, data).error == nil)
  }

  @Test func `a class may be allowed in some places only`() throws {
    let data: Data = try KeyedArchiver().encode(Self.drawing)
    var list: TypeAllowList = [Circle.self]
    list.allow(Square.self, under: ArchivePath([.key("shapes"), .index(1)]))
    let error = decisions(list, data).error
    #expect(error?.code == .typeNotAllowed && error?.path.description == "$.first")
    #expect(error?.message.contains("other places") == true)
    list.allow(Square.self, under: ArchivePath([.key("first")]))
    #expect(decisions(list, data).error == nil)
    // Allowed anywhere is not narrowed by what is allowed somewhere.
    list.allow(Square.self)
    list.allow(Square.self, under: ArchivePath([.key("nowhere")]))
    #expect(decisions(list, data).error == nil)
  }

  @Test(arguments: [false, true])
  func `a grant for one element is none for the next`(usesCells: Bool) throws {
    let data: Data = try KeyedArchiver().encode([Square(), Square()])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.allowedTypes.allow(Square.self, under: ArchivePath([.index(0)]))
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Shape].self, from: data)
    }
    #expect(error?.code == .typeNotAllowed)
    #expect(error?.path.description == "$[1]")
    unarchiver.allowedTypes.allow(Square.self, under: ArchivePath([.index(1)]))
    #expect(try unarchiver.decode([Shape].self, from: data).count == 2)
  }

  /// Of a part of an archive too the paths are those in the archive.
  @Test func `a grant is for a place in the archive, not in a part of it`() throws {
    struct Inner: Codable { var shapes: [Shape] }
    struct Outer: Codable {
      var shapes: [Inner]
      var others: [Inner]
    }
    let data: Data = try KeyedArchiver().encode(
      Outer(shapes: [Inner(shapes: [Square()])], others: [Inner(shapes: [Square()])]))
    var list = TypeAllowList()
    list.allow(Square.self, under: ArchivePath([.key("shapes")]))
    let unarchiver = KeyedUnarchiver(allowedTypes: list)
    let allowed = ArchivePath([.key("shapes"), .index(0)])
    #expect(try unarchiver.decode(Inner.self, at: allowed, from: data).shapes.count == 1)
    let refused = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(
        Inner.self, at: ArchivePath([.key("others"), .index(0)]), from: data)
    }
    #expect(refused?.code == .typeNotAllowed)
    #expect(refused?.path.description == "$.others[0].shapes[0]")
  }

  /// What stands under a path and is reached on another way is not allowed by that.
  @Test func `a grant is for the way on which an object is reached`() throws {
    class Role: Codable { init() {} }
    final class Admin: Role {}
    final class User: Codable {
      var role: Role
      @BackReference var friend: User?
      var guest: User?
      init(_ role: Role) { self.role = role }
    }
    struct Written: Codable {
      var staff: [User]
      var users: [User]
    }
    struct Read: Codable { var users: [User] }
    let (hidden, deeper) = (User(Admin()), User(Role()))
    deeper.friend = User(Admin())
    for friend in [hidden, deeper] {
      let user = User(Role())
      user.friend = friend
      let written = Written(staff: [friend, deeper], users: [user])
      let data: Data = try KeyedArchiver().encode(written)
      var list = TypeAllowList()
      let roles = [KeyedArchiver.archiveName(of: Role.self)]
      list.allow(Role.self, names: roles)
      list.allow(Admin.self, under: ArchivePath([.key("staff")]))
      let error = #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver(allowedTypes: list).decode(Read.self, from: data)
      }
      #expect(error?.code == .typeNotAllowed)
      #expect(error?.path.description.hasPrefix("$.users[0].friend") == true)
      list.allow(Admin.self, under: ArchivePath([.key("users")]))
      let back = try KeyedUnarchiver(allowedTypes: list).decode(Read.self, from: data)
      #expect(back.users[0].friend?.role is Admin || back.users[0].friend?.friend?.role is Admin)
    }
  }
}
