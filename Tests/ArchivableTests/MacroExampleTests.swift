#if Macros
  import Foundation
  import KeyedArchives
  import Testing

  /// The example of the README, compiled.
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

    /// The code of the README, without its indentation.
    private func lines(of text: String) -> [String] {
      text.split(separator: "\n").map { $0.drop { $0 == " " }.description }.filter { !$0.isEmpty }
    }

    @Test func `the example of the README stands here`() throws {
      let here = URL(filePath: #filePath)
      let root = here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
      let example = readme.components(separatedBy: "```").first { $0.contains("struct Account {") }
      let expected = lines(of: try #require(example)).dropFirst()
      let source = lines(of: try String(contentsOf: here, encoding: .utf8))
      #expect(source.indices.contains { source[$0...].starts(with: expected) })
    }
  }
#endif
