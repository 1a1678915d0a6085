import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import FuzzCases
import HostileInput
import KeyedArchives
import ReferenceCoder
import TestSupport
import TestTraits
import Testing

/// The reference coder and that of this package: what they make of archives that were changed.
@Suite(.differential) struct WitnessChangeTests {
  /// A single part with some bytes changed, and a checksum that fits.
  private func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var content = Array(bytes.dropLast(4))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      content[Int.random(in: 1..<content.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    var sink = ByteSink()
    sink.bytes = content
    sink.fixed(SinglePart.checksum(of: content[...]))
    return sink.bytes
  }

  /// The text of the value that was read, or `refused`; nil if a limit was met. Readers may tell any of several
  /// defects, so the error is left out.
  private func outcome<Value: Decodable>(_ body: () throws -> Value) -> String? {
    do {
      return ObjectText.of(try body())
    } catch let error as ArchiveError {
      return error.code == .limitExceeded ? nil : "refused"
    } catch {
      return "refused"
    }
  }

  @Test func `changed values are read alike, or refused by both`() throws {
    var random = SeededGenerator(seed: 17)
    let types: [TypeAllowList.DecodableType] = [
      Disc.self, Brick.self, Branch.self, Holder.self, Top.self,
    ]
    var readCount = 0
    func check<Value: Codable>(_ value: Value, _ name: String, _ count: Int) throws {
      let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(value)
      for _ in 0..<count {
        let bytes = changed(bytes, &random)
        let ours = outcome {
          try KeyedUnarchiver(allowedTypes: TypeAllowList(types)).decode(Value.self, from: bytes)
        }
        let theirs = outcome {
          try ReferenceDecoder.inflating(types).decode(Value.self, from: bytes)
        }
        guard let ours, let theirs else { continue }
        if ours != "refused" { readCount += 1 }
        #expect(ours == theirs, "\(name): \(TwoCoders.hex(bytes))")
      }
    }
    for sample in ObjectSamples.all { try check(sample.value, sample.name, Rounds.of(160)) }
    for seed in 0..<UInt64(Rounds.of(640)) {
      let source = SourceText(ReadingSource.random(&random))
      try check(source, "source \(seed)", 10)
    }
    #expect(readCount > 100)
  }

  /// Encodes itself as a source, and reads whatever there is.
  private struct SourceText: Codable {
    var source: ReadingSource?
    var value: ProbedValue?

    init(_ source: ReadingSource) { self.source = source }
    init(from decoder: any Decoder) throws { value = try ProbedValue(from: decoder) }
    func encode(to encoder: any Encoder) throws { try source?.encode(to: encoder) }
  }

  @Test func `changed archives of all forms are dumped alike, or refused by both`() throws {
    let samples = try HostileSamples.generated(seeds: 3..<4)
    #expect(samples.count > 60)
    var readCount = 0
    for (number, sample) in samples.enumerated()
    where LongTests.areWanted || number % 3 == 0 {
      // 750 samples of 75,000 bytes, 14 changes of a byte, about 8 ms for each of them.
      let stride = LongTests.areWanted ? 25 : 1 + sample.bytes.count / 3
      ByteChange.forEach(of: sample.bytes, stride: stride) { change, bytes in
        let bytes = ChecksumRepair.repaired(bytes, against: sample.dictionary)
        let ours = try? DumpedValue(Data(ArchiveInspector(bytes).dump()))
        let theirs = try? DumpedValue(Data(ReferenceDecoder.inflating().dump(bytes).utf8))
        #expect(
          ours == theirs,
          "sample \(number), \(sample.name), \(change): \(TwoCoders.hex(bytes))")
        if ours != nil { readCount += 1 }
      }
    }
    #expect(readCount > 100)
  }
}
