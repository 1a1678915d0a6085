import Foundation
import StorageTransforms
import TestSupport
import Testing

/// The README's chapter on storage, compiled and run.
@Suite struct GuideTests {
  struct Sticker: Codable, Equatable, Sendable {
    var name: String
    var points: [Double]
  }

  struct Tint: Equatable, Sendable {
    var red: UInt8
    var green: UInt8
  }

  struct TintTransform: AttributeTransform, ContextFreeTransform {
    func store(_ tint: Tint) -> Data { Data([tint.red, tint.green]) }

    func restore(_ stored: Data) throws -> Tint {
      guard stored.count == 2 else { throw TransformError(.unreadable, "a tint has two bytes") }
      return Tint(red: stored[stored.startIndex], green: stored[stored.startIndex + 1])
    }
  }

  struct Profile: Codable {
    var name: String
    @Stored<TintTransform> var tint: Tint
    @Stored<OptionalTransform<TintTransform>> var accent: Tint?
    @Stored<RelativeURLTransform> var portrait: URL  // absolute here, relative where it is stored
  }

  @Test func `transforms stand in a row`() throws {
    let stickers = ArchiveTransform<Sticker>().then(ZlibTransform()).stamped(
      reading: .unstamped(JSONTransform()))  // what an older program stored

    let stored = try stickers.store(Sticker(name: "star", points: [0, 0.5]))
    let sticker = try stickers.restore(stored)
    #expect(sticker == Sticker(name: "star", points: [0, 0.5]))
    let older = Data(#"{"name":"star","points":[0,0.5]}"#.utf8)
    #expect(try stickers.restore(older) == sticker)
    #expect(try ReadmeExample.stands("let stickers =", in: #filePath, inPieces: true))
  }

  @Test func `a transform has a name`() throws {
    let registry = TransformRegistry()
    try registry.register(TintTransform(), as: "tint")
    let transform = try registry.transform(named: "tint" as TransformName<Tint>)
    let tint = Tint(red: 255, green: 128)
    let stored = try transform.store(tint, in: TransformContext())
    #expect(stored == .blob(Data([255, 128])))
    #expect(try transform.restore(stored, in: TransformContext()) == tint)
    #expect(try ReadmeExample.stands("let registry =", in: #filePath))
    #expect(try ReadmeExample.stands("struct TintTransform:", in: #filePath))
  }

  @Test func `a property is stored in any coder`() throws {
    let container = URL(filePath: "/app/1/", directoryHint: .isDirectory)
    let profile = Profile(
      name: "Ada", tint: Tint(red: 255, green: 128), accent: nil,
      portrait: container.appending(path: "images/a.png"))
    var context = TransformContext(entity: "Profile")
    context.baseURL = container  // the app's folder, wherever it is now
    let encoder = JSONEncoder()
    encoder.userInfo[.transformContext] = context
    let json = try encoder.encode(profile)  // "tint":"/4A=","portrait":"images/a.png"
    let text = String(decoding: json, as: UTF8.self).replacing("\\/", with: "/")
    #expect(text.contains(#""tint":"/4A=""#) && text.contains(#""portrait":"images/a.png""#))
    let decoder = JSONDecoder()
    context.baseURL = URL(filePath: "/app/2/", directoryHint: .isDirectory)
    decoder.userInfo[.transformContext] = context
    let back = try decoder.decode(Profile.self, from: json)
    #expect(back.portrait.path == "/app/2/images/a.png" && back.tint == profile.tint)
    #expect(try ReadmeExample.stands("struct Profile:", in: #filePath, inPieces: true))
  }
}
