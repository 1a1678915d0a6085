import ArchiveInspection
import Foundation
import KeyedArchives
import RecordStorage
import TestSupport
import Testing

private class Shape: Codable { var name = "unit" }
private final class Circle: Shape {}
private struct Drawing: Codable { var shapes: [Shape] }

/// README.md and the article on looking inside print what the files hold.
@Suite struct LookInsideTests {
  /// The lines of a call, as one text.
  private func text(_ print: ((String) -> Void) throws -> Void) rethrows -> String {
    var lines: [String] = []
    try print { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  @Test func `the drawing is shown as printed`() throws {
    let circle = Circle()
    let bytes: [UInt8] = try KeyedArchiver().encode(Drawing(shapes: [circle, circle]))

    let inspector = try ArchiveInspector(bytes)
    let name = try inspector.value(at: ArchivePath(parsing: "shapes[0].name")).stringValue
    let text = String(decoding: try inspector.dump(), as: UTF8.self)
    #expect(name == "unit" && text.contains("Circle"))
    #expect(try ReadmeExample.stands("let inspector =", in: #filePath))

    var changed = bytes
    changed[20] ^= 1
    let findings = ArchiveVerification(of: changed).findings
    let tree = try self.text { write in try inspector.printTree { write($0) } }
    for shown in [
      "$ archivecat drawing.karc\n\(tree)\n",
      "$ archivecat info drawing.karc\ndrawing.karc: \(inspector.summary)\n",
      "changed.karc: \(findings.first?.description ?? "")\n",
    ] {
      #expect(try ReadmeExample.isShown(shown, near: #filePath), "\(shown)")
    }
  }

  @Test func `the store is shown as printed`() throws {
    struct Photo: Codable {
      var id: Int
      var file: String
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "photos.krec").path
    let backEnd = try FileBackEnd(path: path)
    let entity = try Entity(of: Photo.self, named: "Photo") {
      Field("id", \.id)
      Field("file", \.file).unique()
    }
    let photos = try RecordStore(backEnd).records(of: entity, key: \.id)
    try photos.save(contentsOf: (1...3).map { Photo(id: $0, file: "\($0).jpg") })
    try photos.delete(key: 2)

    let store = try StoreInspector(path: path)
    let report = text { StoreReport(store, title: "photos.krec").print($0) }
    let shown = "$ archivecat store photos.krec\n\(report)\n"
    #expect(try ReadmeExample.isShown(shown, near: #filePath), "\(shown)")
  }

  @Test func `the archive of NSKeyedArchiver is shown as printed`() throws {
    func reference(_ number: Int) -> String {
      "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }
    let list = """
      <plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
      <key>$top</key><dict><key>root</key>\(reference(1))</dict>
      <key>$objects</key><array><string>$null</string>
      <dict><key>name</key>\(reference(2))<key>friend</key>\(reference(1))<key>$class</key>\(reference(3))</dict>
      <string>Ann</string>
      <dict><key>$classname</key><string>Person</string>
      <key>$classes</key><array><string>Person</string><string>NSObject</string></array></dict>
      </array></dict></plist>
      """
    let dump = try GraphReport.canonical(Array(list.utf8), isTrusted: false)
    let file = InspectedFile(Array(list.utf8), isTrusted: false)
    let tree = try text { write in try file.values().printTree(ValueTree.Style(), write) }
    let types = try text { try file.types().print($0) }
    for shown in [
      "$ archivecat people.plist\n\(tree)\n",
      "$ archivecat info people.plist\npeople.plist: \(try file.summary())\n",
      "$ archivecat types people.plist\n\(types)\n",
      "$ archivecat nska dump people.plist\n\(String(decoding: dump, as: UTF8.self))",
    ] {
      #expect(try ReadmeExample.isShown(shown, near: #filePath), "\(shown)")
    }
  }
}
