import Foundation
import TestSupport
import Testing
import ValueTransformers

extension NSValueTransformerName {
  static let snakeCase = NSValueTransformerName("SnakeCase")
  static let timestamp = NSValueTransformerName("Timestamp")
}

final class SnakeCaseTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSString.self }
  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let text = value as? String else { return nil }
    return text.split(separator: " ").map { $0.lowercased() }.joined(separator: "_")
  }
}

final class TimestampTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSString.self }
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Date).map { ISO8601DateFormatter().string(from: $0) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
  }
}

extension TransformName where Value == String {
  static let snakeCase = TransformName("snakeCase")
}

extension TransformName where Value == Date {
  static let timestamp = TransformName("timestamp")
}

/// The examples of the article on named transformers. The code there is above.
@Suite(.serialized) struct NamedTransformersGuideTests {
  @Test func `named value transformers print what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    ValueTransformer.setValueTransformer(SnakeCaseTransformer(), forName: .snakeCase)
    ValueTransformer.setValueTransformer(TimestampTransformer(), forName: .timestamp)

    let snake = ValueTransformer(forName: .snakeCase)
    print(snake?.transformedValue("Blue Lagoon") ?? "nil")
    let time = ValueTransformer(forName: .timestamp)
    print(time?.reverseTransformedValue("next Monday") ?? "nil")
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("class SnakeCaseTransformer", in: #filePath, inPieces: true))
  }

  @Test func `transforms with names print what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let transforms = TransformRegistry()
    try transforms.register(oneWay: WordCaseTransform(.snake), as: .snakeCase)
    try transforms.register(ISO8601Transform(), as: .timestamp)

    let snake = try transforms.erasedTransform(named: "snakeCase")
    print(try snake.store("Blue Lagoon"))
    let time = try transforms.transform(named: .timestamp)
    let context = TransformContext(entity: "Photo")
    print(try time.store(Date(timeIntervalSince1970: 1_795_341_600), in: context))
    do {
      _ = try time.restore(.text("next Monday"), in: context)
    } catch {
      print(error)
    }
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("oneWay: WordCaseTransform", in: #filePath, inPieces: true))
  }

  struct Photo: Sendable { var taken: Date }

  @Test func `a field keeps a transformer by its name`() throws {
    ValueTransformer.setValueTransformer(
      TimestampTransformer(), forName: NSValueTransformerName("Timestamp"))
    let taken = Field("taken", \Photo.taken, as: NamedValueTransformer<Date>("Timestamp"))
    let entity = try Entity("Photo", restoring: Photo.init) { taken }
    let values = try entity.store(Photo(taken: Date(timeIntervalSince1970: 0)))
    #expect(values == [.text("1970-01-01T00:00:00Z")])
    #expect(try entity.restore(values).taken == Date(timeIntervalSince1970: 0))
    #expect(try ReadmeExample.stands("let taken = Field", in: #filePath))
  }
}
