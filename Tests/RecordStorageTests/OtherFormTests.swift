import Foundation
import RecordStorage
import RecordTestSupport
import Testing

/// Handles of other forms of an entity, on back ends of one process.
@Suite struct OtherFormTests {
  @Test func `in memory`() throws {
    let backEnd = MemoryBackEnd()
    #expect(try OtherFormTrial.faults(RecordStore(backEnd), RecordStore(backEnd)) == [])
  }

  @Test func `in a file`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileBackEnd(path: folder.appending(path: "shop.krec").path)
    defer { file.close() }
    #expect(try OtherFormTrial.faults(RecordStore(file), RecordStore(file)) == [])
  }
}
