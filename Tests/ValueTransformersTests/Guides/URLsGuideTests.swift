import Foundation
import TestSupport
import Testing
import ValueTransformers

final class ContainerURLTransformer: ValueTransformer {
  private let container: URL

  init(container: URL) {
    self.container = container
    super.init()
  }

  override class func transformedValueClass() -> AnyClass { NSString.self }
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let url = value as? URL, url.path.hasPrefix(container.path) else { return nil }
    return String(url.path.dropFirst(container.path.count))
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? String).map { container.appendingPathComponent($0) }
  }
}

/// The examples of the article on relative URLs. The code there is above.
@Suite struct URLsGuideTests {
  @Test func `a value transformer prints what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let container = URL(fileURLWithPath: "/app/1", isDirectory: true)
    let transformer = ContainerURLTransformer(container: container)
    print(transformer.transformedValue(container.appendingPathComponent("a b.png")) ?? "nil")
    print(transformer.transformedValue(URL(fileURLWithPath: "/app/10/a.png")) ?? "nil")
    print(transformer.transformedValue(URL(string: "https://example.org/a.png")) ?? "nil")
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(
      try ReadmeExample.stands("class ContainerURLTransformer", in: #filePath, inPieces: true))
  }

  @Test func `a transform prints what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let transform = RelativeURLTransform()
    var context = TransformContext(entity: "Photo")
    context.baseURL = URL(filePath: "/app/1", directoryHint: .isDirectory)
    let texts = ["file:///app/1/a%20b.png", "file:///app/10/a.png", "https://example.org/a.png"]
    for text in texts {
      guard let url = URL(string: text) else { continue }
      print(try transform.store(url, in: context))
    }

    context.baseURL = URL(filePath: "/app/2", directoryHint: .isDirectory)  // the app moved
    print(try transform.restore("a%20b.png", in: context))
    do {
      _ = try transform.restore("../../etc/passwd", in: context)
    } catch {
      print(error)
    }
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("the app moved", in: #filePath, inPieces: true))
  }
}
