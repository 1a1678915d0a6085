import KeyedArchives
import Testing

/// Keys that no map can hold.
@Suite struct MapKeyTests {
  @Test func `a dictionary with a nil key is refused when it is encoded`() throws {
    let error = #expect(throws: ArchiveError.self) {
      let _: [UInt8] = try KeyedArchiver().encode([nil: "a", 1: "b"] as [Int?: String])
    }
    #expect(error?.code == .invalidValue)
  }

  @Test func `a map with one key twice is refused whatever user code catches`() throws {
    struct Swallowing: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try? decoder.singleValueContainer().decode([String: Int].self)
      }
    }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(
        Swallowing.self, from: singlePart("01 18 0F 05 11 03 61 03 61 05 07"))
    }
    #expect(error?.code == .malformed)
  }
}
