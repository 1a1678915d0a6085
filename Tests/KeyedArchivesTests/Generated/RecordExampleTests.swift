import Foundation
import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// The example of the article on faster code, compiled.
@Suite struct RecordExampleTests {
  struct Point: ArchivableRecord {
    var x: Double
    var name: String?

    static func describeFields(_ fields: inout ArchiveFields) {
      fields.add("x", \Self.x)
      fields.add("name", \Self.name)
    }

    func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      var bits = ArchiveStateBits()
      bits.add(x)
      bits.add(name)
      writer.put(bits)
      writer.put(x, at: places[0])
      writer.put(name, at: places[1])
    }

    init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      var bits = try reader.takeBits(at: places)
      let x = try reader.take(Double.self, &bits, at: places[0])
      let name = try reader.take(String?.self, &bits, at: places[1])
      (self.x, self.name) = (x, name)
    }
  }

  @Test func `the example is written and read by its own code`() throws {
    let origin: [UInt8] = try KeyedArchiver().encode([Point(x: 1.5, name: "p"), Point(x: 0)])
    let points = try KeyedUnarchiver().decode([Point].self, from: origin)
    #expect(points.map(\.x) == [1.5, 0])
    #expect(points.map(\.name) == ["p", nil])
    var general = KeyedArchiver()
    general.usesGeneratedCode = false
    if Differential.isWantedHere() { #expect(try general.encode(points) == origin) }
  }

  @Test func `the example of the article stands here`() throws {
    #expect(try ReadmeExample.stands("struct Point:", in: #filePath))
  }
}

extension RecordExampleTests.Point {
  fileprivate init(x: Double, name: String? = nil) {
    self.x = x
    self.name = name
  }
}
