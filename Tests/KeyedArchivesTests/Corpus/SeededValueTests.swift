import Testing
import Workloads

@Suite struct SeededValueTests {
  private struct Sample: Codable, Equatable {
    var numbers: [Int]
    var text: String?
    var entries: [String: Double]
    var flag: Bool
  }

  private func samples() throws -> [Sample] {
    try (0..<200).map { try SeededValue.make(Sample.self, seed: $0) }
  }

  @Test func `one seed gives one value, other seeds others`() throws {
    let (first, second) = (try samples(), try samples())
    #expect(first == second)
    #expect(Set(first.map(\.numbers)).count > 100)
  }

  @Test func `seeded values have and lack what they may lack, and are empty and not`() throws {
    let samples = try samples()
    for fact: (Sample) -> Bool in [
      { $0.text == nil }, { $0.flag }, { $0.numbers.isEmpty }, { $0.entries.isEmpty },
    ] {
      let share = samples.count(where: fact)
      #expect((1..<samples.count).contains(share))
    }
    #expect(samples.contains { $0.text?.utf8.contains { $0 >= 0x80 } ?? false })
    #expect(samples.contains { $0.numbers.contains { $0 < 0 } })
  }

  @Test func `seeded documents are not empty`() throws {
    let search = try SeededValue.make(TwitterSearch.self, seed: 1)
    #expect(search != (try SeededValue.make(TwitterSearch.self, seed: 2)))
    let byteCounts = try (0..<40).map {
      try Layout.all[0].bytes(SeededValue.make(TwitterSearch.self, seed: $0)).count
    }
    #expect((byteCounts.max() ?? 0) > 5_000)
  }
}
