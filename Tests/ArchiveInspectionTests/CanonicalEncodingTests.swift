import ArchiveInspection
import KeyedArchives
import Testing

@Suite("Canonical archives are canonical by their bytes")
struct CanonicalEncodingTests {
  struct Place: Codable, Hashable {
    var name: String
    var tags: Set<String>
    var counts: [Int: Set<Int>]
  }

  final class Owner: Codable, Hashable {
    var name = "Ada"
    static func == (left: Owner, right: Owner) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  struct Library: Codable {
    var places: Set<Place>
    var byName: [String: Place]
    var owners: [Int: Owner]
    var first: Owner
  }

  private func place(_ name: String) -> Place {
    var tags = Set<String>(minimumCapacity: .random(in: 0...100))
    for tag in ["sea", "sun", "sand", "é", "z", ""].shuffled() { tags.insert(tag + name) }
    let counts = (0..<5).map { ($0 * 7, Set((0..<$0).shuffled())) }
    return Place(
      name: name, tags: tags,
      counts: Dictionary(counts.shuffled(), uniquingKeysWith: { first, _ in first }))
  }

  @Test func `sets and dictionaries in each other, with objects as values`() throws {
    let (ada, bob) = (Owner(), Owner())
    var all: Set<[UInt8]> = []
    for _ in 0..<4 {
      var owners: [Int: Owner] = [:]
      for number in (0..<9).shuffled() { owners[number] = number % 2 == 0 ? ada : bob }
      var byName: [String: Place] = [:]
      for name in ["b", "a", "ccc", ""].shuffled() { byName[name] = place(name) }
      let library = Library(
        places: Set(["x", "y", "z"].shuffled().map(place)), byName: byName, owners: owners,
        first: bob)
      let bytes = Array(try KeyedArchiver().encodeCanonically(library))
      let findings = ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings
      #expect(findings.isEmpty, "\(findings)")
      let back = try KeyedUnarchiver().decode(Library.self, from: bytes)
      #expect(back.places == library.places && back.byName == library.byName)
      #expect(back.owners[1] === back.first && back.owners[0] !== back.first)
      all.insert(bytes)
    }
    #expect(all.count == 1)
  }

  /// Keys that are stored as integers stand in the order of their bytes as integers, not as text.
  @Test func `maps with integer keys, and with keys that look like integers`() throws {
    func check<Key: Hashable & Codable>(_ keys: [Key]) throws {
      for count in 1...keys.count {
        let map = Dictionary(uniqueKeysWithValues: keys.prefix(count).map { ($0, 1) })
        let bytes = Array(try KeyedArchiver().encodeCanonically(["map": map]))
        let findings = ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings
        #expect(findings.isEmpty, "\(map): \(findings)")
      }
    }
    try check([1, 64, 2, 63, 128, 9_000, -1, 0, -64, -65, Int.max, Int.min])
    try check(["5", "-7", "64", "1", "100", "a", "05"])
    try check([Int8](-3...3))
    try check([UInt64.max, 1, 64, 300])
    try check([Int128(5), -1, 64])
  }

  @Test func `what needs no order is the bytes of the other form`() throws {
    let value = ["a": [1.5, 2], "b": []].sorted { $0.key < $1.key }.map(\.value)
    #expect(try KeyedArchiver().encodeCanonically(value) == KeyedArchiver().encode(value))
  }

  @Test func `sets of class instances are refused`() throws {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver().encodeCanonically(Set([Owner()]))
    }
    #expect(error?.code == .invalidValue)
    #expect(throws: ArchiveError.self) {
      try KeyedArchiver().encodeCanonically([Owner(): 1])
    }
  }
}
