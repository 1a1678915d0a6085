import Testing

@testable import KeyedArchives

/// References that are decoded late, from containers that were kept.
@Suite struct KeptReferenceTests: ReferenceProbe {
  typealias Link = ReferenceSamples.Link

  final class Kept: @unchecked Sendable {
    var container: KeyedDecodingContainer<Keys>?
    var late: BackReference<Link>?
    var lateError: (any Error)?
  }
  enum Keys: CodingKey { case first, link }
  // swift-format-ignore: NeverForceUnwrap
  static let keptKey = CodingUserInfoKey(rawValue: "kept")!

  struct Keeper: Codable {
    var first: BackReference<Link>
    var link: Link
    init(_ link: Link) {
      self.link = link
      first = BackReference(wrappedValue: link)
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      first = try container.decode(BackReference<Link>.self, forKey: .first)
      link = try container.decode(Link.self, forKey: .link)
      guard let kept = decoder.userInfo[KeptReferenceTests.keptKey] as? Kept else { return }
      kept.container = container
      try first.whenComplete { _ in
        do {
          kept.late = try container.decode(BackReference<Link>.self, forKey: .first)
        } catch { kept.lateError = error }
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(first, forKey: .first)
      try container.encode(link, forKey: .link)
    }
  }

  /// The code of the archive's error that an error of a container carries.
  private func code(_ error: (any Error)?) -> ArchiveError.Code? {
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context): context
      case .keyNotFound(_, let context), .dataCorrupted(let context): context
      default: nil
      }
    return ((context?.underlyingError ?? error) as? ArchiveError)?.code
  }

  @Test func `a reference that is decoded in a callback is refused`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Keeper(Link(4)))
    let kept = Kept()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Self.keptKey] = kept
    _ = try? unarchiver.decode(Keeper.self, from: bytes)
    #expect(code(kept.lateError) == .invalidValue && kept.late == nil)
  }

  @Test func `a reference that is decoded after decode is refused`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Keeper(Link(4)))
    let kept = Kept()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Self.keptKey] = kept
    _ = try? unarchiver.decode(Keeper.self, from: bytes)
    let failure = #expect(throws: (any Error).self) {
      try kept.container?.decode(BackReference<Link>.self, forKey: .first)
    }
    #expect(code(failure) == .invalidValue)
  }

  struct PlainKeeper: Codable {
    var first: Link
    var link: Link
  }

  @Test(arguments: [false, true]) func `a reference from an ordinary edge that is decoded late`(
    usesCells: Bool
  ) throws {
    let link = Link(4)
    let bytes: [UInt8] = try KeyedArchiver().encode(PlainKeeper(first: link, link: link))
    let kept = Kept()
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.userInfo[Self.keptKey] = kept
    let failure = error {
      let back = try unarchiver.decode(Keeper.self, from: bytes)
      #expect(back.first.wrappedValue === back.link)
    }
    #expect(failure == nil)
    #expect(code(kept.lateError) == .invalidValue && kept.late == nil)
    let second = #expect(throws: (any Error).self) {
      try kept.container?.decode(BackReference<Link>.self, forKey: .first)
    }
    #expect(code(second) == .invalidValue)
  }
}
