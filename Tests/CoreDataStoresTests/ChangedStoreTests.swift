#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import CoreDataTestSupport
  import Foundation
  import FoundationArchiveFormat
  import FuzzCases
  import HostileInput
  import PropertyListFormat
  import Testing

  /// Small changes of models and stores, a part of those that `hostiletest stores` makes, and models that nest and inflate without an end.
  @Suite struct ChangedStoreTests {
    // A violated oracle ends its process.

    @Test func `whatever is changed in a model, it is read or refused`() async throws {
      await #expect(processExitsWith: .success) {
        let archive = try PropertyList(SmallStore.model.archive).bytes(.binary)
        for (option, bytes) in [(UInt8(0), archive), (2, try SmallStore.model.cache)] {
          ByteChange.forEach(of: bytes, stride: 23) { FuzzTarget.model.run([0, option] + $1) }
        }
      }
    }

    @Test func `whatever is changed in a store, it is read or refused`() async throws {
      await #expect(processExitsWith: .success) {
        let bytes = try SmallStore.bytes()
        ByteChange.forEach(of: bytes, stride: 397) {
          FuzzTarget.store.run([0, 0] + $1)
        }
      }
    }

    @Test func `every page and half of one that is cut off is missed`() throws {
      let bytes = try SmallStore.bytes()
      let sample = try SampleStore()
      defer { sample.remove() }
      try Data(bytes).write(to: URL(filePath: sample.path))
      #expect(try CoreDataStore(readOnly: sample.path).model.findings.isEmpty)
      for count in stride(from: 256, to: bytes.count, by: 256) {
        try Data(bytes.prefix(count)).write(to: URL(filePath: sample.path))
        let error = #expect(throws: ArchiveError.self) { try CoreDataStore(readOnly: sample.path) }
        #expect(error?.code == .truncated, "\(count)")
      }
    }

    private static func findings(
      _ archive: [UInt8], limits: CoreDataLimits = CoreDataLimits()
    ) throws -> [ArchiveError] {
      let sample = try SampleStore()
      defer { sample.remove() }
      let cache = try SampleModel.deflated(Deflated.bytes(archive))
      try sample.make(
        [(1, "A", 0)], cache: cache,
        "CREATE TABLE ZA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER)")
      return try CoreDataStore(readOnly: sample.path, limits: limits).model.findings
    }

    @Test func `a model that nests beyond the limit is a finding`() throws {
      for (depth, code) in [
        (100, ArchiveError.Code.notKeyedArchive), (10_000, .limitExceeded),
      ] {
        for (open, close) in [("<array>", "</array>"), ("<dict><key>a</key>", "</dict>")] {
          let text =
            "<plist>" + String(repeating: open, count: depth) + "<true/>"
            + String(repeating: close, count: depth) + "</plist>"
          #expect(try Self.findings(Array(text.utf8)).map(\.code) == [code], "\(depth) \(open)")
        }
      }
      let chain = ListScript.archive { script in
        (0..<20_000).map { script.uid($0 + 1 < 20_000 ? $0 + 2 : 1) }
      }
      // References to references are no objects: the store has an entity, and this model none.
      let findings = try Self.findings(chain)
      #expect(findings.count == 1 && findings[0].code != .limitExceeded, "\(findings)")
    }

    @Test func `hundreds of superentities in a model are put together, and circles end`() throws {
      let names = (0..<500).map { "E\($0)" }
      let chain = SampleModel(
        [.init("A", [])]
          + names.enumerated().map { index, name in
            .init(name, in: index > 0 ? names[index - 1] : "A", [])
          })
      #expect(try Self.findings(chain.archive).isEmpty)
      let circle = SampleModel([.init("A", []), .init("B", in: "C", []), .init("C", in: "B", [])])
      #expect(
        try Self.findings(circle.archive).map(\.message).count { $0.contains("above itself") } == 1)
    }

    @Test func `a model that inflates beyond a limit is a finding`() throws {
      let zeros = [UInt8](repeating: 0, count: 1 << 20)
      // Up to a mebibyte the ratio is not looked at.
      #expect(try Self.findings(zeros).map(\.code) == [.notPropertyList])
      #expect(try Self.findings(zeros + [0]).map(\.code) == [.limitExceeded])
      // A bomb in front of an archive that is whole.
      let padded = SmallStore.model.archive + Array(repeating: UInt8(ascii: " "), count: 2 << 20)
      #expect(try Self.findings(padded).map(\.code) == [.limitExceeded])
      var limits = CoreDataLimits()
      limits.inflation.maximumInflationRatio = 2_000
      #expect(try Self.findings(padded, limits: limits).isEmpty)
    }
  }
#endif
