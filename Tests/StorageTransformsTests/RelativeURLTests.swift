import Foundation
import StorageTransforms
import Testing

/// URLs that move with their base.
@Suite struct RelativeURLTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func transform(_ base: String = "file:///data/app/") throws -> RelativeURLTransform {
    RelativeURLTransform(base: try url(base))
  }

  @Test(arguments: [
    ("file:///data/app/a/b.png", "a/b.png"), ("file:///data/app/a/", "a/"),
    ("file:///data/app/", "./"), ("file:///data/app", "."),
    ("file:///data/app/7:30.txt", "7:30.txt"), ("file:///data/app/a:b", "./a:b"),
    ("file:///data/app/a%20b/%C3%A9%2Fc", "a%20b/%C3%A9%2Fc"),
    ("file:///data/app/a?q=/../x#y", "a?q=/../x#y"), ("file:///data/app/?q", "./?q"),
    ("file:///data/app/#f", "./#f"), ("file:///data/app/a//b", "a//b"),
    ("file:///data/app/...", "..."), ("file:///data/app/a..b/.c", "a..b/.c"),
  ])
  func `a URL under the base is relative, and resolves where the base has moved`(
    text: String, stored: String
  ) throws {
    let value = try url(text)
    for base in ["file:///data/app/", "file:///data/app"] {
      let transform = try transform(base)
      #expect(try transform.store(value, in: TransformContext()) == stored)
      #expect(try transform.restore(stored, in: TransformContext()) == value)
    }
    let moved = try transform("https://example.org/new%20place")
    let result = try moved.restore(stored, in: TransformContext())
    #expect(
      result.absoluteString
        == "https://example.org/new%20place" + text.dropFirst("file:///data/app".count))
    #expect(try moved.store(result, in: TransformContext()) == stored)
  }

  @Test(arguments: [
    "file:///data/other/b.png", "file:///data/application/b.png", "file:///data/", "file:///",
    "https://example.org/data/app/b.png", "file://host/data/app/b.png", "FILE:///data/app/b.png",
    "file:///data/app/../other", "file:///data/app/a/./b", "file:///data/app/%2e%2E/other",
    "file:///data/app/.%2e", "file:///data/app/%2e%2e%2fsecret", "file:///data/app/a%5c..%5Cb",
    "file:///data/%61pp/b.png", "file:///data/app//b", "mailto:a@b.org",
    "data:,x", "file:///data/app?q", "urn:isbn:1",
  ])
  func `any other URL is stored as it is, and does not move`(text: String) throws {
    let value = try url(text)
    let stored = try transform().store(value, in: TransformContext())
    #expect(stored == text)
    #expect(try transform("file:///new/").restore(stored, in: TransformContext()) == value)
  }

  @Test func `links are left alone`() throws {
    let folder = URL(filePath: NSTemporaryDirectory(), directoryHint: .isDirectory)
      .appending(path: UUID().uuidString, directoryHint: .isDirectory)
    let files = FileManager.default
    try files.createDirectory(at: folder.appending(path: "real"), withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let link = folder.appending(path: "link")
    try files.createSymbolicLink(at: link, withDestinationURL: URL(filePath: "/etc"))
    let transform = RelativeURLTransform(base: folder)
    let value = link.appending(path: "hosts")
    #expect(try transform.store(value, in: TransformContext()) == "link/hosts")
    #expect(try transform.restore("link/hosts", in: TransformContext()) == value)
  }

  @Test(arguments: [
    "", "/etc/passwd", "//host/x", "../x", "a/../../x", "a/%2E%2e/x", "%2e%2e%2fx", "..%2Fx",
    "x%2f..%2f..%2fy", "a%5C..%5cb", "..\\x", "./../x", "..", "./.", "a/.",
    ".//x", "a b", "a\u{0}b", "é", "\u{FFFD}", "./a/..",
  ])
  func `text that is not stored for any URL is an error`(text: String) throws {
    let error = #expect(throws: TransformError.self) {
      try transform().restore(text, in: TransformContext())
    }
    #expect(error?.code == .unreadable)
  }

  @Test func `foreign bytes are errors`() throws {
    let transform = try transform().then(UTF8Transform())
    let value = try url("file:///data/app/x")
    #expect(try transform.store(value, in: TransformContext()) == Data("x".utf8))
    for bytes in [Data(), Data([0xFF, 0xFE]), Data([0x62, 0xC3])] {
      #expect(throws: TransformError.self) {
        try transform.restore(bytes, in: TransformContext())
      }
    }
  }

  @Test func `the base comes from the context, and has to`() throws {
    let value = try url("file:///data/app/x")
    var context = TransformContext(entity: "Photo", attribute: "file")
    let error = #expect(throws: TransformError.self) {
      try RelativeURLTransform().store(value, in: context)
    }
    #expect(error?.code == .missingContext)
    #expect(error?.description.hasSuffix("attribute 'file' of entity 'Photo'") == true)
    for base in ["file:///data/app?q", "data/app", "file:///data/app#f"] {
      context.baseURL = try url(base)
      #expect(throws: TransformError.self) { try RelativeURLTransform().store(value, in: context) }
    }
    context.baseURL = try url("file:///data")
    #expect(try RelativeURLTransform().store(value, in: context) == "app/x")
    let relative = #expect(throws: TransformError.self) {
      try RelativeURLTransform().store(url("a/b"), in: context)
    }
    #expect(relative?.code == .notStorable)
    // A URL that has a base itself is taken as a whole.
    let nested = try #require(URL(string: "y/z", relativeTo: url("file:///data/app/")))
    #expect(try RelativeURLTransform().store(nested, in: context) == "app/y/z")
  }
}
