import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct TypeUsageTests {
  @Test func `types are counted with all their bytes and with their own`() throws {
    let inspector = try ArchiveInspector(try SampleArchives.everything())
    let usages = inspector.typeUsages()
    #expect(usages.map { $0.name } == ["Album", "Person", "Celsius"])
    #expect(usages.map { $0.count } == [1, 1, 1])
    #expect(usages.map { $0.isClass } == [false, true, false])
    #expect(usages.map { $0.version } == [3, 0, 0])
    let root = try #require(usages.first)
    // Head of the object, name with its length, date; the float of the typed value.
    #expect(usages[1].byteCount == 13)
    #expect(usages[2].byteCount == 8)
    #expect(root.ownByteCount == root.byteCount - 13 - 8)
  }

  @Test func `values within values of the same type count their bytes once`() throws {
    let bytes = try SampleArchives.archive { maker in
      let node = maker.type("Node")
      maker.record(type: node, length: 2) { maker in
        maker.key("next")
        maker.record(type: node, length: 2) { maker in
          maker.key("next")
          maker.cell(.null)
          maker.key("text")
          maker.string("abc")
        }
        maker.key("text")
        maker.string("de")
      }
    }
    let usage = try #require(try ArchiveInspector(bytes).typeUsages().first)
    let size = try ArchiveInspector(bytes).summary.rawByteCount
    #expect(usage.count == 2)
    #expect(usage.byteCount == usage.ownByteCount)
    #expect(usage.byteCount < size)
  }

  @Test func `records without a type have no name`() throws {
    let usages = try ArchiveInspector(SampleArchives.json(#"[{"a":1},{"a":{"b":2}}]"#))
      .typeUsages()
    #expect(usages.map { $0.name } == [nil])
    #expect(usages.map { $0.count } == [3])
  }
}
