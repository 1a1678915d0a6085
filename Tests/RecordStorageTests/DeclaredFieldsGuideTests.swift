import Foundation
import RecordStorage
import TestSupport
import Testing

// The code there, as the article prints it.

enum Kind: String { case landscape, portrait, other }

struct Tint: Codable { var red = 0.0, green = 0.0 }

enum TintCoder {
  static func encode(_ tint: Tint) -> Data? { try? JSONEncoder().encode(tint) }

  static func decode(_ data: Data?) -> Tint {
    data.flatMap { try? JSONDecoder().decode(Tint.self, from: $0) } ?? Tint()
  }
}

#if canImport(CoreData)
  import CoreData

  final class PhotoObject: NSManagedObject {
    @NSManaged var title: String  // default value in the model: "untitled"
    @NSManaged var file: String  // uniqueness constraint in the model
    @NSManaged private var kindText: String?
    @NSManaged private var tintData: Data?

    var kind: Kind {
      get { kindText.flatMap(Kind.init) ?? .other }
      set { kindText = newValue.rawValue }
    }

    var tint: Tint {
      get { TintCoder.decode(tintData) }
      set { tintData = TintCoder.encode(newValue) }
    }
  }
#endif

/// The examples of the article on declared fields.
@Suite struct DeclaredFieldsGuideTests {
  enum Kind: String, Codable, Sendable { case landscape, portrait, other }

  struct Tint: Codable, Equatable, Sendable { var red = 0.0, green = 0.0 }

  struct Photo: Equatable, Sendable {
    var id: Int
    var title: String
    var file: String
    var kind: Kind
    var tint: Tint
  }

  @Test func `the coder prints what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    print(TintCoder.decode(Data("{}".utf8)).red)
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands("enum TintCoder", in: #filePath, inPieces: true))
  }

  @Test func `fields print what the article shows`() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " "))
    }

    let entity = try Entity("Photo", restoring: Photo.init) {
      Field("id", \.id)
      Field("title", \.title).default("untitled")
      Field("file", \.file).unique()
      Field("kind", \.kind).fallback(to: .other)
      Field("tint", \.tint, as: JSONTransform().then(TextTransform())).fallback(to: Tint())
    }

    let sea = Photo(
      id: 1, title: "sea", file: "sea.png", kind: .landscape, tint: Tint(red: 0.25, green: 0.5))
    for value in try entity.store(sea) { print(value) }

    let photos = try RecordStore(MemoryBackEnd()).records(of: entity, key: \.id)
    try photos.insert(sea)
    var copy = sea
    copy.id = 2
    do {
      try photos.insert(copy)
    } catch {
      print(error)
    }

    let newer = try entity.restore([
      .integer(3), .null, .text("sky.png"), .text("panorama"), .text(#"{"red":1,"green":1}"#),
    ])
    print(newer.title, newer.kind, newer.tint.red)
    #expect(
      try ReadmeExample.isShown("```\n\(lines.joined(separator: "\n"))\n```", near: #filePath),
      "\(lines)")
    #expect(try ReadmeExample.stands(#".text("panorama")"#, in: #filePath, inPieces: true))
  }

  @Test func `without a stamp the column has the JSON and nothing else`() throws {
    let transform = JSONTransform<Tint>()
    let bare = try Entity("Photo", restoring: Tints.init) {
      Field("tint", \.tint, as: JSONTransform(), isStamped: false)
    }
    let stamped = try Entity("Photo", restoring: Tints.init) {
      Field("tint", \.tint, as: JSONTransform())
    }
    let value = Tints(tint: Tint(red: 0.25, green: 0.5))
    let json = try transform.store(value.tint)
    #expect(String(decoding: json, as: UTF8.self) == #"{"green":0.5,"red":0.25}"#)
    #expect(try bare.store(value) == [.blob(json)])
    guard case .blob(let bytes) = try stamped.store(value)[0] else {
      Issue.record("no bytes")
      return
    }
    #expect(bytes.count == json.count + 8 && bytes.suffix(json.count) == json)
    #expect(
      try ReadmeExample.isShown(
        #"Field("tint", \.tint, as: JSONTransform(), isStamped: false)"#, near: #filePath))
  }

  struct Tints: Sendable { var tint: Tint }
}
