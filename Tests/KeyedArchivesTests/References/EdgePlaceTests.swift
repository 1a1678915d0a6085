import ArchiveInspection
import KeyedArchives
import Testing

/// Edges as values of super encoders, as members of sets, as roots and as elements of streams.
@Suite struct EdgePlaceTests: ReferenceProbe {
  typealias Link = ReferenceSamples.Link

  enum Keys: CodingKey { case link }

  final class Upper: Codable {
    var link = BackReference<Link>()
    init(_ link: Link) { self.link = BackReference(wrappedValue: link) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      link = try BackReference(from: container.superDecoder(forKey: .link))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try link.encode(to: container.superEncoder(forKey: .link))
    }
  }
  struct UpperValue: Codable {
    var link = BackReference<Link>()
    init(_ link: Link) { self.link = BackReference(wrappedValue: link) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      link = try BackReference(from: container.superDecoder(forKey: .link))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try link.encode(to: container.superEncoder(forKey: .link))
    }
  }

  @Test func `an edge as the value of a super encoder`() throws {
    let failure = error {
      let bytes: [UInt8] = try KeyedArchiver().encode(Upper(Link(5)))
      let back = try KeyedUnarchiver().decode(Upper.self, from: bytes)
      #expect(back.link.wrappedValue?.number == 5)
    }
    #expect(failure == nil)
    let second = error {
      let bytes: [UInt8] = try KeyedArchiver().encode([UpperValue(Link(5))])
      let back = try KeyedUnarchiver().decode([UpperValue].self, from: bytes)
      #expect(back[0].link.wrappedValue?.number == 5)
    }
    #expect(second == nil)
  }

  struct EdgeKey: Codable, Hashable {
    var link: BackReference<Link>
    static func == (left: Self, right: Self) -> Bool {
      left.link.wrappedValue === right.link.wrappedValue
    }
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test func `members that are edges only are not the same`() throws {
    let (a, b) = (Link(1), Link(2))
    let set: Set = [
      EdgeKey(link: BackReference(wrappedValue: a)), EdgeKey(link: BackReference(wrappedValue: b)),
    ]
    let bytes: [UInt8] = try KeyedArchiver().encode(set)
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
  }

  @Test func `an edge as a root and as elements of a stream`() throws {
    let link = Link(3, next: Link(4))
    for layout in Layout.all {
      let bytes = try layout.bytes(BackReference(wrappedValue: link))
      #expect(ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings.isEmpty)
      let back = try KeyedUnarchiver().decode(BackReference<Link>.self, from: bytes)
      #expect(back.wrappedValue?.next?.number == 4)
      let plain = try KeyedUnarchiver().decode(Link.self, from: bytes)
      #expect(plain.next?.number == 4)
      let nobody = try layout.bytes(WeakReference(wrappedValue: link))
      #expect(
        try KeyedUnarchiver().decode(WeakReference<Link>.self, from: nobody).wrappedValue == nil)
    }
    let streamed = try stream([
      BackReference(wrappedValue: link), BackReference(wrappedValue: link),
    ])
    let back = try elements(BackReference<Link>.self, of: streamed)
    #expect(back[0].wrappedValue === back[1].wrappedValue && back[0].wrappedValue?.number == 3)
  }
}
