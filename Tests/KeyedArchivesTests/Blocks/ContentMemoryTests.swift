import KeyedArchives
import TestTraits
import Testing

/// Values that outgrow the buffer that the encoder has for them.
@Suite struct ContentMemoryTests {
  private func words(_ count: Int) -> [String] { (0..<count).map { "word number \($0)" } }

  @Test(.long) func `a value is encoded alike however large the one before was`() throws {
    // Archives of about 0.2, 3, 0.9, 4, 5 and 1.6 MB.
    for count in [10_000, 170_000, 50_000, 230_000, 280_000, 90_000] {
      let words = words(count)
      let archiver = KeyedArchiver()
      let direct: [UInt8]? = try archiver.directly(
        words, { unsafe Array($0) }, { $0.array })
      if Differential.isWantedHere() {
        #expect(try direct == archiver.encodeThroughTape(words), "\(count) words")
      }
      let archive = try direct ?? archiver.encode(words)
      #expect(try KeyedUnarchiver().decode([String].self, from: archive) == words)
    }
  }
}
