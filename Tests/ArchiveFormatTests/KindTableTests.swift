import ArchiveFormat
import Testing

struct KindTableTests {
  /// What can be asked of a table whose kinds a test knows.
  private static func holds(_ table: KindTable, _ known: [KindID]) -> Bool {
    var copy = table
    return known.enumerated().allSatisfy { number, id in
      table.code(id) == .recordOfShape && Int(table[id].number) == number
        && copy.record(ofShape: number) == id
    }
  }

  @Test func `copies that kinds are added to keep those they had, and find them again`() {
    var table = KindTable()
    var known: [KindID] = []
    var copies: [(KindTable, [KindID])] = []
    for number in 0..<1_500 {
      known.append(table.record(ofShape: number))
      if number % 97 == 0 {
        var copy = table
        // Each goes on in its own way.
        let own = (0..<80).map { copy.container(.set, of: known[$0 % known.count]) }
        let again = (0..<80).map { copy.container(.set, of: known[$0 % known.count]) }
        #expect(own == again)
        #expect(zip(own, 0..<80).allSatisfy { copy[$0].first == known[$1 % known.count] })
        copies.append((copy, known))
      }
    }
    #expect(Set(known).count == known.count)
    #expect(Self.holds(table, known))
    #expect(copies.allSatisfy { Self.holds($0.0, $0.1) })
  }

  @Test func `a kind in a kind of another layer has the depth that it has anywhere`() {
    var table = KindTable()
    var copies: [KindTable] = []
    for number in 0..<200 {
      _ = table.record(ofShape: number)
      if number % 20 == 0 { copies.append(table) }
    }
    var kind = table.record(ofShape: 0)
    var depth = 1
    while depth < KindTable.maximumDepth {
      kind = table.container(.array, of: kind)
      copies.append(table)
      depth += 1
    }
    let whole = kind
    #expect(table.container(.array, of: whole) == table.container(.array, of: .any))
    for _ in 1..<depth { kind = table[kind].first }
    #expect(kind == table.record(ofShape: 0))
  }
}
