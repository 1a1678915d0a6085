import ArchiveFormat
import Foundation
import Testing

/// The one text of a UUID.
@Suite struct UUIDTextTests {
  @Test func `the text is Foundation's`() {
    for _ in 0..<100 {
      let uuid = UUID()
      let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
      #expect(UUIDText.text(of: bytes) == uuid.uuidString)
    }
    #expect(UUIDText.text(of: 0..<16) == "00010203-0405-0607-0809-0A0B0C0D0E0F")
  }
}
