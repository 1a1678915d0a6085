import ArchiveFormat
import Testing

struct GrowingArrayTests {
  @Test(arguments: [0, 1, 63, 64, 65, 300])
  func `it holds what an array holds, and so does each copy that is kept`(first: Int) {
    var array = Array(0..<first)
    var growing = GrowingArray(array)
    var copies: [(GrowingArray<Int>, [Int])] = []
    for number in 0..<400 {
      array.append(-number)
      growing.append(-number)
      if number % 7 == 0 { copies.append((growing, array)) }
      if number % 31 == 0 {
        let changed = number * 5 % array.count
        array[changed] += 1_000
        growing[changed] += 1_000
      }
    }
    #expect(Array(growing) == array)
    #expect(growing.indices.allSatisfy { growing[$0] == array[$0] })
    #expect(Array(growing[first...]) == Array(array[first...]))
    #expect(copies.allSatisfy { Array($0.0) == $0.1 })
  }

  @Test func `texts are found by their numbers`() {
    var texts: GrowingArray = ["text 0", "text 1"]
    for number in 2..<200 { texts.append("text \(number)") }
    #expect((0..<200).allSatisfy { texts[$0] == "text \($0)" })
  }
}
