import Foundation
import KeyedArchives
import TestSupport
import Testing

/// The example of the README, compiled.
@Suite struct ReferenceExampleTests {
  final class Folder: Codable {
    var name: String
    var folders: [Folder] = []
    @WeakReference var parent: Folder?
    @ConditionalReference var shortcut: Folder?
    @BackReference var archive: Archive?

    init(_ name: String) { self.name = name }
  }

  final class Archive: Codable {
    var title = "letters"
    var root: Folder?
  }

  @Test func `the example comes back as it was`() throws {
    let archive = Archive()
    let (root, child) = (Folder("root"), Folder("child"))
    (archive.root, root.folders) = (root, [child])
    (child.parent, child.shortcut, child.archive) = (root, Folder("elsewhere"), archive)
    let bytes: [UInt8] = try KeyedArchiver().encode(child)
    let back = try KeyedUnarchiver().decode(Folder.self, from: bytes)
    let found = try back.$archive.get()
    #expect(found.title == "letters")
    #expect(found.root?.folders[0] === back)
    #expect(back.parent === found.root)
    #expect(back.shortcut == nil)
    (back.archive, child.archive) = (nil, nil)
  }

  @Test func `the example of the README stands here`() throws {
    #expect(try ReadmeExample.stands("final class Folder: Codable", in: #filePath))
  }
}
