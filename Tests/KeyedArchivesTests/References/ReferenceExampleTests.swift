import Foundation
import KeyedArchives
import TestSupport
import Testing

/// The examples of the article on cycles, compiled.
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

  /// An archive and its root, decoded, which hold each other.
  private func cycle() throws -> Archive {
    let archive = Archive()
    let root = Folder("root")
    (archive.root, root.archive) = (root, archive)
    let bytes: [UInt8] = try KeyedArchiver().encode(archive)
    root.archive = nil
    return try KeyedUnarchiver().decode(Archive.self, from: bytes)
  }

  func close(_ folder: Folder) {
    folder.archive = nil
    folder.shortcut = nil
    folder.folders.forEach(close)
  }

  @Test func `a decoded cycle of strong references lives until it is closed`() throws {
    weak var archive: Archive?
    weak var root: Folder?
    do {
      let decoded = try cycle()
      (archive, root) = (decoded, decoded.root)
    }
    #expect(archive != nil && root?.archive === archive)
    try close(#require(root))
    #expect(archive == nil && root == nil)
  }

  @Test func `the examples of the article stand here`() throws {
    #expect(try ReadmeExample.stands("final class Folder: Codable", in: #filePath))
    #expect(try ReadmeExample.stands("func close(_ folder: Folder)", in: #filePath))
  }
}
