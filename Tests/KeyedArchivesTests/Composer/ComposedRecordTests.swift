import RecordStorage
import RecordTestSupport
import TestTraits
import Testing

/// Whatever a record set takes can be fetched, and is what it was: in memory and in files.
@Suite struct ComposedRecordTests {
  @Test func `values of types put together at random`() throws {
    try check(typeCount: 100, seed: 2_904_771_118_350_024_661)
  }

  @Test(.long) func `many values of types put together at random`() throws {
    try check(typeCount: 5_000, seed: .random(in: 0 ... .max))
  }

  private func check(typeCount: Int, seed: UInt64) throws {
    var trial = ComposedRecordTrial(seed: seed)
    let faults = trial.faults(typeCount: typeCount) {
      let (memory, folder) = (MemoryBackEnd(), MemoryFolder())
      return [
        .init("memory") { try $0(memory) },
        .init("file") { body in
          let file = try FileBackEnd("a.krec", in: folder)
          defer { file.close() }
          try body(file)
        },
      ]
    }
    print(trial.summary)
    #expect(faults == [])
  }
}
