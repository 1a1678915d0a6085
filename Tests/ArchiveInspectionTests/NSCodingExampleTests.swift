import ArchiveInspection
import TestSupport
import Testing

/// The article on NSCoding objects prints what `archivecat` shows of an archive of theirs.
@Suite struct NSCodingExampleTests {
  private static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  private static func classes(_ name: String) -> String {
    """
    <dict><key>$classname</key><string>\(name)</string>
    <key>$classes</key><array><string>\(name)</string><string>NSObject</string></array></dict>
    """
  }

  /// The property list that `NSKeyedArchiver` writes of a student with one contact in two fields.
  private static let list = """
    <plist version="1.0"><dict>
    <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
    <key>$top</key><dict><key>root</key>\(reference(1))</dict>
    <key>$objects</key><array><string>$null</string>
    <dict><key>name</key>\(reference(2))<key>home</key>\(reference(3))
    <key>emergency</key>\(reference(3))<key>$class</key>\(reference(6))</dict>
    <string>Ann</string>
    <dict><key>mail</key>\(reference(4))<key>phone</key>\(reference(0))<key>$class</key>\(reference(5))</dict>
    <string>home@example.org</string>
    \(classes("School.Contact"))\(classes("School.Student"))</array></dict></plist>
    """

  @Test func `the student is shown as printed`() throws {
    let file = InspectedFile(Array(Self.list.utf8), isTrusted: false)
    var lines: [String] = []
    try file.values().printTree(ValueTree.Style()) { lines.append($0) }
    let shown = "$ archivecat student.plist\n\(lines.joined(separator: "\n"))\n```"
    #expect(try ReadmeExample.isShown(shown, near: #filePath), "\(shown)")
  }
}
