import FuzzCases
import KeyedArchives
import ReferenceCoder
import TestSupport
import TestTraits
import Testing

/// The reference coder and that of this package: what types get that call containers in any way.
@Suite(.differential) struct WitnessProgramTests {
  private struct Root: Codable {
    var first: [Programmed<TagZero>]
    var second: Programmed<TagOne>?
    var third: ProgrammedObject
    var fourth: [String: ProgrammedObject]
    var fifth: [Programmed<TagTwo>?]

    init(_ seed: UInt64) {
      func mix(_ place: Int) -> UInt64 { ProgramRun.mix(seed, place) }
      let one = ProgrammedObject(choice: mix(0), depth: 0)
      first = (0..<Int(mix(2) % 4)).map { Programmed(choice: mix(10 + $0), depth: 0) }
      second = mix(3) % 2 == 0 ? nil : Programmed(choice: mix(4), depth: 0)
      third = one
      fourth =
        mix(8) % 2 == 0
        ? [:] : ["x": mix(9) % 2 == 0 ? one : ProgrammedObject(choice: mix(1), depth: 0)]
      fifth = mix(30) % 2 == 0 ? [] : [nil, Programmed(choice: mix(31), depth: 0)]
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `programs of calls are written alike`(_ asksAgain: Bool, _ isRecursive: Bool) throws {
    var coders = TwoCoders()
    let key = try #require(CodingUserInfoKey.programs)
    for seed in 0..<UInt64(Rounds.of(160)) {
      let library = ProgramLibrary(seed: seed, asksAgain: asksAgain, isRecursive: isRecursive)
      coders.userInfo[key] = library
      for round in 0..<3 {
        coders.expectSameBytes(
          Root(ProgramRun.mix(seed, round)), .singlePart, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func `calls made up at random give the same`() throws {
    let key = try #require(CodingUserInfoKey.readingState)
    for seed in 0..<UInt64(Rounds.of(2_000)) {
      var generator = SeededGenerator(seed: seed)
      let source = ReadingSource.random(&generator)
      let program = generator.bytes(600)
      guard let bytes = TwoCoders().expectSameBytes(source, .automatic, "seed \(seed)") else {
        continue
      }
      var unarchiver = KeyedUnarchiver()
      var reference = ReferenceDecoder.inflating()
      let left = lines(program) { state in
        unarchiver.userInfo[key] = state
        return try unarchiver.decode(Transcript.self, from: bytes)
      }
      let right = lines(program) { state in
        reference.userInfo[key] = state
        return try reference.decode(Transcript.self, from: bytes)
      }
      guard left != right else { continue }
      let place = zip(left, right).prefix { $0 == $1 }.count
      Issue.record(
        """
        seed \(seed), line \(place), \(source):
        \(left.dropFirst(place).first ?? "nothing"), the reference coder:
        \(right.dropFirst(place).first ?? "nothing")
        """)
    }
  }

  /// The number of lines that the calls of a program gave, or the error that ended them, and the lines.
  private func lines(
    _ program: [UInt8], _ decode: (ReadingState) throws -> Transcript
  ) -> [String] {
    let state = ReadingState(program, tellsSentences: false)
    var lines: [String] = []
    let outcome = TwoCoders.outcome({ (lines: [String]) in "\(lines.count) lines" }) {
      lines = try decode(state).lines
      return lines
    }
    return [outcome] + lines + state.keptLines()
  }
}
