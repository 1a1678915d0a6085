import ArchiveCompression
import ArchiveFormat
import KeyedArchives
import Testing

/// An archive that is opened part by part is what it is when it is opened whole, damaged or not.
@Suite struct OpeningByPartsTests {
  private static let layouts = Layout.all.filter { $0.framing != .singlePart }

  private func archive(_ layout: Layout) throws -> [UInt8] {
    try layout.bytes(["first": [1.5, 2], "second": Array(repeating: 3, count: 40)])
  }

  private func opener() -> ArchiveOpener {
    ArchiveOpener([], limits: .untrusted, keepsAllScopes: false)
  }

  /// The last scope, or the error.
  private func byParts(_ bytes: [UInt8]) -> Result<OpenedScope?, ArchiveError> {
    Result { () throws(ArchiveError) in
      var opener = opener()
      return try opener.open(byteCount: bytes.count) { Array(bytes[$0]) }.scopes.last
    }
  }

  private func expectSame(_ bytes: [UInt8], _ what: @autoclosure () -> String) {
    let whole = Result { () throws(ArchiveError) in
      var opener = ArchiveOpener(bytes, limits: .untrusted, keepsAllScopes: false)
      return try opener.open().scopes.last
    }
    switch (whole, byParts(bytes)) {
    case (.success(let whole), .success(let parts)):
      #expect(whole?.content == parts?.content, "\(what())")
      #expect(whole?.start == parts?.start, "\(what())")
      #expect(whole?.map.place(3).byteOffset == parts?.map.place(3).byteOffset, "\(what())")
    case (.failure(let whole), .failure(let parts)):
      #expect(whole == parts, "\(what())")
    default: Issue.record("\(what()): refused by one of the two ways")
    }
  }

  @Test(arguments: layouts) func `every prefix and every flipped byte is the same error`(
    _ layout: Layout
  ) throws {
    var bytes = try archive(layout)
    expectSame(bytes, "whole")
    for count in bytes.indices { expectSame(Array(bytes[..<count]), "\(count) bytes") }
    for index in bytes.indices {
      bytes[index] ^= 0x11
      expectSame(bytes, "byte \(index)")
      bytes[index] ^= 0x11
    }
  }

  @Test(arguments: [KeyedArchiver().compression, .zlib()])
  func `content is given its room at once`(_ compression: BlockPacking) throws {
    let words = (0..<200_000).map { "word \($0)" }
    let bytes: [UInt8] = try KeyedArchiver(compression: compression).encode(words)
    let scope = try #require(try byParts(bytes).get())
    #expect(scope.content.count > 2 << 20)
    #expect(scope.content.capacity - scope.content.count < 64 << 10)
    #expect(try KeyedUnarchiver().decode([String].self, from: bytes) == words)
  }
}
