#if Macros
  import Foundation
  import KeyedArchives
  import TestSupport
  import Testing

  /// The example of the article on faster code, compiled.
  @Suite struct MacroExampleTests {
    @Archivable
    struct Account {
      var id: Int64
      @ArchiveKey("mail") var address: String
      var attempts = 0  // archives without the key give 0
      @ArchiveIgnored var isOpen = false
    }

    @Archivable(superclass: nil)
    class Shape {
      var name = "unit"
      init() {}
    }

    @Archivable(superclass: Shape.self)
    final class Circle: Shape {
      var radius = 1.0
      override init() { super.init() }
    }

    @Test func `the example is archived and comes back`() throws {
      var account = Account(id: 1, address: "a@b.c", attempts: 3)
      account.isOpen = true
      let bytes: [UInt8] = try KeyedArchiver().encode(account)
      let read = try KeyedUnarchiver().decode(Account.self, from: bytes)
      #expect(read.id == 1 && read.address == "a@b.c" && read.attempts == 3 && !read.isOpen)
      let circle = Circle()
      circle.name = "c"
      circle.radius = 2
      let shapes: [UInt8] = try KeyedArchiver().encode([circle] as [Shape])
      let unarchiver = KeyedUnarchiver(allowedTypes: [Circle.self])
      let shape = try unarchiver.decode([Shape].self, from: shapes).first as? Circle
      #expect(shape?.name == "c" && shape?.radius == 2)
    }

    @Test func `the example of the article stands here`() throws {
      #expect(try ReadmeExample.stands("struct Account {", in: #filePath))
    }
  }
#endif
