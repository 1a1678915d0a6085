import ArchiveInspection
import KeyedArchives
import Testing

/// Objects whose bodies are edges: rings of them, chains, and what asks for something else there.
@Suite(.serialized) struct EdgeBodyTests: ReferenceProbe {
  /// An object whose body is one edge.
  final class Single: Codable {
    var next = BackReference<Single>()
    init() {}
    init(from decoder: any Decoder) throws {
      next = try decoder.singleValueContainer().decode(BackReference<Single>.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(next)
    }
  }

  private func ring(_ count: Int) -> [Single] {
    let all = (0..<count).map { _ in Single() }
    for index in all.indices {
      all[index].next = BackReference(wrappedValue: all[(index + 1) % count])
    }
    return all
  }

  @Test(arguments: [1, 2]) func `a ring of bodies that are edges ends`(count: Int) throws {
    let all = ring(count)
    let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    #expect(ends { _ = try? KeyedUnarchiver().decode(Single.self, from: bytes) })
    for single in all { single.next = BackReference() }
  }

  @Test func `a leaf asked for where a ring stands ends`() throws {
    let all = ring(1)
    let bytes: [UInt8] = try KeyedArchiver().encode(["a": all[0]])
    #expect(ends { _ = try? KeyedUnarchiver().decode([String: Int].self, from: bytes) })
    all[0].next = BackReference()
  }

  @Test func `a path through a ring ends`() throws {
    let all = ring(1)
    let bytes: [UInt8] = try KeyedArchiver().encode(["a": all[0]])
    #expect(
      ends {
        _ = try? ArchiveInspector(bytes).value(
          at: ArchivePath([.key("a"), .key("b")]))
      })
    all[0].next = BackReference()
  }

  @Test(arguments: [2_000, 12_000]) func `a chain of bodies that are edges is read`(count: Int)
    throws
  {
    let all = ring(count)
    all[count - 1].next = BackReference()
    let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
    #expect(error { _ = try KeyedUnarchiver().decode(Single.self, from: bytes) } == nil)
    for single in all { single.next = BackReference() }
  }
}
