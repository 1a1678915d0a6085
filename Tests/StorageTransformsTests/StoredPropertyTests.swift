import Foundation
import StorageTransforms
import Testing

/// Properties that are encoded as what a transform stores.
@Suite struct StoredPropertyTests {
  struct Colour: Equatable, Sendable {
    var red: UInt8
    var green: UInt8
  }

  /// “#0a1b”
  struct ColourTransform: AttributeTransform, ContextFreeTransform {
    func store(_ colour: Colour) -> String {
      "#" + HexTransform().store(Data([colour.red, colour.green]))
    }
    func restore(_ text: String) throws -> Colour {
      let bytes = [UInt8](try HexTransform().restore(String(text.dropFirst())))
      guard text.hasPrefix("#"), bytes.count == 2 else {
        throw TransformError(.unreadable, "“\(text)” is no colour")
      }
      return Colour(red: bytes[0], green: bytes[1])
    }
  }

  struct User: Codable, Equatable {
    var name = "Ada"
    @Stored<ColourTransform> var tint = Colour(red: 10, green: 27)
    @Stored<OptionalTransform<ColourTransform>> var accent: Colour?
    @Stored<RelativeURLTransform> var portrait = URL(filePath: "/data/app/a.png")
    @Stored<StampedTransform<TransformChain<JSONTransform<[Int]>, ZlibTransform>>> var scores = [
      1, 2,
    ]
  }

  private var context: TransformContext {
    var context = TransformContext(entity: "User")
    context.baseURL = URL(filePath: "/data/app/", directoryHint: .isDirectory)
    return context
  }

  private func check(
    _ encode: (User) throws -> Data, _ decode: (Data) throws -> User
  ) throws {
    var user = User()
    #expect(try decode(encode(user)) == user)
    user.accent = Colour(red: 0, green: 255)
    user.tint.green = 0
    #expect(try decode(encode(user)) == user)
  }

  @Test func `in JSON`() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.userInfo[.transformContext] = context
    decoder.userInfo[.transformContext] = context
    try check {
      try encoder.encode($0)
    } _: {
      try decoder.decode(User.self, from: $0)
    }
    let json = String(decoding: try encoder.encode(User()), as: UTF8.self)
    #expect(json.contains(##""tint":"#0a1b""##) && json.contains(#""portrait":"a.png""#))
    // An optional one may be missing.
    let text = json.replacing(#""accent":null,"#, with: "").replacing(#","accent":null"#, with: "")
    #expect(!text.contains("accent"))
    #expect(try decoder.decode(User.self, from: Data(text.utf8)) == User())
  }

  @Test func `in a property list`() throws {
    let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
    encoder.userInfo[.transformContext] = context
    decoder.userInfo[.transformContext] = context
    try check {
      try encoder.encode($0)
    } _: {
      try decoder.decode(User.self, from: $0)
    }
  }

  @Test func `in an archive`() throws {
    var (archiver, unarchiver) = (KeyedArchiver(), KeyedUnarchiver())
    archiver.userInfo[.transformContext] = context
    unarchiver.userInfo[.transformContext] = context
    try check {
      try archiver.encode($0)
    } _: {
      try unarchiver.decode(User.self, from: $0)
    }
    try check {
      try archiver.encode([$0, $0])
    } _: {
      let users = try unarchiver.decode([User].self, from: $0)
      #expect(users[0] == users[1])
      return users[0]
    }
  }

  @Test func `an error names the property`() throws {
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode([User()]) }
    guard case .invalidValue(_, let place) = error else { return }
    let ours = try #require(place.underlyingError as? TransformError)
    #expect(ours.code == .missingContext)
    #expect(ours.description.hasSuffix("attribute '[0].portrait'"))
    #expect(place.codingPath.map(\.stringValue).last == "portrait")
    let decoder = JSONDecoder()
    decoder.userInfo[.transformContext] = context
    let json = Data(#"{"name":"","tint":"red","portrait":"a","scores":""}"#.utf8)
    let second = #expect(throws: DecodingError.self) { try decoder.decode(User.self, from: json) }
    guard case .dataCorrupted(let place) = second else { return }
    #expect((place.underlyingError as? TransformError)?.code == .unreadable)
    #expect(place.debugDescription.hasSuffix("attribute 'tint' of entity 'User'"))
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[.transformContext] = context
    let archive: Data = try KeyedArchiver().encode(["tint": "red"])
    #expect(throws: ArchiveError.self) { try unarchiver.decode(User.self, from: archive) }
  }
}
